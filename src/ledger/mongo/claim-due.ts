/** Claims records whose time has come, so that one worker starts their workflows. */
import type { Collection, Filter, UpdateFilter, WithId } from 'mongodb';
import { createTurns } from './in-turn.js';

interface Due {
  readonly companyId: number;
  readonly dueAt?: Date;
}

/**
 * Companies take turns; a company's longest overdue record comes first. A claimed record is due again at `until`, in case its start failed.
 * @param index the key of the index to use; it begins with these two members
 */
export function createDueClaims<Record extends Due>(
  collection: Collection<Record>,
  index: { readonly companyId: 1; readonly dueAt: 1; readonly count?: 1 } = { companyId: 1, dueAt: 1 },
) {
  const take = createTurns<WithId<Record>>();
  return (now: Date, until: Date, limit: number): Promise<WithId<Record>[]> =>
    take(limit, (companyId) =>
      collection.findOneAndUpdate(
        { companyId, dueAt: { $lte: now } } as unknown as Filter<Record>,
        { $set: { dueAt: until } } as unknown as UpdateFilter<Record>,
        { sort: { companyId: 1, dueAt: 1 }, hint: index },
      ),
    );
}
