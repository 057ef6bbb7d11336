/**
 * The answers of the receiver that have no acknowledgement. Their codes are separate from those of the api: other taxpayers' systems read
 * them, and docs/operate/receiver.md describes them, not openapi.yaml.
 */
import type { ErrorRequestHandler } from 'express';
import { errorsFor, type CodeFor } from '../../shared/errors.js';
import type { ApiMetrics } from '../../shared/metrics/api-metrics.js';
import { contextOf } from '../http/request-context.js';

type ReceiverErrorCode = CodeFor<'receiver'>;

export const receiverErrors = errorsFor('receiver');

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
  constructor(
    readonly code: ReceiverErrorCode,
    end = '',
  ) {
    super(`${receiverErrors[code].mensaje}${end}`);
    this.name = 'ReceiverError';
  }
}

export function answerReceiverError(metrics: ApiMetrics): ErrorRequestHandler {
  metrics.observeRefusals(Object.keys(receiverErrors));
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
