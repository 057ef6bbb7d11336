/** Ends a person's sessions in every company and on every device. */
import type { Company } from '../../ledger/companies/company.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';
import { roleIn } from './list-people.js';

export type ChangedPerson = { readonly outcome: 'changed' } | Refused<'PERSON_NOT_FOUND'>;

export async function endSessions(
  { store }: OperatorDeps,
  { companyId }: Company,
  personId: string,
): Promise<ChangedPerson> {
  const person = await store.findPerson(personId);
  if (person === undefined || roleIn(person, companyId) === undefined) return refused('PERSON_NOT_FOUND');
  return (await store.endSessions(personId)) ? { outcome: 'changed' } : refused('PERSON_NOT_FOUND');
}
