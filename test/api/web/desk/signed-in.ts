/** People who are logged in, for the tests of the resources. */
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { Membership, Person } from '../../../../src/ledger/people/person.js';
import type { Company } from '../../../../src/ledger/store.js';
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
    ...{ demo: true, support: role === 'soporte' },
    memberships: role === 'soporte' ? [] : companies.map(({ companyId }) => ({ companyId, role })),
  });
  const browser = web.browser();
  const sid = randomUUID();
  const { personId, generation } = person;
  const session = { cookie: { maxAge: 1_800_000 }, personId, generation, startedAtMs: Date.now() };
  await new Promise<void>((resolve, reject) => {
    web.store
      .openSessions()
      .set(sid, session as never, (error) => (error ? reject(error as Error) : resolve()));
  });
  const key = Buffer.from(hkdfSync('sha256', 'w'.repeat(32), '', 'ecf web session cookie', 32)).toString(
    'base64url',
  );
  const signature = createHmac('sha256', key).update(sid).digest('base64').replace(/=+$/, '');
  browser.cookies.set('ecf_session', encodeURIComponent(`s:${sid}.${signature}`));
  return { person, browser };
}
