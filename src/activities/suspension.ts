/**
 * Suspended companies: DGII refused the signer, by a token or by a verdict, and every further voucher would meet the same.
 * Nothing new of theirs is delivered, and no number handed out, until DGII gives a token again. One worker at a time asks
 * for it, at a pace: whoever waits for a delegation may wait for days.
 */
import type { Credentials } from '../dgii/client.js';
import type { Decision } from '../dgii/decide.js';
import type { WaitingReason } from '../ecf/document-states.js';
import type { Environment } from '../ecf/environments.js';
import type { Company } from '../store/store.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';
import { wait } from './ledger-steps.js';
import type { StepView } from './step-view.js';

export type Suspension = NonNullable<Company['suspended']>['reason'];

/** What a voucher of a suspended company waits for. */
const reasons = {
  NOT_DELEGATED: 'NOT_DELEGATED',
  CERTIFICATE_REFUSED: 'CERTIFICATE_UNUSABLE',
} as const satisfies Record<Suspension, WaitingReason>;

/** The voucher waits, as was decided; a fault of the company's set-up suspends it, so that no other voucher meets it. */
export async function waitBy(
  deps: ActivityDeps,
  ref: DocumentRef,
  { waiting, suspendCompany }: Pick<Decision, 'waiting' | 'suspendCompany'>,
  pauseMs: number,
): Promise<StepView> {
  if (suspendCompany) {
    const reason = waiting === 'NOT_DELEGATED' ? 'NOT_DELEGATED' : 'CERTIFICATE_REFUSED';
    await deps.store.suspendIssuing(ref.companyId, ref.environment, reason, deps.clock());
  }
  return wait(deps, ref, waiting, pauseMs);
}

/** Null: the company may deliver there. */
export function suspendedFor(company: Company | undefined, environment: Environment): WaitingReason | null {
  const suspended = company?.suspended;
  return suspended?.environment === environment ? reasons[suspended.reason] : null;
}

type ProbeDeps = Pick<ActivityDeps, 'store' | 'dgii' | 'certificates' | 'clock' | 'log' | 'settings'>;

/** One look claims no more; the next one comes soon. */
const probesMax = 20;

/** Asks DGII for a token on behalf of each suspended company whose turn it is. @returns how many were asked for */
export async function probeSuspended(deps: ProbeDeps, cancelled?: AbortSignal): Promise<number> {
  const now = deps.clock();
  const { tokenProbeMs } = deps.settings;
  const before = new Date(now.getTime() - tokenProbeMs);
  const until = new Date(now.getTime() + tokenProbeMs);
  const companies = await deps.store.claimSuspended(before, now, until, probesMax);
  await Promise.all(companies.map((company) => probe(deps, company, cancelled)));
  return companies.length;
}

async function probe(deps: ProbeDeps, company: Company, cancelled?: AbortSignal): Promise<void> {
  const { companyId, suspended } = company;
  if (suspended === undefined) return;
  const { environment } = suspended;
  const certificate = await deps.certificates.current(companyId, deps.clock());
  // No token can be had with it; `next` and the vouchers say so themselves.
  if ('unusable' in certificate) return;
  const auth: Credentials = { companyId, environment, certificate };
  const answer = await deps.dgii.renewToken(auth, cancelled);
  if (answer.kind !== 'token') return;
  await deps.store.resumeIssuing(companyId, environment);
  deps.log.info({ companyId, environment }, 'DGII takes the company’s signer again: it issues');
}
