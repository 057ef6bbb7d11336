/**
 * Suspended companies. DGII refused the company's signer (it gave no token, refused a delivery, or rejected a voucher) and would
 * refuse every further voucher. So the company delivers nothing new and gets no number until DGII accepts the signer again. One
 * worker at a time asks for that token, with pauses, because a delegation may take days.
 */
import type { Credentials } from '../../dgii/client.js';
import type { TokenAnswer, Unavailable } from '../../dgii/replies/answers.js';
import { signerRefusalOf, waitOfUnavailable } from '../../dgii/replies/next-step.js';
import { suspensionIn } from '../../ledger/companies/suspensions.js';
import type { Company } from '../../ledger/companies/company.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { suspendIssuing } from '../vouchers/suspend-issuing.js';

type SignerDeps = Pick<ActivityDeps, 'store' | 'dgii' | 'clock' | 'log'>;
type ProbeDeps = SignerDeps & Pick<ActivityDeps, 'certificates' | 'settings'>;

/** One round claims at most this many companies. The next round comes soon. */
const probesMax = 20;

/** Asks DGII for a token on behalf of each suspended company whose turn it is. @returns whether more may be due already */
export async function probeSuspended(deps: ProbeDeps, cancelled: AbortSignal): Promise<boolean> {
  const now = deps.clock();
  const { tokenProbeMs } = deps.settings;
  const before = new Date(now.getTime() - tokenProbeMs);
  const until = new Date(now.getTime() + tokenProbeMs);
  const companies = await deps.store.claimSuspended(before, now, until, probesMax);
  await Promise.all(companies.map((company) => probe(deps, company, cancelled)));
  return companies.length === probesMax;
}

async function probe(deps: ProbeDeps, company: Company, cancelled: AbortSignal): Promise<void> {
  const { companyId, suspended } = company;
  if (suspended === undefined) return;
  const { environment } = suspended;
  const auth = await credentialsOf(deps.certificates, { companyId, environment }, deps.clock());
  // Without a usable certificate we cannot ask. `next` and the vouchers report that themselves.
  if (auth === undefined) return;
  const { resumed } = await checkSigner(deps, auth, cancelled);
  if (resumed) deps.log.info({ companyId, environment }, 'DGII takes the company’s signer again: it issues');
}

interface CheckedSigner {
  readonly answer: TokenAnswer | Unavailable;
  readonly resumed: boolean;
}

/**
 * Asks DGII for a token. If DGII gives one, the suspension ends, unless DGII says that the signer may not act for this company. If DGII
 * refuses the signer, the company is suspended: DGII would refuse its next voucher too, and that might burn the number. Any other
 * answer changes nothing.
 */
export async function checkSigner(
  deps: SignerDeps,
  auth: Credentials,
  cancelled: AbortSignal,
): Promise<CheckedSigner> {
  const { store, dgii, clock } = deps;
  const { companyId, environment } = auth;
  const askedAt = clock();
  const answer = await dgii.renewToken(auth, cancelled);
  const company = await store.findCompany(companyId);
  if (answer.kind === 'token') {
    if (company === undefined || suspensionIn(company, environment) === undefined)
      return { answer, resumed: false };
    const refusal = await refusalForCompany(deps, auth, company, cancelled);
    if (refusal !== undefined) return { answer: refusal, resumed: false };
    return { answer, resumed: await store.resumeIssuing(companyId, environment, askedAt, clock()) };
  }
  const reason = signerRefusalOf(answer.cause);
  // A delegation in another environment says nothing about the environment that the company issues in.
  if (reason !== undefined && company?.environment === environment)
    await suspendIssuing(deps, companyId, environment, { reason, askedAt, since: clock() });
  return { answer, resumed: false };
}

/**
 * DGII issues a token to a person, who may be delegated for other companies only. DGII says whether the person may act for this company
 * only when we ask about one of its vouchers. Certification does not offer that question, and there no number can be lost.
 */
async function refusalForCompany(
  { dgii }: Pick<SignerDeps, 'dgii'>,
  auth: Credentials,
  { rnc, suspended }: Company,
  cancelled: AbortSignal,
): Promise<Unavailable | undefined> {
  if (suspended?.encf === undefined) return undefined;
  const about = { rncEmisor: rnc, encf: suspended.encf };
  const answer = await dgii.trackIds(auth, about, cancelled);
  return answer.kind === 'unavailable' && waitOfUnavailable(answer) === 'NOT_DELEGATED' ? answer : undefined;
}
