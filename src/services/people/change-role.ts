/** Changes a person's role in a company, or removes the person from it. */
import { companyRoles, type CompanyRole, type Person } from '../../ledger/people/person.js';
import type { Company } from '../../ledger/companies/company.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';
import { takeStock, type LeftBehind } from './left-behind.js';
import { peopleListed, roleIn } from './list-people.js';

export type ChangedRole =
  /** Without `left` the person keeps what the earlier role allowed. */
  | { readonly outcome: 'changed'; readonly left?: LeftBehind }
  | Refused<'PERSON_NOT_FOUND' | 'LAST_ADMINISTRATOR'>;

/**
 * Changes a person's role from the next request on; `role` null removes the person from the company. A removal and a lower role end the
 * person's sessions, withdraw the links that the person made for the company, and say what else is left of the person. Two administrators who remove each
 * other at the same moment may both succeed; then somebody of the platform must name a new one.
 */
export async function changeRole(
  deps: OperatorDeps,
  company: Company,
  { personId, role }: { readonly personId: string; readonly role: CompanyRole | null },
): Promise<ChangedRole> {
  const { companyId } = company;
  const people = await deps.store.listPeople(companyId, peopleListed);
  const isAdministrator = (person: Person) => roleIn(person, companyId) === 'administrador';
  const others = people.filter((person) => person.personId !== personId);
  const person = people.find((one) => one.personId === personId);
  if (person === undefined) return refused('PERSON_NOT_FOUND');
  if (isAdministrator(person) && role !== 'administrador' && !others.some(isAdministrator))
    return refused('LAST_ADMINISTRATOR');
  // Otherwise the person could come back with a link that was not used yet, or with one that was used but not removed.
  if (role === null) await deps.store.withdrawInvitations(companyId, person.email);
  const before = roleIn(person, companyId);
  const loses =
    role === null || (before !== undefined && companyRoles.indexOf(role) > companyRoles.indexOf(before));
  const changed = await giveRole(deps, { personId, companyId, role, loses });
  if (!changed) return refused('PERSON_NOT_FOUND');
  return loses
    ? { outcome: 'changed', left: await takeStock(deps, company, personId) }
    : { outcome: 'changed' };
}

interface GivenRole {
  readonly personId: string;
  readonly companyId: number;
  readonly role: CompanyRole | null;
  readonly loses: boolean;
}

function giveRole(
  { store }: OperatorDeps,
  { personId, companyId, role, loses }: GivenRole,
): Promise<boolean> {
  if (role === null) return store.removeMembership(personId, companyId);
  return loses
    ? store.lowerMembership(personId, { companyId, role })
    : store.changeMembership(personId, { companyId, role });
}
