/** A page of a list that is in the order of a moment, then of an id. */

/** Where a page ended: the moment and the id of its last record. */
export interface PageCursor {
  readonly at: Date;
  readonly id: string;
  /** Only in a list of received vouchers, whose pages may follow the order of the e-NCFs. */
  readonly encf?: string | undefined;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins. Undefined: this is the last page. */
  readonly next: PageCursor | undefined;
}
