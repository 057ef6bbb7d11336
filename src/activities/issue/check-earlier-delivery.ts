/**
 * Asks DGII whether a delivery without an answer arrived: by the trackIds of the e-NCF, or by the query for summaries. The same
 * bytes go out again only after DGII answered twice, apart, that it does not know them.
 */
import type { Credentials } from '../../dgii/client.js';
import type { RfceStateAnswer, TrackIdsAnswer } from '../../dgii/replies/answers.js';
import { afterCheck, type NextStep } from '../../dgii/replies/next-step.js';
import { assertNever } from '../../shared/errors.js';
import type { DocumentRecord, Submission } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { checkAt, keepReply } from './ledger-steps.js';
import { recordVerdict } from './record-verdict.js';

/**
 * `found`: it arrived, and the ledger says so. `lost`: it did not arrive. `undecided`: DGII does not show it yet. Else what the
 * voucher waits for first (null: time).
 */
export type EarlierDelivery = 'found' | 'lost' | 'undecided' | Pick<NextStep, 'waiting' | 'suspendCompany'>;

export interface OpenDelivery {
  readonly auth: Credentials;
  readonly ref: AttemptRef;
  readonly document: DocumentRecord;
  readonly delivery: Submission;
}

export async function checkEarlierDelivery(
  deps: ActivityDeps,
  open: OpenDelivery,
  cancelled: AbortSignal,
): Promise<EarlierDelivery> {
  const { auth, ref, document, delivery } = open;
  const { rncEmisor, encf, signed } = document;
  const answer: TrackIdsAnswer | RfceStateAnswer =
    signed?.summary === undefined
      ? await deps.dgii.trackIds(auth, { rncEmisor, encf }, cancelled)
      : await deps.dgii.queryRfce(auth, { rncEmisor, encf, codigoSeguridad: signed.securityCode }, cancelled);
  const now = deps.clock();
  const found = { outcome: 'found', endedAt: now } as const;
  const next = afterCheck(answer);
  switch (next.step) {
    case 'query': {
      const trackIds = answer.kind === 'found' ? ofThisAttempt(document, answer.trackIds) : [];
      if (trackIds.length === 0) return notShown(deps, open, now, { asked: true });
      await deps.store.recordSubmitted(ref, delivery, found, trackIds, now, checkAt(deps, 0));
      return 'found';
    }
    case 'record': {
      if (answer.kind !== 'final') throw new Error(`Not a verdict: ${answer.kind}`);
      const { reply, ...result } = answer;
      const replyFile = await keepReply(deps, ref, reply);
      await recordVerdict(deps, ref, { result, trackId: null, replyFile, ends: { delivery, patch: found } });
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

/** DGII does not show the delivery, or could not be asked. */
async function notShown(
  deps: ActivityDeps,
  { ref, delivery }: OpenDelivery,
  now: Date,
  { asked }: { readonly asked: boolean },
): Promise<EarlierDelivery> {
  // During the lease another process may still be sending: that DGII does not show it proves nothing.
  if (now < delivery.leaseUntil) return 'undecided';
  // DGII called the number used by our own bytes, yet does not show the delivery. A person has to check in DGII's office.
  if (delivery.codes !== undefined) return { waiting: 'CONFIRM_BY_HAND', suspendCompany: false };
  if (asked) {
    if (delivery.notFoundAt === undefined) {
      await deps.store.updateSubmission(ref, delivery, { notFoundAt: now });
      return 'undecided';
    }
    if (now.getTime() - delivery.notFoundAt.getTime() < deps.settings.askAgainMs) return 'undecided';
  }
  const closed = await deps.store.updateSubmission(ref, delivery, { outcome: 'lost', endedAt: now });
  return closed ? 'lost' : 'undecided';
}

/** DGII also lists the deliveries of earlier, rejected attempts under the e-NCF. Their verdicts are not about this attempt. */
export function ofThisAttempt(
  document: DocumentRecord,
  known: readonly { readonly trackId: string }[],
): readonly string[] {
  return known.map(({ trackId }) => trackId).filter((trackId) => !document.earlierTrackIds.includes(trackId));
}
