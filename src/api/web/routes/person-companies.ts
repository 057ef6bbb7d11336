/** The companies of a person, and the person's role that the pages show. */
import type { Person } from '../../../ledger/people/person.js';
import type { Company } from '../../../ledger/store.js';
import { rolesOf, type Role } from '../permissions.js';
import type { RouteDeps } from '../route-deps.js';

/** The companies in the order of the ids, without those that do not exist. */
export async function findCompanies(
  { store }: Pick<RouteDeps, 'store'>,
  ids: readonly number[],
): Promise<readonly Company[]> {
  const found = await Promise.all(ids.map((companyId) => store.findCompany(companyId)));
  return found.filter((company) => company !== undefined);
}

/** The role in the company if there is one, else the platform's, because the company's role says more about the daily work. */
export function shownRole(person: Person, companyId: number): Role | undefined {
  return rolesOf(person, companyId).at(-1);
}
