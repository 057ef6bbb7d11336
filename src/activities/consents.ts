/** The consents that every sender checks before it sends to DGII or to other taxpayers. */
import type { Environment } from '../ecf/model/environments.js';
import type { Company } from '../ledger/companies/company.js';
import type { ActivityDeps } from './deps.js';

interface ToSend {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf?: string;
  readonly annulmentId?: string;
}

/**
 * Production takes two consents: the operator's and the company's own. Both are checked before each delivery. Logs an error if one is
 * missing.
 */
export function checkConsents(
  { settings, log }: Pick<ActivityDeps, 'settings' | 'log'>,
  { companyId, environment, encf, annulmentId }: ToSend,
  company: Company | undefined,
): boolean {
  const allowed =
    environment !== 'production' || (settings.allowProduction && company?.productionAllowed === true);
  if (!allowed) log.error({ companyId, encf, annulmentId }, 'production is not allowed');
  return allowed;
}
