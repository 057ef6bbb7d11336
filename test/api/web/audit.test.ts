/** The filters of the audit log, and what an entry says about a refusal. */
import type { Company } from '../../../src/ledger/companies/company.js';
import { signedIn } from './desk/signed-in.js';
import { clave, startWeb, type Browser, type Web } from './harness.js';

let web: Web;
let company: Company;
let admin: Browser;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany();
  ({ browser: admin } = await signedIn(web, 'administrador', company));
});

/** An act at a moment of Santo Domingo. */
async function act(at: string, action = 'range.add', code?: string): Promise<void> {
  const { companyId } = company;
  const actId = `${action} ${at}`;
  const about = { personId: 'p', session: 's', ip: '::1', correlationId: 'c', companyIds: [companyId] };
  await web.store.recordAct({ actId, at: new Date(`${at}-04:00`), action, ...about });
  if (code !== undefined) await web.store.recordResult(actId, { at: new Date(), outcome: 'refused', code });
}

const list = (query: string) => admin.call('GET', `/companies/${company.companyId}/audit?${query}`);

test('the days are those of Santo Domingo, both included, together with the other filters', async () => {
  await act('2025-03-09T23:59:59');
  await act('2025-03-10T00:00:00');
  await act('2025-03-11T12:00:00', 'range.change');
  await act('2025-03-11T23:59:59');
  await act('2025-03-12T00:00:00');
  const found = async (query: string) => {
    const { items } = (await list(query)).body as { items: readonly { actId: string }[] };
    return items.map(({ actId }) => actId.split(' ')[1]);
  };
  const days = 'from=10-03-2025&to=11-03-2025';
  expect(await found(days)).toEqual(['2025-03-11T23:59:59', '2025-03-11T12:00:00', '2025-03-10T00:00:00']);
  expect(await found(`${days}&action=range.add`)).toEqual(['2025-03-11T23:59:59', '2025-03-10T00:00:00']);
  expect(await found(`${days}&action=range.change&person=p`)).toEqual(['2025-03-11T12:00:00']);
  expect(await found(`${days}&person=otra`)).toEqual([]);
  expect(await found('to=09-03-2025')).toEqual(['2025-03-09T23:59:59']);
  const { status, body } = await list('from=12-03-2025&to=11-03-2025');
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'REQUEST_INVALID', campo: 'to' });
});

test('an act of the command line names its operator, and no filter by person finds it', async () => {
  const { companyId } = company;
  const at = new Date('2024-06-01T12:00:00Z');
  const operator = 'ana@servidor';
  await web.store.recordAct({ actId: 'cli', at, action: 'company.name', operator, companyIds: [companyId] });
  await web.store.recordResult('cli', { at, outcome: 'done' });
  const none = { personId: null, email: null, session: null, ip: null, correlationId: null };
  expect((await list('from=01-06-2024&to=01-06-2024')).body['items']).toMatchObject([
    { operator, outcome: 'done', ...none },
  ]);
  expect((await list('from=01-06-2024&to=01-06-2024&person=p')).body['items']).toEqual([]);
});

test('the acts of a session have one name, from the login on, whatever id the session has', async () => {
  const person = await web.addPerson({
    demo: true,
    memberships: [{ companyId: company.companyId, role: 'operador' }],
  });
  const [one, two] = [await web.loggedIn(person), await web.loggedIn(person)];
  // A second login in the same browser is another session.
  await web.logIn(two, person);
  for (const browser of [one, two])
    await browser.call('POST', '/session/password', { body: { password: 'x', newPassword: clave } });
  const { items } = (await list(`person=${person.personId}`)).body as {
    items: readonly { action: string; session: string }[];
  };
  const sessions = [...new Set(items.map(({ session }) => session))];
  const actionsOf = (session: string) =>
    items.filter((act) => act.session === session).map(({ action }) => action);
  expect(sessions.map(actionsOf)).toEqual([
    ['password.change', 'session.start'],
    ['password.change', 'session.start'],
    ['session.start'],
  ]);
});

test.each(['action=nada', 'from=2025-03-10', 'to=31-02-2025'])('%s is refused', async (query) => {
  const { status, body } = await list(query);
  expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'REQUEST_INVALID' });
});

test('a refusal has the words that the person read, unless this version no longer has the code', async () => {
  await act('2024-01-01T10:00:00', 'person.role', 'LAST_ADMINISTRATOR');
  await act('2024-01-01T09:00:00', 'person.role', 'CODE_OF_AN_EARLIER_VERSION');
  await act('2024-01-01T08:00:00', 'person.role');
  expect((await list('to=01-01-2024')).body['items']).toMatchObject([
    { outcome: 'refused', code: 'LAST_ADMINISTRATOR', reason: expect.stringContaining('sin administrador') },
    { outcome: 'refused', code: 'CODE_OF_AN_EARLIER_VERSION', reason: null },
    { outcome: 'unknown', code: null, reason: null },
  ]);
});
