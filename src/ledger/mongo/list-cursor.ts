/** Pages of the lists that are in the order of a moment, then of an id. */

/** The moment and the id of a page's last record. */
export interface ListCursor {
  readonly at: Date;
  readonly id: string;
}

/** What comes after it in a list with the newest first. The first condition says where to start in the index. */
export function olderThan(field: string, { at, id }: ListCursor) {
  return { [field]: { $lte: at }, $or: [{ [field]: { $lt: at } }, { _id: { $lt: id } }] };
}
