/** Adds a company for which the service issues. */
import type { Environment } from '../ecf/model/environments.js';
import { isRnc } from '../ecf/model/rnc.js';
import type { Company } from '../ledger/companies/company.js';
import type { OperatorDeps } from './deps.js';
import { isCompanyName } from './input-rules.js';
import { refused, type Refused } from '../shared/refused.js';

export interface NewCompany extends Pick<Company, 'rnc' | 'razonSocial' | 'origin'> {
  /** A new company is never in production. It gets there by `setEnvironment`, which requires both consents. */
  readonly environment: Exclude<Environment, 'production'>;
  /** Absent to take the next free id. */
  readonly companyId?: number;
}

export type AddedCompany =
  | { readonly outcome: 'added'; readonly company: Company }
  | Refused<'RNC_INVALID' | 'NAME_INVALID' | 'COMPANY_EXISTS' | 'COMPANY_ID_TAKEN'>;

export async function addCompany(
  { store }: OperatorDeps,
  { companyId, ...company }: NewCompany,
): Promise<AddedCompany> {
  if (!isRnc(company.rnc)) return refused('RNC_INVALID');
  if (!isCompanyName(company.razonSocial)) return refused('NAME_INVALID');
  const added = await store.addCompany({ ...company, productionAllowed: false }, companyId);
  if (added.outcome === 'added') return added;
  return refused(added.outcome === 'rnc-taken' ? 'COMPANY_EXISTS' : 'COMPANY_ID_TAKEN');
}
