/** Counts in the ledger what a company has caused in this hour, over all api processes. */
import { hourOf } from '../../ecf/durations.js';
import { ServiceError } from '../../shared/errors.js';
import type { Ledger } from '../../services/deps.js';

/**
 * @param name of the counter, without the hour, such as `contests:7`
 * @returns the count with the amount that was added now, and the seconds until it starts again at zero; at least one
 */
export async function countInHour({ store, clock }: Ledger<'count'>, name: string, amount: number) {
  const nowMs = clock().getTime();
  const { hour, endMs } = hourOf(nowMs);
  const count = await store.count(`${name}:${hour}`, amount, new Date(endMs));
  return { count, leftSeconds: Math.ceil((endMs - nowMs) / 1_000) };
}

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
