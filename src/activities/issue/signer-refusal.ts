/** DGII refuses a company's signer: its vouchers wait, and the company is suspended so that no other voucher is refused. */
import type { RefusalCause, Unavailable } from '../../dgii/replies/answers.js';
import type { NextStep } from '../../dgii/replies/next-step.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { SignerRefusal } from '../../ledger/numbering/numbering.js';
import type { Company } from '../../ledger/store.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { markWaiting, type Current } from './ledger-steps.js';

/** What a voucher of a suspended company waits for. */
const reasons = {
  NOT_DELEGATED: 'NOT_DELEGATED',
  CERTIFICATE_REFUSED: 'CERTIFICATE_UNUSABLE',
} as const satisfies Record<SignerRefusal, WaitingReason>;

/** What DGII says against the company's signer, by a token, a refusal or a verdict. */
export const accusations: Readonly<Partial<Record<Unavailable['cause'] | RefusalCause, SignerRefusal>>> = {
  'not-delegated': 'NOT_DELEGATED',
  certificate: 'CERTIFICATE_REFUSED',
};

/** Null: the company may deliver there. */
export function suspendedFor(company: Company | undefined, environment: Environment): WaitingReason | null {
  const suspended = company?.suspended;
  return suspended?.environment === environment ? reasons[suspended.reason] : null;
}

/**
 * Marks the voucher as waiting for what DGII's answer calls for, and suspends the company when its set-up is at fault.
 * @param askedAt when the question began that DGII answered
 */
export async function waitAndSuspend(
  deps: ActivityDeps,
  ref: AttemptRef,
  { waiting, suspendCompany }: Pick<NextStep, 'waiting' | 'suspendCompany'>,
  { askedAt, pauseMs }: { readonly askedAt: Date; readonly pauseMs: number },
): Promise<Current> {
  if (suspendCompany) {
    const reason = waiting === 'NOT_DELEGATED' ? 'NOT_DELEGATED' : 'CERTIFICATE_REFUSED';
    await deps.store.suspendIssuing(ref.companyId, ref.environment, { reason, askedAt, since: deps.clock() });
  }
  return markWaiting(deps, ref, waiting, pauseMs);
}
