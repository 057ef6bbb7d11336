/** The highest number handed out of a range. There is no counter: the reservations themselves show it. */
import type { Collections } from '../mongo/collections.js';
import { reservationId, serialOf } from './numbering.js';

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
