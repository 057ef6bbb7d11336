/** How every step reads the ledger and marks a voucher that waits. */
import type { DgiiReply } from '../../dgii/replies/answers.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import { type DocumentRecord, type FileRef, replyRoomBytes } from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';

/** The record of an attempt. `superseded`: a later attempt has taken its place. */
export type Current = DocumentRecord | 'superseded';

/** For a quick step: the record that the step before returned a moment ago (recent-records.ts). */
export interface Known {
  readonly known?: DocumentRecord | undefined;
}

export async function load(deps: ActivityDeps, ref: AttemptRef): Promise<Current> {
  const document = await deps.store.findDocument(ref.companyId, ref.environment, ref.encf);
  if (document === undefined)
    throw new Error(`No document ${ref.encf} of company ${ref.companyId} in the ledger`);
  return document.attempt === ref.attempt ? document : 'superseded';
}

/** Marks what the voucher waits for (null: only for time), and when the completer looks at it again. */
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

/** When the completer may look at a voucher whose run means to go on in `pauseMs`. */
export function checkAt(deps: ActivityDeps, pauseMs: number): Date {
  return new Date(deps.clock().getTime() + pauseMs + deps.settings.checkMarginMs);
}

/** Keeps DGII's reply as it came: a short one within the record, a long one as a file that the record refers to. */
export async function keepReply(deps: ActivityDeps, ref: AttemptRef, reply: DgiiReply): Promise<FileRef> {
  const text = JSON.stringify(reply);
  const kept = await deps.store.keepText(ref.companyId, 'reply', text, deps.clock(), replyRoomBytes);
  return kept.ref;
}
