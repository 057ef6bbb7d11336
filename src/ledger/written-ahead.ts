/** What the ledger keeps of every transmission to DGII or to a buyer (docs/develop/adr/0003-write-ahead.md). */

/** It is written before its first byte goes out, so one without an outcome may have arrived. */
export interface WrittenAhead {
  readonly n: number;
  readonly startedAt: Date;
  /** The end of the lease: until then the process that wrote this may still be sending. */
  readonly leaseUntil: Date;
  /** The process that sends, for operators: `machine:pid`. */
  readonly host: string;
  readonly endedAt?: Date;
  readonly httpStatus?: number;
}
