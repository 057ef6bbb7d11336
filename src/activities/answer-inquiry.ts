/** Answers a question that is not a step of a voucher, mostly with DGII's help, and writes the answer into the ledger beside it. */
import type { DgiiMessage } from '../ecf/messages/dgii-messages.js';
import type { StateAnswer, Unavailable } from '../dgii/replies/answers.js';
import type { Credentials } from '../dgii/client.js';
import { signerRefusalOf } from '../dgii/replies/next-step.js';
import type { Environment } from '../ecf/model/environments.js';
import { assertNever } from '../shared/errors.js';
import type {
  AccessRefusal,
  CertificateCheckAnswer,
  CertificateUseAnswer,
  DgiiStatusAnswer,
  EnvironmentStatus,
  ExternalStatusAnswer,
  Inquiry,
  InquiryKinds,
  Refused,
  Unreachable,
} from '../ledger/inquiries/inquiries.js';
import { chooseCertificate } from '../services/certificates/choose-certificate.js';
import type { InquiryEnd } from '../workflows/contract/inquiries.js';
import type { ActivityDeps } from './deps.js';
import { checkSigner } from './rounds/suspension.js';
import { signPortalXml } from './certification/sign-portal-xml.js';
import { sealWebhookSecret } from './events/seal-webhook-secret.js';
import { testWebhook } from './events/test-webhook.js';
import { usableOrRefusal } from './certificates/usable-certificate.js';

/** DGII's texts have one or two lines. We cut longer ones. */
const messagesMax = 20;
const messageCharsMax = 500;

/**
 * May run again: a question changes nothing at DGII, a signature is the same twice, and the first answer stays. An import or a choice of a
 * certificate happens at most once, because it is claimed first.
 */
export async function answerInquiry(
  deps: ActivityDeps,
  inquiryId: string,
  cancelled: AbortSignal,
): Promise<InquiryEnd> {
  const inquiry = await deps.store.findInquiry(inquiryId);
  if (inquiry === undefined) return 'expired';
  if (inquiry.answer !== undefined) return 'answered';
  const answer = await answerTo(deps, inquiry, cancelled);
  if (answer === undefined) return 'expired';
  await deps.store.answerInquiry(inquiryId, answer);
  return 'answered';
}

/** Undefined if the question asks for a change that this run may not make. */
function answerTo(deps: ActivityDeps, inquiry: Inquiry, cancelled: AbortSignal) {
  const claim = () => deps.store.claimInquiry(inquiry.id);
  switch (inquiry.kind) {
    case 'external-status':
      return externalStatus(deps, inquiry.about, cancelled);
    case 'certificate-check':
      return checkCertificate(deps, inquiry.about, cancelled);
    case 'dgii-status':
      return dgiiStatus(deps, inquiry.about.environments, cancelled);
    case 'upload-key':
      return deps.certificateImports.makeKey();
    case 'certificate-import':
      return deps.certificateImports.importSealed(inquiry, claim);
    case 'certificate-use':
      return useCertificate(deps, inquiry.about, claim);
    case 'portal-signature':
      return signPortalXml(deps, inquiry.about);
    case 'webhook-secret':
      return sealWebhookSecret(deps, inquiry.about);
    case 'webhook-test':
      return testWebhook(deps.webhooks, inquiry.about, cancelled);
    default:
      return assertNever(inquiry);
  }
}

type About<Kind extends keyof InquiryKinds> = InquiryKinds[Kind]['about'];

async function externalStatus(
  deps: ActivityDeps,
  { companyId, environment, question }: About<'external-status'>,
  cancelled: AbortSignal,
): Promise<ExternalStatusAnswer> {
  const auth = await credentialsOrRefusal(deps, { companyId, environment });
  if ('outcome' in auth) return auth;
  const answer: StateAnswer = await deps.dgii.state(auth, question, cancelled);
  switch (answer.kind) {
    case 'not-found':
    case 'not-offered':
      return { outcome: answer.kind };
    case 'unavailable':
      return refusedOrUnreachable(answer);
    case 'found': {
      const { state: standing, rncEmisor, encf, rncComprador, montoTotal, totalITBIS } = answer;
      const { fechaEmision, fechaFirma, codigoSeguridad } = answer;
      // DGII answered about another voucher, so this answer is not usable.
      if ((encf ?? question.encf).toUpperCase() !== question.encf)
        return { outcome: 'unavailable', cause: 'contradictory' };
      const parties = { rncEmisor, encf, rncComprador };
      const facts = { montoTotal, totalITBIS, fechaEmision, fechaFirma, codigoSeguridad };
      return { outcome: 'found', standing, ...parties, ...facts };
    }
    default:
      return assertNever(answer);
  }
}

/** A token ends the company's suspension, and a refusal suspends it (rounds/suspension.ts). */
async function checkCertificate(
  deps: ActivityDeps,
  { companyId, environment }: About<'certificate-check'>,
  cancelled: AbortSignal,
): Promise<CertificateCheckAnswer> {
  const auth = await credentialsOrRefusal(deps, { companyId, environment }, 'read again');
  if ('outcome' in auth) return { ...auth, fingerprint: null };
  const { fingerprint } = auth.certificate;
  const { answer, resumed } = await checkSigner(deps, auth, cancelled);
  if (answer.kind === 'token') return { outcome: 'token', fingerprint, resumed };
  // Here DGII was asked about a voucher of the company itself: its signer may not act for it.
  if (answer.cause === 'not-allowed-to-ask')
    return { outcome: 'refused', reason: 'NOT_DELEGATED', mensajes: bounded(answer.mensajes), fingerprint };
  return { ...refusedOrUnreachable(answer), fingerprint };
}

async function useCertificate(
  deps: ActivityDeps,
  { companyId, fingerprint }: About<'certificate-use'>,
  claim: () => Promise<boolean>,
): Promise<CertificateUseAnswer | undefined> {
  if (!(await claim())) return undefined;
  const chosen = await chooseCertificate(deps, companyId, fingerprint);
  return chosen.outcome === 'refused'
    ? { outcome: 'refused', reason: chosen.refusal }
    : { outcome: 'chosen' };
}

async function dgiiStatus(
  deps: ActivityDeps,
  environments: readonly Environment[],
  cancelled: AbortSignal,
): Promise<DgiiStatusAnswer> {
  const [first] = environments;
  const [statuses, windows] = await Promise.all([
    Promise.all(environments.map((environment) => statusOf(deps, environment, cancelled))),
    first === undefined ? null : windowsOf(deps, first, cancelled),
  ]);
  return { outcome: 'reported', environments: statuses, windows };
}

/**
 * Returns what the status service says. If we cannot ask it, returns whether DGII gives a seed. We ask both at the same time: if
 * DGII hangs, two questions one after the other would exceed the time limit, and the worker itself would look dead.
 */
async function statusOf(
  { dgii, settings }: ActivityDeps,
  environment: Environment,
  cancelled: AbortSignal,
): Promise<EnvironmentStatus> {
  const enough = new AbortController();
  const seed = dgii.probe(environment, AbortSignal.any([cancelled, enough.signal]));
  if (settings.statusApiKey !== '') {
    const answer = await dgii.serviceStatus(environment, settings.statusApiKey, cancelled);
    if (answer.kind === 'status') {
      enough.abort();
      return { environment, available: answer.available, detail: answer.estado, by: 'status' };
    }
  }
  const answer = await seed;
  if (answer.kind === 'status')
    return { environment, available: answer.available, detail: answer.estado, by: 'semilla' };
  const { cause } = answer;
  const detail = `${cause}: ${answer.detail}`.slice(0, messageCharsMax);
  return { environment, available: false, detail, cause, by: 'semilla' };
}

async function windowsOf(
  { dgii, settings }: ActivityDeps,
  environment: Environment,
  cancelled: AbortSignal,
): Promise<DgiiStatusAnswer['windows']> {
  if (settings.statusApiKey === '') return null;
  const answer = await dgii.maintenanceWindows(environment, settings.statusApiKey, cancelled);
  return answer.kind === 'windows' ? answer.windows : null;
}

async function credentialsOrRefusal(
  deps: ActivityDeps,
  { companyId, environment }: Pick<Credentials, 'companyId' | 'environment'>,
  readAgain?: 'read again',
): Promise<Credentials | Refused> {
  const certificate = await usableOrRefusal(deps, companyId, readAgain);
  if (typeof certificate !== 'string') return { companyId, environment, certificate };
  return { outcome: 'refused', reason: certificate, mensajes: [] };
}

/** It is a refusal only if DGII itself refuses the company's signer. Everything else means that we could not ask DGII. */
function refusedOrUnreachable({
  cause,
  mensajes,
}: Pick<Unavailable, 'cause' | 'mensajes'>): Refused | Unreachable {
  const reason = signerRefusalOf(cause) ?? refusals[cause];
  return reason === undefined
    ? { outcome: 'unavailable', cause }
    : { outcome: 'refused', reason, mensajes: bounded(mensajes) };
}

const refusals: Readonly<Partial<Record<Unavailable['cause'], AccessRefusal>>> = {
  refused: 'QUERY_REFUSED',
  'not-allowed-to-ask': 'QUERY_REFUSED',
};

function bounded(mensajes: readonly DgiiMessage[]): DgiiMessage[] {
  return mensajes.slice(0, messagesMax).map(({ codigo, valor }) => {
    return { codigo: codigo.slice(0, messageCharsMax), valor: valor.slice(0, messageCharsMax) };
  });
}
