/** query: asks DGII for the result of each trackId in the record (the latest 40), and records the verdict. */
import type { ResultAnswer } from '../../dgii/replies/answers.js';
import type { Credentials } from '../../dgii/client.js';
import { withDeadline } from '../../dgii/deadline.js';
import { afterCheck, afterQuery, usedItsNumber, type NextStep } from '../../dgii/replies/next-step.js';
import { assertNever } from '../../shared/errors.js';
import {
  earlierMayHaveArrived,
  saysAlreadyUsed,
  trackIdsKept,
  type DocumentRecord,
} from '../../ledger/vouchers/document-record.js';
import { isAnotherEncf, type AttemptRef } from '../../ecf/model/encf.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { applyVerdict } from './apply-verdict.js';
import {
  keepReply,
  readCurrent,
  markWaiting,
  answerOfKind,
  ofThisAttempt,
  documentIn,
  silentReason,
  waitAfter,
  type CurrentDocument,
  type FromPreviousStep,
} from './ledger-steps.js';
import { askAboutNumber, whoUsed, type NumberState } from './number-at-dgii.js';
import { recordDgiiVerdict } from './record-verdict.js';
import type { StepOutcome } from './step-result.js';

/**
 * One e-NCF may have several trackIds. The lowest rank decides: accepted before in process, in process before rejected. A trackId
 * without an answer may still be accepted, so until then a rejection of another one is not final. Last comes a rejection that only says
 * that the number is used: our other delivery used it, and its own rejection says why.
 */
const rank = {
  accepted: 0,
  'conditionally-accepted': 0,
  pending: 1,
  unavailable: 1,
  rejected: 2,
  'already-used': 3,
} as const;

export interface QueryOptions {
  readonly timeoutMs: number;
  readonly pauseMs: number;
  /** Quick steps run only while DGII answers at once. */
  readonly quick?: boolean;
}

export async function query(
  deps: ActivityDeps,
  ref: AttemptRef,
  { timeoutMs, pauseMs, quick, recent }: QueryOptions & FromPreviousStep,
  cancelled: AbortSignal,
): Promise<StepOutcome> {
  // A summary gets its verdict as the answer to its delivery.
  const slot = quick === true ? deps.dgiiSpeed.takeSlot(`${ref.environment}/ecf`, ref.companyId) : undefined;
  if (typeof slot === 'string') return { notTried: slot };
  try {
    const current = recent ?? (await readCurrent(deps, ref));
    // A worker may have died before it applied the verdict.
    await applyVerdict(deps, ref, current);
    const document = documentIn(['submitted'], current);
    if (document === undefined) return current;
    const auth = await credentialsOf(deps.certificates, ref, deps.clock());
    if (auth === undefined) return await markWaiting(deps, ref, 'CERTIFICATE_UNUSABLE', { pauseMs });
    const input = { auth, ref, document, pauseMs };
    return await withDeadline(timeoutMs, cancelled, (signal) => askAndRecord(deps, input, signal));
  } finally {
    slot?.release();
  }
}

interface QueryInput {
  readonly auth: Credentials;
  readonly ref: AttemptRef;
  readonly document: DocumentRecord;
  readonly pauseMs: number;
}

/** Asks DGII, and writes into the ledger what follows: the verdict, or what the voucher waits for. */
async function askAndRecord(
  deps: ActivityDeps,
  input: QueryInput,
  signal: AbortSignal,
): Promise<CurrentDocument> {
  const { ref, document, pauseMs } = input;
  const askedAt = deps.clock();
  const wait = ({ waiting, suspendFor }: Pick<NextStep, 'waiting' | 'suspendFor'>) => {
    const reason = waiting ?? silentReason(deps, document);
    return waitAfter(deps, ref, { waiting: reason, suspendFor }, { askedAt, pauseMs });
  };
  const asked = await askForResults(deps, input, signal);
  if (asked.kind === 'undecided') return wait(asked);
  const deciding = await decidingResult(deps, input, asked.results, signal);
  if (deciding.kind === 'undecided') return wait(deciding);
  const next = afterQuery(deciding.answer);
  switch (next.step) {
    case 'query-again':
      return wait(next);
    case 'check-other-deliveries':
    case 'record':
      return recordResult(deps, input, deciding, asked.results);
    default:
      return assertNever(next.step);
  }
}

/** No result decides. `waiting`: what the voucher waits for. Null: DGII may say more later. */
interface Undecided extends Pick<NextStep, 'waiting' | 'suspendFor'> {
  readonly kind: 'undecided';
}

const askAgain: Undecided = { kind: 'undecided', waiting: null, suspendFor: null };
const confirmByHand: Undecided = { kind: 'undecided', waiting: 'CONFIRM_BY_HAND', suspendFor: null };

interface Results {
  readonly kind: 'results';
  readonly results: readonly TrackIdResult[];
}

/**
 * Asks for the results. DGII may have rejected a second delivery because the first one arrived after all. Or a proxy delivered one request
 * twice, and we have the trackId of the rejected copy. So if the results leave a doubt, it asks DGII for all trackIds of the e-NCF, and for
 * the results of those that are new to us.
 */
async function askForResults(
  deps: ActivityDeps,
  input: QueryInput,
  signal: AbortSignal,
): Promise<Results | Undecided> {
  const { auth, ref, document } = input;
  const { rncEmisor, encf, trackIds } = document;
  if (trackIds.length === 0) throw new Error(`Document ${encf} is submitted, yet holds no trackId`);
  const results = await resultsOf(deps, input, trackIds, signal);
  if (!inDoubt(document, results)) return { kind: 'results', results };
  const answer = await deps.dgii.trackIds(auth, { rncEmisor, encf }, signal);
  if (answer.kind === 'unavailable') return { kind: 'undecided', ...afterCheck(answer) };
  const ofThis = answer.kind === 'found' ? ofThisAttempt(document, answer.trackIds) : [];
  const listed = ofThis.map(({ trackId }) => trackId);
  const given = trackIds.some((trackId) => wasGiven(document, trackId));
  const shown = answer.kind === 'not-offered' || trackIds.some((trackId) => listed.includes(trackId));
  if (given && !shown) {
    // DGII's list does not have a trackId that DGII itself gave us, so it is late and proves nothing. If another delivery used the number,
    // it was probably our earlier one. This is no verdict on the voucher.
    const byOther = earlierMayHaveArrived(document) && best(results)?.outcome === 'already-used';
    return byOther ? confirmByHand : askAgain;
  }
  const fresh = listed.filter((trackId) => !trackIds.includes(trackId));
  if (fresh.length === 0) return { kind: 'results', results };
  await deps.store.addTrackIds(ref, fresh);
  return { kind: 'results', results: [...results, ...(await resultsOf(deps, input, fresh, signal))] };
}

/** Every result is a rejection, and DGII may have another delivery of ours: the reason for it, or the only one that is ours. */
function inDoubt(document: DocumentRecord, results: readonly TrackIdResult[]): boolean {
  const rejected = results.every(({ outcome }) => rank[outcome] >= rank.rejected);
  const once = !earlierMayHaveArrived(document);
  const explained = ({ trackId, outcome }: TrackIdResult) =>
    once && outcome !== 'already-used' && wasGiven(document, trackId);
  return rejected && !results.every(explained);
}

/** Which result decides about the voucher: one that DGII gave us, or one that DGII's state of the number confirms. */
async function decidingResult(
  deps: ActivityDeps,
  input: QueryInput,
  results: readonly TrackIdResult[],
  signal: AbortSignal,
): Promise<TrackIdResult | Undecided> {
  const { auth, document } = input;
  const given = results.filter(({ trackId }) => wasGiven(document, trackId));
  const own = best(given);
  const first = best([...given, ...results]);
  // A person confirmed the wrong number.
  if (first === undefined) return confirmByHand;
  // A delivery without a result may still be accepted.
  if (first.answer.kind !== 'final') return first;
  const saidUsed =
    results.some(({ outcome }) => outcome === 'already-used') || document.submissions.some(saysAlreadyUsed);
  if (saidUsed && !results.some(explainsUse)) return decideUsedNumber(deps, input, own ?? first, signal);
  if (first === own) return first;
  // Our only delivery has its rejection, so the other rejection is not about ours.
  if (first.outcome === 'rejected' && own !== undefined && !earlierMayHaveArrived(document)) return own;
  const number = await askAboutNumber(deps, auth, document, signal);
  if (number.kind === 'unavailable') return { kind: 'undecided', ...afterCheck(number) };
  return decideNotGiven(number, first, own);
}

/**
 * Decides about a final result of a trackId that DGII did not give us. It may be of another system's voucher with the same number. So it
 * counts only if DGII's state of the number has our security code and says the same.
 */
function decideNotGiven(
  number: NumberState,
  first: TrackIdResult,
  own: TrackIdResult | undefined,
): TrackIdResult | Undecided {
  const accepted = first.outcome !== 'rejected';
  switch (number.kind) {
    // Certification has no such question.
    case 'not-offered':
      return first;
    // DGII may have no state for a rejected voucher. Of an accepted one it has a state, perhaps a moment later.
    case 'not-found':
      return accepted ? askAgain : first;
    case 'undecided':
      return askAgain;
    case 'decided':
      if (number.ours && number.accepted === accepted) return first;
      // DGII accepted another copy of ours, and lists it a moment later. Or it rejected ours, so a person asks whose the acceptance is.
      if (number.ours) return number.accepted ? askAgain : confirmByHand;
      // The same sale may be there from before a restore. After a rejection the client would issue it once more.
      if (number.accepted && number.sameTotal) return confirmByHand;
      // DGII has another voucher, so only a result of our own counts.
      return own ?? confirmByHand;
    default:
      return assertNever(number);
  }
}

/** An earlier delivery of ours may have used the number, or a copy that a proxy made. */
async function decideUsedNumber(
  deps: ActivityDeps,
  { auth, ref, document }: QueryInput,
  rejected: TrackIdResult,
  signal: AbortSignal,
): Promise<TrackIdResult | Undecided> {
  const number = await askAboutNumber(deps, auth, document, signal);
  if (number.kind === 'unavailable') return { kind: 'undecided', ...afterCheck(number) };
  const usedBy = whoUsed(number);
  if (usedBy === 'shown-later') return askAgain;
  if (usedBy === 'same-sale') return confirmByHand;
  if (usedBy === 'another-voucher') return rejected;
  if (earlierMayHaveArrived(document)) return confirmByHand;
  // Certification never says who used a number.
  if (number.kind === 'not-offered') return rejected;
  // DGII may show the copy a moment later. A clock that was ahead may have written the lease.
  const now = deps.clock();
  await deps.store.mendDeliveryLease(ref, document, now);
  return now < (document.submissions.at(-1)?.leaseUntil ?? now) ? askAgain : rejected;
}

function explainsUse({ answer }: TrackIdResult): boolean {
  return answer.kind === 'final' && usedItsNumber(answer);
}

function wasGiven({ submissions }: DocumentRecord, trackId: string): boolean {
  return submissions.some((delivery) => delivery.trackId === trackId);
}

/** The number is used if one result says so. */
async function recordResult(
  deps: ActivityDeps,
  { ref, document }: QueryInput,
  { trackId, answer }: TrackIdResult,
  results: readonly TrackIdResult[],
): Promise<CurrentDocument> {
  const { reply, ...verdict } = answerOfKind(answer, 'final');
  const result = results.some(saysUsed) ? { ...verdict, secuenciaUtilizada: true } : verdict;
  const { suspendFor } = afterQuery(answer);
  const replyFile = await keepReply(deps, ref, reply);
  return recordDgiiVerdict(deps, ref, { result, suspendFor, document, trackId, replyFile });
}

function saysUsed({ outcome, answer }: TrackIdResult): boolean {
  return outcome === 'already-used' || (answer.kind === 'final' && answer.secuenciaUtilizada === true);
}

interface TrackIdResult {
  readonly kind: 'result';
  readonly trackId: string;
  readonly outcome: keyof typeof rank;
  readonly answer: ResultAnswer;
}

/** Leaves out a trackId of a voucher with another number: a person confirmed the wrong one. */
async function resultsOf(
  deps: ActivityDeps,
  { auth, document }: QueryInput,
  trackIds: readonly string[],
  signal: AbortSignal,
): Promise<TrackIdResult[]> {
  const asked = trackIds.slice(-trackIdsKept).reverse();
  const results = await Promise.all(
    asked.map(async (trackId): Promise<TrackIdResult> => {
      const answer = await deps.dgii.result(auth, trackId, signal);
      return { kind: 'result', trackId, outcome: outcomeOf(answer), answer };
    }),
  );
  return results.filter(({ answer }) => !isOfAnother(document, answer));
}

/** DGII may leave out the number and the RNC. As a number, an RNC has no leading zeros. */
function isOfAnother({ encf, rncEmisor }: DocumentRecord, answer: ResultAnswer): boolean {
  if (answer.kind !== 'final') return false;
  const bare = (rnc: string) => rnc.replace(/\D/g, '').replace(/^0+/, '');
  return isAnotherEncf(answer.encf, encf) || bare(answer.rnc ?? rncEmisor) !== bare(rncEmisor);
}

function outcomeOf(answer: ResultAnswer): keyof typeof rank {
  switch (answer.kind) {
    case 'final':
      return afterQuery(answer).step === 'check-other-deliveries' ? 'already-used' : answer.verdict;
    // DGII gave or listed this trackId, or a person confirmed it, so its result is late, not absent.
    case 'not-found':
    case 'pending':
      return 'pending';
    case 'unavailable':
      return 'unavailable';
    default:
      return assertNever(answer);
  }
}

function best(results: readonly TrackIdResult[]): TrackIdResult | undefined {
  return [...results].sort((a, b) => rank[a.outcome] - rank[b.outcome])[0];
}
