/** The role of a person that the pages show. */
import type { Person } from '../../../ledger/people/person.js';
import { rolesOf, type Role } from '../permissions.js';

/** The role in the company if there is one, else the platform's, because the company's role says more about the daily work. */
export function shownRole(person: Person, companyId: number): Role | undefined {
  return rolesOf(person, companyId).at(-1);
}
