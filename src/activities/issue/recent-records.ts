/**
 * Keeps the record that a step returned a moment ago. The next quick step of the same workflow task uses it and does not read the
 * ledger again. The record may be outdated, but it permits nothing: each write of a step is a compare-and-set on attempt and
 * state. If that write fails, the step reads the ledger.
 */
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { Current } from './ledger-steps.js';

export interface RecentRecords {
  keep(ref: AttemptRef, document: Current): void;
  /** Returns a record at most once. Undefined: read the ledger. */
  take(ref: AttemptRef): DocumentRecord | undefined;
}

/** Quick steps follow each other within milliseconds. */
const freshMs = 1_000;
/** A worker has fewer vouchers than this in workflow tasks. Beyond it, the oldest record is removed. */
const recordsMax = 100;

export function createRecentRecords(nowMs: () => number = () => performance.now()): RecentRecords {
  const records = new Map<string, { readonly document: DocumentRecord; readonly untilMs: number }>();
  return {
    keep: (ref, document) => {
      const key = keyOf(ref);
      records.delete(key);
      if (document === 'superseded' || document.final) return;
      records.set(key, { document, untilMs: nowMs() + freshMs });
      const oldest = records.keys().next();
      if (records.size > recordsMax && oldest.done !== true) records.delete(oldest.value);
    },
    take: (ref) => {
      const key = keyOf(ref);
      const recent = records.get(key);
      records.delete(key);
      return recent !== undefined && nowMs() <= recent.untilMs ? recent.document : undefined;
    },
  };
}

function keyOf({ companyId, environment, encf, attempt }: AttemptRef): string {
  return `${companyId}:${environment}:${encf}:${attempt}`;
}
