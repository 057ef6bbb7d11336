/** A person, or a company with many people, cannot keep the api busy with requests of the web application, from however many networks. */
import type { Company } from '../../../../src/ledger/companies/company.js';
import { cheapHash } from '../../../harness/samples/cheap-hash.js';
import { clave, startWeb, type Browser, type Web } from '../harness.js';
import { signedIn } from '../desk/signed-in.js';

const ofPersonMax = 10;
const ofCompanyMax = 15;
/** Calls are counted in windows of ten seconds. */
const windowSeconds = 10;

let web: Web;
/** The people whose records were read. */
const read: string[] = [];
let network = 0;

beforeAll(async () => {
  web = await startWeb({
    trustProxy: ['127.0.0.1'],
    callsPerMinute: { ofPerson: 6 * ofPersonMax, ofCompany: 6 * ofCompanyMax },
  });
  // A window may end during a test, so all of them share one count.
  const count = web.store.count.bind(web.store);
  web.store.count = (id, by, expiresAt) => count(id.replace(/^web-calls:\d+/, 'web-calls:0'), by, expiresAt);
  const findPerson = web.store.findPerson.bind(web.store);
  web.store.findPerson = (personId) => {
    read.push(personId);
    return findPerson(personId);
  };
});

/** Each request comes from another network. */
const call = (browser: Browser, path: string) =>
  browser.call('GET', path, { headers: { 'x-forwarded-for': `203.0.113.${(network += 1)}` } });

async function callsUntilRefused(browser: Browser, path: string): Promise<number> {
  for (let calls = 0; calls <= ofCompanyMax; calls += 1) {
    const { status, body, headers } = await call(browser, path);
    if (status === 200) continue;
    expect([status, body['code']]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const afterSeconds = Number(headers['retry-after']);
    expect(afterSeconds >= 1 && afterSeconds <= windowSeconds).toBe(true);
    return calls;
  }
  throw new Error('Nothing was refused');
}

const overview = ({ companyId }: Company) => `/companies/${companyId}`;

test('a person who asks too often gets 429 before the person is read; others go on', async () => {
  const { person, browser } = await signedIn(web, 'administrador', await web.addCompany());
  await callsUntilRefused(browser, '/companies');
  read.length = 0;
  expect((await call(browser, '/companies')).status).toBe(429);
  expect(read).not.toContain(person.personId);
  const other = await web.addCompany();
  const { browser: ofOther } = await signedIn(web, 'administrador', other);
  expect((await call(ofOther, overview(other))).status).toBe(200);
});

test('what takes away access is bound by the limit of who asks alone, not by what the company has used up', async () => {
  const company = await web.addCompany();
  const { companyId, rnc } = company;
  const people = `${overview(company)}/people`;
  const users = `${overview(company)}/users`;
  const known = { usuario: 'caja-1', disabled: false };
  await web.store.addUser({ ...known, companyId, rnc, passwordHash: cheapHash(clave) });
  const { browser: administrator } = await signedIn(web, 'administrador', company);
  const leaving = [await signedIn(web, 'administrador', company), await signedIn(web, 'consulta', company)];
  const guest = { email: 'complice@prueba.example', role: 'administrador' };
  expect((await leaving[0]!.browser.call('POST', people, { body: guest })).status).toBe(200);
  for (const { browser } of leaving) await callsUntilRefused(browser, overview(company));
  expect((await call(administrator, overview(company))).status).toBe(429);

  const listed = await call(administrator, people);
  expect(listed).toMatchObject({ status: 200, body: { invitations: [{ email: guest.email }] } });
  const [invitation] = listed.body['invitations'] as readonly { readonly invitationId: string }[];
  expect(await call(administrator, users)).toMatchObject({ status: 200, body: [known] });
  const path = `${people}/${leaving[0]!.person.personId}`;
  const statuses = [
    await administrator.call('DELETE', `${overview(company)}/invitations/${invitation!.invitationId}`),
    await administrator.call('PATCH', `${users}/${known.usuario}`, { body: { disabled: true } }),
    await administrator.call('DELETE', `${path}/sessions`),
    await administrator.call('PATCH', path, { body: { role: null } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  // Three more calls were made above; the first of them was refused.
  expect(await callsUntilRefused(administrator, people)).toBe(ofPersonMax - statuses.length - 3);
});

test('the people of a company together, too; a stranger to the company uses none of it', async () => {
  const company = await web.addCompany();
  const people = [await signedIn(web, 'administrador', company), await signedIn(web, 'consulta', company)];
  const { browser: stranger } = await signedIn(web, 'administrador', await web.addCompany());
  for (let calls = 0; calls < ofPersonMax / 2; calls += 1)
    expect((await call(stranger, overview(company))).status).toBe(404);
  let answered = 0;
  for (const { browser } of people) answered += await callsUntilRefused(browser, overview(company));
  expect(answered).toBe(ofCompanyMax);
});
