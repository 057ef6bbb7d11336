/** Sends an approval to the issuer's receiver or to DGII, and turns the answer into the state of that delivery (here a leg). */
import type { BuyerFile } from '../../dgii/buyers/buyer-client.js';
import type { Credentials } from '../../dgii/client.js';
import type { ApprovalAnswer, DirectoryAnswer } from '../../dgii/replies/answers.js';
import type { ApprovalLegState, ApprovalWait } from '../../ecf/codes/buyer-delivery.js';
import type { ActivityDeps } from '../deps.js';
import { buyerWaitOf } from './buyer-rules.js';

export interface ApprovalSending {
  readonly auth: Credentials;
  readonly file: BuyerFile & { readonly encf: string };
  readonly refusals: number;
  readonly mayHaveArrived: boolean;
}

export interface LegEnd {
  readonly state: ApprovalLegState;
  readonly outcome: 'answered' | 'unknown' | 'not-sent';
  readonly httpStatus?: number;
  readonly reason?: ApprovalWait;
  readonly refusals?: number;
}

/** With these statuses the service is not there now or the receiver does not work. Any other 4xx may be the receiver's refusal. */
export const tryAgainStatuses: readonly number[] = [404, 405, 408, 425, 429];
/**
 * DGII prescribes no body for a refusal, so a refusal looks like the 400 of a web server or a proxy in front of the receiver. The delivery
 * therefore ends only after this many refusals. Other outcomes in between do not reset the count, because they do not say that the receiver
 * has the approval.
 */
const refusalsMax = 3;

export async function sendToIssuer(
  deps: ActivityDeps,
  listed: DirectoryAnswer,
  { auth, file, refusals: before, mayHaveArrived }: ApprovalSending,
  cancelled: AbortSignal,
): Promise<LegEnd> {
  // Certification offers no directory; there, DGII's own portal is the issuer.
  if (listed.kind === 'not-found' || listed.kind === 'not-offered')
    return { state: 'not-electronic', outcome: 'not-sent' };
  if (listed.kind === 'unavailable')
    return { state: 'waiting', outcome: 'not-sent', reason: 'DIRECTORY_UNAVAILABLE' };
  const answer = await deps.buyers.deliverApproval({ auth, entry: listed.entry }, file, cancelled);
  if (answer.kind !== 'answered')
    return { state: 'waiting', outcome: answer.kind, reason: buyerWaitOf(answer) };
  const { status: httpStatus } = answer;
  const end = { outcome: 'answered', httpStatus } as const;
  if (httpStatus >= 200 && httpStatus < 300) return { ...end, state: 'delivered' };
  const refusal = httpStatus >= 400 && httpStatus < 500 && !tryAgainStatuses.includes(httpStatus);
  if (!refusal) return { ...end, state: 'waiting', reason: 'BUYER_UNREACHABLE' };
  const refusals = before + 1;
  // A receiver that has the approval may refuse its repetition, and DGII prescribes no answer that says so.
  const reason = mayHaveArrived ? 'APPROVAL_REPEAT_REFUSED' : 'APPROVAL_REFUSED';
  const last = mayHaveArrived ? 'given-up' : 'refused';
  return { ...end, state: refusals < refusalsMax ? 'waiting' : last, reason, refusals };
}

export async function sendToDgii(
  deps: ActivityDeps,
  { auth, file }: ApprovalSending,
  cancelled: AbortSignal,
): Promise<LegEnd> {
  const answer = await deps.dgii.sendApproval(auth, file, cancelled);
  switch (answer.kind) {
    case 'approved':
      return { state: 'delivered', outcome: 'answered', httpStatus: answer.reply.httpStatus };
    case 'not-sent':
    case 'unknown':
      return { state: 'waiting', outcome: answer.kind, reason: 'DGII_UNAVAILABLE' };
    case 'rejected':
      return { ...afterRejection(answer), outcome: 'answered', httpStatus: answer.reply.httpStatus };
  }
}

/**
 * Only a fault of our own file ends the delivery. The other causes may pass: DGII may not have the voucher yet, or a person must still
 * delegate the signer.
 */
function afterRejection({
  cause,
}: Extract<ApprovalAnswer, { kind: 'rejected' }>): Pick<LegEnd, 'state' | 'reason'> {
  switch (cause) {
    case 'known':
      return { state: 'delivered' };
    case 'file':
    case 'not-needed':
      return { state: 'refused', reason: 'APPROVAL_REFUSED' };
    case 'no-voucher':
      return { state: 'waiting', reason: 'VOUCHER_NOT_ACCEPTED' };
    case 'not-delegated':
    case 'certificate':
      return { state: 'waiting', reason: 'APPROVER_NOT_DELEGATED' };
    default:
      return { state: 'waiting', reason: 'DGII_UNAVAILABLE' };
  }
}
