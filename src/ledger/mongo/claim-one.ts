/**
 * Claims one record in two steps: finds a candidate, then changes it by its whole shard key if it is still as it was seen. One command over a
 * range of companies would go to every shard, or be refused (docs/develop/scaling.md).
 */
import type { Collection, Document, Filter, Sort, UpdateFilter, WithId } from 'mongodb';
import { keyMembers, thisRecord } from '../shard-keys.js';

interface Candidates<R> {
  readonly filter: Filter<R>;
  readonly sort: Sort;
  readonly hint: Document;
  /** The claim changes this member, so a record that another worker claimed meanwhile no longer has the value that was seen. */
  readonly member: string;
}

/** Each lost race means that another worker claimed a record, so there are never more than workers. After these the next round goes on. */
const racesMax = 100;

export async function claimOne<R extends object>(
  collection: Collection<R>,
  { filter, sort, hint, member }: Candidates<R>,
  update: UpdateFilter<R> | Document[],
  projection: Document = {},
): Promise<WithId<R> | null> {
  const seenMembers = ['_id', ...keyMembers(collection.collectionName), member];
  const seenProjection = Object.fromEntries(seenMembers.map((name) => [name, 1]));
  for (let races = 0; races < racesMax; races += 1) {
    // The newest state: to a majority's a record may still look due although another worker has claimed it.
    const seen = await collection.findOne(filter, {
      sort,
      hint,
      projection: seenProjection,
      readConcern: 'local',
    });
    if (seen === null) return null;
    const asSeen = { ...thisRecord(collection, seen), [member]: valueAt(seen, member) };
    const claimed = await collection.findOneAndUpdate(asSeen as Filter<R>, update, {
      projection,
      hint: { _id: 1 },
    });
    if (claimed !== null) return claimed;
  }
  return null;
}

function valueAt(record: object, member: string): unknown {
  return (record as Readonly<Record<string, unknown>>)[member];
}
