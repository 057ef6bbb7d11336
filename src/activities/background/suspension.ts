/**
 * Suspended companies: DGII refused the signer, by a token or by a verdict, and every further voucher would meet the same.
 * Nothing new of theirs is delivered, and no number handed out, until DGII gives a token again. One worker at a time asks
 * for it, at a pace: whoever waits for a delegation may wait for days.
 */
import type { RefusalCause, Unavailable } from '../../dgii/answers.js';
import type { Credentials } from '../../dgii/client.js';
import type { Decision } from '../../dgii/decide.js';
import type { WaitingReason } from '../../ecf/document-states.js';
import type { Environment } from '../../ecf/environments.js';
import type { SignerRefusal } from '../../store/numbering.js';
import type { Company } from '../../store/store.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { wait } from '../issue/ledger-steps.js';
import type { StepView } from '../issue/step-result.js';

/** What a voucher of a suspended company waits for. */
const reasons = {
  NOT_DELEGATED: 'NOT_DELEGATED',
  CERTIFICATE_REFUSED: 'CERTIFICATE_UNUSABLE',
} as const satisfies Record<SignerRefusal, WaitingReason>;

/**
 * The voucher waits, as was decided; a fault of the company's set-up suspends it, so that no other voucher meets it.
 * @param askedAt when the question began whose answer decided it
 */
export async function waitBy(
  deps: ActivityDeps,
  ref: DocumentRef,
  { waiting, suspendCompany }: Pick<Decision, 'waiting' | 'suspendCompany'>,
  askedAt: Date,
  pauseMs: number,
): Promise<StepView> {
  if (suspendCompany) {
    const reason = waiting === 'NOT_DELEGATED' ? 'NOT_DELEGATED' : 'CERTIFICATE_REFUSED';
    await deps.store.suspendIssuing(ref.companyId, ref.environment, { reason, askedAt, since: deps.clock() });
  }
  return wait(deps, ref, waiting, pauseMs);
}

/** What DGII says against the company's signer, by a token, a refusal or a verdict: the next voucher would meet the same. */
export const accusations: Readonly<Partial<Record<Unavailable['cause'] | RefusalCause, SignerRefusal>>> = {
  'not-delegated': 'NOT_DELEGATED',
  certificate: 'CERTIFICATE_REFUSED',
};

/** Null: the company may deliver there. */
export function suspendedFor(company: Company | undefined, environment: Environment): WaitingReason | null {
  const suspended = company?.suspended;
  return suspended?.environment === environment ? reasons[suspended.reason] : null;
}

type StandingDeps = Pick<ActivityDeps, 'store' | 'dgii' | 'clock'>;
type ProbeDeps = StandingDeps & Pick<ActivityDeps, 'certificates' | 'log' | 'settings'>;

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
  const { resumed } = await askStanding(deps, { companyId, environment, certificate }, cancelled);
  if (resumed) deps.log.info({ companyId, environment }, 'DGII takes the company’s signer again: it issues');
}

export interface AskedStanding {
  readonly answer: Awaited<ReturnType<ActivityDeps['dgii']['renewToken']>>;
  /** The company had been suspended there, and is no more. */
  readonly resumed: boolean;
}

/**
 * A token is DGII's word that it takes certificate and delegation: it ends the company's suspension. Refused, the next
 * voucher would be, too, and might burn its number: the company is suspended. Any other answer changes nothing.
 */
export async function askStanding(
  { store, dgii, clock }: StandingDeps,
  auth: Credentials,
  cancelled?: AbortSignal,
): Promise<AskedStanding> {
  const { companyId, environment } = auth;
  const askedAt = clock();
  const answer = await dgii.renewToken(auth, cancelled);
  const company = await store.findCompany(companyId);
  if (answer.kind === 'token') {
    const resumed = company?.suspended?.environment === environment;
    if (resumed) await store.resumeIssuing(companyId, environment, askedAt);
    return { answer, resumed };
  }
  const reason = accusations[answer.cause];
  // Another environment's delegation says nothing of the one the company issues in.
  if (reason !== undefined && company?.environment === environment)
    await store.suspendIssuing(companyId, environment, { reason, askedAt, since: clock() });
  return { answer, resumed: false };
}
