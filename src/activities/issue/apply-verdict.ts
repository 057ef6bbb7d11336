/**
 * What follows from a final state beyond the voucher itself: a number that was not used is given back, and a company whose
 * signer DGII refused is suspended. The ledger says that it is still to be done (`settleAt`), so whoever looks next does it
 * when a worker died in between; doing it twice is harmless.
 */
import type { DocumentRecord } from '../../store/document-record.js';
import type { SignerRefusal } from '../../store/numbering.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';

export async function settle(
  deps: ActivityDeps,
  ref: DocumentRef,
  document: DocumentRecord | undefined,
): Promise<void> {
  if (document?.settleAt === undefined) return;
  const { state, verdict } = document;
  const free = state === 'refused' || (state === 'rejected' && verdict?.secuenciaUtilizada === false);
  // A later attempt that has the number already keeps it.
  if (free) await deps.store.giveBack(ref);
  if (verdict?.configuration !== undefined) await suspend(deps, document, verdict.configuration);
  await deps.store.recordSettled(ref);
}

async function suspend(
  { store, clock }: ActivityDeps,
  { companyId, environment, signed, submissions, finalAt = clock() }: DocumentRecord,
  reason: SignerRefusal,
): Promise<void> {
  const current = await store.currentCertificate(companyId);
  const replaced =
    current !== undefined && signed !== undefined && signed.certificate !== current.fingerprint;
  // Then the verdict says nothing of the certificate that the company signs with now.
  if (replaced) return;
  const askedAt = submissions.at(-1)?.startedAt ?? finalAt;
  await store.suspendIssuing(companyId, environment, { reason, askedAt, since: finalAt });
}
