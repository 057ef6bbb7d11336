/** The company, if it is in certification now: another person may have moved it to another environment. */
import type { Company } from '../../ledger/companies/company.js';
import type { Store } from '../../ledger/ledger.js';
import { refused, type Refused } from '../../shared/refused.js';

export async function companyInCertification(
  { store }: { readonly store: Pick<Store, 'findCompany'> },
  companyId: number,
): Promise<Company | Refused<'COMPANY_NOT_FOUND' | 'NOT_IN_CERTIFICATION'>> {
  const company = await store.findCompany(companyId);
  if (company === undefined) return refused('COMPANY_NOT_FOUND');
  return company.environment === 'certification' ? company : refused('NOT_IN_CERTIFICATION');
}
