/**
 * Counters that all api processes share and nobody needs for long: tries of a login, calls of a company. They are not
 * part of the ledger: a majority write for each would cost more than what they guard, and one lost with a primary lets
 * a few more through.
 */
import type { Collections } from './collections.js';
import { guard } from './guard.js';

export interface CounterStore {
  /** Adds `by` to the counter; returns what it then is. It is forgotten some time after `expiresAt`. */
  count(id: string, by: number, expiresAt: Date): Promise<number>;
  /** What the counters are, in the order of the ids; 0 for one that does not exist. */
  counted(ids: readonly string[]): Promise<readonly number[]>;
}

const options = { writeConcern: { w: 1, journal: false }, returnDocument: 'after', upsert: true } as const;

export function createCounters({ counters }: Pick<Collections, 'counters'>): CounterStore {
  return {
    count: (id, by, expiresAt) =>
      guard(async () => {
        const change = { $inc: { count: by }, $setOnInsert: { expiresAt } };
        // Two that insert the same counter at once: the server repeats the one that lost, as `_id` is what it asks for.
        const counter = await counters.findOneAndUpdate({ _id: id }, change, options);
        return counter?.count ?? by;
      }),
    counted: (ids) =>
      guard(async () => {
        const found = await counters
          .find({ _id: { $in: [...ids] } }, { readConcern: { level: 'local' } })
          .toArray();
        return ids.map((id) => found.find((counter) => counter._id === id)?.count ?? 0);
      }),
  };
}
