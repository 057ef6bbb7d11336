/** Keeps the records of earlier attempts: a voucher's own record has the latest attempt only. */
import type { Collections } from '../collections.js';
import { withoutPending } from '../events/event-writes.js';
import { attemptId, type DocumentRecord } from './document-record.js';

/**
 * Keeps the record of an attempt before another one takes its number. If the caller then loses its compare-and-set, the attempt goes on and
 * is kept again later. So a later record replaces the one kept here if it is final or has at least as many deliveries. A final one stays
 * for ever. The events of the attempt stay with the voucher's own record.
 */
export async function keepAttempt(
  attempts: Collections['attempts'],
  document: DocumentRecord,
): Promise<void> {
  const outdated = document.final ? false : { $gt: ['$document.submissionCount', document.submissionCount] };
  const keepsOther = { $or: [{ $eq: ['$document.final', true] }, outdated] };
  await attempts.updateOne(
    { _id: attemptId(document) },
    [{ $set: { document: { $cond: [keepsOther, '$document', { $literal: withoutPending(document) }] } } }],
    { upsert: true },
  );
}
