/** What happens before there is a session: other sites, other kinds of credentials, and the refusals of each. */
import { request } from 'undici';
import { createTokens } from '../../../src/api/session/tokens.js';
import { clave, startWeb, type Web } from './harness.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});

test('a link that is opened in a tab leads to the login, and a script that asks the same gets the refusal', async () => {
  const path = '/app/api/companies/1/pre-certification/vouchers/E310000000001/print?format=80mm';
  const opened = await request(web.url + path, { headers: { 'sec-fetch-dest': 'document' } });
  const { location } = opened.headers;
  await opened.body.dump();
  expect(opened.statusCode).toBe(303);
  expect(location).toBe(`/app/abrir?documento=${encodeURIComponent(path)}`);
  const asked = await web.browser().call('GET', path, { headers: { 'sec-fetch-dest': 'empty' } });
  expect(asked.status).toBe(401);
});

test('the first visit asks who is logged in: nobody is an answer and not an error, and no cookie is set', async () => {
  const { status, body, headers } = await web.browser().call('GET', '/session');
  expect({ status, body }).toEqual({ status: 200, body: { next: 'password' } });
  expect(headers['set-cookie']).toBeUndefined();
});

test('without a session the answer to any other request is 401, and no cookie is set', async () => {
  const { status, body, headers } = await web.browser().call('GET', '/companies');
  expect({ status, body }).toEqual({
    status: 401,
    body: { code: 'SESSION_REQUIRED', mensaje: 'La sesión no existe o terminó. Inicie sesión.' },
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
});

const none = undefined;
test.each<[string, Record<string, string | undefined>, number]>([
  ['the page itself', {}, 200],
  ['the page, in an old browser', { 'sec-fetch-site': none }, 200],
  ['a sibling of the same site', { 'sec-fetch-site': 'same-site' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['an address typed or opened from a mail', { 'sec-fetch-site': 'none' }, 403],
  ['another site, in an old browser', { 'sec-fetch-site': none, origin: 'https://other.example' }, 403],
  ['a sandboxed frame, in an old browser', { 'sec-fetch-site': none, origin: 'null' }, 403],
  ['a program that sends neither header', { 'sec-fetch-site': none, origin: none }, 403],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site' }, 403],
])('a change that comes from %s', async (_, headers, status) => {
  const browser = await web.loggedIn(await web.addPerson());
  const answer = await browser.call('POST', '/session/totp', { body: { password: clave }, headers });
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.body['code']).toBe('CROSS_SITE_REFUSED');
  // Reading changes nothing, and no other site can read the answer.
  expect((await browser.call('GET', '/session', { headers })).status).toBe(200);
});

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', none])(
  'a change with the content type %p, which a form could send, is refused',
  async (type) => {
    const browser = await web.loggedIn(await web.addPerson());
    const answer = await browser.call('POST', '/session/totp', {
      body: '{}',
      headers: { 'content-type': type },
    });
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 415,
      code: 'CONTENT_TYPE_INVALID',
    });
  },
);

test('a forwarded host counts only if a declared proxy sent it', async () => {
  const { email } = await web.addPerson();
  const headers = {
    'sec-fetch-site': none,
    origin: 'https://app.example',
    'x-forwarded-host': 'app.example',
    'x-forwarded-proto': 'https',
  };
  const body = { email, password: clave };
  expect((await web.browser().call('POST', '/session', { body, headers })).status).toBe(403);
  const behind = await startWeb({ trustProxy: 1, database: web.database });
  expect((await behind.browser().call('POST', '/session', { body, headers })).status).toBe(200);
});

test('a token of the API is not valid here, and a cookie of people is not valid there', async () => {
  const { companyId, rnc, environment } = await web.addCompany();
  await web.store.putUser({ usuario: 'integracion', rnc, companyId, passwordHash: '', disabled: false });
  const { jwt } = web.config;
  const generations = { userGeneration: 1, companyGeneration: 0 };
  const claims = { usuario: 'integracion', rnc, companyId, environment, ...generations };
  const authorization = `Bearer ${createTokens(jwt).issue(claims, new Date()).token}`;
  const program = web.browser();
  const api = '/api/v2/ecf-sequences';
  expect((await program.call('GET', api, { headers: { authorization } })).status).toBe(200);
  for (const path of ['/companies', `/companies/${companyId}/people`]) {
    const answer = await program.call('GET', path, { headers: { authorization } });
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 401,
      code: 'SESSION_REQUIRED',
    });
  }
  expect((await program.call('GET', '/session', { headers: { authorization } })).body).toEqual({
    next: 'password',
  });
  const person = await web.addPerson({ memberships: [{ companyId, role: 'administrador' }] });
  const browser = await web.loggedIn(person);
  const { status, headers } = await browser.call('GET', api);
  expect(status).toBe(401);
  expect(headers['set-cookie']).toBeUndefined();
});

test.each([
  [{ email: 'a@prueba.example' }, 'password'],
  [{ email: 'a@prueba.example', password: 7 }, 'password'],
  [{ email: 'a@prueba.example', password: 'x', rnc: '1' }, 'rnc'],
])('a login with %p names the field', async (body, campo) => {
  const answer = await web.browser().call('POST', '/session', { body });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_INVALID', campo },
  });
});

test('a body larger than a login needs is refused unread', async () => {
  const body = { email: 'a@prueba.example', password: 'x'.repeat(5_000) };
  expect((await web.browser().call('POST', '/session', { body })).status).toBe(413);
});

test('an unknown path is 404 and another method 405, in the form of this api', async () => {
  const browser = web.browser();
  expect((await browser.call('GET', '/nothing')).body).toEqual({
    code: 'NOT_FOUND',
    mensaje: 'La ruta solicitada no existe.',
  });
  const { status, headers } = await browser.call('PUT', '/session', { body: {} });
  expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, DELETE, POST, HEAD' });
});

test('an address in capitals is unknown', async () => {
  expect((await web.browser().call('GET', '/APP/API/session')).status).toBe(404);
});

test.each(['vouchers', 'summary', 'sequences'])('a user or person called %s is one', async (name) => {
  const { companyId } = await web.addCompany();
  const person = await web.addPerson({ memberships: [{ companyId, role: 'administrador' }] });
  const browser = await web.loggedIn(person);
  for (const [path, body, code] of [
    [`users/${name}`, { disabled: true }, 'USER_NOT_FOUND'],
    [`people/${name}`, { role: null }, 'PERSON_NOT_FOUND'],
  ] as const) {
    const answer = await browser.call('PATCH', `/companies/${companyId}/${path}`, { body });
    expect(answer.body['code']).toBe(code);
  }
});
