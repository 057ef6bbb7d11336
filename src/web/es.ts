/** Every text that people read, in one place. */
import { documentStates, type DocumentState } from '../ecf/model/document-states.js';
import type { Environment } from '../ecf/model/environments.js';
import { buyer } from './texts/buyer.js';
import { certificates } from './texts/certificates.js';
import { certification, portalXml } from './texts/certification.js';
import { content } from './texts/content.js';
import { master } from './texts/master.js';
import { menu } from './texts/menu.js';
import { companyRoles, invitation, people, roles, rolesMay } from './texts/people.js';
import { printedForm } from './texts/printed-form.js';
import { search } from './texts/search.js';
import { connection, files, updated } from './texts/shown-state.js';
import { months, summary } from './texts/summary.js';
import { voucher } from './texts/voucher.js';

const isPurchase = (ecfType: number): boolean => ecfType === 41 || ecfType === 47;

/** The words of the API's `status`. Two states share theirs, and a person who filters by state has to distinguish them. */
function stateTexts(): Readonly<Record<DocumentState, string>> {
  const statuses = Object.entries(documentStates).map(([state, { status }]) => [state, status]);
  return {
    ...(Object.fromEntries(statuses) as Record<DocumentState, string>),
    submitting: `${documentStates.submitting.status} (enviando)`,
  };
}

export const es = {
  product: 'Comprobantes electrónicos',
  brand: 'e-CF',
  loading: 'Cargando…',
  yes: 'Sí',
  no: 'No',
  none: '—',
  warning: 'Aviso',
  dayForm: 'dd/mm/aaaa',
  dayWrong: 'Escriba el día así: 31/12/2027.',
  dayEarly: 'Escriba un día posterior.',
  nav: {
    label: 'Secciones',
    skip: 'Saltar al contenido',
    menu: 'Menú',
    main: 'Principal',
    more: 'Más',
    operation: 'Operación',
    fiscal: 'Fiscal',
    integration: 'Integración',
    company: 'Empresa',
    platform: 'Plataforma',
    summary: 'Inicio',
    issue: 'Emitir',
    goLive: 'Puesta en marcha',
    master: 'Numeración',
    masterTitle: 'Maestro de comprobantes',
    vouchers: 'Comprobantes',
    received: 'Recibidos',
    unused: 'Números sin usar',
    certification: 'Certificación',
    settings: 'Datos de la empresa',
    users: 'Usuarios de integración',
    events: 'Eventos y webhooks',
    keys: 'Claves de API',
    people: 'Personas',
    certificates: 'Certificados',
    audit: 'Auditoría',
    platformAudit: 'Auditoría de soporte',
    companies: 'Empresas',
    account: 'Mi cuenta',
    logout: 'Salir',
    unknownCompany: 'Empresa desconocida',
    environment: 'Ambiente',
    current: 'ambiente actual de la empresa',
    test: (environment: string) => `${environment}: lo que emita aquí es de prueba.`,
    demo: 'Demostración: nada se envía a la DGII.',
  },
  theme: { label: 'Tema', system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  menu,
  roles,
  companyRoles,
  rolesMay,
  environments: {
    'pre-certification': 'Precertificación',
    certification: 'Certificación',
    production: 'Producción',
  },
  actions: {
    save: 'Guardar',
    cancel: 'Cancelar',
    close: 'Cerrar',
    copy: 'Copiar',
    copied: 'Copiado',
    notCopied: 'El navegador no lo permitió',
    copyLink: 'Copiar enlace',
    retry: 'Intentar de nuevo',
    filter: 'Filtrar',
    clear: 'Quitar filtros',
    next: 'Página siguiente',
    first: 'Volver al principio',
    sending: 'Enviando…',
    more: 'Mostrar más',
  },
  errors: {
    title: 'No se pudo',
    /** @param page the title of the browser's tab, which ends with the application's name */
    notDone: (page: string) => `No se pudo · ${page.split(' · ')[0] ?? page}`,
    closed: (title: string) => `Se cerró «${title}»`,
    closedText:
      'Lo que mostraba la página cambió mientras tanto, quizá por otra persona u otra pestaña. De ese diálogo no se envió nada.',
    network: 'El servicio no respondió. Lo que escribió sigue aquí: inténtelo de nuevo.',
    repeatAfterLogin: 'Ya entró. La acción no se hizo: repítala.',
    unreadable: 'El servicio dio una respuesta que no se entiende.',
    notFoundTitle: 'No existe',
    notFound: 'Esta página no existe, o su cuenta no tiene acceso a ella.',
    toStart: 'Ir al inicio',
    crashed: 'Algo falló al mostrar esta página. Recárguela; si se repite, avise a soporte.',
    notLoaded:
      'El servicio no respondió y esta página no se pudo cargar. Recárguela cuando vuelva la conexión.',
    reload: 'Recargar',
    retryAfter: (seconds: number) => {
      if (seconds < 120) return `Espere ${seconds} s.`;
      return seconds < 7_200
        ? `Espere ${Math.ceil(seconds / 60)} min.`
        : `Espere ${Math.ceil(seconds / 3_600)} horas.`;
    },
  },
  login: {
    title: 'Entrar',
    email: 'Correo electrónico',
    password: 'Clave',
    submit: 'Entrar',
    forgotten: 'Olvidé mi clave',
    codeTitle: 'Segundo factor',
    code: 'Código',
    codeHint: 'Los seis dígitos de su aplicación de autenticación, o un código de recuperación.',
    codeSubmit: 'Comprobar',
    enrolTitle: 'Active el segundo factor',
    enrolAgain:
      'Como usted entró de nuevo, la imagen será otra. Escanéela, y borre de su aplicación la anterior si ya la tenía.',
    enrolPassword: 'Escriba otra vez su clave: así nadie más puede activarlo por usted.',
    enrolText:
      'Escanee la imagen con su aplicación de autenticación (o copie la clave) y escriba el código que muestra.',
    secret: 'Clave para copiar',
    recoveryTitle: 'Guarde sus códigos de recuperación',
    recoveryText: 'Cada uno sirve una sola vez si pierde el teléfono. No se muestran de nuevo.',
    recoveryDone: 'Ya los guardé',
    sessionLost: 'Su sesión terminó',
    sessionLostText: 'Entre de nuevo para continuar. Lo que escribió en la página sigue aquí.',
    freshTitle: 'Confirme que es usted',
    freshText: 'Esta acción pide un código reciente de su segundo factor.',
    freshPasswordText: 'Esta acción pide otra vez su clave, porque usted no tiene segundo factor.',
    wrongCodes: (count: number, first: string, last: string) =>
      count === 1
        ? `Antes de esta entrada hubo un código errado, el ${last}.`
        : `Antes de esta entrada hubo ${count} códigos errados, entre el ${first} y el ${last}.`,
    wrongCodesText:
      'Si no fue usted, alguien sabe su clave: cámbiela ahora en Mi cuenta. Los códigos errados no dejaron entrar.',
    wrongCodesSeen: 'Entendido',
    noCompanies: 'Su cuenta todavía no pertenece a ninguna empresa. Pida una invitación a su administrador.',
  },
  invitation,
  account: {
    password: 'Clave',
    passwordText: 'Al cambiarla terminan sus otras sesiones.',
    changePassword: 'Cambiar la clave',
    present: 'Clave actual',
    ownPassword: 'Su clave',
    chosen: 'Clave nueva',
    again: 'Repita la clave nueva',
    different: 'No es la misma clave.',
    changed: 'La clave cambió. Sus otras sesiones terminaron.',
    secondFactor: 'Segundo factor',
    on: 'Activado',
    off: 'Sin activar',
    enable: 'Activar el segundo factor',
    why: 'Al entrar pide, además de la clave, un código de su teléfono. Es obligatorio para producción y para soporte.',
    replace: 'Cambiar de teléfono',
    replaceText: 'El teléfono actual vale hasta que confirme el nuevo. Después terminan sus otras sesiones.',
    presentCode: 'Código del teléfono actual',
    presentCodeHint: 'Si lo perdió, un código de recuperación.',
    go: 'Continuar',
    newTitle: 'El teléfono nuevo',
    replaced: 'El segundo factor está en el teléfono nuevo. Sus otras sesiones terminaron.',
    recovery: 'Códigos de recuperación',
    left: (left: number) =>
      left === 0 ? 'No le queda ninguno' : left === 1 ? 'Le queda 1' : `Le quedan ${left}`,
    recoveryText: 'Cada uno reemplaza una vez el código del teléfono.',
    renew: 'Hacer códigos nuevos',
    renewText: 'Los códigos anteriores dejan de valer.',
    renewed: 'Los códigos nuevos ya valen; los anteriores no.',
  },
  months,
  states: stateTexts(),
  vouchers: {
    filters: 'Filtros',
    moreFilters: 'Más filtros',
    filtersSet: (set: number) => (set === 0 ? 'Filtros' : `Filtros (${set})`),
    encf: 'e-NCF',
    encfOrBeginning: 'e-NCF o su comienzo',
    type: 'Tipo',
    buyer: 'RNC del comprador',
    consumer: 'Consumidor final',
    // The other party of a purchase or a payment abroad sells to the company.
    partyRnc: (ecfType: number) => (isPurchase(ecfType) ? 'RNC del proveedor' : 'RNC del comprador'),
    itbis: 'ITBIS',
    atBuyer: 'Con el comprador',
    atBuyerFilter: {
      rejected: 'Lo rechazó',
      undelivered: 'No le llegó',
      'not-received': 'No le llegó: no lo recibió',
      'given-up': 'No le llegó: no se pudo entregar',
    },
    atBuyerStates: {
      rejected: 'El comprador lo rechazó',
      'rejected-doubtful': 'Rechazo del comprador, sin confirmar quién lo firmó',
      'not-received': 'El comprador no lo recibió',
      'given-up': 'Sin entregar al comprador',
    },
    daysReversed: 'El último día es anterior al primero.',
    encfForm: 'No es un e-NCF ni su comienzo, como E31 o E310000000001.',
    rncForm: 'Escriba los 9 dígitos del RNC o los 11 de la cédula.',
    total: 'Monto total',
    state: 'Estado',
    waiting: 'En espera por',
    anyReason: 'Cualquier causa',
    issued: 'Emisión',
    received: 'Recibido',
    from: 'Recibido desde',
    to: 'Recibido hasta',
    days: 'Días',
    dayOfReception: 'De recepción',
    dayOfIssue: 'De emisión',
    issueDays: { from: 'Emitido desde', to: 'Emitido hasta' },
    correlation: 'Id de correlación',
    reference: 'Referencia externa',
    pendingOnly: 'Solo sin resultado final',
    all: 'Todos',
    noMatch: 'Ningún comprobante coincide con los filtros.',
    // Where to look for them: in certification there is a section of its own.
    issuedIn: (environment: Environment) =>
      environment === 'certification'
        ? 'En certificación los comprobantes se emiten en la sección Certificación.'
        : 'Los emite el sistema de la empresa, por la API, o una persona con Emitir.',
    empty: 'Todavía no hay comprobantes.',
    csv: 'CSV de todo el filtro',
    csvCut: (rows: string) =>
      `El CSV tiene los primeros ${rows} comprobantes y faltan los demás. Acorte los días y guarde cada parte.`,
    attempt: (attempt: number) => `intento ${attempt}`,
    csvHeads: [
      'e-NCF',
      'Código del tipo',
      'Tipo',
      'RNC comprador o proveedor',
      'Comprador o proveedor',
      'Monto total',
      'ITBIS',
      'Emisión',
      'Estado',
      'Espera',
      'Recibido',
      'e-NCF modificado',
      'Código de seguridad',
    ],
  },
  search,
  waiting: {
    CERTIFICATE_UNUSABLE: 'Certificado no utilizable',
    NOT_DELEGATED: 'Firmante sin delegación',
    DGII_UNAVAILABLE: 'DGII no disponible',
    REQUEST_DELAYED: 'Solicitud aplazada',
    DGII_SILENT: 'DGII sin resultado',
    REFERENCE_PENDING: 'Espera otro comprobante',
    SEQUENCE_EXPIRED: 'Secuencia vencida',
    CONFIRM_BY_HAND: 'Confirmar en la DGII',
    INTERNAL_FAULT: 'Fallo interno',
  },
  master,
  buyer,
  voucher,
  content,
  portalXml,
  updated,
  connection,
  files,
  printedForm,
  unused: {
    intro: 'Entregados a un sistema y todavía sin comprobante.',
    empty: 'No hay números sin usar.',
    handedOut: 'Entregado',
    age: 'Hace',
    reference: 'Referencia',
    annul: 'Anular',
    annulText: 'Anule aquí solo un número que ya anuló en la DGII. Nunca se entregará de nuevo.',
  },
  processing: {
    title: 'El servicio no está procesando en este momento',
    text: 'Los comprobantes recibidos están guardados: nada se pierde. Continúan solos cuando el servicio vuelva. Si esto dura, avise al soporte.',
  },
  summary,
  companies: {
    add: 'Añadir empresa',
    empty: 'Todavía no hay empresas.',
    name: 'Razón social',
    rnc: 'RNC',
    rncHint: '9 u 11 dígitos, sin guiones.',
    id: 'Id',
    origin: 'Quién asigna los números',
    origins: { service: 'Este servicio', client: 'El sistema de la empresa' },
    originText: 'Solo soporte lo cambia, con la numeración en orden.',
    conditional: 'Faltas condicionales',
    conditionals: { block: 'Se rechazan', allow: 'Solo avisan' },
    conditionalText:
      'Qué pasa con una falta que la DGII aceptaría condicionalmente, si el pedido no lo dice.',
    production: 'Producción',
    consents: (service: boolean, company: boolean) =>
      service && company
        ? 'Permitida'
        : `No permitida: ${service || company ? 'falta' : 'faltan'} ${[
            ...(service ? [] : ['el permiso del servicio']),
            ...(company ? [] : ['el consentimiento de la empresa']),
          ].join(' y ')}`,
    suspensions: {
      NOT_DELEGATED: 'El firmante no está delegado en la DGII',
      CERTIFICATE_REFUSED: 'La DGII no acepta el certificado',
    } as Readonly<Record<string, string>>,
    originStart: 'Comenzar el cambio',
    originFinish: 'Completar el cambio',
    originCancel: 'Cancelar el cambio',
    originStarted: (to: string, ready: string) =>
      `Cambio a «${to}» comenzado: se puede completar desde ${ready}.`,
    abandon: 'Abandonar los números entregados y sin usar',
    firstNumbers: 'Primer e-NCF de cada rango vigente',
    firstNumbersHint: 'Separados por espacios. Solo si el servicio va a asignar los números.',
    withOpen: 'Cambiar aunque haya comprobantes sin resultado final',
    environmentText: 'El ambiente de los comprobantes nuevos. Los anteriores siguen en el suyo.',
    allowProduction: 'La empresa permite emitir en producción',
  },
  users: {
    intro: 'Cuentas con que los sistemas de la empresa llaman a la API.',
    add: 'Añadir usuario',
    empty: 'La empresa no tiene usuarios de integración.',
    name: 'Usuario',
    active: 'Activo',
    disabled: 'Desactivado',
    enable: 'Activar',
    disable: 'Desactivar',
    disableText:
      'El sistema que usa este usuario deja de poder enviar comprobantes ahora mismo. Si lo activa de nuevo, debe entrar otra vez.',
    enableText: 'Puede entrar otra vez con su clave.',
    newPassword: 'Nueva clave',
    passwordHint: 'Entre 12 y 200 caracteres, y difícil de adivinar. No se muestra de nuevo.',
    madeBy: 'Creado por',
    passwordBy: (name: string) => `clave de ${name}`,
    review: 'Cambie la clave',
    reviewText: 'La puso alguien que ya no es administrador o cuya cuenta se restableció.',
  },
  people,
  certificates,
  certification,
} as const;
