/**
 * Asks DGII whether a delivery without an answer arrived: about an e-CF for the trackIds of the number, about a summary for its state. A
 * listed trackId may belong to another system's voucher, or to an earlier attempt of ours. So it counts only if DGII's state of the
 * number has our security code. The same bytes go out again only after DGII said twice, some time apart, that it does not know them. In
 * certification we cannot ask for trackIds, so the end of the lease decides.
 */
import type { Credentials } from '../../dgii/client.js';
import type { RfceStateAnswer, TrackIdEntry, TrackIdsAnswer } from '../../dgii/replies/answers.js';
import { isAcceptedState } from '../../ecf/codes/reception-states.js';
import { afterCheck, isAlreadyUsed, usedItsNumber, type NextStep } from '../../dgii/replies/next-step.js';
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
import { nextCheckAfter, keepReply, answerOfKind, ofThisAttempt, silentReason } from './ledger-steps.js';
import { askAboutNumber, whoUsed, type NumberState } from './number-at-dgii.js';
import { recordDgiiVerdict } from './record-verdict.js';

/**
 * `found`: it arrived, and the ledger has that now. `lost`: it did not arrive. `undecided`: ask again later. An object: we could not ask
 * DGII, or a person must check; `waiting` says what the voucher waits for (null: only for time).
 */
export type Arrival = 'found' | 'lost' | 'undecided' | Pick<NextStep, 'waiting' | 'suspendFor'>;

interface DeliveryInDoubt {
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
  const asked: Asked = { ...open, now, leaseRuns: now < delivery.leaseUntil };
  const next = afterCheck(answer);
  switch (next.step) {
    case 'query':
      return checkList(deps, asked, answerOfKind(answer, 'found'), cancelled);
    case 'record':
      return checkVerdict(deps, asked, answerOfKind(answer, 'final'), cancelled);
    case 'ask-again':
      return next;
    case 'send-when-twice-not-found':
      return notShown(deps, asked, { dgiiSaidSo: true });
    case 'send-after-lease':
      return notShown(deps, asked, { dgiiSaidSo: false });
    default:
      return assertNever(next.step);
  }
}

interface Asked extends DeliveryInDoubt {
  readonly now: Date;
  /** Another process may still be sending, and DGII may show that delivery later. */
  readonly leaseRuns: boolean;
}

const confirmByHand = { waiting: 'CONFIRM_BY_HAND', suspendFor: null } as const;

async function checkList(
  deps: ActivityDeps,
  asked: Asked,
  { trackIds }: Extract<TrackIdsAnswer, { kind: 'found' }>,
  cancelled: AbortSignal,
): Promise<Arrival> {
  const { auth, ref, document, delivery, now } = asked;
  const listed = ofThisAttempt(document, trackIds);
  if (listed.length === 0) return notShown(deps, asked, { dgiiSaidSo: true });
  const number = await askAboutNumber(deps, auth, document, cancelled);
  if (number.kind === 'unavailable') return afterCheck(number);
  const shown = whatListShows(listed, number, asked);
  if (shown === 'rejected-copies') return notShown(deps, asked, { dgiiSaidSo: true });
  if (shown === 'in-process') return { waiting: silentReason(deps, document), suspendFor: null };
  if (shown !== 'found') return shown;
  const ends = { delivery, patch: { outcome: 'found', endedAt: now } } as const;
  const found = listed.map(({ trackId }) => trackId);
  await deps.store.recordSubmitted(ref, found, ends, { now, nextCheckAt: nextCheckAfter(deps, 0) });
  return 'found';
}

/** The list leaves out trackIds that are known to be of an earlier attempt. */
function whatListShows(
  listed: readonly TrackIdEntry[],
  number: NumberState,
  { document, delivery, leaseRuns }: Asked,
): 'found' | 'in-process' | 'rejected-copies' | 'undecided' | typeof confirmByHand {
  if (number.kind === 'undecided') return 'in-process';
  // DGII's state of the number has our security code.
  if (number.kind === 'decided' && number.ours) return 'found';
  const accepted =
    (number.kind === 'decided' && number.accepted) || listed.some(({ state }) => isAcceptedState(state));
  const allRejected = listed.every(({ state }) => state === 'rejected');
  // A proxy may have repeated the delivery of an earlier attempt. DGII gave each copy a trackId, and we know only one of them. DGII has not
  // accepted any earlier attempt. Rejected, a copy left the number free. If it is ours after all, DGII rejects the same bytes again.
  if (document.attempt > 1 && !accepted) return allRejected ? 'rejected-copies' : 'in-process';
  if (number.kind === 'not-offered') return 'found';
  // They may all be another system's, and DGII may list ours later. Unless DGII called the number used, the same bytes can go out again.
  if (number.kind === 'not-found' && allRejected && !saysAlreadyUsed(delivery)) return 'rejected-copies';
  if (leaseRuns) return 'undecided';
  // DGII may have no state for a rejected voucher: the results of the trackIds decide then. A state with another code needs a person.
  return number.kind === 'not-found' ? 'found' : confirmByHand;
}

/** The answer is a verdict on exactly these bytes, no matter which process delivered them. */
async function checkVerdict(
  deps: ActivityDeps,
  asked: Asked,
  answer: Extract<RfceStateAnswer, { kind: 'final' }>,
  cancelled: AbortSignal,
): Promise<Arrival> {
  const { auth, ref, document, delivery, now, leaseRuns } = asked;
  // DGII says that the number is used, and this rejection does not say by whom.
  const unexplained = isAlreadyUsed(answer) || (saysAlreadyUsed(delivery) && !usedItsNumber(answer));
  if (unexplained) {
    const number = await askAboutNumber(deps, auth, document, cancelled);
    if (number.kind === 'unavailable') return afterCheck(number);
    const usedBy = whoUsed(number);
    if (usedBy === 'shown-later') return { waiting: silentReason(deps, document), suspendFor: null };
    // After a restore we may have signed a sale again that DGII had accepted. A rejection would tell the client to issue it anew.
    if (usedBy !== 'unknown') return confirmByHand;
    if (leaseRuns) return 'undecided';
    // Our earlier delivery may have used the number, while DGII shows only its answer to this one.
    if (earlierMayHaveArrived(document)) return confirmByHand;
  }
  const { suspendFor } = afterCheck(answer);
  const { reply, ...result } = answer;
  const replyFile = await keepReply(deps, ref, reply);
  const ends = { delivery, patch: { outcome: 'found', endedAt: now } } as const;
  await recordDgiiVerdict(deps, ref, { result, suspendFor, document, trackId: null, replyFile, ends });
  return 'found';
}

/** `dgiiSaidSo`: DGII answered that it does not know the delivery; otherwise we could not ask. */
async function notShown(
  deps: ActivityDeps,
  { ref, delivery, now, leaseRuns }: Asked,
  { dgiiSaidSo }: { readonly dgiiSaidSo: boolean },
): Promise<Arrival> {
  if (leaseRuns) return 'undecided';
  // DGII calls the number used but shows no delivery of ours, so a person has to check in DGII's virtual office.
  if (saysAlreadyUsed(delivery)) return confirmByHand;
  if (dgiiSaidSo) {
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
