/**
 * submit: hands the signed bytes to DGII, exactly once.
 *
 * The delivery is written in the ledger before its first byte goes out. One without an outcome may have arrived: DGII is
 * asked for the e-NCF, and the same bytes go out again only after it answered twice, apart, that it does not know it.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareDates, localDate } from '../ecf/dates.js';
import type { DgiiMessage, DgiiReply } from '../dgii/answers.js';
import type { Credentials } from '../dgii/client.js';
import { decide } from '../dgii/decide.js';
import type { WaitingReason } from '../ecf/document-states.js';
import type { DocumentRecord, Submission } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import { assertNever } from '../errors.js';
import { LedgerUnavailableError } from '../store/store.js';
import type { ActivityDeps } from './deps.js';
import { checkAt, keepReply, load, superseded, view, viewAfter, wait } from './ledger-steps.js';
import { record, settleNumber } from './record.js';
import { stepViewOf, type StepView } from './step-view.js';
import { ask } from './whereabouts.js';

/** A ledger record stays small: DGII's whole reply stands in its file. */
const codesMax = 5;
const codeCharsMax = 20;

export async function submit(
  deps: ActivityDeps,
  ref: DocumentRef,
  pauseMs: number,
  cancelled: AbortSignal,
): Promise<StepView> {
  const document = await load(deps, ref);
  if (document === undefined) return superseded;
  // The worker that recorded a summary's verdict may have died before it gave the number back.
  await settleNumber(deps, ref, document);
  if (document.state !== 'signed' && document.state !== 'submitting') return stepViewOf(document);

  const certificate = await deps.certificates.current(ref.companyId, deps.clock());
  if ('unusable' in certificate) return wait(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs);
  const auth: Credentials = { companyId: ref.companyId, environment: ref.environment, certificate };

  const last = document.submissions.at(-1);
  if (last !== undefined && last.outcome === undefined) {
    const whereabouts = await ask(deps, auth, ref, document, last, cancelled);
    if (whereabouts === 'found') return view(deps, ref);
    if (whereabouts !== 'lost') return wait(deps, ref, whereabouts.waiting, pauseMs);
  }
  if (!(await mayGoOut(deps, ref))) return wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
  const nothingArrived = document.submissions.every(({ outcome }) => outcome === 'not-sent');
  if (nothingArrived && document.signed?.certificate !== certificate.fingerprint) {
    // The certificate was replaced, perhaps because DGII refused it: bytes of the old one would be rejected.
    await deps.store.signAnew(document, deps.clock());
    return view(deps, ref);
  }
  if (nothingArrived && document.forced === undefined && expired(deps, document))
    return wait(deps, ref, 'SEQUENCE_EXPIRED', pauseMs);
  return deliver(deps, auth, ref, document, pauseMs, cancelled);
}

/** Every byte is on its way within the lease, or none is. */
async function deliver(
  deps: ActivityDeps,
  auth: Credentials,
  ref: DocumentRef,
  document: DocumentRecord,
  pauseMs: number,
  cancelled: AbortSignal,
): Promise<StepView> {
  const { signed } = document;
  if (signed === undefined)
    throw new Error(`Document ${document.encf} is ${document.state} without signed bytes`);
  const { summary } = signed;
  const xml = await deps.store.getFile(summary?.file ?? signed.file);
  const delivery = await writeAhead(deps, ref, document);
  // Another process began this delivery first; what becomes of it stands in the ledger.
  if (delivery === undefined) return wait(deps, ref, null, pauseMs);
  if (deps.clock().getTime() - delivery.startedAt.getTime() > deps.settings.leaseMarginMs) {
    // This process stood still for so long that its lease would end before its deadline: it has not sent, and does not.
    await deps.store.updateSubmission(ref, delivery, { outcome: 'not-sent', endedAt: deps.clock() });
    return wait(deps, ref, null, pauseMs);
  }

  const file = { fileName: `${document.rncEmisor}${document.encf}.xml`, encf: document.encf, xml };
  const answer =
    summary === undefined
      ? await deps.dgii.submitEcf(auth, file, cancelled)
      : await deps.dgii.sendRfce(auth, file, cancelled);
  const now = deps.clock();
  const reply = await replyOf(deps, ref, answer.reply);
  const { step, waiting } = decide(answer);

  switch (answer.kind) {
    case 'received': {
      const { trackId } = answer;
      const patch = { outcome: 'received', trackId, endedAt: now, ...reply } as const;
      const write = () => deps.store.recordSubmitted(ref, delivery, patch, [trackId], now, checkAt(deps, 0));
      return viewAfter(deps, ref, await insist(write));
    }
    case 'final': {
      // "Already used" may mean our own earlier delivery: without an outcome, the next try asks.
      if (step === 'ask-whether-received') {
        await deps.store.updateSubmission(ref, delivery, { codes: codesOf(answer.mensajes), ...reply });
        return wait(deps, ref, waiting, pauseMs);
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
      const ended = step === 'ask-whether-received' ? {} : { outcome: 'refused' as const, endedAt: now };
      await deps.store.updateSubmission(ref, delivery, { ...ended, codes, ...reply });
      await suspend(deps, ref, waiting);
      return wait(deps, ref, waiting, pauseMs);
    }
    case 'not-sent':
      deps.log.warn({ ...ref, cause: answer.cause, detail: answer.detail }, 'nothing was sent to DGII');
      await deps.store.updateSubmission(ref, delivery, { outcome: 'not-sent', endedAt: now, ...reply });
      await suspend(deps, ref, waiting);
      return wait(deps, ref, waiting, pauseMs);
    case 'unknown':
    case 'transient':
      deps.log.warn(
        { ...ref, detail: answer.kind === 'unknown' ? answer.detail : '004' },
        'a submission has no answer',
      );
      // No outcome is written: it may have arrived, so the next try asks first.
      await deps.store.updateSubmission(ref, delivery, reply);
      return wait(deps, ref, waiting, pauseMs);
    default:
      return assertNever(answer);
  }
}

/** The company's set-up is at fault: every further voucher would fail alike. Lifted when one is accepted (record.ts). */
async function suspend(
  deps: ActivityDeps,
  { companyId, environment }: DocumentRef,
  waiting: WaitingReason | null,
): Promise<void> {
  const reason =
    waiting === 'NOT_DELEGATED' ? waiting : waiting === 'CERTIFICATE_UNUSABLE' ? 'CERTIFICATE_REFUSED' : null;
  if (reason !== null) await deps.store.suspendIssuing(companyId, environment, reason, deps.clock());
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

async function writeAhead(
  deps: ActivityDeps,
  ref: DocumentRef,
  document: DocumentRecord,
): Promise<Submission | undefined> {
  const now = deps.clock();
  const leaseMs = deps.settings.submitTimeoutMs + deps.settings.leaseMarginMs;
  const last = document.submissions.at(-1);
  const again = last?.outcome === 'not-sent';
  const delivery: Submission = {
    n: again ? last.n : document.submissionCount + 1,
    startedAt: now,
    leaseUntil: new Date(now.getTime() + leaseMs),
    host: `${hostname()}:${process.pid}`,
  };
  const began = await (again
    ? deps.store.beginSubmissionAgain(ref, delivery, checkAt(deps, leaseMs))
    : deps.store.beginSubmission(ref, delivery, checkAt(deps, leaseMs)));
  return began ? delivery : undefined;
}

/** Production takes two consents: the operator's and the company's own; both are looked at again before each delivery. */
async function mayGoOut(deps: ActivityDeps, ref: DocumentRef): Promise<boolean> {
  if (ref.environment !== 'production') return true;
  const company = await deps.store.findCompany(ref.companyId);
  const allowed = deps.settings.allowProduction && company?.productionAllowed === true;
  if (!allowed) deps.log.error({ companyId: ref.companyId, encf: ref.encf }, 'production is not allowed');
  return allowed;
}

/** DGII compares the sequence's expiry with the day of sending. Once something went out the number may be in use: no more. */
function expired(deps: ActivityDeps, document: DocumentRecord): boolean {
  const { fechaVencimientoSecuencia: expiry } = document;
  return expiry !== null && compareDates(expiry, localDate(deps.clock().getTime())) < 0;
}
