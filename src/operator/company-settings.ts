/** A company's settings: the environment its vouchers go to, with both consents to production, and its conditional faults. */
import type { Environment } from '../ecf/model/environments.js';
import type { Company } from '../ledger/store.js';
import type { OperatorDeps } from './deps.js';
import { refused, type Refused } from './refused.js';

/** Which of the two consents is missing. The worker checks both at each delivery. */
export type NotAllowed = Refused<
  'PRODUCTION_NOT_ALLOWED',
  { readonly missing: readonly ('service' | 'company')[] }
>;

export interface EnvironmentChange {
  readonly to: Environment;
  /** Also while vouchers are not final. They finish in the environment that admitted them. */
  readonly withOpenVouchers?: boolean;
  /** `allow`: the company consents to production. `deny`: it withdraws its consent as it leaves production. */
  readonly consent?: 'allow' | 'deny' | undefined;
}

export type EnvironmentChanged =
  | { readonly outcome: 'changed'; readonly productionAllowed: boolean }
  | NotAllowed
  /** `neededConsent`: the vouchers are in production, and without the consent they would never finish. */
  | Refused<'DOCUMENTS_NOT_FINAL', { readonly count: number; readonly neededConsent: boolean }>
  | Refused<'COMPANY_NOT_FOUND' | 'ENVIRONMENT_CHANGED_MEANWHILE'>;

/** Ends the company's tokens. */
export async function setEnvironment(
  deps: OperatorDeps,
  company: Company,
  { to, withOpenVouchers = false, consent }: EnvironmentChange,
): Promise<EnvironmentChanged> {
  const { store } = deps;
  const { companyId } = company;
  const consenting = to === 'production' && !company.productionAllowed;
  if (to === 'production') {
    const productionAllowed = consent !== 'deny' && (company.productionAllowed || consent === 'allow');
    const refusal = missingConsents(deps, { productionAllowed });
    if (refusal !== undefined) return refusal;
  } else if (consent === 'deny') {
    const { production: count = 0 } = await store.countPending(companyId);
    if (count > 0) return refused('DOCUMENTS_NOT_FINAL', { count, neededConsent: true });
  }
  if (consenting) await store.setProductionAllowed(companyId, true);
  const outcome = await store.setEnvironment(companyId, to, withOpenVouchers);
  if (outcome.outcome !== 'changed') {
    // The change failed, so withdraw the consent again.
    if (consenting) await store.setProductionAllowed(companyId, false);
    if (outcome.outcome === 'not-final')
      return refused('DOCUMENTS_NOT_FINAL', { count: outcome.count, neededConsent: false });
    if (outcome.refusal === 'PRODUCTION_NOT_ALLOWED')
      return refused(outcome.refusal, { missing: ['company'] });
    return refused(outcome.refusal === 'COMPANY_UNKNOWN' ? 'COMPANY_NOT_FOUND' : outcome.refusal);
  }
  if (consent === 'deny') await store.setProductionAllowed(companyId, false);
  return {
    outcome: 'changed',
    productionAllowed: consent !== 'deny' && (company.productionAllowed || consenting),
  };
}

/** @param company with its present or intended consent */
export function missingConsents(
  { allowProduction }: OperatorDeps,
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

/** Sets whether conditional faults stop the company's vouchers when the request does not say. */
export async function setConditional(
  { store }: OperatorDeps,
  companyId: number,
  to: NonNullable<Company['conditional']>,
): Promise<{ readonly outcome: 'changed' } | Refused<'COMPANY_NOT_FOUND'>> {
  return (await store.setConditional(companyId, to)) ? { outcome: 'changed' } : refused('COMPANY_NOT_FOUND');
}
