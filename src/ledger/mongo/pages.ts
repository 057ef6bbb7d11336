/** Reads pages of lists from MongoDB. */
import type { Page, PageCursor } from '../pages.js';

/** A page takes milliseconds. Only a filter that no index serves reads more; after this time MongoDB ends the query. */
export const pageLimitMs = 5_000;

/** @param found what was read: the rows of the page, and one more if there is another page */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => PageCursor,
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && cursorOf(last) };
}

/** Matches the records whose `field` is at `from` or later, and earlier than `before`. */
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
