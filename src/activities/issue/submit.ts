/**
 * submit: hands the signed bytes to DGII, exactly once.
 *
 * The delivery is written in the ledger before its first byte goes out. One without an outcome may have arrived: DGII is
 * asked for the e-NCF, and the same bytes go out again only after it answered twice, apart, that it does not know it. What
 * follows from each answer at each recorded step stands in docs/recovery.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DgiiMessage, DgiiReply, Obstacle, RfceAnswer, SubmitAnswer } from '../../dgii/answers.js';
import type { Credentials } from '../../dgii/client.js';
import { withDeadline } from '../../dgii/deadline.js';
import { decide } from '../../dgii/decide.js';
import type { DocumentRecord, Submission } from '../../store/document-record.js';
import type { DocumentRef } from '../../workflows/contract.js';
import { assertNever } from '../../errors.js';
import { LedgerUnavailableError } from '../../store/store.js';
import { expired, mayBeSignedAnew, mayGoOut, newDelivery } from './delivery.js';
import type { ActivityDeps } from '../deps.js';
import { checkAt, keepReply, load, superseded, view, wait, waitOn } from './ledger-steps.js';
import { record } from './record-verdict.js';
import { settle } from './apply-verdict.js';
import { stepViewOf, type StepView } from './step-result.js';
import { suspendedFor, waitBy } from '../background/suspension.js';
import { ask } from './check-earlier-delivery.js';

/** A ledger record stays small: DGII's whole reply stands in its file. */
const codesMax = 5;
const heldBack: readonly Obstacle[] = ['throttled', 'overloaded', 'cancelled'];
const codeCharsMax = 20;

export async function submit(
  deps: ActivityDeps,
  ref: DocumentRef,
  pauseMs: number,
  cancelled: AbortSignal,
): Promise<StepView> {
  const [document, company] = await Promise.all([load(deps, ref), deps.store.findCompany(ref.companyId)]);
  if (document === undefined) return superseded;
  // The worker that recorded a summary's verdict may have died before it gave the number back.
  await settle(deps, ref, document);
  if (document.state !== 'signed' && document.state !== 'submitting') return stepViewOf(document);

  const certificate = await deps.certificates.current(ref.companyId, deps.clock());
  if ('unusable' in certificate) return wait(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs);
  const auth: Credentials = { companyId: ref.companyId, environment: ref.environment, certificate };

  const last = document.submissions.at(-1);
  if (last !== undefined && last.outcome === undefined) {
    const askedAt = deps.clock();
    const whereabouts = await ask(deps, auth, ref, document, last, cancelled);
    if (whereabouts === 'found') return view(deps, ref);
    if (whereabouts === 'undecided') return waitOn(deps, ref, document, pauseMs);
    if (whereabouts !== 'lost') return waitBy(deps, ref, whereabouts, askedAt, pauseMs);
  }
  if (!mayGoOut(deps, ref, company)) return wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
  if (mayBeSignedAnew(document, certificate.fingerprint)) {
    // The certificate was replaced, perhaps because DGII refused it: bytes of the old one would be refused again.
    await deps.store.signAnew(document, deps.clock());
    return view(deps, ref);
  }
  const nothingArrived = document.submissions.every(({ outcome }) => outcome === 'not-sent');
  if (nothingArrived && document.forced === undefined && expired(deps, document))
    return wait(deps, ref, 'SEQUENCE_EXPIRED', pauseMs);
  const suspended = suspendedFor(company, ref.environment);
  if (suspended !== null) return wait(deps, ref, suspended, pauseMs);

  const { submitTimeoutMs } = deps.settings;
  const delivery = newDelivery(deps, document, submitTimeoutMs);
  // Another process began this delivery first; what becomes of it stands in the ledger.
  if (!(await writeAhead(deps, ref, document, delivery))) return waitOn(deps, ref, document, pauseMs);
  return deliver(deps, auth, ref, document, delivery, { pauseMs, timeoutMs: submitTimeoutMs, cancelled });
}

/** What bounds a delivery, and how its voucher goes on within the same step once DGII has it. */
export interface Delivering {
  readonly pauseMs: number;
  readonly timeoutMs: number;
  readonly cancelled: AbortSignal;
  readonly then?: (document: DocumentRecord) => Promise<StepView>;
}

/** Sends what was written ahead. Every byte is on its way within the lease, or none is. */
export async function deliver(
  deps: ActivityDeps,
  auth: Credentials,
  ref: DocumentRef,
  document: DocumentRecord,
  delivery: Submission,
  { pauseMs, timeoutMs, cancelled, then }: Delivering,
): Promise<StepView> {
  const { signed } = document;
  if (signed === undefined)
    throw new Error(`Document ${document.encf} is ${document.state} without signed bytes`);
  const { summary } = signed;
  // An operator's order stays good: it was to go out.
  const notSent = (patch: Partial<Submission>) =>
    deps.store.updateSubmission(ref, delivery, { outcome: 'not-sent', ...patch }, document.forced);
  const xml = await deps.store.getFile(summary?.file ?? signed.file);
  const startedAt = deps.clock();
  if (startedAt.getTime() - delivery.startedAt.getTime() > deps.settings.leaseMarginMs) {
    // This process stood still for so long that its lease would end before its deadline: it has not sent, and does not.
    await notSent({ endedAt: startedAt });
    return waitOn(deps, ref, document, pauseMs);
  }

  const file = { fileName: `${document.rncEmisor}${document.encf}.xml`, encf: document.encf, xml };
  const answer = await withDeadline<SubmitAnswer | RfceAnswer>(timeoutMs, cancelled, (signal) =>
    summary === undefined ? deps.dgii.submitEcf(auth, file, signal) : deps.dgii.sendRfce(auth, file, signal),
  );
  const now = deps.clock();
  const host = `${ref.environment}/${summary === undefined ? 'ecf' : 'fc'}` as const;
  deps.pace.observe(host, now.getTime() - startedAt.getTime(), 'reply' in answer && answer.reply !== null);
  const reply = await replyOf(deps, ref, answer.reply);
  const decision = decide(answer);
  // What is held back here, and DGII's limit of calls, are no outage.
  const held = answer.kind === 'not-sent' && heldBack.includes(answer.cause);
  if (decision.waiting === 'DGII_UNAVAILABLE' && !held) deps.outages.observe(host, false);
  if (answer.kind !== 'not-sent' && decision.waiting === null) deps.outages.observe(host, true);

  switch (answer.kind) {
    case 'received': {
      const { trackId } = answer;
      const patch = { outcome: 'received', trackId, endedAt: now, ...reply } as const;
      const write = () => deps.store.recordSubmitted(ref, delivery, patch, [trackId], now, checkAt(deps, 0));
      const written = await insist(write);
      if (written === undefined) return view(deps, ref);
      return then === undefined ? stepViewOf(written) : then(written);
    }
    case 'final': {
      // "Already used" may mean our own earlier delivery: without an outcome, the next try asks.
      if (decision.step === 'ask-whether-received') {
        await deps.store.updateSubmission(ref, delivery, { codes: codesOf(answer.mensajes), ...reply });
        return waitBy(deps, ref, decision, startedAt, pauseMs);
      }
      const { reply: words, ...result } = answer;
      const patch = { outcome: 'received', endedAt: now, ...reply } as const;
      const replyFile = reply.replyFile ?? (await keepReply(deps, ref, words));
      return insist(() => record(deps, ref, null, result, replyFile, { delivery, patch }));
    }
    case 'refused': {
      const codes = codesOf(answer.mensajes);
      deps.log.error({ ...ref, cause: answer.cause, codes }, 'DGII refused a submission');
      // "Already used", likewise.
      const asks = decision.step === 'ask-whether-received';
      const ended = asks ? {} : { outcome: 'refused' as const, endedAt: now };
      const accused = decision.suspendCompany ? { signerRefused: true as const } : {};
      await deps.store.updateSubmission(ref, delivery, { ...ended, ...accused, codes, ...reply });
      // Bytes of a certificate that was replaced since say nothing of the one that the company signs with now.
      const suspendCompany = decision.suspendCompany && signed.certificate === auth.certificate.fingerprint;
      return waitBy(deps, ref, { ...decision, suspendCompany }, startedAt, pauseMs);
    }
    case 'not-sent':
      deps.log.warn({ ...ref, cause: answer.cause, detail: answer.detail }, 'nothing was sent to DGII');
      await notSent({ endedAt: now, ...reply });
      return waitBy(deps, ref, decision, startedAt, pauseMs);
    case 'unknown':
    case 'transient':
      deps.log.warn(
        { ...ref, detail: answer.kind === 'unknown' ? answer.detail : '004' },
        'a submission has no answer',
      );
      // No outcome is written: it may have arrived, so the next try asks first.
      await deps.store.updateSubmission(ref, delivery, reply);
      return waitBy(deps, ref, decision, startedAt, pauseMs);
    default:
      return assertNever(answer);
  }
}

/**
 * A trackId in hand is worth some patience with the ledger: lost, it can only be asked for, where DGII offers that.
 * Bounded, because a new worker may already be asking.
 */
async function insist<T>(write: () => Promise<T>): Promise<T> {
  for (const pauseMs of insistPausesMs) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
    }
    await sleep(pauseMs);
  }
  return write();
}

const insistPausesMs = [50, 100, 200, 400, 800];

function codesOf(mensajes: readonly DgiiMessage[]): string[] {
  return mensajes.slice(0, codesMax).map(({ codigo }) => codigo.slice(0, codeCharsMax));
}

async function replyOf(
  deps: ActivityDeps,
  ref: DocumentRef,
  reply: DgiiReply | null,
): Promise<Pick<Submission, 'httpStatus' | 'replyFile'>> {
  return reply === null ? {} : { httpStatus: reply.httpStatus, replyFile: await keepReply(deps, ref, reply) };
}

/** False: another process began this delivery first. */
async function writeAhead(
  deps: ActivityDeps,
  ref: DocumentRef,
  { submissions }: DocumentRecord,
  delivery: Submission,
): Promise<boolean> {
  const until = new Date(delivery.leaseUntil.getTime() + deps.settings.checkMarginMs);
  return submissions.at(-1)?.n === delivery.n
    ? deps.store.beginSubmissionAgain(ref, delivery, until)
    : deps.store.beginSubmission(ref, delivery, until);
}
