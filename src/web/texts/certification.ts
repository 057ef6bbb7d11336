/** The texts of the form that issues certification vouchers. */

const namesMax = 8;

function namesIn(paths: readonly string[]): string {
  const names = [...new Set(paths.map((path) => path.slice(path.lastIndexOf('.') + 1)))];
  const more = names.length - namesMax;
  return names.slice(0, namesMax).join(', ') + (more > 0 ? ` y ${more} más` : '');
}

export const certification = {
  intro:
    'En certificación los comprobantes solo se emiten desde estas páginas: uno por uno, o con el set de pruebas de la DGII.',
  receiver: {
    title: 'Direcciones para el portal de la DGII',
    hint: 'En los pasos 7 y 12 el portal ya tiene «https://» y el final de cada dirección. Escriba solo la parte del medio: es la misma para la recepción y la aprobación comercial. La de autenticación es opcional.',
    middle: 'Parte del medio',
  },
  type: 'Tipo de comprobante',
  number: 'Número',
  numberNext: 'El próximo del maestro',
  numberGiven: 'El del set de pruebas',
  noRange:
    'Este tipo no tiene un rango vigente en certificación: añádalo en el maestro, o use el número del set.',
  form: 'Formulario',
  json: 'JSON',
  jsonPane: 'JSON del comprobante',
  showLarge: (kilobytes: number) => `Mostrar el JSON (${kilobytes} KB)`,
  openFile: 'Abrir un archivo JSON',
  wanted: 'un archivo JSON',
  unreadableFile: 'El archivo no se puede leer, o no está en UTF-8.',
  saveFile: 'Guardar como archivo',
  jsonBroken: 'El JSON no se puede leer. El formulario vuelve cuando se corrija.',
  example: 'Llenar con un ejemplo',
  empty: 'Vaciar',
  addField: 'Añadir dato…',
  addTo: (group: string) => `Añadir dato a ${group}`,
  addChosen: 'Añadir',
  addChosenTo: (group: string) => `Añadir a ${group}`,
  addOne: (label: string) => `Añadir ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
  removeLine: 'Quitar',
  lines: (from: number, to: number, total: number) => `${from}–${to} de ${total}`,
  previous: 'Anteriores',
  following: 'Siguientes',
  conditionally: 'Obligatorio si',
  choose: 'Elija…',
  faults: 'Revisión',
  checking: 'Revisando…',
  notJson: 'JSON que no se puede leer',
  valid: 'El comprobante es válido.',
  validHere: 'Sin errores en esta página',
  serverChecksMore:
    'Falta comparar la nota con el comprobante que modifica: lo hace el servidor al validar y al emitir.',
  compute: 'Calcular montos y totales',
  computeHint:
    'El monto de cada línea y los totales, a partir de cantidades, precios, descuentos e indicadores. No calcula impuestos adicionales, otra moneda ni páginas.',
  computed: (fields: readonly string[], faulty: boolean) =>
    fields.length > 0
      ? `Cambió: ${namesIn(fields)}.`
      : faulty
        ? 'No cambió nada. Corrija primero los errores.'
        : 'No hay nada que cambiar.',
  rejections: (count: number) => (count === 1 ? '1 error' : `${count} errores`),
  warnings: (count: number) => (count === 1 ? '1 aviso condicional' : `${count} avisos condicionales`),
  more: (count: number) => `y ${count} más`,
  confirm: 'Emitir con estos avisos: la DGII puede aceptarlo solo condicionalmente. Queda registrado.',
  issue: 'Emitir',
  validate: 'Comprobar',
  serverValid: 'El servidor también lo encuentra válido.',
  unchanged: 'Es igual al que la DGII no aceptó',
  unchangedText:
    'Cambie lo que la DGII señaló. Si la causa no está en el comprobante, ábralo y pulse Enviar otra vez a la DGII.',
  issuedBefore: (encf: string) => `Este formulario ya emitió ${encf}`,
  issuedBeforeText:
    'La respuesta no llegó, y usted cambió el comprobante después. Véalo antes de emitir otro con este contenido.',
  tookBefore: (encf: string) => `Este formulario ya tomó ${encf}`,
  tookBeforeText:
    'La respuesta no llegó, y usted cambió el tipo o el número después. Ese comprobante puede estar en camino: espere un momento y véalo antes de emitir otro.',
  sendAgain: 'Pulse Emitir otra vez: si el comprobante ya se emitió, verá ese mismo y no se emite otro.',
  lateIssued: (encf: string) => `Se emitió ${encf}`,
  lateProblem: 'Sobre el comprobante que envió',
  seeIssued: 'Ver el comprobante',
  another: 'Preparar otro comprobante',
  replaced: 'El comprobante como estaba antes se guardó aparte, hasta que usted emita este.',
  undo: 'Intercambiarlos',
  checkFailed: 'La revisión dejó de funcionar. Guarde el comprobante como archivo y recargue la página.',
  attemptTitle: 'Nuevo intento',
  attemptText: (encf: string, attempt: number) =>
    `El intento ${attempt} de ${encf} queda como está. Este será el intento ${attempt + 1}. Sirve si la DGII reinició el set o dejó libre el número; si no, cópielo a uno nuevo.`,
  attemptNote: 'Por qué se repite',
  decimalPoint: (meant: string) =>
    `El punto marca los decimales y la coma separa los millares. ¿Quiso escribir ${meant}?`,
  commas: 'La coma separa los millares de tres en tres y el punto marca los decimales, como en 1,180.50.',
  restored: 'Se recuperó lo que usted había escrito',
  restoredText:
    'El navegador lo guarda en esta pestaña hasta que usted emita el comprobante o salga de la aplicación.',
  discard: 'Descartar y empezar de nuevo',
  notKept:
    'El comprobante es demasiado grande para guardarlo en el navegador: si deja la página, se pierde. Guárdelo como archivo.',
  goThere: 'Ver el ambiente de certificación',
  wrongEnvironment:
    'Esta sección es del ambiente de certificación. En precertificación y en producción se emite con Emitir, o por la API.',
  notAllowed:
    'Su rol en esta empresa no emite comprobantes de certificación. Lo hacen un operador y un administrador: un administrador los invita en Personas.',
} as const;
