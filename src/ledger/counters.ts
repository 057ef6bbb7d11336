/**
 * Short-lived counters that all api processes share: login attempts, calls of a company. They are not part of the ledger.
 * A majority write for each count would cost too much. If a primary fails and loses a count, a few more calls pass.
 * The same collection has what orders claimed, written with a majority (ledger/certification/order-claims.ts).
 */
import type { Collections } from './collections.js';

export type CounterStore = ReturnType<typeof createCounters>;

const options = { writeConcern: { w: 1, journal: false }, returnDocument: 'after', upsert: true } as const;

export function createCounters({ counters }: Pick<Collections, 'counters'>) {
  return {
    /** MongoDB removes the counter some time after `expiresAt`. */
    count: async (id: string, by: number, expiresAt: Date): Promise<number> => {
      const change = { $inc: { count: by }, $setOnInsert: { expiresAt } };
      // Two calls may insert the same counter at once. The filter is on `_id`, so the server retries the one that lost.
      const counter = await counters.findOneAndUpdate({ _id: id }, change, options);
      return counter?.count ?? by;
    },

    /** The counters' values in the order of the ids. 0 when a counter does not exist. */
    counted: async (ids: readonly string[]): Promise<readonly number[]> => {
      const wanted = { _id: { $in: [...ids] } };
      const found = await counters.find(wanted, { readConcern: { level: 'local' } }).toArray();
      return ids.map((id) => found.find((counter) => counter._id === id)?.count ?? 0);
    },
  };
}
