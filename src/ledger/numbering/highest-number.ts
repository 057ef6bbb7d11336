/** The highest number handed out of a range, and what is left of it. There is no counter: the reservations themselves show it. */
import type { Collections } from '../mongo/collections.js';
import { reservationId, serialOf, type Authorization } from './numbering.js';

/** Reads with majority. Undefined: no number from `from` to `to` (inclusive) was handed out. */
export async function highestReserved(
  { reservations }: Pick<Collections, 'reservations'>,
  key: string,
  from: number,
  to: number,
): Promise<number | undefined> {
  const range = { $gte: reservationId(key, from), $lte: reservationId(key, to) };
  const [highest] = await reservations
    // `_id` begins with the key. The filter has it again so that a sharded ledger asks only one shard.
    .find({ _id: range, key }, { projection: { _id: 1 }, hint: '_id_' })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return highest === undefined ? undefined : serialOf(highest._id);
}

/** How many numbers are left after the highest one handed out, and which comes next. */
export async function stockOf(
  collections: Pick<Collections, 'reservations'>,
  key: string,
  { first, last }: Pick<Authorization, 'first' | 'last'>,
): Promise<{ readonly next: number; readonly left: number }> {
  const next = ((await highestReserved(collections, key, first, last)) ?? first - 1) + 1;
  return { next, left: Math.max(0, last - next + 1) };
}
