/** What all steps share: they read the record, mark a voucher that waits, and keep DGII's replies. */
import type { DgiiReply } from '../../dgii/replies/answers.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import { type DocumentRecord, type FileRef, replyRoomBytes } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';

/** The record of an attempt as the ledger has it now. `superseded`: a later attempt replaced it. */
export type Current = DocumentRecord | 'superseded';

/** `recent`: the record that the previous step returned a moment ago (recent-records.ts). Only for quick steps. */
export interface FromPreviousStep {
  readonly recent?: DocumentRecord | undefined;
}

export async function load(deps: ActivityDeps, ref: AttemptRef): Promise<Current> {
  return currentOf(ref, await deps.store.findDocument(ref.companyId, ref.environment, ref.encf));
}

/** Throws when there is no record: a workflow starts only after its voucher was admitted. */
export function currentOf(ref: AttemptRef, document: DocumentRecord | undefined): Current {
  if (document === undefined)
    throw new Error(`No document ${ref.encf} of company ${ref.companyId} in the ledger`);
  return document.attempt === ref.attempt ? document : 'superseded';
}

/** Marks what the voucher waits for (null: only for time), and when the completer checks it. */
export async function markWaiting(
  deps: ActivityDeps,
  ref: AttemptRef,
  reason: WaitingReason | null,
  pauseMs: number,
): Promise<Current> {
  const now = deps.clock();
  const nextTryAt = new Date(now.getTime() + pauseMs);
  await deps.store.recordWaiting(ref, reason, { now, nextTryAt, nextCheckAt: checkAt(deps, pauseMs) });
  return load(deps, ref);
}

/** Nothing new is known. Keep an existing DGII_UNAVAILABLE mark and its start time. */
export function keepWaiting(
  deps: ActivityDeps,
  ref: AttemptRef,
  { waiting }: DocumentRecord,
  pauseMs: number,
): Promise<Current> {
  return markWaiting(deps, ref, waiting?.reason === 'DGII_UNAVAILABLE' ? waiting.reason : null, pauseMs);
}

/** When a worker checks that the run, which tries again after `pauseMs`, has done so. */
export function checkAt(deps: ActivityDeps, pauseMs: number): Date {
  return new Date(deps.clock().getTime() + pauseMs + deps.settings.checkMarginMs);
}

/** Keeps DGII's reply unchanged. A short one is kept within the record, a long one in a file. */
export async function keepReply(deps: ActivityDeps, ref: AttemptRef, reply: DgiiReply): Promise<FileRef> {
  const text = JSON.stringify(reply);
  const kept = await deps.store.keepText(ref.companyId, 'reply', text, deps.clock(), replyRoomBytes);
  return kept.ref;
}
