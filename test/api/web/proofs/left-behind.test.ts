/** A person who was removed, got a lower role or was reset does not come back by what the person made before. */
import { randomInt } from 'node:crypto';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { CompanyRole } from '../../../../src/ledger/people/person.js';
import { resetPerson } from '../../../../src/services/people/reset-person.js';
import { clave, startWeb, type Browser, type Web } from '../harness.js';

const userPassword = 'clave-de-la-integracion-7';

let web: Web;
let company: Company;
let boss: Browser;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany();
  boss = await web.loggedIn(await addPerson('administrador'));
});

const addPerson = (role: CompanyRole, of = company) =>
  web.addPerson({ memberships: [{ companyId: of.companyId, role }] });
const newEmail = () => `segunda-${randomInt(1_000_000_000)}@prueba.example`;
const folder = (of = company) => `/companies/${of.companyId}`;

async function invite(by: Browser, role: CompanyRole = 'administrador', of = company, email = newEmail()) {
  const { status, body } = await by.call('POST', `${folder(of)}/people`, { body: { email, role } });
  expect(status).toBe(200);
  return { email, token: String(body['invitationUrl']).split('/').at(-1) ?? '' };
}

const accept = (token: string, body: object = { name: 'Otra', password: clave }) =>
  web.browser().call('POST', `/invitations/${token}`, { body });
const setRole = (personId: string, role: CompanyRole | null, by = boss) =>
  by.call('PATCH', `${folder()}/people/${personId}`, { body: { role } });
const addUser = (by: Browser, usuario: string) =>
  by.call('POST', `${folder()}/users`, { body: { usuario, clave: userPassword } });

async function users(by = boss) {
  const { body } = await by.call('GET', `${folder()}/users`);
  return body as unknown as readonly Record<string, unknown>[];
}

test.each([
  { what: 'a removal', role: null },
  { what: 'a lower role', role: 'operador' as const },
  { what: 'the lowest role', role: 'consulta' as const },
])(
  '$what withdraws the links that the person made, ends the sessions, and lists the rest',
  async ({ role }) => {
    const person = await addPerson('administrador');
    const browser = await web.loggedIn(person);
    const open = await invite(browser);
    const joined = await invite(browser, 'administrador');
    expect((await accept(joined.token)).status).toBe(200);
    const usuario = `erp-${randomInt(1_000_000)}`;
    await addUser(browser, usuario);
    const { companyId } = company;
    const audit = { personId: person.personId, session: 's', ip: '::1', correlationId: 'c' };
    const act = { actId: `import-${person.personId}`, at: new Date(), action: 'certificate.import' };
    await web.store.recordAct({ ...act, ...audit, companyIds: [companyId] });
    const fingerprint = `f-${person.personId}`;
    await web.store.recordResult(act.actId, { at: new Date(), outcome: 'done', target: fingerprint });
    await web.store.putCertificate({
      companyId,
      fingerprint,
      certificatePem: '',
      sealedKey: '',
      notBefore: new Date(0),
      notAfter: new Date('2099-01-01'),
      importedAt: new Date(),
    });

    const { left } = (await setRole(person.personId, role)).body as { left: object };
    expect(left).toEqual({
      invitationsWithdrawn: 1,
      users: [{ usuario, disabled: false }],
      keys: [],
      people: [expect.objectContaining({ email: joined.email, name: 'Otra' })],
      certificates: [fingerprint],
    });
    expect((await accept(open.token)).status).toBe(404);
    expect((await browser.call('GET', '/session')).status).toBe(401);
    // The page of users goes on to say so, until somebody sets another password.
    const listed = async () => (await users()).find((one) => one['usuario'] === usuario);
    expect(await listed()).toMatchObject({ madeBy: person.email, passwordBy: person.email, review: true });
    await boss.call('PUT', `${folder()}/users/${usuario}/password`, { body: { clave: `${userPassword}-8` } });
    expect(await listed()).toMatchObject({ madeBy: person.email, review: false });
  },
);

test('a password that the person set for an older user is listed too, and a user with a newer password is not', async () => {
  const person = await addPerson('administrador');
  const browser = await web.loggedIn(person);
  const [older, newer] = [`a-${randomInt(1_000_000)}`, `b-${randomInt(1_000_000)}`];
  await addUser(boss, older);
  await addUser(browser, newer);
  await browser.call('PUT', `${folder()}/users/${older}/password`, { body: { clave: `${userPassword}-8` } });
  await boss.call('PUT', `${folder()}/users/${newer}/password`, { body: { clave: `${userPassword}-9` } });
  const { left } = (await setRole(person.personId, null)).body as { left: { users: object } };
  expect(left.users).toEqual([{ usuario: older, disabled: false }]);
});

test('the links of other administrators, and those for another company, stay', async () => {
  const other = await web.addCompany();
  const person = await web.addPerson({
    memberships: [company, other].map(({ companyId }) => ({ companyId, role: 'administrador' })),
  });
  const browser = await web.loggedIn(person);
  const ofBoss = await invite(boss);
  const elsewhere = await invite(browser, 'consulta', other);
  expect((await setRole(person.personId, null)).status).toBe(200);
  for (const { token } of [ofBoss, elsewhere]) expect((await accept(token)).status).toBe(200);
});

test('a higher role ends nothing and lists nothing', async () => {
  const person = await addPerson('consulta');
  const browser = await web.loggedIn(person);
  for (const role of ['operador', 'administrador'] as const)
    expect((await setRole(person.personId, role)).body).toEqual({ left: null });
  expect((await browser.call('GET', '/session')).status).toBe(200);
});

test('a link that is made at the moment of the removal does not work', async () => {
  const person = await addPerson('administrador');
  const browser = await web.loggedIn(person);
  const email = newEmail();
  const { putInvitation } = web.store;
  Object.assign(web.store, {
    putInvitation: async (...made: Parameters<typeof putInvitation>) => {
      Object.assign(web.store, { putInvitation });
      // The removal is over before the link is written.
      expect((await setRole(person.personId, null)).status).toBe(200);
      await putInvitation(...made);
    },
  });
  const body = { email, role: 'administrador' };
  const refused = await browser.call('POST', `${folder()}/people`, { body });
  expect(refused.body['code']).toBe('SESSION_REQUIRED');
  const { invitations } = (await boss.call('GET', `${folder()}/people`)).body as {
    invitations: readonly { email: string }[];
  };
  expect(invitations.filter((one) => one.email === email)).toEqual([]);
});

test('a reset withdraws the links in every company and tells the operator what is left in each', async () => {
  const other = await web.addCompany();
  const person = await web.addPerson({
    memberships: [company, other].map(({ companyId }) => ({ companyId, role: 'administrador' })),
  });
  const browser = await web.loggedIn(person);
  const links = [await invite(browser), await invite(browser, 'consulta', other)];
  const usuario = `erp-${randomInt(1_000_000)}`;
  await addUser(browser, usuario);
  const nobody = () => Promise.reject(new Error('no worker'));
  const deps = {
    store: web.store,
    clock: () => new Date(),
    allowProduction: false,
    processes: { ask: nobody, wake: nobody },
  };
  const reset = await resetPerson(deps, person.email, 'ana@servidor');
  expect(reset).toMatchObject({
    outcome: 'invited',
    left: expect.arrayContaining([
      expect.objectContaining({ companyId: company.companyId, users: [{ usuario, disabled: false }] }),
      expect.objectContaining({ companyId: other.companyId, invitationsWithdrawn: 1 }),
    ]) as unknown,
  });
  for (const { token } of links) expect((await accept(token)).status).toBe(404);
  expect((await browser.call('GET', '/session')).status).toBe(401);
  // The person is still an administrator, but somebody else may have had the account.
  expect((await users()).find((one) => one['usuario'] === usuario)).toMatchObject({ review: true });
});

test('the people and the open invitations say who invited them', async () => {
  const person = await addPerson('administrador');
  const browser = await web.loggedIn(person);
  const joined = await invite(browser, 'consulta');
  await accept(joined.token);
  const open = await invite(browser, 'consulta');
  const { items, invitations } = (await boss.call('GET', `${folder()}/people`)).body as Record<
    'items' | 'invitations',
    readonly Record<string, unknown>[]
  >;
  for (const [list, email] of [
    [items, joined.email],
    [invitations, open.email],
  ] as const)
    expect(list.find((one) => one['email'] === email)).toMatchObject({ invitedBy: person.email });
});
