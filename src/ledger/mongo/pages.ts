/** Reads pages of lists from MongoDB. */
import type { Collection, Document, Filter } from 'mongodb';
import type { Page, PageCursor } from '../pages.js';

/** Only a filter that no index serves takes longer; then MongoDB ends the query. */
export const pageLimitMs = 5_000;

interface Wanted<Stored> {
  readonly filter: Filter<Stored>;
  readonly hint: string;
  readonly projection?: Document;
  readonly limit: number;
}

export async function readPage<Row extends Document, Stored extends Document = Row>(
  collection: Collection<Stored>,
  { filter, limit, order, ...options }: Wanted<Stored> & { readonly order: Readonly<Record<string, 1 | -1>> },
  cursorOf: (last: Row) => PageCursor,
): Promise<Page<Row>> {
  const found = await collection
    .find<Row>(filter, { ...options, maxTimeMS: pageLimitMs })
    .sort(order)
    .limit(limit + 1)
    .toArray();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && cursorOf(last) };
}

/** Reads a page of a list with the newest first, by the moment `by` and then by the id. */
export function readLatest<Stored extends Document & { readonly _id: string }, Row extends Document = Stored>(
  collection: Collection<Stored>,
  by: keyof Stored & keyof Row & string,
  { filter, cursor, ...wanted }: Wanted<Stored> & { readonly cursor?: PageCursor | undefined },
): Promise<Page<Row>> {
  const older = cursor === undefined ? filter : ({ $and: [filter, olderThan(by, cursor)] } as Filter<Stored>);
  const order = { [by]: -1, _id: -1 } as const;
  return readPage<Row, Stored>(collection, { ...wanted, filter: older, order }, (last) => ({
    at: last[by],
    id: last['_id'] as string,
  }));
}

export function between(
  field: string,
  { from, before }: { readonly from?: Date; readonly before?: Date } = {},
): Readonly<Record<string, object>> {
  const moments = { ...(from && { $gte: from }), ...(before && { $lt: before }) };
  return Object.keys(moments).length === 0 ? {} : { [field]: moments };
}

/** Matches the records after the cursor in a list with the newest first. The first condition says where to start in the index. */
export function olderThan(field: string, { at, id }: PageCursor) {
  return { [field]: { $lte: at }, $or: [{ [field]: { $lt: at } }, { _id: { $lt: id } }] };
}
