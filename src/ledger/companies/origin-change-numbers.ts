/** What a change of origin does with a company's numbers. No process takes numbers of that company while this runs. */
import { isPast, localDate } from '../../ecf/model/dates.js';
import { environmentList, type Environment } from '../../ecf/model/environments.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Collections } from '../collections.js';
import { lowestAboveVouchers, readSequences } from '../numbers/authorizations.js';
import {
  clientMayNumber,
  encfOf,
  reservationOf,
  type Authorization,
  type SequenceRecord,
} from '../numbers/numbers.js';
import type { Company } from './company.js';

/** From service to client: some numbers are still reserved, and nobody asked to abandon them. `encfs` names at most twenty. */
export type ReservedLeft = Refused<
  'RESERVED_LEFT',
  { readonly encfs: readonly string[]; readonly count: number }
>;

/** From client to service: the authorizations whose first number is missing or too low. */
export type NextNeeded = Refused<'NEXT_NEEDED', { readonly authorizations: readonly RangeInNeed[] }>;

export interface RangeInNeed extends Pick<Authorization, 'id' | 'ecfType' | 'from' | 'to'> {
  /**
   * The lowest valid first number: above every e-NCF in the ledger, and not below the one that was set before. If it is above `to`, no
   * number is left. Null before the change: only the ledger can find it, when the change finishes.
   */
  readonly lowest: number | null;
}

/** From client to service: somebody changed a range at that moment. Some ranges may have their new first number already. */
export type RangesChanged = Refused<'RANGES_CHANGED_MEANWHILE'>;

const encfsShownMax = 20;
/** Counts no further. The operator needs to know that some exist, not how many thousands. */
const countMax = 100_000;
const locksAtOnce = 1_000;

/** @returns the number of abandoned numbers */
export async function leaveReserved(
  collections: Collections,
  companyId: number,
  abandon: boolean,
): Promise<number | ReservedLeft> {
  const { reservations } = collections;
  const left = { companyId, environment: { $exists: true }, state: 'reserved' as const };
  if (abandon) {
    const { modifiedCount } = await reservations.updateMany(left, { $set: { state: 'abandoned' } });
    await abandonLocked(collections, companyId);
    return modifiedCount;
  }
  const some = await reservations.find(left).sort({ _id: 1 }).limit(encfsShownMax).toArray();
  if (some.length === 0) return 0;
  const count = await reservations.countDocuments(left, { limit: countMax });
  return refused('RESERVED_LEFT', { encfs: some.map(encfOf), count });
}

/**
 * If DGII refuses an annulment that is under way, its numbers are abandoned too. We find them by their locks, because `reservations` has
 * no index for their state. A number that is locked after this was `abandoned` before.
 */
async function abandonLocked(
  { annulments, reservations }: Pick<Collections, 'annulments' | 'reservations'>,
  companyId: number,
): Promise<void> {
  // Each `_id` begins with the company; the semicolon follows the colon.
  const ofCompany = { $gte: `${companyId}:`, $lt: `${companyId};` };
  const locks = annulments.find(
    { _id: ofCompany, lock: { $exists: true } },
    { projection: { _id: 1 }, batchSize: locksAtOnce },
  );
  let ids: string[] = [];
  const abandon = async () => {
    if (ids.length === 0) return;
    const keys = new Set(ids.map((_id) => reservationOf(_id).key));
    await reservations.updateMany(
      { _id: { $in: ids }, key: { $in: [...keys] }, state: 'annulling' },
      { $set: { otherwise: 'abandoned' } },
    );
    ids = [];
  };
  for await (const { _id } of locks) {
    ids.push(_id);
    if (ids.length === locksAtOnce) await abandon();
  }
  await abandon();
}

/**
 * Sets the first number of each range of the company's environment. Expired ranges without one, and the ranges of the other environments in
 * which the company may have assigned numbers, begin above the vouchers that the ledger has.
 * @param next the first number of each authorization, by its id
 */
export async function setFirstNumbers(
  collections: Collections,
  { companyId, environment }: Company,
  next: ReadonlyMap<string, number>,
  now: Date,
): Promise<0 | NextNeeded | RangesChanged> {
  // A first number that was set before may lie above numbers of another system, so it never goes back.
  const lowestOf = async (of: Environment, range: Authorization) =>
    Math.max(range.first, await lowestAboveVouchers(collections, companyId, of, range));
  const records = await readSequences(collections, companyId, environment);
  const today = localDate(now.getTime());
  const needed: RangeInNeed[] = [];
  const firsts = new Map<string, number>();
  for (const authorization of records.flatMap(({ authorizations }) => authorizations)) {
    const { id, ecfType, from, to, expiresOn } = authorization;
    const lowest = await lowestOf(environment, authorization);
    // An expired range may become valid again, because an operator may correct its expiry.
    const first = next.get(id) ?? (isPast(expiresOn, today) ? lowest : undefined);
    if (first === undefined || first < lowest || first > to + 1)
      needed.push({ id, ecfType, from, to, lowest });
    else firsts.set(id, first);
  }
  if (needed.length > 0) return refused('NEXT_NEEDED', { authorizations: needed });
  let written = await setFirst(collections, records, ({ id, first }) => firsts.get(id) ?? first);
  for (const other of environmentList) {
    if (other === environment || !clientMayNumber(other)) continue;
    const above = (authorization: Authorization) => lowestOf(other, authorization);
    written &&= await setFirst(collections, await readSequences(collections, companyId, other), above);
  }
  return written ? 0 : refused('RANGES_CHANGED_MEANWHILE');
}

/** Writes only the records in which a first number changes. False: somebody else changed a range meanwhile. */
async function setFirst(
  { sequences }: Pick<Collections, 'sequences'>,
  records: readonly SequenceRecord[],
  firstOf: (authorization: Authorization) => number | Promise<number>,
): Promise<boolean> {
  for (const { _id, version, authorizations } of records) {
    const changed = await Promise.all(
      authorizations.map(async (authorization) => ({
        ...authorization,
        first: await firstOf(authorization),
      })),
    );
    if (changed.every(({ first }, index) => first === authorizations[index]?.first)) continue;
    const written = await sequences.updateOne(
      { _id, version },
      { $set: { authorizations: changed, version: version + 1 } },
    );
    if (written.matchedCount === 0) return false;
  }
  return true;
}
