/** Whether a voucher keeps its number, and whether a send may try it again or a person may repeat it. */
import type { DocumentRecord, Verdict } from './document-record.js';

type Ended = Pick<DocumentRecord, 'state'> & { readonly verdict?: Pick<Verdict, 'secuenciaUtilizada'> };

/** Whether another voucher may use the number: nothing was sent, or DGII rejected the voucher and said that the number was not used. */
export function leavesNumberFree({ state, verdict }: Ended): boolean {
  return state === 'refused' || (state === 'rejected' && verdict?.secuenciaUtilizada === false);
}

/** Whether the voucher keeps its number, at DGII or on its way there. */
export function isLive(document: Ended): boolean {
  return document.state !== 'annulled' && !leavesNumberFree(document);
}

/**
 * Whether a send with this content may start a new attempt.
 * @param contentHash undefined: the content cannot be normalised, so it equals no other
 * @param suspended whether DGII still refuses the company's signer
 */
export function mayTryAgain(
  document: DocumentRecord,
  contentHash: string | undefined,
  suspended: boolean,
): boolean {
  const { state, verdict, settleAt } = document;
  if (!leavesNumberFree(document)) return false;
  // We refused it ourselves, and nothing was sent.
  if (state === 'refused') return true;
  // Such a verdict suspends the company. A new attempt would replace the record before that is done.
  const signerRefused = verdict?.configuration !== undefined;
  if (signerRefused && settleAt !== undefined) return false;
  if (document.contentHash !== contentHash) return true;
  // DGII would reject the same content again, unless it refused only the company's signer and accepts it again.
  return signerRefused && !suspended;
}

/**
 * Whether a person may order the attempt after this one, although its number is spent. Only in certification: there DGII starts its set
 * again after a rejection, with the same numbers. The attempt must be over, and it must be the one that the person saw, so that a
 * repeated order does nothing. A number that was voided is never sent.
 */
export function mayRepeat(
  { environment, final, state, attempt }: DocumentRecord,
  replaces: number | undefined,
): boolean {
  return environment === 'certification' && final && state !== 'annulled' && attempt === replaces;
}
