/** Reading and marking the ledger, as every step does it. */
import type { DgiiReply } from '../../dgii/answers.js';
import type { WaitingReason } from '../../ecf/document-states.js';
import { replyRoomBytes, type DocumentRecord } from '../../store/document-record.js';
import type { FileRef } from '../../store/files.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { stepViewOf, type StepView } from './step-result.js';

/** The record of this attempt. Undefined when a later attempt has taken its place, or the ledger does not know it. */
export async function load(deps: ActivityDeps, ref: DocumentRef): Promise<DocumentRecord | undefined> {
  const document = await deps.store.findDocument(ref.companyId, ref.environment, ref.encf);
  if (document === undefined)
    throw new Error(`No document ${ref.encf} of company ${ref.companyId} in the ledger`);
  return document.attempt === ref.attempt ? document : undefined;
}

/** What the workflow of an attempt sees that is no longer the ledger's: it has nothing left to do, and ends. */
export const superseded: StepView = stepViewOf({ state: 'rejected' });

/** The view of what a step wrote; when another process was first (undefined), of what that one wrote. */
export function viewAfter(
  deps: ActivityDeps,
  ref: DocumentRef,
  written: DocumentRecord | undefined,
): StepView | Promise<StepView> {
  return written === undefined ? view(deps, ref) : stepViewOf(written);
}

export async function view(deps: ActivityDeps, ref: DocumentRef): Promise<StepView> {
  const document = await load(deps, ref);
  return document === undefined ? superseded : stepViewOf(document);
}

/** Marks that the step could not be taken (null: no reason to tell of) and when the completer looks after it. */
export async function wait(
  deps: ActivityDeps,
  ref: DocumentRef,
  reason: WaitingReason | null,
  pauseMs: number,
): Promise<StepView> {
  const now = deps.clock();
  const nextTryAt = new Date(now.getTime() + pauseMs);
  await deps.store.recordWaiting(ref, reason, { now, nextTryAt, nextCheckAt: checkAt(deps, pauseMs) });
  return view(deps, ref);
}

/** Nothing new is known of it: what DGII left unanswered waits for DGII, and since when it did before. */
export function waitOn(
  deps: ActivityDeps,
  ref: DocumentRef,
  { waiting }: DocumentRecord,
  pauseMs: number,
): Promise<StepView> {
  return wait(deps, ref, waiting?.reason === 'DGII_UNAVAILABLE' ? waiting.reason : null, pauseMs);
}

/** When the completer may look at a voucher whose run means to go on in `pauseMs`. */
export function checkAt(deps: ActivityDeps, pauseMs: number): Date {
  return new Date(deps.clock().getTime() + pauseMs + deps.settings.checkMarginMs);
}

/** DGII's very words are kept: within the record, or where they are many, as a file that it refers to. */
export async function keepReply(deps: ActivityDeps, ref: DocumentRef, reply: DgiiReply): Promise<FileRef> {
  const text = JSON.stringify(reply);
  const kept = await deps.store.keepText(ref.companyId, 'reply', text, deps.clock(), replyRoomBytes);
  return kept.ref;
}
