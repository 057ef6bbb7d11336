/** Whether a voucher keeps its number, and whether a send may try it again or a person may repeat it. */
import { isCauseOutside } from '../../ecf/messages/dgii-messages.js';
import { parseEcfType } from '../../ecf/model/ecf-types.js';
import { latestPossible } from '../clocks.js';
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
 * The same content starts another attempt by itself once in this time. The first repeat starts at once, because its client may have just
 * mended the cause. Clients repeat requests many times a minute, and each attempt is a delivery to DGII.
 */
const repeatPauseMs = 60_000;

interface Repetition {
  /** False: a send starts another attempt only if the caller orders it (`reenviar=si`). */
  readonly automatic: boolean;
  /** Not before this time. Absent: at once, or when DGII accepts the company's signer again. */
  readonly notBefore?: Date;
}

/** Undefined: the voucher has no result, or keeps its number. */
export function repetitionOf(
  document: Pick<DocumentRecord, 'state' | 'verdict' | 'tipoeCF' | 'receivedAt' | 'attempt'>,
): Repetition | undefined {
  if (!leavesNumberFree(document)) return undefined;
  const { state, verdict, tipoeCF, receivedAt, attempt } = document;
  // We refused it ourselves, or DGII refused only the company's signer.
  if (state === 'refused' || verdict?.configuration !== undefined) return { automatic: true };
  if (!isCauseOutside(verdict?.mensajes ?? [], parseEcfType(tipoeCF))) return { automatic: false };
  if (attempt === 1) return { automatic: true };
  return { automatic: true, notBefore: new Date(receivedAt.getTime() + repeatPauseMs) };
}

export function repeatsAfterMs({ notBefore }: Repetition, now: Date): number {
  if (notBefore === undefined) return 0;
  const leftMs = notBefore.getTime() - now.getTime();
  // An attempt from the future was dated by a clock that was ahead.
  const isPossible = notBefore.getTime() - repeatPauseMs <= latestPossible(now).getTime();
  return isPossible ? Math.max(0, leftMs) : 0;
}

interface Repeat {
  readonly now: Date;
  /** The caller orders another attempt, whatever the cause of the rejection. */
  readonly resend: boolean;
}

/**
 * @param contentHash undefined: the content cannot be normalised, so it equals no other
 * @param suspended whether DGII still refuses the company's signer
 * @param repeat absent: the same content is not sent again for a cause outside the voucher
 */
export function mayTryAgain(
  document: DocumentRecord,
  contentHash: string | undefined,
  suspended: boolean,
  repeat?: Repeat,
): boolean {
  const { state, verdict, settleAt } = document;
  if (!leavesNumberFree(document)) return false;
  // We refused it ourselves, and nothing was sent.
  if (state === 'refused') return true;
  // Such a verdict suspends the company. A new attempt would replace the record before that is done.
  const signerRefused = verdict?.configuration !== undefined;
  if (signerRefused && settleAt !== undefined) return false;
  if (document.contentHash !== contentHash || repeat?.resend === true) return true;
  // DGII would reject the same content again, unless it refused only the company's signer and accepts it again.
  if (signerRefused) return !suspended;
  // Or unless the cause lies outside the voucher, and may have ended.
  const repetition = repetitionOf(document);
  return (
    repeat !== undefined && repetition?.automatic === true && repeatsAfterMs(repetition, repeat.now) === 0
  );
}

/** Whether a person may order another attempt with the same content: the number is free, and what the verdict changes is recorded. */
export function mayBeResent(document: DocumentRecord): boolean {
  const now = document.finalAt ?? document.receivedAt;
  return mayTryAgain(document, document.contentHash, true, { now, resend: true });
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
