/** Makes one delivery that was written ahead, and records what DGII answered. docs/recovery.md has the table of answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DgiiMessage, DgiiReply, Obstacle, RfceAnswer, SubmitAnswer } from '../../dgii/answers.js';
import type { Credentials } from '../../dgii/client.js';
import { withDeadline } from '../../dgii/deadline.js';
import { decide } from '../../dgii/decide.js';
import { assertNever } from '../../errors.js';
import type { DocumentRecord, Submission } from '../../store/document-record.js';
import { LedgerUnavailableError } from '../../store/store.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { dgiiHostOf } from './delivery.js';
import { checkAt, keepReply, keepWaiting, load, type Current } from './ledger-steps.js';
import { recordVerdict } from './record-verdict.js';
import { waitAndSuspend } from './signer-refusal.js';

/** A ledger record stays small: DGII's whole reply is in its file. */
const codesMax = 5;
const codeCharsMax = 20;
/** Not sent for reasons of this service or DGII's limit of calls: no sign of an outage. */
const heldBack: readonly Obstacle[] = ['throttled', 'overloaded', 'cancelled'];

export interface DeliveryToMake {
  readonly auth: Credentials;
  readonly ref: DocumentRef;
  readonly document: DocumentRecord;
  /** As it was written ahead. */
  readonly delivery: Submission;
  readonly timeoutMs: number;
  /** The pause that follows when the voucher has to wait. */
  readonly pauseMs: number;
}

/** Either every byte is sent within the lease, or no byte is sent. */
export async function makeDelivery(
  deps: ActivityDeps,
  { auth, ref, document, delivery, timeoutMs, pauseMs }: DeliveryToMake,
  cancelled: AbortSignal,
): Promise<Current> {
  const { signed } = document;
  if (signed === undefined)
    throw new Error(`Document ${document.encf} is ${document.state} without signed bytes`);
  const { summary } = signed;
  // Nothing went out, so an operator's order to deliver stays.
  const notSent = (patch: Partial<Submission>) =>
    deps.store.updateSubmission(ref, delivery, { outcome: 'not-sent', ...patch }, document.forced);
  const xml = await deps.store.getFile(summary?.file ?? signed.file);
  const startedAt = deps.clock();
  if (startedAt.getTime() - delivery.startedAt.getTime() > deps.settings.leaseMarginMs) {
    // This process stood still, and its lease would end before its deadline. It has not sent, and it must not.
    await notSent({ endedAt: startedAt });
    return keepWaiting(deps, ref, document, pauseMs);
  }

  const file = { fileName: `${document.rncEmisor}${document.encf}.xml`, encf: document.encf, xml };
  const answer = await withDeadline<SubmitAnswer | RfceAnswer>(timeoutMs, cancelled, (signal) =>
    summary === undefined ? deps.dgii.submitEcf(auth, file, signal) : deps.dgii.sendRfce(auth, file, signal),
  );
  const now = deps.clock();
  const answered = 'reply' in answer && answer.reply !== null;
  const host = dgiiHostOf(document);
  deps.dgiiSpeed.observe(host, now.getTime() - startedAt.getTime(), answered);
  const reply = await replyOf(deps, ref, answer.reply);
  const decision = decide(answer);
  const held = answer.kind === 'not-sent' && heldBack.includes(answer.cause);
  if (decision.waiting === 'DGII_UNAVAILABLE' && !held) deps.outages.observe(host, false);
  if (answer.kind !== 'not-sent' && decision.waiting === null) deps.outages.observe(host, true);
  const asked = { askedAt: startedAt, pauseMs };

  switch (answer.kind) {
    case 'received': {
      const { trackId } = answer;
      const patch = { outcome: 'received', trackId, endedAt: now, ...reply } as const;
      const write = () => deps.store.recordSubmitted(ref, delivery, patch, [trackId], now, checkAt(deps, 0));
      return (await insist(write)) ?? load(deps, ref);
    }
    case 'final': {
      // "Already used" may mean our own earlier delivery. The delivery gets no outcome, so the next try asks.
      if (decision.step === 'ask-whether-received') {
        await deps.store.updateSubmission(ref, delivery, { codes: codesOf(answer.mensajes), ...reply });
        return waitAndSuspend(deps, ref, decision, asked);
      }
      const { reply: raw, ...result } = answer;
      const replyFile = reply.replyFile ?? (await keepReply(deps, ref, raw));
      const patch = { outcome: 'received', endedAt: now, ...reply } as const;
      const ends = { delivery, patch };
      return insist(() => recordVerdict(deps, ref, { result, trackId: null, replyFile, ends }));
    }
    case 'refused': {
      const codes = codesOf(answer.mensajes);
      deps.log.error({ ...ref, cause: answer.cause, codes }, 'DGII refused a submission');
      // The same for "already used" here.
      const asks = decision.step === 'ask-whether-received';
      const ended = asks ? {} : { outcome: 'refused' as const, endedAt: now };
      const accused = decision.suspendCompany ? { signerRefused: true as const } : {};
      await deps.store.updateSubmission(ref, delivery, { ...ended, ...accused, codes, ...reply });
      // Bytes of an old certificate say nothing about the one that the company signs with now.
      const suspendCompany = decision.suspendCompany && signed.certificate === auth.certificate.fingerprint;
      return waitAndSuspend(deps, ref, { ...decision, suspendCompany }, asked);
    }
    case 'not-sent':
      deps.log.warn({ ...ref, cause: answer.cause, detail: answer.detail }, 'nothing was sent to DGII');
      await notSent({ endedAt: now, ...reply });
      return waitAndSuspend(deps, ref, decision, asked);
    case 'unknown':
    case 'transient':
      deps.log.warn(
        { ...ref, detail: answer.kind === 'unknown' ? answer.detail : '004' },
        'a submission has no answer',
      );
      // It may have arrived. The delivery gets no outcome, so the next try asks first.
      await deps.store.updateSubmission(ref, delivery, reply);
      return waitAndSuspend(deps, ref, decision, asked);
    default:
      return assertNever(answer);
  }
}

/**
 * A trackId that we hold is worth some patience with the ledger: once lost, it can only be asked for, where DGII offers that.
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
