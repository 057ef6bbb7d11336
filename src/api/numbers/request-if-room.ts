/** Requests to void numbers, from clients and from people. A company may have only so many under way. */
import {
  requestAnnulment,
  type AnnulmentOrder,
  type AnnulmentRequested,
} from '../../services/numbers/request-annulment.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import { annulmentsLimit } from '../limits/limits.js';

/** DGII usually answers an annulment within seconds, and then there is room for the next one. */
const retryAfterSeconds = 10;

export type AnnulmentAnswered = Exclude<AnnulmentRequested, { readonly refusal: 'TOO_MANY_ANNULMENTS' }>;

/**
 * Call it in the company's turn of `limits.annulments`: two at the same moment would both find room for one.
 * @throws ServiceError TOO_MANY_REQUESTS if the company has too many annulments under way
 */
export async function requestIfRoom(
  deps: Pick<ApiDeps, 'store' | 'clock'>,
  order: AnnulmentOrder,
): Promise<AnnulmentAnswered> {
  const requested = await requestAnnulment(deps, order);
  if (requested.outcome === 'requested' || requested.refusal !== 'TOO_MANY_ANNULMENTS') return requested;
  throw new ServiceError('TOO_MANY_REQUESTS', {
    mensaje: 'La empresa tiene demasiadas anulaciones en curso. Espere a que terminen antes de pedir otra.',
    retryAfterSeconds,
    limit: annulmentsLimit,
  });
}
