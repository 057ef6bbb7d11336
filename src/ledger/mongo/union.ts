/** One query for records of several collections. Most reads find so little that the command itself is what they cost. */
import type { Collection, Document } from 'mongodb';

/** A stage that adds what `pipeline` finds in another collection. */
export function union<T extends Document>(
  { collectionName: coll }: Collection<T>,
  pipeline: readonly Document[],
): Document {
  return { $unionWith: { coll, pipeline } };
}

/** The values that records have under this name, one record after the other. */
export function valuesOf<R extends object, Name extends keyof R>(
  records: readonly Partial<R>[],
  name: Name,
): R[Name][] {
  return records.flatMap((record) => {
    const value = record[name];
    return value === undefined ? [] : [value];
  });
}
