/** People of a company: invitations, roles, the end of sessions, and what one company cannot do to another. */
import { randomInt } from 'node:crypto';
import type { CompanyRole } from '../../../src/ledger/people/person.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { invite as inviteBy } from '../../../src/services/people/invite-person.js';
import { resetPerson } from '../../../src/services/people/reset-person.js';
import { clave, startWeb, type Browser, type Web } from './harness.js';

let web: Web;
let company: Company;
let admin: Browser;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany();
  const { companyId } = company;
  admin = await web.loggedIn(await web.addPerson({ memberships: [{ companyId, role: 'administrador' }] }));
});

const newEmail = () => `nueva-${randomInt(1_000_000_000)}@prueba.example`;

/** @returns the token of the link */
async function invite(email: string, role: CompanyRole = 'operador', by = admin, to = company) {
  const answer = await by.call('POST', `/companies/${to.companyId}/people`, { body: { email, role } });
  expect(answer.status).toBe(200);
  const [, token = ''] = /\/app\/invitacion\/([\w-]{43})$/.exec(String(answer.body['invitationUrl'])) ?? [];
  return token;
}

const accept = (token: string, body: object) => web.browser().call('POST', `/invitations/${token}`, { body });
const answerOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => ({
  status,
  code: body['code'],
});

test('an invitation creates a person, once', async () => {
  const email = newEmail();
  const token = await invite(` ${email.toUpperCase()} `);
  const path = `/invitations/${token}`;
  expect((await web.browser().call('GET', path)).body).toEqual({
    email,
    known: false,
    razonSocial: company.razonSocial,
    role: 'operador',
    support: false,
  });
  expect(await web.store.findPersonByEmail(email)).toBeUndefined();
  const body = { name: 'Ana Prueba', password: clave };
  const answers = await Promise.all([accept(token, body), accept(token, { ...body, password: `${clave}x` })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const winner = answers[0].status === 200 ? clave : `${clave}x`;
  const login = await web.browser().call('POST', '/session', { body: { email, password: winner } });
  expect(login.body).toEqual({ next: 'done' });
  expect(answerOf(await web.browser().call('GET', path))).toEqual({
    status: 404,
    code: 'INVITATION_NOT_FOUND',
  });
});

test('a link of the platform says so, and so does one for a new password', async () => {
  const deps = {
    store: web.store,
    clock: () => new Date(Date.now() + web.aheadMs),
    allowProduction: false,
    processes: {
      ask: () => Promise.reject(new Error('no worker')),
      wake: () => Promise.reject(new Error('no worker')),
    },
  };
  const shown = async (made: { readonly outcome: string; readonly token?: string }) =>
    (await web.browser().call('GET', `/invitations/${made.token ?? made.outcome}`)).body;
  const email = newEmail();
  const nothing = { known: false, razonSocial: null, role: null };
  expect(
    await shown(await inviteBy(deps, { email, support: true, invitedBy: { operator: 'ana@servidor' } })),
  ).toEqual({
    ...nothing,
    email,
    support: true,
  });
  const person = await web.addPerson();
  const reset = await shown(await resetPerson(deps, person.email, 'ana@servidor'));
  expect(reset).toEqual({ ...nothing, email: person.email, support: false });
});

test('a link is invalid after 72 hours', async () => {
  const token = await invite(newEmail());
  web.aheadMs += 72 * 3_600_000 - 60_000;
  expect((await web.browser().call('GET', `/invitations/${token}`)).status).toBe(200);
  web.aheadMs += 61_000;
  expect(answerOf(await accept(token, { name: 'Ana', password: clave })).code).toBe('INVITATION_NOT_FOUND');
  web.aheadMs = 0;
});

test.each([
  [{ name: 'Ana', password: 'corta' }, 'PASSWORD_INVALID', 'password'],
  [{ name: ' ', password: clave }, 'PERSON_NAME_INVALID', 'name'],
])('%p is refused at its field, and the link stays', async (body, code, campo) => {
  const token = await invite(newEmail());
  expect((await accept(token, body)).body).toMatchObject({ code, campo });
  expect((await accept(token, { name: 'Ana', password: clave })).status).toBe(200);
});

test('a link refuses the address as password, and the part before the @, however it is written', async () => {
  const name = `nombre-largo-${randomInt(1_000_000_000)}`;
  const token = await invite(`${name}@prueba.example`);
  for (const password of [`${name}@Prueba.Example`, name.toUpperCase()])
    expect((await accept(token, { name: 'Ana', password })).body).toMatchObject({
      code: 'PASSWORD_IS_EMAIL',
      campo: 'password',
    });
  expect((await accept(token, { name: 'Ana', password: `${name}.` })).status).toBe(200);
});

test('the token of a link is in no entry of the audit log', async () => {
  const token = await invite(newEmail());
  expect((await accept(token, { name: ' ', password: clave })).status).toBe(400);
  expect((await accept(token, { name: 'Ana', password: clave })).status).toBe(200);
  const path = `/companies/${company.companyId}/audit?action=invitation.accept`;
  const { items } = (await admin.call('GET', path)).body as { items: readonly object[] };
  expect(items.slice(0, 2)).toMatchObject([
    { outcome: 'done', target: 'operador' },
    { outcome: 'refused', target: 'operador' },
  ]);
  expect(JSON.stringify(items)).not.toContain(token);
});

test('an invitation that is withdrawn while the password is hashed has no effect', async () => {
  const email = newEmail();
  const token = await invite(email);
  const { findPersonWithSecrets } = web.store;
  const withdrawn = async (...wanted: Parameters<typeof findPersonWithSecrets>) => {
    const found = await findPersonWithSecrets(...wanted);
    const { invitations } = (await admin.call('GET', `/companies/${company.companyId}/people`)).body as {
      invitations: readonly { invitationId: string; email: string }[];
    };
    const { invitationId } = invitations.find((one) => one.email === email)!;
    await admin.call('DELETE', `/companies/${company.companyId}/invitations/${invitationId}`);
    Object.assign(web.store, { findPersonWithSecrets });
    return found;
  };
  // The route reads the invitation first, then the acceptance reads it again.
  const { findInvitation } = web.store;
  let reads = 0;
  Object.assign(web.store, {
    findInvitation: (...wanted: Parameters<typeof findInvitation>) => {
      reads += 1;
      if (reads === 2) Object.assign(web.store, { findInvitation, findPersonWithSecrets: withdrawn });
      return findInvitation(...wanted);
    },
  });
  const answer = await accept(token, { name: 'Ana', password: clave });
  expect(answerOf(answer)).toEqual({ status: 404, code: 'INVITATION_NOT_FOUND' });
  expect(await web.store.findPersonByEmail(email)).toBeUndefined();
});

test.each(['nadie', 'a@b', 'a b@prueba.example', '@prueba.example', 'a@b@prueba.example'])(
  '"%s" is no address',
  async (email) => {
    const body = { email, role: 'operador' };
    const answer = await admin.call('POST', `/companies/${company.companyId}/people`, { body });
    expect(answer.body).toMatchObject({ code: 'EMAIL_INVALID', campo: 'email' });
  },
);

test("a person with an account joins another company only with the account's password", async () => {
  const person = await web.addPerson();
  const token = await invite(person.email, 'consulta');
  expect((await web.browser().call('GET', `/invitations/${token}`)).body).toMatchObject({ known: true });
  // The one who has the link, and not the account, changes nothing.
  const stranger = await accept(token, { name: 'Otra', password: 'la-clave-de-otra' });
  expect(stranger.body).toMatchObject({ code: 'LOGIN_INVALID', campo: 'password' });
  expect(await web.store.findPerson(person.personId)).toMatchObject({ memberships: [], name: person.name });
  expect((await accept(token, { password: clave })).status).toBe(200);
  expect(await web.store.findPerson(person.personId)).toMatchObject({
    memberships: [{ companyId: company.companyId, role: 'consulta' }],
  });
});

test('a link never says that it gave a role when the person has another one', async () => {
  const person = await web.addPerson();
  const token = await invite(person.email, 'administrador');
  const { companyId } = company;
  // As by the link of another administrator, made at the same moment.
  await web.store.addMembership(person.personId, { companyId, role: 'consulta' });
  const refused = await accept(token, { password: clave });
  expect(answerOf(refused)).toEqual({ status: 409, code: 'PERSON_EXISTS' });
  expect(refused.body['mensaje']).toContain('con otro rol');
  expect(await web.store.findPerson(person.personId)).toMatchObject({ memberships: [{ role: 'consulta' }] });
  // The same role: the link was used before, and its answer was lost.
  await web.store.changeMembership(person.personId, { companyId, role: 'administrador' });
  expect((await accept(token, { password: clave })).status).toBe(200);
});

test('a person who was removed does not come back with an old link of the company', async () => {
  const person = await web.addPerson();
  const { other, browser } = await companyWithBoss();
  const [token, elsewhere] = [
    await invite(person.email),
    await invite(person.email, 'consulta', browser, other),
  ];
  // The link was used, and the service died before it removed the link.
  await web.store.addMembership(person.personId, { companyId: company.companyId, role: 'operador' });
  const path = `/companies/${company.companyId}/people/${person.personId}`;
  expect((await admin.call('PATCH', path, { body: { role: null } })).status).toBe(200);
  expect(answerOf(await accept(token, { password: clave })).code).toBe('INVITATION_NOT_FOUND');
  expect((await accept(elsewhere, { password: clave })).status).toBe(200);
});

test("a company's link cannot set the password of a person whom the operator has reset", async () => {
  const person = await web.addPerson();
  await web.store.resetPerson(person.personId);
  const token = await invite(person.email);
  expect((await accept(token, { name: 'Otra', password: clave })).status).toBe(401);
});

test('of two invitations of one company only the last link works; it can be withdrawn', async () => {
  const email = newEmail();
  const first = await invite(email);
  const second = await invite(email, 'consulta');
  expect((await web.browser().call('GET', `/invitations/${first}`)).status).toBe(404);
  const folder = `/companies/${company.companyId}`;
  const { invitations } = (await admin.call('GET', `${folder}/people`)).body as {
    invitations: { invitationId: string; email: string; role: string }[];
  };
  const open = invitations.filter((one) => one.email === email);
  expect(open).toMatchObject([{ role: 'consulta' }]);
  const path = `${folder}/invitations/${open[0]!.invitationId}`;
  expect((await admin.call('DELETE', path)).status).toBe(200);
  expect((await web.browser().call('GET', `/invitations/${second}`)).status).toBe(404);
  expect(answerOf(await admin.call('DELETE', path)).code).toBe('INVITATION_NOT_FOUND');
});

test('a new role takes effect in the open session at once, and a person who was removed loses access', async () => {
  const { companyId } = company;
  const person = await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] });
  const browser = await web.loggedIn(person);
  const people = `/companies/${companyId}/people`;
  expect(answerOf(await browser.call('GET', people))).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
  await admin.call('PATCH', `${people}/${person.personId}`, { body: { role: 'administrador' } });
  expect((await browser.call('GET', people)).status).toBe(200);
  await admin.call('PATCH', `${people}/${person.personId}`, { body: { role: null } });
  expect((await browser.call('GET', people)).status).toBe(401);
  const again = await web.loggedIn(person);
  expect(answerOf(await again.call('GET', people))).toEqual({ status: 404, code: 'COMPANY_NOT_FOUND' });
});

test('the last administrator cannot be removed', async () => {
  const other = await web.addCompany();
  const memberships = [{ companyId: other.companyId, role: 'administrador' as const }];
  const person = await web.addPerson({ memberships });
  const browser = await web.loggedIn(person);
  const path = `/companies/${other.companyId}/people/${person.personId}`;
  for (const role of ['consulta', null])
    expect(answerOf(await browser.call('PATCH', path, { body: { role } }))).toEqual({
      status: 409,
      code: 'LAST_ADMINISTRATOR',
    });
  await web.addPerson({ memberships });
  expect((await browser.call('PATCH', path, { body: { role: 'consulta' } })).status).toBe(200);
});

test('an administrator ends the sessions of people of the company, and of nobody else', async () => {
  const { companyId } = company;
  const own = await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] });
  const foreign = await web.addPerson();
  const [ownBrowser, foreignBrowser] = [await web.loggedIn(own), await web.loggedIn(foreign)];
  const end = (personId: string) =>
    admin.call('DELETE', `/companies/${companyId}/people/${personId}/sessions`);
  expect((await end(own.personId)).status).toBe(200);
  expect(answerOf(await end(foreign.personId))).toEqual({ status: 404, code: 'PERSON_NOT_FOUND' });
  expect((await ownBrowser.call('GET', '/session')).status).toBe(401);
  expect((await foreignBrowser.call('GET', '/session')).status).toBe(200);
});

test('the audit log says who got which role, and keeps no name', async () => {
  const { companyId } = company;
  const email = newEmail();
  await invite(email, 'consulta');
  const known = await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] });
  const foreign = await web.addPerson();
  const setRole = (personId: string, role: string | null) =>
    admin.call('PATCH', `/companies/${companyId}/people/${personId}`, { body: { role } });
  await setRole(known.personId, 'operador');
  await setRole(known.personId, null);
  await setRole(foreign.personId, 'operador');
  const { items } = (await admin.call('GET', `/companies/${companyId}/audit`)).body as unknown as {
    items: readonly { target: string }[];
  };
  expect(items.slice(0, 4).map(({ target }) => target)).toEqual([
    // Of another company.
    `${foreign.personId} operador`,
    `${known.email} sin rol`,
    `${known.email} operador`,
    `${email} consulta`,
  ]);
  const { rows } = await web.store.listActs({ companyId, limit: 4 });
  for (const name of [email, known.email]) expect(JSON.stringify(rows)).not.toContain(name);
});

/** The newest acts of the company's audit log, as "who action target". */
async function log(by = admin, of = company, count = 3): Promise<string[]> {
  const { items } = (await by.call('GET', `/companies/${of.companyId}/audit`)).body as unknown as {
    items: readonly Record<'action' | 'email' | 'target', string>[];
  };
  return items.slice(0, count).map(({ action, email, target }) => `${email} ${action} ${target}`);
}

async function companyWithBoss() {
  const other = await web.addCompany();
  const boss = await web.addPerson({ memberships: [{ companyId: other.companyId, role: 'administrador' }] });
  return { other, boss, browser: await web.loggedIn(boss) };
}

test('a person with an account accepts: the inviting company sees who got which role, and no other company does', async () => {
  const elsewhere = await companyWithBoss();
  const before = await log(elsewhere.browser, elsewhere.other);
  const { other, boss, browser } = await companyWithBoss();
  const { companyId } = elsewhere.other;
  const person = await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] });
  const token = await invite(person.email, 'operador', browser, other);
  expect((await accept(token, { password: 'la-clave-de-otra' })).status).toBe(401);
  expect((await accept(token, { password: clave })).status).toBe(200);
  expect(await log(browser, other)).toEqual([
    `${person.email} invitation.accept operador`,
    `${person.email} invitation.accept operador`,
    `${boss.email} person.invite ${person.email} operador`,
  ]);
  expect(await log(elsewhere.browser, elsewhere.other)).toEqual(before);
});

test('two companies invite the same new person: the log of each says which role the person got', async () => {
  const email = newEmail();
  const { other, browser } = await companyWithBoss();
  const tokens = [await invite(email, 'operador'), await invite(email, 'consulta', browser, other)] as const;
  expect((await accept(tokens[0], { name: 'Ana', password: clave })).status).toBe(200);
  expect((await accept(tokens[1], { password: clave })).status).toBe(200);
  expect(await log(admin, company, 1)).toEqual([`${email} invitation.accept operador`]);
  expect(await log(browser, other, 1)).toEqual([`${email} invitation.accept consulta`]);
});

test('the log names the address of a withdrawn invitation, whether it has an account or not', async () => {
  const { other, boss, browser } = await companyWithBoss();
  const folder = `/companies/${other.companyId}`;
  for (const email of [newEmail(), (await web.addPerson()).email]) {
    await invite(email, 'consulta', browser, other);
    expect(await log(browser, other, 1)).toEqual([`${boss.email} person.invite ${email} consulta`]);
    const { invitations } = (await browser.call('GET', `${folder}/people`)).body as unknown as {
      invitations: readonly { invitationId: string }[];
    };
    await browser.call('DELETE', `${folder}/invitations/${invitations[0]?.invitationId}`);
    expect(await log(browser, other, 1)).toEqual([`${boss.email} invitation.withdraw ${email}`]);
  }
});

test('the audit log names who did what to whom, page by page, and only in its own company', async () => {
  const other = await web.addCompany();
  const { companyId } = other;
  const boss = await web.addPerson({ memberships: [{ companyId, role: 'administrador' }] });
  const browser = await web.loggedIn(boss);
  for (let count = 0; count < 55; count++) await invite(newEmail(), 'consulta', browser, other);
  const path = `/companies/${companyId}/people/nobody`;
  await browser.call('PATCH', path, { body: { role: null } });

  const folder = `/companies/${companyId}/audit`;
  type Page = { items: Record<string, unknown>[]; next: string | null };
  const first = (await browser.call('GET', folder)).body as unknown as Page;
  expect(first.items).toHaveLength(50);
  expect(first.items[0]).toMatchObject({
    action: 'person.role',
    email: boss.email,
    target: 'nobody sin rol',
    outcome: 'refused',
    code: 'PERSON_NOT_FOUND',
    ip: '127.0.0.1',
  });
  const rest = (await browser.call('GET', `${folder}?cursor=${first.next}`)).body as unknown as Page;
  expect(rest.items.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 6 }, () => 'person.invite'),
    'session.start',
  ]);
  expect(rest.next).toBeNull();
  const filtered = await browser.call('GET', `${folder}?action=session.start&person=${boss.personId}`);
  expect(filtered.body['items']).toMatchObject([{ outcome: 'done', target: null }]);
  expect(new Set([...first.items, ...rest.items].map(({ session }) => session)).size).toBe(1);
  expect(answerOf(await admin.call('GET', folder))).toEqual({ status: 404, code: 'COMPANY_NOT_FOUND' });
});
