/**
 * Records that this worker wrote a moment ago: the next quick step of the same workflow task need not read them again. Nothing
 * relies on them being current. Every write of a step is a compare-and-set on the attempt and its state, so a step that starts from
 * an outdated record gets no permission to send, and reads the ledger.
 */
import type { DocumentRecord } from '../../store/document-record.js';
import type { DocumentRef } from '../../workflows/contract.js';

export interface FreshRecords {
  put(ref: DocumentRef, document: DocumentRecord): void;
  /** At most once, and only for a moment. */
  take(ref: DocumentRef): DocumentRecord | undefined;
}

/** Quick steps follow each other within milliseconds. */
const freshMs = 1_000;
/** More than a worker has vouchers under way in workflow tasks; the oldest is dropped first. */
const recordsMax = 200;

export function createFreshRecords(): FreshRecords {
  const records = new Map<string, { readonly document: DocumentRecord; readonly untilMs: number }>();
  return {
    put: (ref, document) => {
      const key = keyOf(ref);
      records.delete(key);
      records.set(key, { document, untilMs: performance.now() + freshMs });
      const oldest = records.keys().next();
      if (records.size > recordsMax && oldest.done !== true) records.delete(oldest.value);
    },
    take: (ref) => {
      const key = keyOf(ref);
      const fresh = records.get(key);
      records.delete(key);
      return fresh !== undefined && performance.now() <= fresh.untilMs ? fresh.document : undefined;
    },
  };
}

function keyOf({ companyId, environment, encf, attempt }: DocumentRef): string {
  return `${companyId}:${environment}:${encf}:${attempt}`;
}
