/**
 * What follows from a final state beyond the voucher itself: a number that was not used is given back, and a company whose
 * signer DGII refused is suspended. The ledger says that it is still to be done (`settleAt`), so whoever looks next does it
 * when a worker died in between; doing it twice is harmless.
 */
import type { DocumentRecord } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';

export async function settle(
  deps: ActivityDeps,
  ref: DocumentRef,
  document: DocumentRecord | undefined,
): Promise<void> {
  if (document?.settleAt === undefined) return;
  const { state, verdict, finalAt } = document;
  const { companyId, environment } = ref;
  const free = state === 'refused' || (state === 'rejected' && verdict?.secuenciaUtilizada === false);
  // A later attempt that has the number already keeps it.
  if (free) await deps.store.giveBack(ref);
  if (verdict?.configuration !== undefined && !(await certificateReplaced(deps, document)))
    await deps.store.suspendIssuing(companyId, environment, verdict.configuration, finalAt ?? deps.clock());
  await deps.store.recordSettled(ref);
}

/** Then DGII's verdict says nothing of the certificate that the company signs with now. */
async function certificateReplaced(
  { store }: ActivityDeps,
  { companyId, signed }: DocumentRecord,
): Promise<boolean> {
  const current = await store.currentCertificate(companyId);
  return current !== undefined && signed !== undefined && signed.certificate !== current.fingerprint;
}
