/** Whether a voucher keeps its number, and whether a send may try it again. */
import type { DocumentRecord } from './document-record.js';

/** A number is free again only when DGII said that it was not used, or nothing was sent. */
export function isLive({ state, verdict }: Pick<DocumentRecord, 'state' | 'verdict'>): boolean {
  if (state === 'rejected') return verdict?.secuenciaUtilizada !== false;
  return state !== 'refused' && state !== 'annulled';
}

/**
 * Whether a send with this content may start a new attempt. True in two cases:
 * - We refused to send the document.
 * - DGII rejected it and said that the number was not used. The content must differ, unless DGII had refused only the
 *   company's signer and accepts it again (`suspended` is false).
 */
export function openForNewAttempt(
  document: DocumentRecord,
  contentHash: string,
  suspended: boolean,
): boolean {
  const { state, verdict, settleAt } = document;
  // We refused it because of another voucher, and nothing was sent.
  if (state === 'refused') return true;
  // Only DGII's answer decides whether the number is free.
  if (state !== 'rejected' || verdict?.secuenciaUtilizada !== false) return false;
  if (document.contentHash !== contentHash) return true;
  // DGII would reject the same content again, unless it refused only the company's signer and accepts it again. While
  // `settleAt` is set, the company may not be marked as suspended yet, so `suspended` is not reliable.
  return verdict.configuration !== undefined && settleAt === undefined && !suspended;
}
