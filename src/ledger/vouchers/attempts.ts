/** Keeps the records of earlier attempts: a voucher's own record has the latest attempt only. */
import type { Collections } from '../mongo/collections.js';
import { isInserted } from '../mongo/guard.js';
import { attemptId, type DocumentRecord } from './document-record.js';

/** Keeps the record of an attempt before another one takes its number. */
export async function keepAttempt(
  attempts: Collections['attempts'],
  document: DocumentRecord,
): Promise<void> {
  await isInserted(attempts.insertOne({ _id: attemptId(document), document }));
}
