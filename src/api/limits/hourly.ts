/** Refuses what a company causes too often in one hour, over all api processes. */
import { countInHour } from '../../services/count-in-hour.js';
import type { Ledger } from '../../services/deps.js';
import { ServiceError } from '../../shared/errors.js';

/** Counts one more. Throws TOO_MANY_REQUESTS, with the rest of the hour, if the company has caused more than `most` of `limit`. */
export async function atMostInHour(
  deps: Ledger<'count'>,
  limit: string,
  companyId: number,
  most: number,
): Promise<void> {
  const { count, leftSeconds } = await countInHour(deps, `${limit}:${companyId}`, 1);
  if (count > most) throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: leftSeconds, limit });
}
