/** Which numbers may be voided: never used, or signed and certainly never sent (Formato ANECF v1.0 p. 3, Informe Técnico p. 17). */
import type { DocumentRecord } from '../vouchers/document-record.js';
import { leavesNumberFree } from '../vouchers/live-document.js';

/** Why a number cannot be voided. The client or person who asked sees these codes. */
export type LockRefusal =
  | 'NOT_AUTHORIZED'
  | 'ALREADY_ANNULLED'
  | 'BEING_ANNULLED'
  /** DGII accepted a voucher with it: a credit note annuls that voucher. */
  | 'ISSUED'
  /** DGII rejected a voucher with it and counts the number as used. */
  | 'SPENT'
  /** DGII has a voucher with it, or may have one, without a result yet. */
  | 'IN_PROCESS'
  /** DGII got a voucher and left the number free. The company's setting decides. */
  | 'REJECTED_AND_FREE'
  /** A signed type 32: the customer may have its printed form. */
  | 'MAY_BE_WITH_CUSTOMER';

/** What a document means for its number. `waits-unsent`: the voucher waits, and nothing of it was ever sent. */
export type NumberUse = 'free' | 'waits-unsent' | Exclude<LockRefusal, 'NOT_AUTHORIZED' | 'BEING_ANNULLED'>;

export type EarlierAttempt = Pick<
  DocumentRecord,
  'state' | 'submissions' | 'submissionCount' | 'trackIds' | 'signed'
>;

/** @param earlier the attempts before this one; DGII may have got one that is missing */
export function useOf(
  document: DocumentRecord,
  earlier: readonly EarlierAttempt[],
  { allowRejected }: { readonly allowRejected: boolean },
): NumberUse {
  const { state, final, waiting } = document;
  switch (state) {
    case 'annulled':
      return 'ALREADY_ANNULLED';
    case 'accepted':
    case 'conditionally-accepted':
      return 'ISSUED';
    case 'rejected':
      if (!leavesNumberFree(document)) return 'SPENT';
      return allowRejected ? 'free' : 'REJECTED_AND_FREE';
    default:
  }
  if (!neverSent(document)) return 'IN_PROCESS';
  const unsent = [document, ...earlier.filter(neverSent)];
  // DGII may have got an earlier attempt. It left the number free.
  if (unsent.length < document.attempt && !allowRejected) return 'REJECTED_AND_FREE';
  if (document.tipoeCF === 32 && unsent.some(({ signed }) => signed !== undefined))
    return 'MAY_BE_WITH_CUSTOMER';
  if (final) return 'free';
  return waiting === undefined ? 'IN_PROCESS' : 'waits-unsent';
}

/** True if certainly no delivery left this machine. A delivery that was trimmed from the record may have left it. */
function neverSent({ state, submissions, submissionCount, trackIds }: EarlierAttempt): boolean {
  return (
    state !== 'rejected' &&
    trackIds.length === 0 &&
    submissions.length === submissionCount &&
    submissions.every(({ outcome }) => outcome === 'not-sent')
  );
}
