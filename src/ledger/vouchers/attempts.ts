/** Keeps the records of earlier attempts: a voucher's own record has the latest attempt only. */
import type { Collections } from '../mongo/collections.js';
import { attemptId, type DocumentRecord } from './document-record.js';

/**
 * Keeps the record of an attempt before another one takes its number. The caller may then lose its compare-and-set, and the attempt goes
 * on. So a later record replaces the one kept here: a final one, or one with at least as many deliveries. A final one stays for ever.
 */
export async function keepAttempt(
  attempts: Collections['attempts'],
  document: DocumentRecord,
): Promise<void> {
  const outdated = document.final ? false : { $gt: ['$document.submissionCount', document.submissionCount] };
  const keepsOther = { $or: [{ $eq: ['$document.final', true] }, outdated] };
  await attempts.updateOne(
    { _id: attemptId(document) },
    [{ $set: { document: { $cond: [keepsOther, '$document', { $literal: document }] } } }],
    { upsert: true },
  );
}
