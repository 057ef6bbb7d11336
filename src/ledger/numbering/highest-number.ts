/** The head of a range: the highest number handed out. There is no counter; the reservations themselves tell. */
import type { Collections } from '../mongo/collections.js';
import { reservationId, serialOf } from './numbering.js';

/** Majority-read. Undefined: none was handed out between the two, both included. */
export async function highestReserved(
  { reservations }: Pick<Collections, 'reservations'>,
  key: string,
  from: number,
  to: number,
): Promise<number | undefined> {
  const range = { $gte: reservationId(key, from), $lte: reservationId(key, to) };
  const [highest] = await reservations
    // With the key, although `_id` begins with it: a sharded ledger asks one shard then.
    .find({ _id: range, key }, { projection: { _id: 1 }, hint: '_id_' })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return highest === undefined ? undefined : serialOf(highest._id);
}
