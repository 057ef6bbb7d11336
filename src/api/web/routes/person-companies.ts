/** The companies of a person, and the role that the pages show. */
import type { Person } from '../../../ledger/people/person.js';
import type { Company } from '../../../ledger/store.js';
import { rolesOf, type Role } from '../permissions.js';
import type { RouteDeps } from '../route-deps.js';

/** In the order of the ids. A company that does not exist is left out. */
export async function findCompanies(
  { store }: Pick<RouteDeps, 'store'>,
  ids: readonly number[],
): Promise<readonly Company[]> {
  const found = await Promise.all(ids.map((companyId) => store.findCompany(companyId)));
  return found.filter((company) => company !== undefined);
}

/** A membership says more about the daily work than the platform's role. */
export function shownRole(person: Person, companyId: number): Role | undefined {
  return rolesOf(person, companyId).at(-1);
}
