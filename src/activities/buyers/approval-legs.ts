/** The two deliveries of an approval: what the issuer's receiver or DGII answered → whether it has the approval. */
import type { BuyerFile } from '../../dgii/buyers/buyer-client.js';
import type { Credentials } from '../../dgii/client.js';
import type { ApprovalAnswer } from '../../dgii/replies/answers.js';
import type { ApprovalLegState, ApprovalWait } from '../../ecf/codes/buyer-delivery.js';
import type { ActivityDeps } from '../deps.js';
import { waitOf } from './buyer-rules.js';

export interface ApprovalSending {
  readonly auth: Credentials;
  readonly rncEmisor: string;
  readonly file: BuyerFile & { readonly encf: string };
  readonly mayHaveArrived: boolean;
}

export interface LegEnd {
  readonly state: ApprovalLegState;
  readonly outcome: 'answered' | 'unknown' | 'not-sent';
  readonly httpStatus?: number;
  readonly reason?: ApprovalWait;
}

/** Nothing is there now, or the receiver is out of order. Any other 4xx is the receiver's refusal. */
const tryAgainStatuses: readonly number[] = [404, 405, 408, 425, 429];

export async function sendToIssuer(
  deps: ActivityDeps,
  { auth, rncEmisor, file }: ApprovalSending,
  cancelled: AbortSignal,
): Promise<LegEnd> {
  const listed = await deps.directory.find(auth, rncEmisor, cancelled);
  // In certification there is no directory, and DGII's own portal plays the issuer.
  if (listed.kind === 'not-found' || listed.kind === 'not-offered')
    return { state: 'not-electronic', outcome: 'not-sent' };
  if (listed.kind === 'unavailable')
    return { state: 'waiting', outcome: 'not-sent', reason: 'DIRECTORY_UNAVAILABLE' };
  const answer = await deps.buyers.deliverApproval({ auth, entry: listed.entry }, file, cancelled);
  if (answer.kind !== 'answered') return { state: 'waiting', outcome: answer.kind, reason: waitOf(answer) };
  const { status: httpStatus } = answer;
  const end = { outcome: 'answered', httpStatus } as const;
  if (httpStatus >= 200 && httpStatus < 300) return { ...end, state: 'delivered' };
  const refusal = httpStatus >= 400 && httpStatus < 500 && !tryAgainStatuses.includes(httpStatus);
  return refusal
    ? { ...end, state: 'refused', reason: 'APPROVAL_REFUSED' }
    : { ...end, state: 'waiting', reason: 'BUYER_UNREACHABLE' };
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

/** DGII may not have the voucher yet, or a person may still have to delegate the signer. Only our own file does not get better. */
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
