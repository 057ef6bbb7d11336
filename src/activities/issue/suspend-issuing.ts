/** Suspends a company whose signer DGII refuses, and makes the start of the suspension visible to the operator. */
import type { Environment } from '../../ecf/model/environments.js';
import type { SignerRefused } from '../../ledger/companies/suspensions.js';
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
