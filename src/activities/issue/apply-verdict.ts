/**
 * What follows from a final state beyond the voucher itself: a number that was not used is given back, and a company whose
 * signer DGII refused is suspended. Until that is done the record says so (`settleAt`), and the next step on the voucher does
 * it when a worker died in between. Doing it twice is harmless.
 */
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { SignerRefusal } from '../../ledger/numbering/numbering.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import type { Current } from './ledger-steps.js';

export async function applyVerdict(deps: ActivityDeps, ref: AttemptRef, document: Current): Promise<void> {
  if (document === 'superseded' || document.settleAt === undefined) return;
  const { state, verdict } = document;
  const free = state === 'refused' || (state === 'rejected' && verdict?.secuenciaUtilizada === false);
  // A later attempt that has the number already keeps it.
  if (free) await deps.store.giveBack(ref);
  if (verdict?.configuration !== undefined) await suspend(deps, document, verdict.configuration);
  await deps.store.recordVerdictApplied(ref);
}

async function suspend(
  { store, clock }: ActivityDeps,
  { companyId, environment, signed, submissions, finalAt = clock() }: DocumentRecord,
  reason: SignerRefusal,
): Promise<void> {
  const current = await store.currentCertificate(companyId);
  const replaced =
    current !== undefined && signed !== undefined && signed.certificate !== current.fingerprint;
  // The verdict is about the old certificate. It says nothing about the one that the company signs with now.
  if (replaced) return;
  const askedAt = submissions.at(-1)?.startedAt ?? finalAt;
  await store.suspendIssuing(companyId, environment, { reason, askedAt, since: finalAt });
}
