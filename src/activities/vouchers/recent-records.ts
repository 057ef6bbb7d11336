/**
 * Keeps the record that a step returned a moment ago. The next quick step of the same workflow task uses it and does not read the
 * ledger again. The record may be outdated, but it permits nothing: each write of a step is a compare-and-set on attempt and
 * state. If that write fails, the step reads the ledger.
 */
import { LRUCache } from 'lru-cache';
import { attemptId, type DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { CurrentDocument } from './ledger-steps.js';

export interface RecentRecords {
  keep(ref: AttemptRef, document: CurrentDocument): void;
  /** Returns a record at most once. Undefined: read the ledger. */
  take(ref: AttemptRef): DocumentRecord | undefined;
}

/** Quick steps follow each other within milliseconds. */
const freshMs = 1_000;
/** A worker has fewer vouchers in workflow tasks than this. */
const recordsMax = 100;

export function createRecentRecords(now: () => number = () => performance.now()): RecentRecords {
  const records = new LRUCache<string, DocumentRecord>({
    max: recordsMax,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    keep: (ref, document) => {
      if (document === 'superseded' || document.final) records.delete(attemptId(ref));
      else records.set(attemptId(ref), document);
    },
    take: (ref) => {
      const document = records.get(attemptId(ref));
      records.delete(attemptId(ref));
      return document;
    },
  };
}
