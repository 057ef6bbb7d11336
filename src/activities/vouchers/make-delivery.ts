/** Makes one delivery that was written ahead, and records what DGII answered. docs/develop/recovery.md has the table of answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FinalResult, Obstacle, RfceAnswer, SubmitAnswer } from '../../dgii/replies/answers.js';
import type { Credentials } from '../../dgii/client.js';
import { withDeadline } from '../../dgii/deadline.js';
import { afterDelivery, type AfterDelivery } from '../../dgii/replies/next-step.js';
import { isRepeatedSoon } from '../../ecf/model/document-states.js';
import { assertNever } from '../../shared/errors.js';
import type { DocumentRecord, Delivery } from '../../ledger/vouchers/document-record.js';
import { LedgerUnavailableError } from '../../ledger/unavailable.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { wasPausedTooLong } from '../write-ahead.js';
import { dgiiHostOf } from './dgii-speed.js';
import {
  nextCheckAfter,
  keepReply,
  keepWaiting,
  readCurrent,
  answerOfKind,
  replyOf,
  waitAfter,
  type CurrentDocument,
} from './ledger-steps.js';
import { recordDgiiVerdict } from './record-verdict.js';

/** The record must stay small. The whole reply is kept beside it. */
const codesMax = 5;
const deliveryCodeCharsMax = 20;
/** We did not send: a limit of ours or of DGII held the request back, or the worker is stopping. This is no sign of an outage. */
const heldBack: readonly Obstacle[] = ['throttled', 'overloaded', 'cancelled'];

export interface DeliveryToMake {
  readonly auth: Credentials;
  readonly ref: AttemptRef;
  readonly document: DocumentRecord;
  readonly delivery: Delivery;
  readonly timeoutMs: number;
  readonly pauseMs: number;
}

/** After the lease another process may send the bytes. */
export async function makeDelivery(
  deps: ActivityDeps,
  one: DeliveryToMake,
  cancelled: AbortSignal,
): Promise<CurrentDocument> {
  const { auth, ref, document, delivery, timeoutMs, pauseMs } = one;
  const { file, isSummary } = await fileToSend(deps, document);
  const startedAt = deps.clock();
  if (wasPausedTooLong(deps, delivery)) {
    await recordNotSent(deps, one, { endedAt: startedAt });
    return keepWaiting(deps, ref, document, pauseMs);
  }

  const answer = await withDeadline<Answer>(timeoutMs, cancelled, (signal) =>
    isSummary ? deps.dgii.sendRfce(auth, file, signal) : deps.dgii.submitEcf(auth, file, signal),
  );
  const endedAt = deps.clock();
  observeHost(deps, document, answer, endedAt.getTime() - startedAt.getTime());
  const reply = await replyOf(deps, ref, answer.reply);
  logUnlessTaken(deps, ref, answer);

  const next = afterDelivery(answer);
  const result = { answer, startedAt, endedAt, reply, next };
  switch (next.step) {
    case 'query':
      return recordReceived(deps, one, result);
    case 'record':
      return recordFinalAnswer(deps, one, result);
    case 'send-again':
    case 'ask-whether-received':
      return recordNoResult(deps, one, result);
    default:
      return assertNever(next.step);
  }
}

/** The signed file for DGII: the summary if the voucher has one, otherwise the voucher. */
async function fileToSend({ store }: ActivityDeps, { signed, rncEmisor, encf, state }: DocumentRecord) {
  if (signed === undefined) throw new Error(`Document ${encf} is ${state} without signed bytes`);
  const { summary } = signed;
  const xml = await store.getFileBytes(summary?.file ?? signed.file);
  return { file: { fileName: `${rncEmisor}${encf}.xml`, encf, xml }, isSummary: summary !== undefined };
}

interface DeliveryResult {
  readonly answer: Answer;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly reply: Pick<Delivery, 'httpStatus' | 'replyFile'>;
  readonly next: AfterDelivery;
}

async function recordReceived(
  deps: ActivityDeps,
  { ref, delivery }: DeliveryToMake,
  { answer, endedAt, reply }: DeliveryResult,
): Promise<CurrentDocument> {
  const { trackId } = answerOfKind(answer, 'received');
  const patch = { outcome: 'received', trackId, endedAt, ...reply } as const;
  const times = { now: endedAt, nextCheckAt: nextCheckAfter(deps, 0) };
  const write = () => deps.store.recordSubmitted(ref, [trackId], { delivery, patch }, times);
  return (await retryWhileLedgerIsAway(write)) ?? readCurrent(deps, ref);
}

/** DGII answers a summary with the verdict itself. */
async function recordFinalAnswer(
  deps: ActivityDeps,
  { ref, document, delivery }: DeliveryToMake,
  { answer, endedAt, reply, next: { suspendFor } }: DeliveryResult,
): Promise<CurrentDocument> {
  const { reply: raw, ...result } = answerOfKind(answer, 'final');
  const replyFile = reply.replyFile ?? (await keepReply(deps, ref, raw));
  const ends = { delivery, patch: { outcome: 'received', endedAt, ...reply } as const };
  return retryWhileLedgerIsAway(() =>
    recordDgiiVerdict(deps, ref, { result, suspendFor, document, trackId: null, replyFile, ends }),
  );
}

/** DGII did not take the voucher, or nobody knows whether it did. */
async function recordNoResult(
  deps: ActivityDeps,
  one: DeliveryToMake,
  { answer, startedAt, endedAt, reply, next }: DeliveryResult,
): Promise<CurrentDocument> {
  const { auth, ref, document, delivery, pauseMs } = one;
  const isRefused = next.outcome === 'refused';
  const patch: Partial<Delivery> = {
    // If the delivery may have arrived, it gets no outcome. So the next try asks DGII before it sends.
    ...(next.outcome !== 'open' && { outcome: next.outcome, endedAt }),
    ...(isRefused && next.suspendFor !== null && { signerRefused: true }),
    ...codesSaid(answer),
    ...reply,
  };
  if (next.outcome === 'not-sent') await recordNotSent(deps, one, patch);
  else await deps.store.updateDelivery(ref, delivery, patch);

  // If an old certificate signed these bytes, the refusal is not about the company's current certificate.
  const { fingerprint: certificate } = auth.certificate;
  const replaced = isRefused && document.signed?.certificate !== certificate;
  const suspendFor = replaced ? null : next.suspendFor;
  return waitAfter(deps, ref, { ...next, suspendFor }, { askedAt: startedAt, pauseMs, certificate });
}

/** Nothing went out. An operator's order permits one delivery, so the order stays valid. */
async function recordNotSent(
  deps: ActivityDeps,
  { ref, document, delivery }: DeliveryToMake,
  patch: Partial<Delivery>,
): Promise<void> {
  await deps.store.updateDelivery(ref, delivery, { outcome: 'not-sent', ...patch }, document.forced);
}

type Answer = SubmitAnswer | RfceAnswer;

function observeHost(
  { dgiiSpeed, outages }: ActivityDeps,
  document: DocumentRecord,
  answer: Answer,
  tookMs: number,
): void {
  const host = dgiiHostOf(document);
  dgiiSpeed.observe(host, tookMs, answer.reply !== null);
  const { waiting } = afterDelivery(answer);
  const held = answer.kind === 'not-sent' && heldBack.includes(answer.cause);
  const isUnclear = answer.kind === 'unknown' && answer.cause === 'answered';
  if (isRepeatedSoon(waiting) && !held && !isUnclear) outages.observe(host, false);
  if (answer.kind !== 'not-sent' && waiting === null) outages.observe(host, true);
}

/** DGII's codes when it refused. If the delivery stays open, they mean that DGII said that the number is used. */
function codesSaid(answer: Answer): Pick<Delivery, 'codes'> {
  if (answer.kind !== 'refused' && answer.kind !== 'final') return {};
  return { codes: codesOf(answer) };
}

function codesOf({ mensajes }: Pick<FinalResult, 'mensajes'>): string[] {
  return mensajes.slice(0, codesMax).map(({ codigo }) => codigo.slice(0, deliveryCodeCharsMax));
}

function logUnlessTaken({ log }: ActivityDeps, ref: AttemptRef, answer: Answer): void {
  if (answer.kind === 'refused')
    log.error({ ...ref, cause: answer.cause, ...codesSaid(answer) }, 'DGII refused a delivery');
  if (answer.kind === 'not-sent')
    log.warn({ ...ref, cause: answer.cause, detail: answer.detail }, 'nothing was sent to DGII');
  if (answer.kind === 'unknown')
    log.warn(
      { ...ref, detail: answer.detail, ...(answer.cause === 'answered' && { codes: codesOf(answer) }) },
      answer.cause === 'answered'
        ? 'DGII answered a delivery, but not whether it has it'
        : 'a delivery has no answer',
    );
  if (answer.kind === 'transient')
    log.warn({ ...ref, detail: '004' }, 'DGII answered 004, so it may have the delivery');
}

/**
 * Retries a write for a moment when the ledger is unreachable. If we lose DGII's answer here, we must ask DGII for it, and
 * certification does not offer that question. The retries are few, because another worker may already be asking.
 */
async function retryWhileLedgerIsAway<T>(write: () => Promise<T>): Promise<T> {
  for (const pauseMs of ledgerPausesMs) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
    }
    await sleep(pauseMs);
  }
  return write();
}

const ledgerPausesMs = [50, 100, 200, 400, 800];
