/** What people of the platform do is on a page: in the log of the company that it touches, and in the log of the platform. */
import { signedIn } from '../desk/signed-in.js';
import { startWeb, type Browser, type Web } from '../harness.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});

interface Entry {
  readonly action: string;
  readonly email: string | null;
  readonly support: boolean;
  readonly companyIds?: readonly number[];
}

async function log(browser: Browser, path: string): Promise<readonly Entry[]> {
  return ((await browser.call('GET', path)).body as unknown as { items: readonly Entry[] }).items;
}

test('an act of support in a company is in the log of the company, marked, and in the log of the platform', async () => {
  const company = await web.addCompany();
  const { companyId } = company;
  const { browser: admin } = await signedIn(web, 'administrador', company);
  const { browser: support, person } = await signedIn(web, 'soporte');
  const body = { razonSocial: 'NOMBRE CORREGIDO SRL' };
  expect((await support.call('PATCH', `/companies/${companyId}/name`, { body })).status).toBe(200);
  const [ofCompany] = await log(admin, `/companies/${companyId}/audit`);
  expect(ofCompany).toMatchObject({ action: 'company.name', email: person.email, support: true });
  expect(ofCompany).not.toHaveProperty('companyIds');
  const [ofPlatform] = await log(support, '/audit');
  expect(ofPlatform).toMatchObject({ action: 'company.name', email: person.email, companyIds: [companyId] });
});

test('an act of a company’s own people is not in the log of the platform', async () => {
  const company = await web.addCompany();
  const { browser: admin, person } = await signedIn(web, 'administrador', company);
  const { browser: support } = await signedIn(web, 'soporte');
  const body = { razonSocial: 'NOMBRE CORREGIDO SRL' };
  await admin.call('PATCH', `/companies/${company.companyId}/name`, { body });
  const [entry] = await log(admin, `/companies/${company.companyId}/audit`);
  expect(entry).toMatchObject({ email: person.email, support: false });
  expect(await log(support, `/audit?person=${person.personId}`)).toEqual([]);
});

test('acts of support that touch no company are in the log of the platform: logins, wrong passwords, the own account', async () => {
  const { browser, person } = await signedIn(web, 'soporte');
  await web.logIn(web.browser(), person, 'no-es-la-clave');
  await browser.call('POST', '/session/password', {
    body: { password: 'no-es-la-clave', newPassword: 'cuatro-gatos-verdes-7' },
  });
  const entries = await log(browser, `/audit?person=${person.personId}`);
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'password.change',
    'session.start',
    'session.start',
  ]);
  expect(await log(browser, `/audit?person=${person.personId}&action=password.change`)).toHaveLength(1);
  // What an operator does on the command line and touches no company.
  const act = { actId: 'reseal', at: new Date(), action: 'certificate.reseal', operator: 'ana@servidor' };
  await web.store.recordAct({ ...act, companyIds: [], platform: true });
  expect(await log(browser, '/audit?action=certificate.reseal')).toMatchObject([{ email: null }]);
});

test('a company that support adds has that act in its own log', async () => {
  const { browser, person } = await signedIn(web, 'soporte');
  const rnc = '101023122';
  const body = { rnc, razonSocial: 'EMPRESA NUEVA SRL', origin: 'client', environment: 'certification' };
  const { companyId } = (await browser.call('POST', '/companies', { body })).body as { companyId: number };
  const { browser: admin } = await signedIn(web, 'administrador', { companyId });
  const entries = await log(admin, `/companies/${companyId}/audit?action=company.add`);
  expect(entries).toMatchObject([{ email: person.email, support: true, outcome: 'done' }]);
});

test('only the platform reads its log', async () => {
  const company = await web.addCompany();
  const { browser: admin } = await signedIn(web, 'administrador', company);
  expect((await admin.call('GET', '/audit')).status).toBe(403);
});
