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
  const { auth, ref, document, delivery } = open;
  const { rncEmisor, encf, signed } = document;
  await deps.store.mendDeliveryLease(ref, document, deps.clock());
  const answer: TrackIdsAnswer | RfceStateAnswer =
    signed?.summary === undefined
      ? await deps.dgii.trackIds(auth, { rncEmisor, encf }, cancelled)
      : await deps.dgii.queryRfce(auth, { rncEmisor, encf, codigoSeguridad: signed.securityCode }, cancelled);
  const now = deps.clock();
  const found = { outcome: 'found', endedAt: now } as const;
  const next = afterCheck(answer);
  switch (next.step) {
    case 'query': {
      const listed = answer.kind === 'found' ? ofThisAttempt(document, answer.trackIds) : [];
      if (listed.length === 0) return notShown(deps, open, now, { asked: true });
      const number = await askAboutNumber(deps, auth, document, cancelled);
      if (number.kind === 'unavailable') return afterCheck(number);
      const inProcess = { waiting: untilResult(deps, document), suspendFor: null };
      if (number.kind === 'undecided') return inProcess;
      if (document.attempt > 1 && mayBeOfEarlierAttempt(listed, number)) {
        // Rejected, it left the number free. If it is ours after all, DGII rejects the same bytes again.
        const rejected = listed.every(({ state }) => state === 'rejected');
        return rejected ? notShown(deps, open, now, { asked: true }) : inProcess;
      }
      // DGII may have no state for a rejected voucher. The results of the trackIds decide then, but not while a process may be sending.
      if (number.kind === 'not-found' && now < delivery.leaseUntil) return 'undecided';
      if (number.kind === 'decided' && !number.ours)
        // During the lease another process may still be sending, and DGII may show that delivery later.
        return now < delivery.leaseUntil ? 'undecided' : confirmByHand;
      const times = { now, nextCheckAt: checkAt(deps, 0) };
      await deps.store.recordSubmitted(
        ref,
        listed.map(({ trackId }) => trackId),
        { delivery, patch: found },
        times,
      );
      return 'found';
    }
    case 'record': {
      if (answer.kind !== 'final') throw new Error(`Not a verdict: ${answer.kind}`);
      // DGII calls the number used, and this result does not say by whom.
      const unexplained =
        isAlreadyUsed(answer) || (answer.secuenciaUtilizada === false && saysAlreadyUsed(delivery));
      if (unexplained) {
        // After a restore we may have signed a sale again that DGII had accepted. A rejection would tell the client to issue it anew.
        const number = await askAboutNumber(deps, auth, document, cancelled);
        if (number.kind === 'unavailable') return afterCheck(number);
        if (number.kind === 'undecided') return 'undecided';
        // DGII accepted a copy of ours, and answers about it a moment later.
        if (number.kind === 'decided' && number.accepted) return number.ours ? 'undecided' : confirmByHand;
        if (now < delivery.leaseUntil) return 'undecided';
        // Our earlier delivery may have used the number, while DGII shows only its answer to this one.
        if (document.submissionCount > 1) return confirmByHand;
      }
      const { reply, ...verdict } = answer;
      const result = unexplained ? { ...verdict, secuenciaUtilizada: true } : verdict;
      const replyFile = await keepReply(deps, ref, reply);
      await recordVerdict(deps, ref, {
        result,
        suspendFor: next.suspendFor,
        document,
        trackId: null,
        replyFile,
        ends: { delivery, patch: found },
      });
      return 'found';
    }
    case 'ask-again':
      return next;
    case 'send-when-twice-not-found':
      return notShown(deps, open, now, { asked: true });
    case 'send-after-lease':
      return notShown(deps, open, now, { asked: false });
    default:
      return assertNever(next.step);
  }
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
  { ref, delivery }: DeliveryInDoubt,
  now: Date,
  { asked }: { readonly asked: boolean },
): Promise<Arrival> {
  // During the lease another process may still be sending, so "not found" proves nothing yet.
  if (now < delivery.leaseUntil) return 'undecided';
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
