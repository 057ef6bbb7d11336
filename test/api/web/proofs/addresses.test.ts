/** Addresses that look like another one, passwords that are easy to guess, and links that follow no request's Host. */
import { randomInt } from 'node:crypto';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { isGuessable } from '../../../../src/services/people/guessable-password.js';
import { clave, startWeb, type Browser, type Web } from '../harness.js';

let web: Web;
let company: Company;
let admin: Browser;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany();
  const memberships = [{ companyId: company.companyId, role: 'administrador' as const }];
  admin = await web.loggedIn(await web.addPerson({ email: 'maria.nunez10@empresa.example', memberships }));
});

const invite = (email: string, by = admin, of = company, headers = {}) =>
  by.call('POST', `/companies/${of.companyId}/people`, { body: { email, role: 'consulta' }, headers });

test.each([
  ['Cyrillic letters', 'mаria@empresa.example'],
  ['a Greek letter in the domain', 'maria@emprεsa.example'],
  ['a dotless i', 'marıa@empresa.example'],
  ['a letter of the phonetic alphabet', 'mɑria@empresa.example'],
  ['a zero-width space', 'ma\u200bria@empresa.example'],
  ['a soft hyphen', 'ma\u00adria@empresa.example'],
  ['a mark that turns the direction of text', 'ma\u202eria@empresa.example'],
  ['a combining mark that no letter has', 'm\u0323aria@empresa.example'],
  ['a variation selector', 'maria\ufe0f@empresa.example'],
  ['an invisible letter', 'maria\u3164@empresa.example'],
  ['a tag character', 'maria\u{e0061}@empresa.example'],
])('an address with %s is refused', async (_what, email) => {
  const { status, body } = await invite(email);
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'EMAIL_INVALID', campo: 'email' });
});

test.each([
  ['in capitals', 'MARIA.NUNEZ10@EMPRESA.EXAMPLE'],
  ['in full-width letters', 'ｍａｒｉａ.nunez10@empresa.example'],
  ['with a full-width @', 'maria.nunez10＠empresa.example'],
  ['with a mathematical letter', '𝐦aria.nunez10@empresa.example'],
])('the address of a person of the company %s is that person', async (_how, email) => {
  expect((await invite(email)).body).toMatchObject({ code: 'PERSON_EXISTS' });
});

test.each([
  ['an accent', 'maría.nunez10@empresa.example'],
  ['a tilde', 'maria.nuñez10@empresa.example'],
  ['rn for m', 'maria.nunez10@ernpresa.example'],
  ['l for 1', 'maria.nunezl0@empresa.example'],
  ['o for 0', 'maria.nunez1o@empresa.example'],
])('an address that differs from one of the company only by %s is refused', async (_how, email) => {
  const { status, body } = await invite(email);
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'EMAIL_LOOKS_LIKE', campo: 'email' });
});

test('an address that looks like an open invitation is refused, and in another company it says nothing', async () => {
  expect((await invite('caja1@empresa.example')).status).toBe(200);
  expect((await invite('cajal@empresa.example')).body['code']).toBe('EMAIL_LOOKS_LIKE');
  const other = await web.addCompany();
  const memberships = [{ companyId: other.companyId, role: 'administrador' as const }];
  const boss = await web.loggedIn(await web.addPerson({ memberships }));
  expect((await invite('cajal@empresa.example', boss, other)).status).toBe(200);
});

test.each(['josé.peña@empresa.example', 'güira+ventas@xn--empresa-9za.example', "o'hara@mi-empresa.com.do"])(
  '%s is an address like any other',
  async (email) => {
    expect((await invite(email)).status).toBe(200);
  },
);

test.each([
  ['password with a year', 'Password2026'],
  ['letters that look like others', 'P@ssw0rd1234!'],
  ['digits in a row', '123456789012'],
  ['keys in a row', 'qwertyuiop123'],
  ['keys in columns', '1qaz2wsx3edc'],
  ['one letter', 'aaaaaaaaaaaa'],
  ['a word twice', 'passwordpassword'],
  ['a word backwards', 'drowssap4321'],
  ['a Spanish word', 'contraseña123'],
  ['a Spanish word without its tilde', 'Contrasena2026'],
  ['a place', 'SantoDomingo2026'],
  ['what this service is about', 'Facturacion2026'],
  ['a date', '27-02-1844-27'],
])('a password is easy to guess: %s', async (_what, password) => {
  expect(await isGuessable({ password, about: [] })).toBe(true);
});

test.each(['una-clave-de-prueba', 'correct horse battery staple', 'kT9#vQ2!mZ7x', 'pollo tinta caoba remo'])(
  '"%s" is not easy to guess',
  async (password) => {
    expect(await isGuessable({ password, about: [] })).toBe(false);
  },
);

test('words about the person or the company make a password easy to guess', async () => {
  const password = 'zarandeado-77';
  expect(await isGuessable({ password, about: [] })).toBe(false);
  expect(await isGuessable({ password, about: ['zarandeado@empresa.example'] })).toBe(true);
});

test('a common password is refused at its field: of an invitation, of an account and of an integration user', async () => {
  const common = 'Password2026!';
  const { body } = await invite(`nueva-${randomInt(1_000_000)}@empresa.example`);
  const token = String(body['invitationUrl']).split('/').at(-1);
  const accepted = await web
    .browser()
    .call('POST', `/invitations/${token}`, { body: { name: 'Ana', password: common } });
  expect(accepted.body).toMatchObject({ code: 'PASSWORD_COMMON', campo: 'password' });
  const changed = await admin.call('POST', '/session/password', {
    body: { password: clave, newPassword: common },
  });
  expect(changed.body).toMatchObject({ code: 'PASSWORD_COMMON', campo: 'newPassword' });
  const users = `/companies/${company.companyId}/users`;
  const added = await admin.call('POST', users, { body: { usuario: 'erp', clave: common } });
  expect(added.body).toMatchObject({ code: 'PASSWORD_COMMON', campo: 'clave' });
  const ownName = await admin.call('POST', users, {
    body: { usuario: 'zarandeado', clave: 'zarandeado-2026' },
  });
  expect(ownName.body).toMatchObject({ code: 'PASSWORD_COMMON', campo: 'clave' });
});

test('the link of an invitation never takes the request’s Host: without a public address it is a path', async () => {
  const headers = { host: 'ladron.example', 'x-forwarded-host': 'ladron.example' };
  const email = () => `otra-${randomInt(1_000_000)}@empresa.example`;
  const { body } = await invite(email(), admin, company, headers);
  expect(body['invitationUrl']).toMatch(/^\/app\/invitacion\/[\w-]{43}$/);

  const known = await startWeb({ publicUrl: 'https://ecf.empresa.example', trustProxy: 1 });
  const of = await known.addCompany();
  const memberships = [{ companyId: of.companyId, role: 'administrador' as const }];
  const by = await known.loggedIn(await known.addPerson({ memberships }));
  const made = await invite(email(), by, of, headers);
  expect(made.body['invitationUrl']).toMatch(/^https:\/\/ecf\.empresa\.example\/app\/invitacion\/[\w-]{43}$/);
});
