/** What happens after DGII refused a company's signer: the voucher waits, and the company is suspended to protect its others. */
import { suspensionIn } from '../../ledger/companies/suspensions.js';
import { waitOfSignerRefusal, type NextStep } from '../../dgii/replies/next-step.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Company } from '../../ledger/companies/company.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { markWaiting, type CurrentDocument } from './ledger-steps.js';
import { suspendIssuing } from './suspend-issuing.js';

/** What the vouchers of a suspended company wait for. Null: the company may deliver there. */
export function waitOfSuspension(
  company: Company | undefined,
  environment: Environment,
): WaitingReason | null {
  const refusal = suspensionIn(company, environment);
  return refusal === undefined ? null : waitOfSignerRefusal(refusal);
}

/**
 * Suspends the company if DGII's answer refused its signer, and marks what the voucher waits for.
 * @param askedAt when we sent the request that DGII answered
 */
export async function suspendAndMarkWaiting(
  deps: ActivityDeps,
  ref: AttemptRef,
  { waiting, suspendFor: reason }: Pick<NextStep, 'waiting' | 'suspendFor'>,
  { askedAt, pauseMs }: { readonly askedAt: Date; readonly pauseMs: number },
): Promise<CurrentDocument> {
  if (reason !== null)
    await suspendIssuing(deps, ref.companyId, ref.environment, {
      reason,
      askedAt,
      since: deps.clock(),
      encf: ref.encf,
    });
  return markWaiting(deps, ref, waiting, pauseMs);
}
