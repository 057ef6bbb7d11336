/**
 * submit: hands the signed bytes to DGII, exactly once.
 *
 * The delivery is written in the ledger before its first byte goes out. One without an outcome may have arrived: DGII is
 * asked for the e-NCF, and the same bytes go out again only after it answered twice, apart, that it does not know it.
 */
import { hostname } from 'node:os';
import { compareDates, localDate } from '../ecf/dates.js';
import type { DgiiReply } from '../dgii/answers.js';
import type { Credentials } from '../dgii/client.js';
import { decide } from '../dgii/decide.js';
import type { WaitingReason } from '../ecf/document-states.js';
import type { DocumentRecord, Submission } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import { assertNever } from '../errors.js';
import type { ActivityDeps } from './deps.js';
import { checkAt, load, superseded, view, wait } from './ledger-steps.js';
import { stepViewOf, type StepView } from './step-view.js';

export async function submit(deps: ActivityDeps, ref: DocumentRef, pauseMs: number): Promise<StepView> {
  const document = await load(deps, ref);
  if (document === undefined) return superseded;
  if (document.state !== 'signed' && document.state !== 'submitting') return stepViewOf(document);

  const certificate = await deps.certificates.current(ref.companyId, deps.clock());
  if ('unusable' in certificate) return wait(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs);
  if (!(await mayGoOut(deps, ref))) return wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
  const auth: Credentials = { companyId: ref.companyId, environment: ref.environment, certificate };

  const last = document.submissions.at(-1);
  if (last !== undefined && last.outcome === undefined) {
    const whereabouts = await ask(deps, auth, ref, document, last);
    if (whereabouts === 'found') return view(deps, ref);
    if (whereabouts !== 'lost') return wait(deps, ref, whereabouts.waiting, pauseMs);
  }
  if (last === undefined && expired(deps, document)) return wait(deps, ref, 'SEQUENCE_EXPIRED', pauseMs);
  return deliver(deps, auth, ref, document, pauseMs);
}

/** `waiting`: not decided yet, and what the voucher waits for meanwhile (null: just for time to pass). */
type Whereabouts = 'found' | 'lost' | { readonly waiting: WaitingReason | null };

const undecided: Whereabouts = { waiting: null };

/** Where a delivery without an answer got to, by DGII's own word. */
async function ask(
  deps: ActivityDeps,
  auth: Credentials,
  ref: DocumentRef,
  document: DocumentRecord,
  delivery: Submission,
): Promise<Whereabouts> {
  const answer = await deps.dgii.trackIds(auth, { rncEmisor: document.rncEmisor, encf: document.encf });
  const now = deps.clock();
  switch (answer.kind) {
    case 'found': {
      const trackIds = answer.trackIds.map(({ trackId }) => trackId);
      await deps.store.updateSubmission(ref, delivery.n, { outcome: 'found', endedAt: now });
      await deps.store.recordSubmitted(ref, trackIds, now, checkAt(deps, 0));
      return 'found';
    }
    case 'unavailable':
      return { waiting: decide(answer).waiting };
    case 'not-offered':
      // certecf knows no such query: the same bytes may go out again once nobody can still be sending them.
      if (now < delivery.leaseUntil) return undecided;
      // "Already used" for our own bytes, and nobody to ask: a person has to look at DGII's office.
      if (delivery.codes !== undefined) return { waiting: 'CONFIRM_BY_HAND' };
      break;
    case 'not-found':
      // While the lease lasts another process may still be sending: its absence at DGII proves nothing yet.
      if (now < delivery.leaseUntil) return undecided;
      if (delivery.notFoundAt === undefined) {
        await deps.store.updateSubmission(ref, delivery.n, { notFoundAt: now });
        return undecided;
      }
      if (now.getTime() - delivery.notFoundAt.getTime() < deps.settings.askAgainMs) return undecided;
      break;
    default:
      return assertNever(answer);
  }
  await deps.store.updateSubmission(ref, delivery.n, { outcome: 'lost', endedAt: now });
  return 'lost';
}

async function deliver(
  deps: ActivityDeps,
  auth: Credentials,
  ref: DocumentRef,
  document: DocumentRecord,
  pauseMs: number,
): Promise<StepView> {
  const { signed } = document;
  if (signed === undefined)
    throw new Error(`Document ${document.encf} is ${document.state} without signed bytes`);
  const xml = await deps.store.getFile(signed.file);
  const delivery = await writeAhead(deps, ref, document);
  // Another process began this delivery first; what becomes of it stands in the ledger.
  if (delivery === undefined) return wait(deps, ref, null, pauseMs);

  const answer = await deps.dgii.submitEcf(auth, {
    fileName: `${document.rncEmisor}${document.encf}.xml`,
    encf: document.encf,
    xml,
  });
  const now = deps.clock();
  const reply = await replyOf(deps, ref, answer.reply);
  const { step, waiting } = decide(answer);

  switch (answer.kind) {
    case 'received':
      await deps.store.updateSubmission(ref, delivery.n, {
        outcome: 'received',
        trackId: answer.trackId,
        endedAt: now,
        ...reply,
      });
      await deps.store.recordSubmitted(ref, [answer.trackId], now, checkAt(deps, 0));
      return view(deps, ref);
    case 'refused': {
      const codes = answer.mensajes.map(({ codigo }) => codigo);
      deps.log.error({ ...ref, cause: answer.cause, codes }, 'DGII refused a submission');
      // "Already used" may mean our own earlier delivery: without an outcome, the next try asks.
      const ended = step === 'ask-whether-received' ? {} : { outcome: 'refused' as const, endedAt: now };
      await deps.store.updateSubmission(ref, delivery.n, { ...ended, codes, ...reply });
      return wait(deps, ref, waiting, pauseMs);
    }
    case 'not-sent':
      deps.log.warn({ ...ref, cause: answer.cause, detail: answer.detail }, 'nothing was sent to DGII');
      await deps.store.updateSubmission(ref, delivery.n, { outcome: 'not-sent', endedAt: now, ...reply });
      return wait(deps, ref, waiting, pauseMs);
    case 'unknown':
      deps.log.warn({ ...ref, detail: answer.detail }, 'a submission has no answer');
      // No outcome is written: it may have arrived, so the next try asks first.
      await deps.store.updateSubmission(ref, delivery.n, reply);
      return wait(deps, ref, waiting, pauseMs);
    default:
      return assertNever(answer);
  }
}

/** DGII's very words go to the archive; the record refers to them. */
async function replyOf(
  deps: ActivityDeps,
  ref: DocumentRef,
  reply: DgiiReply | null,
): Promise<Pick<Submission, 'httpStatus' | 'replyFile'>> {
  if (reply === null) return {};
  const replyFile = await deps.store.putFile(ref.companyId, 'reply', JSON.stringify(reply), deps.clock());
  return { httpStatus: reply.httpStatus, replyFile };
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
