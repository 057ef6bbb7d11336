/** Claims records whose time has come, for the rounds of the workers. */
import type { Collection, Document, Filter, UpdateFilter, WithId } from 'mongodb';
import { createTurns } from './in-turn.js';
import { ledgerTime } from './ledger-time.js';

interface DueBy<OneRecord> {
  /** The member that says when a record is due. */
  readonly member: keyof OneRecord & string;
  /** A further condition. The index leaves out the other records. */
  readonly where?: Filter<OneRecord>;
  /** The key of the index to use, if it has more than `companyId` and the member, which come first. */
  readonly index?: Readonly<Record<string, 1>>;
  readonly projection?: Document;
}

/**
 * Companies take turns; a company's longest overdue record comes first. A claimed record is due again at `until`, in case its start failed.
 * If our clock is ahead of the ledger's, the ledger's decides. Otherwise other workers would not see for hours that the record is due again.
 * The collection has an index on `companyId` and the member.
 */
export function createDueClaims<OneRecord extends { readonly companyId: number }>(
  collection: Collection<OneRecord>,
  { member, where, index, projection = {} }: DueBy<OneRecord>,
) {
  const take = createTurns<WithId<OneRecord>>();
  const sort = { companyId: 1, [member]: 1 } as const;
  return async (now: Date, until: Date, limit: number): Promise<WithId<OneRecord>[]> => {
    const aheadMs = Math.max(0, now.getTime() - (await ledgerTime(collection.db)).getTime());
    const byLedger = (at: Date) => new Date(at.getTime() - aheadMs);
    return take(limit, (companyId) =>
      collection.findOneAndUpdate(
        { ...where, companyId, [member]: { $lte: byLedger(now) } } as unknown as Filter<OneRecord>,
        { $set: { [member]: byLedger(until) } } as unknown as UpdateFilter<OneRecord>,
        { sort, hint: index ?? sort, projection },
      ),
    );
  };
}
