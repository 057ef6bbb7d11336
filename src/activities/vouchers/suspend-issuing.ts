/** The suspension of a company whose signer DGII refuses: its start, and what it means for a voucher that is ready to go out. */
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import { waitOfSignerRefusal } from '../../dgii/replies/next-step.js';
import type { Company } from '../../ledger/companies/company.js';
import { suspensionIn, type SignerRefused } from '../../ledger/companies/suspensions.js';
import type { ActivityDeps } from '../deps.js';

/** The start is logged as an error, because the company issues nothing until a person acts. */
export async function suspendIssuing(
  { store, log, clock }: Pick<ActivityDeps, 'store' | 'log' | 'clock'>,
  companyId: number,
  environment: Environment,
  refused: SignerRefused,
): Promise<void> {
  const started = await store.suspendIssuing(companyId, environment, refused, clock());
  const { reason } = refused;
  if (started)
    log.error(
      { companyId, environment, code: reason },
      'DGII refuses the company’s signer: it issues nothing',
    );
}

/** What the vouchers of a suspended company wait for. Null: the company may deliver there. */
export function waitOfSuspension(
  company: Company | undefined,
  environment: Environment,
): WaitingReason | null {
  const refusal = suspensionIn(company, environment);
  return refusal === undefined ? null : waitOfSignerRefusal(refusal);
}
