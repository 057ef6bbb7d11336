/** Resets a person who lost the password or the second factor, or whose account somebody else may use. */
import type { OperatorDeps } from '../deps.js';
import { normalEmail } from './email.js';
import { takeStock, type LeftBehind } from './left-behind.js';
import { refused, type Refused } from '../../shared/refused.js';
import { type Invited, issueInvitation } from './invite-person.js';

export interface ResetPerson extends Invited {
  /** What somebody with this account made in each company. */
  readonly left: readonly (LeftBehind & { readonly companyId: number })[];
}

/**
 * Removes the person's password, second factor and sessions, and withdraws the open links that the person made. With the new link the person
 * chooses a password.
 */
export async function resetPerson(
  deps: OperatorDeps,
  email: string,
  operator: string,
): Promise<ResetPerson | Refused<'PERSON_NOT_FOUND'>> {
  const { store } = deps;
  const person = await store.findPersonByEmail(normalEmail(email));
  if (person === undefined) return refused('PERSON_NOT_FOUND');
  const { personId, memberships } = person;
  await store.resetPerson(personId);
  const companies = await store.findCompanies(memberships.map(({ companyId }) => companyId));
  const left: ResetPerson['left'][number][] = [];
  for (const company of companies)
    left.push({ companyId: company.companyId, ...(await takeStock(deps, company, personId)) });
  // Of companies that the person has left, and of the platform.
  await store.withdrawInvitationsBy(personId);
  return {
    ...(await issueInvitation(deps, { email: person.email, personId, invitedBy: { operator } })),
    left,
  };
}
