/** Claims records whose time has come, so that one worker starts their workflows. */
import type { Collection, Filter, UpdateFilter, WithId } from 'mongodb';

interface Due {
  readonly dueAt?: Date;
}

export interface ClaimTimes {
  readonly now: Date;
  /** A claimed record is due again then, in case its start failed. */
  readonly until: Date;
  readonly limit: number;
}

/** The longest overdue first. The collection has an index on `dueAt`. */
export async function claimDueRecords<Record extends Due>(
  collection: Collection<Record>,
  { now, until, limit }: ClaimTimes,
): Promise<WithId<Record>[]> {
  const claimed: WithId<Record>[] = [];
  while (claimed.length < limit) {
    const due = await collection.findOneAndUpdate(
      { dueAt: { $lte: now } } as Filter<Record>,
      { $set: { dueAt: until } } as unknown as UpdateFilter<Record>,
      { sort: { dueAt: 1 } },
    );
    if (due === null) break;
    claimed.push(due);
  }
  return claimed;
}
