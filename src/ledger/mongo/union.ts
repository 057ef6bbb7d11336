/** One query for records of several collections. Most reads find so little that the command itself is what they cost. */
import type { AggregationCursor, Collection, Document } from 'mongodb';

export function union<T extends Document>(
  { collectionName: coll }: Collection<T>,
  pipeline: readonly Document[],
) {
  return { $unionWith: { coll, pipeline } };
}

/** The members of all records that a query found. Each member is in one of them at most. */
export async function inOne<R extends object>(found: AggregationCursor<Partial<R>>): Promise<Partial<R>> {
  return (await found.toArray()).reduce((all, record) => ({ ...all, ...record }), {});
}

export function valuesOf<R extends object, Name extends keyof R>(
  records: readonly Partial<R>[],
  name: Name,
): R[Name][] {
  return records.flatMap((record) => {
    const value = record[name];
    return value === undefined ? [] : [value];
  });
}
