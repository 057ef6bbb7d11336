/** Counts in the ledger what a company has caused in this hour, over all api processes. */
import { hourOf } from '../../ecf/durations.js';
import type { Store } from '../../ledger/mongo/connect.js';

interface HourlyDeps {
  readonly store: Pick<Store, 'count'>;
  readonly clock: () => Date;
}

interface Hourly {
  /** With the amount that was added now. */
  readonly count: number;
  /** Seconds until the count starts again at zero; at least one. */
  readonly leftSeconds: number;
}

/** @param name of the counter, without the hour, such as `contests:7` */
export async function countInHour(
  { store, clock }: HourlyDeps,
  name: string,
  amount: number,
): Promise<Hourly> {
  const nowMs = clock().getTime();
  const { hour, endMs } = hourOf(nowMs);
  const count = await store.count(`${name}:${hour}`, amount, new Date(endMs));
  return { count, leftSeconds: Math.ceil((endMs - nowMs) / 1_000) };
}
