/**
 * Every error of the command line: a stable code → its exit code and its Spanish message for an operator.
 * Exit 1: refused or failed; nothing was changed unless the message says so. Exit 2: the command is not written correctly.
 */
import { inputMessages, refusalMessages } from '../../services/refusal-messages.js';
import { openFaults } from '../../signing/keys/open-fault.js';

const refusals = {
  ...refusalMessages[400],
  ...refusalMessages[404],
  ...refusalMessages[409],
  CERTIFICATE_TOO_LARGE: openFaults.TOO_LARGE,
  CERTIFICATE_UNREADABLE: openFaults.UNREADABLE,
  CERTIFICATE_WRONG_PASSWORD: openFaults.WRONG_PASSWORD,
  CERTIFICATE_NO_PRIVATE_KEY: openFaults.NO_PRIVATE_KEY,
  CERTIFICATE_NO_CERTIFICATE: openFaults.NO_CERTIFICATE,
  CERTIFICATE_NO_MATCHING_CERTIFICATE: openFaults.NO_MATCHING_CERTIFICATE,
  CERTIFICATE_KEY_CIPHER_UNSUPPORTED: openFaults.KEY_CIPHER_UNSUPPORTED,
  CERTIFICATE_KEY_UNSUPPORTED: openFaults.KEY_UNSUPPORTED,
  CERTIFICATE_MISSING: 'La empresa no tiene certificado: impórtelo con «certificate import».',
  CERTIFICATE_NOT_OPENED:
    'El worker no puede abrir el certificado de la empresa: se cifró con otra llave maestra, o está dañado. Impórtelo de nuevo.',
  NOT_DELEGATED:
    'El firmante no está delegado para la empresa: delegue en la Oficina Virtual de la DGII y repita «certificate check».',
  DGII_UNAVAILABLE: 'La DGII no está disponible en este momento.',
  MASTER_KEY_MISSING:
    'Falta la llave maestra con que se cifran las llaves privadas: defina ECF_MASTER_KEY, la misma del worker.',
  MASTER_KEY_MISMATCH:
    'La llave maestra no es la que cifró el último certificado del registro: el worker no podría abrir este. Use la ECF_MASTER_KEY ' +
    'del worker o, si la llave se cambió a propósito, --new-master-key.',
  DEMO_ONLY:
    'Solo sirve en la instalación local con la DGII imitada: arranque el servicio (npm run demo o npm start) sin MONGODB_URI ni ' +
    'DGII_ECF_HOST, y use la misma ECF_DATA_DIR.',
  RECEPTION_NOT_FOUND: 'La empresa no ha recibido un comprobante con ese emisor y ese e-NCF.',
  RECEIVED_CHANGED:
    'Otro comprobante tomó este número: revise el que muestra «received list» y decida de nuevo.',
  APPROVAL_DECIDED: 'La empresa ya decidió otra cosa sobre este comprobante, y la primera decisión queda.',
  MOTIVO_MISSING: 'Un rechazo lleva su motivo: --motivo.',
  PERSON_EXISTS:
    'Esa persona ya tiene lo que la invitación daría, o ya pertenece a la empresa con otro rol: un administrador lo cambia en la ' +
    'aplicación web.',
  PERSON_NOT_FOUND: 'No hay una persona con ese correo.',
  PASSWORD_MISMATCH: 'Las dos claves no son iguales.',
  ECF_NOT_FOUND: 'No existe un comprobante con ese e-NCF en la empresa y el ambiente indicados.',
  NUMBER_ANNULLED: 'El e-NCF fue anulado en la DGII, o se pidió su anulación: no se envía.',
  ATTEMPT_OVER: 'El comprobante ya va por otro intento: vea «document show».',
  NOT_FOR_BUYER:
    'No va a un comprador: no está aceptado, es de otro tipo, no tiene RNC del comprador o es de certificación.',
  ALREADY_DELIVERED: 'El comprador ya lo tiene.',
  NOT_ACKNOWLEDGED: 'El comprobante no tiene acuse de recibo del comprador.',
  BUYER_DELIVERY_OFF: 'La empresa no entrega estos comprobantes a sus compradores: «company delivery set».',
  MAY_HAVE_ARRIVED:
    'La DGII lo tiene, o puede tenerlo: búsquelo en la Oficina Virtual, compare el monto y el código de seguridad, y anote lo que muestra con «document confirm».',
  NOTHING_OPEN: 'No hay un envío sin respuesta que confirmar: vea «document show».',
  TRACK_ID_INVALID:
    'El trackId de la DGII tiene la forma d2b6e27c-3908-46f3-afaa-2207b9501b4b; un resumen (RFCE) no lo lleva: confirme accepted o rejected.',
  CHANGED_MEANWHILE:
    'El comprobante avanzó en este momento: vea «document show» y repita la orden si hace falta.',
  XML_NOT_SIGNED: 'El comprobante todavía no está firmado: no hay XML.',
  XML_ALTERED: 'El XML guardado no corresponde a la huella SHA-256 del registro.',
  XML_ALREADY_SIGNED: 'El archivo ya está firmado: use el que generó el portal.',
  XML_EMPTY: 'El archivo no contiene datos: use el que generó el portal.',
  FILE_UNREADABLE: 'El archivo no se puede leer.',
  FILE_EXISTS: 'El archivo de salida ya existe; no se sobrescribe.',
  FILE_UNWRITABLE: 'El archivo de salida no se puede escribir.',
  RANGE_INVALID: 'El rango debe estar entre 1 y 9999999999, y no terminar antes de empezar.',
  NEXT_TOO_LOW: 'Ya hay números más altos entregados o usados: --next solo avanza.',
  NEXT_NEEDED: 'Falta --next de algún rango vigente.',
  EXPIRY_REQUIRED: 'Este tipo lleva vencimiento: --expires DD-MM-AAAA.',
  EXPIRY_NOT_ALLOWED: 'Los tipos 32 y 34 no llevan vencimiento: quite --expires.',
  AUTHORIZATION_NOT_FOUND: 'No hay un rango con ese id en la empresa y el ambiente indicados.',
  ENCF_BEING_ANNULLED: 'Ya se pidió a la DGII la anulación de ese e-NCF: vea «annulment list».',
  ANNULMENT_NOT_FOUND: 'La empresa no tiene una anulación con ese id: vea «annulment list».',
  ANNULMENT_SENT: 'La anulación ya se envió a la DGII, o ya terminó: no se puede cancelar.',
  ANNULMENT_RANGES_OVERLAP: 'Un número está en dos rangos.',
  ANNULMENT_TOO_LARGE: 'Una solicitud anula a lo sumo 10,000 números: divídala.',
  TOO_MANY_ANNULMENTS:
    'La empresa tiene demasiadas anulaciones en curso: vea «annulment list» y espere a que terminen.',
  ANNULMENT_NOT_UNCERTAIN: 'La anulación no tiene números inciertos que confirmar.',
  ORIGIN_CHANGING: 'Hay otro cambio de origen en curso: espere a que termine o use «company origin cancel».',
  ORIGIN_CHANGED_MEANWHILE: 'El cambio de origen fue cancelado o hecho por otra persona: vea «company show».',
  TOO_EARLY: 'El cambio de origen todavía no puede terminar, y la emisión está detenida.',
  PRODUCTION_NOT_ALLOWED:
    'Producción exige dos consentimientos: ECF_ALLOW_PRODUCTION=true y el de la empresa.',
  ENVIRONMENT_CHANGED_MEANWHILE: 'Otra persona cambió el ambiente en este momento: vea «company show».',
  REGISTRY_FILE_INVALID: 'El archivo no es el de contribuyentes de la DGII.',
  REGISTRY_TOO_FEW_ROWS:
    'El archivo trae muchos menos contribuyentes que el registro actual: parece incompleto.',
  REGISTRY_IMPORT_RUNNING: 'Ya hay una importación del registro en curso.',
  REGISTRY_IMPORT_SUPERSEDED:
    'Otra importación tomó el lugar de esta, que no dio señales de vida: vea «registry status».',
  CONFIG_INVALID: 'La configuración del entorno no es válida.',
  LEDGER_UNAVAILABLE: 'El registro (MongoDB) no está disponible.',
  LEDGER_ACCESS_DENIED: 'MongoDB no aceptó las credenciales de MONGODB_URI.',
  PROCESS_UNAVAILABLE: 'Temporal no está disponible.',
  WORKER_SILENT:
    'Ningún worker respondió a tiempo: revise que esté arriba y en la misma cola (TEMPORAL_TASK_QUEUE).',
  CHANGE_UNCONFIRMED: 'Un worker comenzó el cambio y no dijo cómo terminó: mire si está hecho.',
  CANCELLED: 'Cancelado.',
  INTERNAL_ERROR: 'Ocurrió un error interno.',
} as const;

const usageErrors = {
  ...inputMessages,
  USAGE: 'La orden no está bien escrita.',
  RNC_INVALID: 'El RNC debe tener 9 u 11 dígitos, sin guiones.',
  COMPANY_INVALID: 'La empresa se indica con su RNC (9 u 11 dígitos) o con su id.',
  PASSWORD_SOURCE_MISSING:
    'No hay terminal para pedir la clave: use --password-stdin o --password-file. Nunca se escribe en la línea de órdenes.',
  CONFIRMATION_MISSING: 'No hay terminal para pedir confirmación: añada --yes si está seguro.',
  ANNULMENT_RANGE_INVALID:
    'El rango va de un e-NCF a otro igual o mayor del mismo tipo: E310000000001-E310000000009.',
  ENCF_INVALID:
    'El e-NCF debe ser la letra E, los dos dígitos del tipo y diez dígitos de secuencia (13 caracteres).',
} as const;

export const cliErrors: Readonly<Record<CliErrorCode, { exit: 1 | 2; mensaje: string }>> = {
  ...withExit(refusals, 1),
  ...withExit(usageErrors, 2),
};

export type CliErrorCode = keyof typeof refusals | keyof typeof usageErrors;

export class CliError extends Error {
  readonly code: CliErrorCode;
  readonly exit: 1 | 2;
  /** Fields of the --json answer in addition to code and message. */
  readonly data: Readonly<Record<string, unknown>>;

  /** @param mensaje replaces the table's message with a more specific one; in Spanish, without secrets. */
  constructor(code: CliErrorCode, mensaje?: string, data: Readonly<Record<string, unknown>> = {}) {
    super(mensaje ?? cliErrors[code].mensaje);
    this.name = 'CliError';
    this.code = code;
    this.exit = cliErrors[code].exit;
    this.data = data;
  }
}

function withExit<Code extends string>(messages: Readonly<Record<Code, string>>, exit: 1 | 2) {
  const entries = Object.entries<string>(messages).map(([code, mensaje]) => [code, { exit, mensaje }]);
  return Object.fromEntries(entries) as Record<Code, { exit: 1 | 2; mensaje: string }>;
}
