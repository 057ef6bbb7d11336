/** Claims records whose time has come, so that one worker starts their workflows. */
import type { Collection, Filter, UpdateFilter, WithId } from 'mongodb';
import { createTurns } from './in-turn.js';

interface Due {
  readonly companyId: number;
  readonly dueAt?: Date;
}

/**
 * Companies take turns; a company's longest overdue record comes first. A claimed record is due again at `until`, in case its start failed.
 * The collection has an index on `companyId` and `dueAt`.
 */
export function createDueClaims<Record extends Due>(collection: Collection<Record>) {
  const take = createTurns<WithId<Record>>();
  return (now: Date, until: Date, limit: number): Promise<WithId<Record>[]> =>
    take(limit, (companyId) =>
      collection.findOneAndUpdate(
        { companyId, dueAt: { $lte: now } } as unknown as Filter<Record>,
        { $set: { dueAt: until } } as unknown as UpdateFilter<Record>,
        { sort: { companyId: 1, dueAt: 1 }, hint: { companyId: 1, dueAt: 1 } },
      ),
    );
}
