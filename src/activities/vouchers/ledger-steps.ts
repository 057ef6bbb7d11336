/** What all steps share, and `park`, the shortest step. */
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { DgiiReply } from '../../dgii/replies/answers.js';
import type { NextStep } from '../../dgii/replies/next-step.js';
import {
  isAboutCertificate,
  isRepeatedSoon,
  type DocumentState,
  type WaitingReason,
} from '../../ecf/model/document-states.js';
import {
  type Delivery,
  type DocumentRecord,
  type FileRef,
  replyRoomBytes,
} from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { suspendIssuing } from './suspend-issuing.js';

/** The record of an attempt as the ledger has it now. `superseded`: a later attempt replaced it. */
export type CurrentDocument = DocumentRecord | 'superseded';

/** `recent`: the record that the previous step returned a moment ago (recent-records.ts). Only for quick steps. */
export interface FromPreviousStep {
  readonly recent?: DocumentRecord | undefined;
}

export async function readCurrent(deps: ActivityDeps, ref: AttemptRef): Promise<CurrentDocument> {
  return currentOf(ref, await deps.store.findDocument(ref.companyId, ref.environment, ref.encf));
}

/** Throws when there is no record: a workflow starts only after its voucher was admitted. */
export function currentOf(ref: AttemptRef, document: DocumentRecord | undefined): CurrentDocument {
  if (document === undefined)
    throw new Error(`No document ${ref.encf} of company ${ref.companyId} in the ledger`);
  return document.attempt === ref.attempt ? document : 'superseded';
}

/** The record if the step has work to do: the attempt is the current one, and in one of these states. */
export function documentIn(
  states: readonly DocumentState[],
  current: CurrentDocument,
): DocumentRecord | undefined {
  return current !== 'superseded' && states.includes(current.state) ? current : undefined;
}

export interface Pause {
  readonly pauseMs: number;
  /** Fingerprint of the company's certificate. Absent if it cannot be opened. */
  readonly certificate?: string;
}

/** Marks what the voucher waits for (null: only for time), and when the completer checks it. */
export async function markWaiting(
  deps: ActivityDeps,
  ref: AttemptRef,
  reason: WaitingReason | null,
  { pauseMs, certificate }: Pause,
): Promise<CurrentDocument> {
  const now = deps.clock();
  const nextTryAt = new Date(now.getTime() + pauseMs);
  const nextCheckAt = nextCheckAfter(deps, pauseMs);
  await deps.store.recordWaiting(ref, reason, {
    now,
    nextTryAt,
    nextCheckAt,
    ...(certificate !== undefined && isAboutCertificate(reason) && { certificate }),
  });
  return readCurrent(deps, ref);
}

/**
 * Lets the voucher wait after an answer of DGII that decides nothing, or after no answer: records the reason and the next try. If DGII
 * refused the company's signer, this also suspends the company, to protect its other vouchers.
 * @param askedAt when we sent the request
 */
export async function waitAfter(
  deps: ActivityDeps,
  ref: AttemptRef,
  { waiting, suspendFor: reason }: Pick<NextStep, 'waiting' | 'suspendFor'>,
  { askedAt, ...pause }: Pause & { readonly askedAt: Date },
): Promise<CurrentDocument> {
  if (reason !== null)
    await suspendIssuing(deps, ref.companyId, ref.environment, {
      reason,
      askedAt,
      since: deps.clock(),
      encf: ref.encf,
    });
  return markWaiting(deps, ref, waiting, pause);
}

/** DGII has a delivery and no result yet. `DGII_SILENT`: for longer than usual. null: the voucher waits only for time. */
export function silentReason(deps: ActivityDeps, document: DocumentRecord): 'DGII_SILENT' | null {
  const since = document.submissions.at(-1)?.startedAt ?? document.receivedAt;
  return deps.clock().getTime() - since.getTime() > deps.settings.silentAfterMs ? 'DGII_SILENT' : null;
}

/** Nothing new is known, so an existing mark that the request is repeated soon keeps its start time. */
export function keepWaiting(
  deps: ActivityDeps,
  ref: AttemptRef,
  { waiting }: DocumentRecord,
  pauseMs: number,
): Promise<CurrentDocument> {
  const reason = waiting?.reason;
  return markWaiting(deps, ref, reason !== undefined && isRepeatedSoon(reason) ? reason : null, { pauseMs });
}

/** park: a run ends without a verdict, so the completer starts another one later. */
export async function park(deps: ActivityDeps, ref: AttemptRef, forMs: number): Promise<CurrentDocument> {
  await deps.store.postponeCheck(ref, new Date(deps.clock().getTime() + forMs));
  return readCurrent(deps, ref);
}

/** When a worker checks that the run, which tries again after `pauseMs`, has done so. */
export function nextCheckAfter(deps: ActivityDeps, pauseMs: number): Date {
  return new Date(deps.clock().getTime() + pauseMs + deps.settings.checkMarginMs);
}

/** DGII lists the trackIds of earlier attempts too, but their verdicts are not about this one. */
export function ofThisAttempt<Listed extends { readonly trackId: string }>(
  { earlierTrackIds }: DocumentRecord,
  listed: readonly Listed[],
): readonly Listed[] {
  return listed.filter(({ trackId }) => !earlierTrackIds.includes(trackId));
}

type OfCompany = Pick<AttemptRef, 'companyId'>;

export function answerOfKind<Answer extends { readonly kind: string }, Kind extends Answer['kind']>(
  answer: Answer,
  kind: Kind,
): Extract<Answer, { kind: Kind }> {
  if (answer.kind !== kind) throw new Error(`Not an answer that is ${kind}: ${answer.kind}`);
  return answer as Extract<Answer, { kind: Kind }>;
}

/** Keeps DGII's reply unchanged. A short one is kept within the record, a long one in a file. */
export async function keepReply(deps: ActivityDeps, ref: OfCompany, reply: DgiiReply): Promise<FileRef> {
  const text = JSON.stringify(reply);
  const kept = await deps.store.keepContent({
    companyId: ref.companyId,
    kind: 'reply',
    content: text,
    now: deps.clock(),
    roomBytes: replyRoomBytes,
  });
  return kept.ref;
}

export async function replyOf(
  deps: ActivityDeps,
  ref: OfCompany,
  reply: DgiiReply | null,
): Promise<Pick<Delivery, 'httpStatus' | 'replyFile'>> {
  return reply === null ? {} : { httpStatus: reply.httpStatus, replyFile: await keepReply(deps, ref, reply) };
}

/** A record stays under 32 KB, so messages are cut. DGII's whole reply is kept beside them. */
const messagesMax = 20;
export const messageCharsMax = 300;
export const messageCodeCharsMax = 40;
const messageBytesMax = 5_000;

/** Messages are cut to what a record has room for. */
export function cutMessages(mensajes: readonly DgiiMessage[]): DgiiMessage[] {
  const kept: DgiiMessage[] = [];
  let room = messageBytesMax;
  for (const { codigo, valor } of mensajes.slice(0, messagesMax)) {
    const message = { codigo: codigo.slice(0, messageCodeCharsMax), valor: valor.slice(0, messageCharsMax) };
    room -= Buffer.byteLength(message.codigo) + Buffer.byteLength(message.valor);
    if (room < 0) break;
    kept.push(message);
  }
  return kept;
}
