/**
 * Asks DGII whether a delivery without an answer arrived: it asks for the trackIds of the e-NCF, or for the state of the summary. A
 * listed trackId may belong to another system's voucher, or to an earlier attempt of ours. So it counts only if DGII's state of the
 * number has our security code. The same bytes go out again only after DGII said twice, some time apart, that it does not know them. In
 * certification we cannot ask for trackIds, so the end of the lease decides.
 */
import type { Credentials } from '../../dgii/client.js';
import type { RfceStateAnswer, TrackIdEntry, TrackIdsAnswer } from '../../dgii/replies/answers.js';
import { isAcceptedState } from '../../ecf/codes/reception-states.js';
import { afterCheck, isAlreadyUsed, type NextStep } from '../../dgii/replies/next-step.js';
import { latestPossible } from '../../ledger/clocks.js';
import { assertNever } from '../../shared/errors.js';
import {
  earlierMayHaveArrived,
  saysAlreadyUsed,
  type DocumentRecord,
  type Delivery,
} from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { checkAt, keepReply, ofThisAttempt, untilResult } from './ledger-steps.js';
import { askAboutNumber, type NumberAtDgii } from './number-at-dgii.js';
import { recordVerdict } from './record-verdict.js';

/**
 * `found`: it arrived, and the ledger has that now. `lost`: it did not arrive. `undecided`: we do not know yet, ask again later.
 * An object: we could not ask DGII, or a person must check; `waiting` says what the voucher waits for (null: only for time).
 */
export type Arrival = 'found' | 'lost' | 'undecided' | Pick<NextStep, 'waiting' | 'suspendFor'>;

export interface DeliveryInDoubt {
  readonly auth: Credentials;
  readonly ref: AttemptRef;
  readonly document: DocumentRecord;
  readonly delivery: Delivery;
}

export async function checkEarlierDelivery(
  deps: ActivityDeps,
  open: DeliveryInDoubt,
  cancelled: AbortSignal,
): Promise<Arrival> {
  const { auth, ref, document } = open;
  const { rncEmisor, encf, signed } = document;
  await deps.store.mendDeliveryLease(ref, document, deps.clock());
  const answer: TrackIdsAnswer | RfceStateAnswer =
    signed?.summary === undefined
      ? await deps.dgii.trackIds(auth, { rncEmisor, encf }, cancelled)
      : await deps.dgii.queryRfce(auth, { rncEmisor, encf, codigoSeguridad: signed.securityCode }, cancelled);
  const now = deps.clock();
  const check = { ...open, now, cancelled };
  const next = afterCheck(answer);
  switch (next.step) {
    case 'query': {
      const listed = answer.kind === 'found' ? ofThisAttempt(document, answer.trackIds) : [];
      return checkListed(deps, check, listed);
    }
    case 'record':
      if (answer.kind !== 'final') throw new Error(`Not a verdict: ${answer.kind}`);
      return checkVerdict(deps, check, answer);
    case 'ask-again':
      return next;
    case 'send-when-twice-not-found':
      return notShown(deps, check, { asked: true });
    case 'send-after-lease':
      return notShown(deps, check, { asked: false });
    default:
      return assertNever(next.step);
  }
}

interface Check extends DeliveryInDoubt {
  readonly now: Date;
  readonly cancelled: AbortSignal;
}

/** DGII lists trackIds under the number of an e-CF. They count only if DGII's state of the number does not say that they are of another. */
async function checkListed(
  deps: ActivityDeps,
  check: Check,
  listed: readonly TrackIdEntry[],
): Promise<Arrival> {
  const { auth, ref, document, delivery, now, cancelled } = check;
  if (listed.length === 0) return notShown(deps, check, { asked: true });
  const number = await askAboutNumber(deps, auth, document, cancelled);
  if (number.kind === 'unavailable') return afterCheck(number);
  if (number.kind === 'undecided') return inProcess(deps, document);
  if (document.attempt > 1 && mayBeOfEarlierAttempt(listed, number)) {
    // Rejected, it left the number free. If it is ours after all, DGII rejects the same bytes again.
    const rejected = listed.every(({ state }) => state === 'rejected');
    return rejected ? notShown(deps, check, { asked: true }) : inProcess(deps, document);
  }
  // DGII may have no state for a rejected voucher. The results of the trackIds decide then, but not while a process may be sending.
  if (number.kind === 'not-found' && mayBeSending(check)) return 'undecided';
  // A process that is still sending may be the one that used the number, and DGII may show its delivery later.
  if (number.kind === 'decided' && !number.ours) return mayBeSending(check) ? 'undecided' : confirmByHand;
  await deps.store.recordSubmitted(
    ref,
    listed.map(({ trackId }) => trackId),
    { delivery, patch: foundAt(now) },
    { now, nextCheckAt: checkAt(deps, 0) },
  );
  return 'found';
}

/** DGII has a verdict on the summary. A rejection that only says that the number is used does not say by whom. */
async function checkVerdict(
  deps: ActivityDeps,
  check: Check,
  answer: Extract<RfceStateAnswer, { kind: 'final' }>,
): Promise<Arrival> {
  const { auth, ref, document, delivery, now, cancelled } = check;
  const { reply, ...verdict } = answer;
  // DGII called the number used, now or at the door, and this rejection says that it left the number free.
  const contradicts =
    verdict.verdict === 'rejected' && verdict.secuenciaUtilizada === false && saysAlreadyUsed(delivery);
  const unexplained = isAlreadyUsed(verdict) || contradicts;
  if (unexplained) {
    // After a restore we may have signed a sale again that DGII had accepted. A rejection would tell the client to issue it anew.
    const number = await askAboutNumber(deps, auth, document, cancelled);
    if (number.kind === 'unavailable') return afterCheck(number);
    if (number.kind === 'undecided') return inProcess(deps, document);
    // DGII accepted a copy of ours, and answers about it a moment later.
    if (number.kind === 'decided' && number.accepted)
      return number.ours ? inProcess(deps, document) : confirmByHand;
    if (mayBeSending(check)) return 'undecided';
    // Our earlier delivery may have used the number, while DGII shows only its answer to this one.
    if (earlierMayHaveArrived(document)) return confirmByHand;
  }
  await recordVerdict(deps, ref, {
    result: unexplained ? { ...verdict, secuenciaUtilizada: true } : verdict,
    suspendFor: afterCheck(answer).suspendFor,
    document,
    trackId: null,
    replyFile: await keepReply(deps, ref, reply),
    ends: { delivery, patch: foundAt(now) },
  });
  return 'found';
}

/** DGII has it and no result yet. */
function inProcess(deps: ActivityDeps, document: DocumentRecord): Arrival {
  return { waiting: untilResult(deps, document), suspendFor: null };
}

/** During the lease another process may still be sending. */
function mayBeSending({ delivery, now }: Check): boolean {
  return now < delivery.leaseUntil;
}

function foundAt(endedAt: Date): Pick<Delivery, 'outcome' | 'endedAt'> {
  return { outcome: 'found', endedAt };
}

/**
 * A proxy may have repeated the delivery of an earlier attempt. DGII gave each copy a trackId, and we know only one of them. DGII has not
 * accepted any attempt before this one.
 */
function mayBeOfEarlierAttempt(listed: readonly TrackIdEntry[], number: NumberAtDgii): boolean {
  const decides = number.kind === 'decided' && (number.ours || number.accepted);
  return !decides && !listed.some(({ state }) => isAcceptedState(state));
}

const confirmByHand = { waiting: 'CONFIRM_BY_HAND', suspendFor: null } as const;

/** DGII does not show the delivery, or we could not ask. `asked`: DGII said that it does not know the delivery. */
async function notShown(
  deps: ActivityDeps,
  check: Check,
  { asked }: { readonly asked: boolean },
): Promise<Arrival> {
  const { ref, delivery, now } = check;
  // "Not found" proves nothing yet.
  if (mayBeSending(check)) return 'undecided';
  // DGII says that the number is used, but does not show a delivery of ours. So a person has to check in DGII's virtual office.
  if (saysAlreadyUsed(delivery)) return confirmByHand;
  if (asked) {
    // A clock that was ahead may have noted it. Then the time between the two answers starts anew.
    if (delivery.notFoundAt === undefined || delivery.notFoundAt > latestPossible(now)) {
      await deps.store.updateDelivery(ref, delivery, { notFoundAt: now });
      return 'undecided';
    }
    if (now.getTime() - delivery.notFoundAt.getTime() < deps.settings.askAgainMs) return 'undecided';
  }
  const closed = await deps.store.updateDelivery(ref, delivery, { outcome: 'lost', endedAt: now });
  return closed ? 'lost' : 'undecided';
}
