/** Errors about what others send to a company, and its decisions about it. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const receivedErrors = {
  RECEPTION_NOT_FOUND: {
    status: 404,
    api: 'La empresa no ha recibido un comprobante con ese emisor y ese e-NCF.',
    web: 'La empresa no ha recibido ese comprobante en este ambiente.',
    cli: 'La empresa no ha recibido un comprobante con ese emisor y ese e-NCF.',
    help: 'La empresa no ha recibido, en su ambiente, un comprobante con ese emisor y ese e-NCF, o ninguno de ese número tiene ese `xmlSha256`.',
  },
  RECEIVED_CHANGED: {
    status: 409,
    api: 'xmlSha256 no es del comprobante que tiene este número ahora: revise ese y decida de nuevo.',
    web: 'Otro comprobante tomó este número: revise el que se muestra ahora y decida de nuevo.',
    cli: 'Otro comprobante tomó este número: revise el que muestra «received list» y decida de nuevo.',
    help: '`xmlSha256` no es del comprobante que tiene el número ahora: otro lo tomó después del que se revisó, o el hash no es de ninguno. Pídalo de nuevo, revíselo y decida.',
  },
  APPROVAL_DECIDED: {
    status: 409,
    api: 'La empresa ya decidió sobre este comprobante otra cosa o con otro motivo, y la primera decisión queda.',
    web: 'La empresa ya decidió otra cosa sobre este comprobante. La primera decisión queda.',
    cli: 'La empresa ya decidió otra cosa sobre este comprobante, y la primera decisión queda.',
    help: 'La empresa ya decidió otra cosa sobre ese comprobante recibido, o lo rechazó con otro `motivo`; `data.estado` dice qué decidió. La primera decisión queda.',
  },
  MOTIVO_EXTRA: { status: 400, people: 'Una aprobación no lleva motivo.' },
  MOTIVO_TOO_LONG: { status: 400, people: 'El motivo tiene como máximo 250 caracteres.' },
  MOTIVO_MISSING: {
    status: 400,
    web: 'Escriba el motivo: el suplidor lo verá.',
    cli: 'Un rechazo lleva su motivo: --motivo.',
  },
  NO_APPROVAL: { status: 404, web: 'El comprobante todavía no tiene una aprobación comercial firmada.' },
  RECEPTION_FORM_INVALID: {
    status: 400,
    receiver: 'El cuerpo debe ser multipart/form-data con una sola parte, llamada xml.',
  },
  RECEPTION_UNREADABLE: {
    status: 400,
    receiver:
      'El archivo no es un e-CF del que se puedan leer RNCEmisor, RNCComprador y eNCF, y sin ellos no hay acuse de recibo.',
  },
  RECEPTION_BUYER_UNKNOWN: {
    status: 400,
    receiver: 'RNCComprador no es de una empresa que reciba sus comprobantes aquí.',
  },
  SEED_INVALID: {
    status: 400,
    receiver: 'La semilla no es de este receptor, ya fue usada, venció o su firma no es válida.',
  },
  APPROVAL_INVALID: {
    status: 400,
    receiver: 'El archivo no es una aprobación comercial válida: su estructura, sus valores o su firma.',
  },
  APPROVAL_SIGNER_REFUSED: {
    status: 400,
    receiver:
      'El certificado del firmante no está vigente, o no lo emitió una entidad en la que este receptor confía.',
  },
  APPROVAL_NOT_OURS: {
    status: 400,
    receiver: 'RNCEmisor no es de una empresa que reciba aquí sus aprobaciones, o no tiene ese e-NCF.',
  },
  APPROVAL_MISMATCH: {
    status: 400,
    receiver: 'RNCComprador, FechaEmision o MontoTotal no son los del comprobante.',
  },
  RECEPTION_NOT_SIGNED: {
    status: 503,
    receiver:
      'El acuse de recibo no se pudo firmar en este momento. Envíe de nuevo el mismo archivo: la recepción continúa.',
  },
  RECEPTION_NO_ROOM: {
    status: 503,
    receiver:
      'Este receptor ya guardó en esta hora todo lo que admite de firmantes cuyo certificado no es de confianza. Envíe de nuevo el mismo archivo más tarde.',
  },
  APPROVAL_NO_ROOM: {
    status: 503,
    receiver:
      'El comprobante ya tiene demasiadas aprobaciones de firmantes cuyo certificado no es de confianza para este receptor. Envíe de nuevo el mismo archivo más tarde.',
  },
  RECEPTION_UNDECIDED: {
    status: 503,
    receiver:
      'Este e-NCF ya se recibió con otro contenido, y la DGII no ha dicho cuál es el del emisor. Envíe de nuevo el mismo archivo más tarde.',
  },
} as const satisfies ErrorRows;
