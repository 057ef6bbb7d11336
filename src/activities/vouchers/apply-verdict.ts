/**
 * Applies a verdict beyond the voucher itself: gives back a number that DGII did not use, and suspends a company whose signer DGII
 * refused. `settleAt` is in the record until that is done. If a worker dies in between, the next step of the voucher does it.
 * Doing it twice is harmless.
 */
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { leavesNumberFree } from '../../ledger/vouchers/live-document.js';
import type { SignerRefusal } from '../../ecf/model/document-states.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import type { CurrentDocument } from './ledger-steps.js';
import { suspendIssuing } from './suspend-issuing.js';

export async function applyVerdict(
  deps: ActivityDeps,
  ref: AttemptRef,
  document: CurrentDocument,
): Promise<void> {
  if (document === 'superseded' || document.settleAt === undefined) return;
  const { verdict } = document;
  // If a later attempt already has the number, it keeps it.
  if (leavesNumberFree(document)) await deps.store.giveBack(ref);
  if (verdict?.configuration !== undefined) await suspend(deps, document, verdict.configuration);
  await deps.store.recordVerdictApplied(ref);
}

async function suspend(
  deps: ActivityDeps,
  { companyId, environment, encf, signed, submissions, finalAt = deps.clock() }: DocumentRecord,
  reason: SignerRefusal,
): Promise<void> {
  const current = await deps.store.currentCertificate(companyId);
  const replaced =
    current !== undefined && signed !== undefined && signed.certificate !== current.fingerprint;
  // The verdict is about an old certificate. The company signs with another one now, so do not suspend it.
  if (replaced) return;
  const askedAt = submissions.at(-1)?.startedAt ?? finalAt;
  await suspendIssuing(deps, companyId, environment, { reason, askedAt, since: finalAt, encf });
}
