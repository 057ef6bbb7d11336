/** A person who forgot the password: the same answer for everybody, a link by mail that works once, and what it ends. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Person } from '../../../src/ledger/people/person.js';
import { tokenHash } from '../../../src/ledger/people/token-hash.js';
import { resetPerson } from '../../../src/services/people/reset-person.js';
import { noProcesses } from '../../harness/mail/no-processes.js';
import { until } from '../../harness/until.js';
import { enrol, nextCode } from './authenticator.js';
import { clave, startWeb, type Browser, type Web } from './harness.js';

const path = '/session/forgotten-password';
const newClave = 'otra-clave-de-prueba';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ mailEnabled: true, trustProxy: 1 });
});

/** Each caller has a network of its own, because a network may ask a limited number of times. */
const fromNetwork = () => ({
  'x-forwarded-for': `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});
const ask = (email: string, headers = fromNetwork()) =>
  web.browser().call('POST', path, { body: { email }, headers });
const choose = (token: string, password = newClave) =>
  web.browser().call('POST', `${path}/${token}`, { body: { password } });
const show = (token: string) => web.browser().call('GET', `${path}/${token}`);
const login = (email: string, password: string, browser: Browser = web.browser()) =>
  web.logIn(browser, { email }, password);
const codeOfAnswer = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => ({
  status,
  code: body['code'],
});
const notFound = { status: 404, code: 'INVITATION_NOT_FOUND' };

async function linksTo(email: string) {
  const { rows } = await web.store.listMails({ limit: 500 });
  return rows.flatMap(({ kind, to, data }) =>
    kind === 'password-forgotten' && to === email ? [data.invitationId] : [],
  );
}

/** Asks, and makes the link's token as the worker that sends the mail does. */
async function linkFor({ email }: Pick<Person, 'email'>): Promise<string> {
  const before = await linksTo(email);
  await ask(email);
  const invitationId = await until('the mail is queued', async () =>
    (await linksTo(email)).find((id) => !before.includes(id)),
  );
  const token = randomBytes(32).toString('base64url');
  const now = new Date(Date.now() + web.aheadMs);
  expect(await web.store.addMailToken(invitationId, tokenHash(token), now)).toBe(true);
  return token;
}

const operator = () => ({
  store: web.store,
  clock: () => new Date(Date.now() + web.aheadMs),
  allowProduction: false,
  ...noProcesses,
});

test('a forgotten password: the answer is the same for a person and for nobody, and only the person gets a mail', async () => {
  const person = await web.addPerson();
  const unknown = `nadie-${randomInt(1_000_000_000)}@prueba.example`;
  const answers = await Promise.all([ask(person.email), ask(unknown), ask('no es un correo')]);
  const shown = answers.map(({ status, text, headers }) => ({
    status,
    text,
    names: Object.keys(headers).sort(),
  }));
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(shown[0]).toMatchObject({ status: 200 });
  await until('the mail is queued', async () => (await linksTo(person.email)).length === 1);
  expect(await linksTo(unknown)).toEqual([]);
});

test('a forgotten password: the answer does not wait for what depends on the person', async () => {
  const person = await web.addPerson();
  const { store } = web;
  const find = store.findPersonWithSecrets;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow: typeof find = async (by) => {
    await held;
    return find(by);
  };
  Object.assign(store, { findPersonWithSecrets: slow });
  expect((await ask(person.email)).status).toBe(200);
  expect(await linksTo(person.email)).toEqual([]);
  Object.assign(store, { findPersonWithSecrets: find });
  release();
  await until('the mail is queued', async () => (await linksTo(person.email)).length === 1);
});

test('a link for a forgotten password sets one, once, ends every session and warns the person', async () => {
  const person = await web.addPerson();
  const session = await web.loggedIn(person);
  const token = await linkFor(person);
  expect((await show(token)).body).toEqual({ email: person.email });
  expect((await login(person.email, clave)).status).toBe(200);
  const answers = await Promise.all([choose(token), choose(token, `${newClave}-2`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const [right, wrong] =
    answers[0].status === 200 ? [newClave, `${newClave}-2`] : [`${newClave}-2`, newClave];
  expect(codeOfAnswer(await session.call('GET', '/session'))).toEqual({
    status: 401,
    code: 'SESSION_REQUIRED',
  });
  expect((await login(person.email, clave)).status).toBe(401);
  expect((await login(person.email, wrong)).status).toBe(401);
  expect((await login(person.email, right)).body).toEqual({ next: 'done' });
  expect(codeOfAnswer(await show(token))).toEqual(notFound);
  expect(codeOfAnswer(await choose(token))).toEqual(notFound);
  const { rows } = await web.store.listMails({ limit: 500 });
  expect(rows.filter(({ to }) => to === person.email).map(({ kind }) => kind)).toContain('password-changed');
});

test('a link for a forgotten password leaves the second factor, which the next login asks for', async () => {
  const person = await web.addPerson();
  const { secret } = await enrol(web, await web.loggedIn(person));
  const token = await linkFor(person);
  expect((await choose(token)).status).toBe(200);
  const browser = web.browser();
  expect((await login(person.email, newClave, browser)).body).toEqual({ next: 'code' });
  const code = nextCode(web, secret);
  expect((await browser.call('POST', '/session/code', { body: { code } })).body).toEqual({ next: 'done' });
});

test('the audit log has the request and the new password, with the person, and nothing of the link', async () => {
  const company = await web.addCompany();
  const memberships = [{ companyId: company.companyId, role: 'administrador' as const }];
  const person = await web.addPerson({ memberships });
  const token = await linkFor(person);
  await choose(token);
  const admin = web.browser();
  await login(person.email, newClave, admin);
  for (const action of ['password.forgotten', 'password.choose']) {
    const { body, text } = await admin.call('GET', `/companies/${company.companyId}/audit?action=${action}`);
    expect(body).toMatchObject({ items: [{ action, outcome: 'done' }] });
    expect(text).not.toContain(token.slice(0, 12));
  }
});

test('a link for a forgotten password is invalid after an hour', async () => {
  const person = await web.addPerson();
  const token = await linkFor(person);
  web.aheadMs += 3_600_000 - 60_000;
  expect((await show(token)).status).toBe(200);
  web.aheadMs += 61_000;
  expect(codeOfAnswer(await choose(token))).toEqual(notFound);
  web.aheadMs = 0;
});

test('a newer link for a forgotten password replaces the one before', async () => {
  const person = await web.addPerson();
  const first = await linkFor(person);
  const second = await linkFor(person);
  expect(codeOfAnswer(await choose(first))).toEqual(notFound);
  expect((await choose(second)).status).toBe(200);
});

test('a link for a forgotten password is invalid after the person changed the password', async () => {
  const person = await web.addPerson();
  const browser = await web.loggedIn(person);
  const token = await linkFor(person);
  const body = { password: clave, newPassword: `${newClave}-3` };
  expect((await browser.call('POST', '/session/password', { body })).status).toBe(200);
  expect(codeOfAnswer(await choose(token))).toEqual(notFound);
});

test('an operator who resets a person ends the link for a forgotten password, and no such link replaces the operator’s', async () => {
  const person = await web.addPerson();
  const token = await linkFor(person);
  const reset = await resetPerson(operator(), person.email, 'ana@servidor');
  if (reset.outcome !== 'invited') throw new Error(reset.refusal);
  expect(codeOfAnswer(await choose(token))).toEqual(notFound);
  await ask(person.email);
  const body = { name: 'Ana Prueba', password: newClave };
  const accepted = await web.browser().call('POST', `/invitations/${reset.token}`, { body });
  expect(accepted.status).toBe(200);
  expect(await linksTo(person.email)).toHaveLength(1);
});

test('a link for a forgotten password is no invitation, and an invitation is no such link', async () => {
  const person = await web.addPerson();
  const token = await linkFor(person);
  const body = { name: 'Ana Prueba', password: newClave };
  expect(codeOfAnswer(await web.browser().call('POST', `/invitations/${token}`, { body }))).toEqual(notFound);
  const other = await web.addPerson();
  const reset = await resetPerson(operator(), other.email, 'ana@servidor');
  if (reset.outcome !== 'invited') throw new Error(reset.refusal);
  expect(codeOfAnswer(await choose(reset.token))).toEqual(notFound);
  expect((await choose(token)).status).toBe(200);
});

test.each([
  { password: 'corta', code: 'PASSWORD_INVALID' },
  { password: 'password2026', code: 'PASSWORD_COMMON' },
])('the new password $password is refused with $code at its field, and the link stays', async (one) => {
  const token = await linkFor(await web.addPerson());
  expect((await choose(token, one.password)).body).toMatchObject({ code: one.code, campo: 'password' });
  expect((await choose(token)).status).toBe(200);
});

test('a forgotten password: an address gets three links in an hour, and the answer does not say so', async () => {
  const person = await web.addPerson();
  const last = [await linkFor(person), await linkFor(person), await linkFor(person)].at(-1)!;
  for (let n = 0; n < 3; n += 1) expect((await ask(person.email)).status).toBe(200);
  expect(await linksTo(person.email)).toHaveLength(3);
  expect((await choose(last)).status).toBe(200);
});

test('a forgotten password: a network asks twenty times in an hour, for one address or many', async () => {
  const headers = fromNetwork();
  const codes: number[] = [];
  for (let n = 0; n < 21; n += 1)
    codes.push((await ask(`nadie-${n}-${randomInt(1_000_000)}@prueba.example`, headers)).status);
  expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  expect((await ask('alguien@prueba.example')).status).toBe(200);
});

test('without mail, nobody can ask for a link, and the answer says it', async () => {
  const quiet = await startWeb();
  expect((await quiet.browser().call('GET', path)).body).toEqual({ mail: false });
  const { email } = await quiet.addPerson();
  const refused = await quiet.browser().call('POST', path, { body: { email } });
  expect(codeOfAnswer(refused)).toEqual({ status: 409, code: 'MAIL_OFF' });
  expect((await web.browser().call('GET', path)).body).toEqual({ mail: true });
});
