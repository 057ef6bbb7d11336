/** Adds a company for which the service issues, and corrects its name. */
import type { Environment } from '../../ecf/model/environments.js';
import { isRnc } from '../../ecf/model/rnc.js';
import type { AddedCompany } from '../../ledger/companies/companies.js';
import type { Company } from '../../ledger/companies/company.js';
import type { OperatorDeps } from '../deps.js';
import { isCompanyName } from '../input-rules.js';
import { changeSettings } from './change-settings.js';
import { refused, type Refused } from '../../shared/refused.js';

export interface NewCompany extends Pick<Company, 'rnc' | 'razonSocial' | 'origin' | 'addedByKey'> {
  /** A new company is never in production. It gets there by `setEnvironment`, which requires both consents. */
  readonly environment: Exclude<Environment, 'production'>;
  /** Absent to take the next free id. */
  readonly companyId?: number;
}

export async function addCompany(
  { store }: OperatorDeps,
  { companyId, ...company }: NewCompany,
): Promise<AddedCompany | Refused<'RNC_INVALID' | 'NAME_INVALID'>> {
  if (!isRnc(company.rnc)) return refused('RNC_INVALID');
  if (!isCompanyName(company.razonSocial)) return refused('NAME_INVALID');
  return store.addCompany({ ...company, productionAllowed: false }, companyId);
}

/** Corrects the razón social that pages and new vouchers of the web application show. Vouchers keep the name that they were signed with. */
export async function renameCompany(
  deps: OperatorDeps,
  companyId: number,
  razonSocial: string,
): Promise<{ readonly outcome: 'changed' } | Refused<'NAME_INVALID' | 'COMPANY_NOT_FOUND'>> {
  return isCompanyName(razonSocial)
    ? changeSettings(deps, companyId, { razonSocial })
    : refused('NAME_INVALID');
}
