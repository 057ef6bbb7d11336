/** The people of the web application and their roles in a company. No result contains a secret. */
import {
  type CompanyRole,
  type Invitation,
  type Membership,
  type Person,
} from '../../ledger/people/person.js';
import type { Company } from '../../ledger/companies/company.js';
import type { Ledger, OperatorDeps } from '../deps.js';

interface PersonView extends Pick<Person, 'personId' | 'email' | 'name' | 'support' | 'secondFactor'> {
  readonly memberships: readonly Membership[];
}

/** The limit for the people of one company, and on the command line for all people of the service. */
export const peopleListed = 1_000;

export async function listPeople(
  { store }: Pick<Ledger<'listPeople'>, 'store'>,
  company?: Company,
): Promise<PersonView[]> {
  return (await store.listPeople(company?.companyId, peopleListed)).map(viewOf);
}

export function listInvitations(
  { store, clock }: OperatorDeps,
  { companyId }: Company,
): Promise<readonly Invitation[]> {
  return store.listInvitations(companyId, clock(), peopleListed);
}

export function roleIn(
  { memberships }: Pick<Person, 'memberships'>,
  companyId: number,
): CompanyRole | undefined {
  return memberships.find((one) => one.companyId === companyId)?.role;
}

function viewOf({ personId, email, name, support, secondFactor, memberships }: Person): PersonView {
  return { personId, email, name, support, secondFactor, memberships };
}
