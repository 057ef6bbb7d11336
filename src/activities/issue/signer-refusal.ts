/** What happens after DGII refused a company's signer: the voucher waits, and the company is suspended to protect its others. */
import { suspensionIn } from '../../ledger/companies/suspensions.js';
import type { RefusalCause, Unavailable } from '../../dgii/replies/answers.js';
import type { NextStep } from '../../dgii/replies/next-step.js';
import type { SignerRefusal, WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Company } from '../../ledger/store.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { markWaiting, type CurrentDocument } from './ledger-steps.js';
import { suspendIssuing } from './suspend-issuing.js';

/** What a voucher of a suspended company waits for. */
const reasons = {
  NOT_DELEGATED: 'NOT_DELEGATED',
  CERTIFICATE_REFUSED: 'CERTIFICATE_UNUSABLE',
} as const satisfies Record<SignerRefusal, WaitingReason>;

/** Which causes mean that DGII refuses the signer: when we ask for a token, deliver, or get a verdict. */
export const signerRefusals: Readonly<Partial<Record<Unavailable['cause'] | RefusalCause, SignerRefusal>>> = {
  'not-delegated': 'NOT_DELEGATED',
  certificate: 'CERTIFICATE_REFUSED',
};

/** What the vouchers of a suspended company wait for. Null: the company may deliver there. */
export function waitOfSuspension(
  company: Company | undefined,
  environment: Environment,
): WaitingReason | null {
  const refusal = suspensionIn(company, environment);
  return refusal === undefined ? null : reasons[refusal];
}

/**
 * Marks what the voucher waits for after DGII's answer, and suspends the company if DGII refused its signer.
 * @param askedAt when we sent the request that DGII answered
 */
export async function waitAndSuspend(
  deps: ActivityDeps,
  ref: AttemptRef,
  { waiting, suspendFor: reason }: Pick<NextStep, 'waiting' | 'suspendFor'>,
  { askedAt, pauseMs }: { readonly askedAt: Date; readonly pauseMs: number },
): Promise<CurrentDocument> {
  if (reason !== null)
    await suspendIssuing(deps, ref.companyId, ref.environment, {
      ...{ reason, askedAt, since: deps.clock(), encf: ref.encf },
    });
  return markWaiting(deps, ref, waiting, pauseMs);
}
