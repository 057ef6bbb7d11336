/** What a company's suspension means for a voucher that is ready to go out. */
import { suspensionIn } from '../../ledger/companies/suspensions.js';
import { waitOfSignerRefusal } from '../../dgii/replies/next-step.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Company } from '../../ledger/companies/company.js';

/** What the vouchers of a suspended company wait for. Null: the company may deliver there. */
export function waitOfSuspension(
  company: Company | undefined,
  environment: Environment,
): WaitingReason | null {
  const refusal = suspensionIn(company, environment);
  return refusal === undefined ? null : waitOfSignerRefusal(refusal);
}
