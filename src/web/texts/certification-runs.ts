/** The texts about certification runs: DGII's workbooks of tests, sent row by row. */
export const certificationRuns = {
  title: 'Set de pruebas',
  run: 'Corrida de certificación',
  intro:
    'El servicio envía el archivo de pruebas que la DGII da en el portal, fila por fila y en el orden de la DGII.',
  kind: 'Pruebas',
  kinds: {
    vouchers: 'Pruebas de datos (paso 2)',
    approvals: 'Aprobaciones comerciales (paso 3)',
  },
  upload: 'Subir y revisar',
  uploadTitle: 'Subir el archivo de pruebas de la DGII',
  uploadHint: 'El servicio revisa todas las filas. No envía nada hasta que usted inicie la corrida.',
  uploading: 'Subiendo y revisando el archivo…',
  file: 'Archivo de Excel (.xlsx)',
  wanted: 'el archivo de Excel (.xlsx) que se descargó del portal de la DGII',
  fileHint: 'Tal como se descargó del portal. Hasta 5 MB.',
  tooLarge: 'El archivo pasa de 5 MB: no es el de la DGII.',
  emptyFile: 'El archivo está vacío.',
  unreadableFile: 'El archivo cambió o ya no está en su lugar. Elíjalo de nuevo.',
  wrongCells: (fileName: string, faults: number) =>
    faults === 1 ? `1 error en ${fileName}` : `${faults} errores en ${fileName}`,
  list: 'Corridas',
  empty: 'Todavía no se ha subido ningún archivo.',
  fileName: 'Archivo',
  uploaded: 'Subido',
  started: 'Iniciada',
  ended: 'Terminada',
  note: 'Por qué se repite',
  hash: 'SHA-256 del archivo',
  acceptedHead: 'Aceptados',
  accepted: (accepted: number, all: number) => `${accepted} de ${all} aceptados`,
  states: {
    ready: 'Sin iniciar',
    running: 'En curso',
    paused: 'En pausa',
    stopped: 'Detenida',
    done: 'Terminada',
  },
  order: {
    vouchers:
      'Orden de la DGII: primero los tipos 31, 32 desde RD$250,000, 41, 43, 44, 45, 46 y 47; después las notas 33 y 34; al final las facturas de consumo de menos de RD$250,000, de las que la DGII recibe el resumen. Cada fila espera a que la DGII acepte la anterior.',
    approvals: 'Las aprobaciones se firman y se envían una por una, en el orden del archivo.',
  },
  wait: 'Puede cerrar la página: la corrida sigue.',
  paused: 'Una persona la pausó. Lo que ya se envió a la DGII sigue su curso.',
  conditionalTitle: (encf: string) => `La DGII aceptó ${encf} condicionalmente`,
  conditional:
    'Esto no reinicia el set. Corrija la causa antes de pasar a producción. Si está de acuerdo, continúe.',
  notSentTitle: (encf: string) => `${encf} no se pudo enviar`,
  notSent: 'Corrija la causa y continúe: el servicio lo intenta otra vez. Si el archivo está mal, suba otro.',
  doubtTitle: (encf: string) => `No se sabe si la DGII tiene la aprobación de ${encf}`,
  doubt: 'Anote aquí lo que muestra el portal en el paso 3.',
  found: 'Qué muestra el portal',
  foundOptions: {
    accepted: 'La DGII la tiene: cuenta como aceptada',
    'not-received': 'La DGII no la tiene: se firma y se envía otra vez',
  },
  foundTexts: {
    accepted: 'Según el portal, la DGII la tiene',
    'not-received': 'Según el portal, la DGII no la tenía',
  },
  confirmFound: 'Anotar y continuar',
  sendAgain: 'Enviarla otra vez sin anotar nada',
  otherEnvironment:
    'La empresa ya no está en el ambiente de certificación. Devuélvala a ese ambiente y continúe.',
  rejectedTitle: (encf: string) => `La DGII rechazó ${encf}`,
  rejected: {
    vouchers:
      'La DGII reinicia el set de pruebas. Descargue el archivo nuevo en el portal y súbalo, o repita este.',
    approvals:
      'Lea qué objetó la DGII y vea el paso 3 del portal. Si la DGII lo reinició, suba el archivo otra vez. Si no, suba otro archivo o repita este.',
  },
  doneTitle: {
    vouchers: 'La DGII aceptó todos los comprobantes',
    approvals: 'La DGII aceptó todas las aprobaciones. Compruebe el contador del paso 3 en el portal.',
  },
  doneFiles: (files: number) =>
    files === 1
      ? 'Ahora, en el paso 2 del portal, suba la factura de consumo completa:'
      : `Ahora, en el paso 2 del portal, suba las ${files} facturas de consumo completas, una por una:`,
  doneNoFiles: 'Compruebe el contador del paso 2 en el portal.',
  counter: 'Después compruebe los contadores del portal.',
  file32: 'XML completo',
  start: 'Iniciar',
  pause: 'Pausar',
  resume: 'Continuar',
  resumeAsItIs: 'Continuar y enviarla así',
  repeat: 'Repetir',
  repeatHint: {
    vouchers: 'Se crea otra corrida con el mismo archivo, sin iniciarla.',
    approvals:
      'Se crea otra corrida con el mismo archivo, sin iniciarla. Envía solo las aprobaciones que la DGII no ha aceptado; si las aceptó todas, las envía todas otra vez.',
  },
  checkAgain: 'Revisar otra vez',
  checkAgainHint: 'Si corrigió la causa en el servicio, se crea otra corrida con el mismo archivo.',
  readyText: 'Las filas están revisadas. Esta corrida todavía no ha enviado nada a la DGII.',
  blockedTitle: (rows: number) =>
    rows === 1
      ? '1 fila tiene errores que la DGII rechazaría'
      : `${rows} filas tienen errores que la DGII rechazaría`,
  blocked: 'La corrida no se puede iniciar. Los errores están en la tabla.',
  annulled: (encfs: string) => `Estos números se anularon y no se pueden enviar: ${encfs}.`,
  open: (encfs: string) =>
    `Otros comprobantes con estos números todavía no tienen resultado: ${encfs}. Espere a que terminen y vuelva.`,
  confirm: (faults: number) =>
    faults === 1
      ? 'Enviar con este aviso: la DGII puede aceptar la fila solo condicionalmente. Queda registrado.'
      : `Enviar con estos ${faults} avisos: la DGII puede aceptar las filas solo condicionalmente. Queda registrado.`,
  spentTitle: 'Números que ya se usaron',
  spent: (encfs: string) => `Estos números ya tienen un comprobante enviado: ${encfs}.`,
  same: (rows: number) =>
    rows === 1
      ? '1 fila ya tiene su comprobante en la DGII o en camino.'
      : `${rows} filas ya tienen su comprobante en la DGII o en camino.`,
  which: 'Qué se envía',
  whichOptions: {
    '': 'Solo las filas que faltan',
    ecf: 'La DGII reinició los e-CF: enviarlos otra vez; los resúmenes que aceptó quedan',
    all: 'La DGII reinició todo: enviar todo otra vez, también los resúmenes',
    unaccepted: 'Solo los comprobantes que la DGII no aceptó',
  },
  noteHint: 'Lo que muestra el portal, por ejemplo. Queda en el registro.',
  rows: 'Filas',
  csv: 'Informe (CSV)',
  zip: 'Archivos XML (ZIP)',
  position: 'Orden',
  sheetRow: (row: number) => `fila ${row}`,
  messages: 'Mensajes',
  onTurn: 'En turno',
  outcomes: {
    accepted: 'Aceptado',
    conditional: 'Aceptado condicional',
    rejected: 'Rechazado',
    'not-sent': 'No enviado',
  },
  pending: 'Por enviar',
  withErrors: 'Con errores',
  withWarnings: 'Con avisos',
  uses: {
    same: 'Ya enviado: no se repite',
    free: 'Por enviar',
    annulled: 'Número anulado',
    open: 'Otro con este número en curso',
    spent: 'Número ya usado',
  },
  faultCount: (errors: number, warnings: number) =>
    [
      ...(errors === 0 ? [] : [errors === 1 ? '1 error' : `${errors} errores`]),
      ...(warnings === 0 ? [] : [warnings === 1 ? '1 aviso' : `${warnings} avisos`]),
    ].join(' y '),
  lateMade: 'La corrida está lista',
  lateProblem: 'Sobre la corrida que pidió',
  see: 'Ver la corrida',
  csvHeads: ['Fila', 'e-NCF', 'Tipo', 'Intento', 'Estado', 'TrackId', 'Mensajes'],
  wrongEnvironment: 'El set de pruebas existe solo en el ambiente de certificación.',
} as const;
