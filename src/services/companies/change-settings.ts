/** A company's settings: the environment its vouchers go to, with both consents to production, and the others. */
import type { Environment } from '../../ecf/model/environments.js';
import type {
  CompanySettings,
  EnvironmentOutcome,
  NotAllowed,
} from '../../ledger/companies/company-settings.js';
import type { Company } from '../../ledger/companies/company.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

export interface EnvironmentChange {
  readonly to: Environment;
  /** Changes the environment even while vouchers are not final. They finish in the environment that admitted them. */
  readonly withOpenVouchers?: boolean;
  /** `allow`: the company consents to production. `deny`: it leaves production, or stays outside it, and withdraws its consent. */
  readonly consent?: 'allow' | 'deny' | undefined;
}

/** Moves a company to another environment. Its users' tokens then end. */
export async function setEnvironment(
  deps: OperatorDeps,
  company: Company,
  { to, withOpenVouchers = false, consent }: EnvironmentChange,
): Promise<EnvironmentOutcome> {
  const { companyId } = company;
  if (to === 'production') {
    const productionAllowed = consent === undefined ? company.productionAllowed : consent === 'allow';
    const refusal = missingConsents(deps, { productionAllowed });
    if (refusal !== undefined) return refusal;
  } else if (consent === 'deny') {
    const { production: vouchers = 0 } = await deps.store.countPending(companyId);
    const { requests } = await deps.store.annulmentsUnderWay(companyId, 'production');
    const count = vouchers + requests;
    if (count > 0) return refused('DOCUMENTS_NOT_FINAL', { count, neededConsent: true });
  }
  return deps.store.setEnvironment(companyId, {
    environment: to,
    force: withOpenVouchers,
    ...(consent === 'allow' && to === 'production' && { productionAllowed: true }),
    ...(consent === 'deny' && { productionAllowed: false }),
  });
}

/** @param company with the consent that it has, or with the one that it is about to give */
export function missingConsents(
  { allowProduction }: Pick<OperatorDeps, 'allowProduction'>,
  { productionAllowed }: Pick<Company, 'productionAllowed'>,
): NotAllowed | undefined {
  if (allowProduction && productionAllowed) return undefined;
  return refused('PRODUCTION_NOT_ALLOWED', {
    missing: [
      ...(allowProduction ? [] : (['service'] as const)),
      ...(productionAllowed ? [] : (['company'] as const)),
    ],
  });
}

export async function changeSettings(
  { store }: OperatorDeps,
  companyId: number,
  settings: CompanySettings,
): Promise<{ readonly outcome: 'changed' } | Refused<'COMPANY_NOT_FOUND'>> {
  return (await store.changeSettings(companyId, settings))
    ? { outcome: 'changed' }
    : refused('COMPANY_NOT_FOUND');
}
