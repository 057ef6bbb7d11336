/**
 * Indexes the vouchers of an earlier version for the search, in the background. Several workers may do it at once: each voucher is written
 * once, because the write asks whether it still has nothing.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** When every voucher is indexed, only one that an api of the earlier version admits during an upgrade is left to find. */
export const indexingIntervalMs = 60_000;
/** One batch takes a fraction of a second. */
const batchVouchers = 200;

/** Indexes some vouchers of the next company. Undefined: none is left. */
type IndexSome = (after: number, limit: number) => Promise<number | undefined>;

/** @returns a round for `startRounds` */
export function createIndexingRound(indexSome: IndexSome): (stopping: AbortSignal) => Promise<boolean> {
  let after = 0;
  return async (stopping) => {
    const startedMs = performance.now();
    const last = await indexSome(after, batchVouchers);
    after = last ?? 0;
    if (last === undefined) return false;
    // As long a pause, so that vouchers that are being issued find the ledger free half of the time.
    // It rejects when the worker stops.
    await sleep(performance.now() - startedMs, undefined, { signal: stopping }).catch(() => undefined);
    return true;
  };
}
