/** Claims records whose time has come, for the rounds of the workers. */
import type { Collection, Document, Filter, UpdateFilter, WithId } from 'mongodb';
import { createTurns } from './in-turn.js';

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
 * The collection has an index on `companyId` and the member.
 */
export function createDueClaims<OneRecord extends { readonly companyId: number }>(
  collection: Collection<OneRecord>,
  { member, where, index, projection = {} }: DueBy<OneRecord>,
) {
  const take = createTurns<WithId<OneRecord>>();
  const sort = { companyId: 1, [member]: 1 } as const;
  return (now: Date, until: Date, limit: number): Promise<WithId<OneRecord>[]> =>
    take(limit, (companyId) =>
      collection.findOneAndUpdate(
        { ...where, companyId, [member]: { $lte: now } } as unknown as Filter<OneRecord>,
        { $set: { [member]: until } } as unknown as UpdateFilter<OneRecord>,
        { sort, hint: index ?? sort, projection },
      ),
    );
}
