/**
 * The answers of the receiver that have no acknowledgement. Their codes are separate from those of the api: other taxpayers' systems read
 * them, and docs/receiving.md describes them, not openapi.yaml.
 */
import type { ErrorRequestHandler } from 'express';
import { errorsByCode, type CodeIn } from '../../shared/errors.js';
import type { ApiMetrics } from '../../shared/metrics/api-metrics.js';
import { contextOf } from '../http/request-context.js';

const messages = {
  400: {
    RECEPTION_FORM_INVALID: 'El cuerpo debe ser multipart/form-data con una sola parte, llamada xml.',
    RECEPTION_UNREADABLE:
      'El archivo no es un e-CF del que se puedan leer RNCEmisor, RNCComprador y eNCF, y sin ellos no hay acuse de recibo.',
    XML_ENCODING_UNSUPPORTED:
      'El archivo debe estar en UTF-8, y su declaración XML no debe nombrar otra codificación. Su codificación es: ',
    RECEPTION_BUYER_UNKNOWN: 'RNCComprador no es de una empresa que reciba sus comprobantes aquí.',
    SEED_INVALID: 'La semilla no es de este receptor, ya fue usada, venció o su firma no es válida.',
    APPROVAL_INVALID:
      'El archivo no es una aprobación comercial válida: su estructura, sus valores o su firma.',
    APPROVAL_SIGNER_REFUSED:
      'El certificado del firmante no está vigente, o no lo emitió una entidad en la que este receptor confía.',
    APPROVAL_NOT_OURS:
      'RNCEmisor no es de una empresa que reciba aquí sus aprobaciones, o no tiene ese e-NCF.',
    APPROVAL_MISMATCH: 'RNCComprador, FechaEmision o MontoTotal no son los del comprobante.',
  },
  503: {
    RECEPTION_NOT_SIGNED:
      'El acuse de recibo no se pudo firmar en este momento. Envíe de nuevo el mismo archivo: la recepción continúa.',
    RECEPTION_NO_ROOM:
      'Este receptor ya guardó en esta hora todo lo que admite de firmantes cuyo certificado no es de confianza. Envíe de nuevo el mismo archivo más tarde.',
    APPROVAL_NO_ROOM:
      'El comprobante ya tiene demasiadas aprobaciones de firmantes cuyo certificado no es de confianza para este receptor. Envíe de nuevo el mismo archivo más tarde.',
    RECEPTION_UNDECIDED:
      'Este e-NCF ya se recibió con otro contenido, y la DGII no ha dicho cuál es el del emisor. Envíe de nuevo el mismo archivo más tarde.',
  },
} as const;

type ReceiverErrorCode = CodeIn<typeof messages>;

export const receiverErrors = errorsByCode(messages);

/**
 * The seconds after which to try again. A worker that restarts is back within seconds. DGII may take minutes, and each try costs two
 * questions to it. Room is given by the hour.
 */
const retrySeconds: Partial<Record<ReceiverErrorCode, number>> = {
  RECEPTION_NOT_SIGNED: 10,
  RECEPTION_UNDECIDED: 300,
  RECEPTION_NO_ROOM: 900,
  APPROVAL_NO_ROOM: 900,
};

export class ReceiverError extends Error {
  /** @param end of the message, for example the name of an encoding */
  constructor(
    readonly code: ReceiverErrorCode,
    end = '',
  ) {
    super(`${receiverErrors[code].mensaje}${end}`);
    this.name = 'ReceiverError';
  }
}

/** Answers with the same envelope as the api. */
export function answerReceiverError(metrics: ApiMetrics): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (!(error instanceof ReceiverError) || res.headersSent) {
      next(error);
      return;
    }
    const { code, message: mensaje } = error;
    const { status } = receiverErrors[code];
    metrics.refused(code);
    const seconds = retrySeconds[code];
    if (seconds !== undefined) res.set('Retry-After', String(seconds));
    const { correlationId } = contextOf(res);
    res.status(status).json({ codigo: status, mensaje, procesado: false, data: { code, correlationId } });
  };
}
