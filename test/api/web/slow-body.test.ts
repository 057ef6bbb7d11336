/** What is revoked while the body of a request arrives takes effect on that request. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { Person } from '../../../src/ledger/people/person.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { until } from '../../harness/until.js';
import { signedIn } from './desk/signed-in.js';
import { startWeb, type Browser, type Web } from './harness.js';

let web: Web;
let company: Company;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany();
});

/** Adds a user in two pieces, and calls `between` when the first one has passed the checks. */
async function addUserSlowly(browser: Browser, between: () => Promise<unknown>): Promise<number> {
  const body = JSON.stringify({ usuario: `erp-${Date.now()}`, clave: 'una-clave-de-prueba' });
  const { findPerson } = web.store;
  let checks = 0;
  Object.assign(web.store, {
    findPerson: async (personId: string) => {
      const found = await findPerson(personId);
      checks += 1;
      return found;
    },
  });
  try {
    const asked = request(`${web.url}/app/api/companies/${company.companyId}/users`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(body.length),
        origin: web.url,
        'sec-fetch-site': 'same-origin',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    asked.write(body.slice(0, 10));
    await until('the first checks have passed', () => Promise.resolve(checks > 0));
    await between();
    asked.end(body.slice(10));
    const [response] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    return response.statusCode;
  } finally {
    Object.assign(web.store, { findPerson });
  }
}

test.each<{ revoked: string; between: (person: Person) => Promise<unknown>; status: number }>([
  { revoked: 'nothing', between: async () => undefined, status: 200 },
  {
    revoked: 'the session',
    between: ({ personId }) => web.store.endSessions(personId),
    status: 401,
  },
  {
    revoked: 'the role',
    between: ({ personId }) =>
      web.store.changeMembership(personId, { companyId: company.companyId, role: 'consulta' }),
    status: 403,
  },
])('$revoked: the answer is $status', async ({ between, status }) => {
  const { person, browser } = await signedIn(web, 'administrador', company);
  expect(await addUserSlowly(browser, () => between(person))).toBe(status);
});
