/** People who are logged in, for the tests of the resources. */
import type { Membership, Person } from '../../../../src/ledger/people/person.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { Browser, Web } from '../harness.js';

export interface SignedIn {
  readonly person: Person;
  readonly browser: Browser;
}

/** People of the demo need no second factor, so that these tests are about the resources alone. */
export async function signedIn(
  web: Web,
  role: Membership['role'] | 'soporte',
  ...companies: readonly Pick<Company, 'companyId'>[]
): Promise<SignedIn> {
  const person = await web.addPerson({
    demo: true,
    support: role === 'soporte',
    memberships: role === 'soporte' ? [] : companies.map(({ companyId }) => ({ companyId, role })),
  });
  return { person, browser: await web.loggedIn(person) };
}
