/** Logging in: password, second factor, limits, and what a login must not show. */
import { createHash } from 'node:crypto';
import { codeOf, enrol, nextStep, startQuarter, wrongCode } from './authenticator.js';
import { clave, startWeb, type Browser, type Web } from './harness.js';
import { MongoClient } from 'mongodb';
import { tokenHash } from '../../../src/ledger/people/token-hash.js';
import { given } from '../../harness/given.js';
import { until } from '../../harness/until.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
const logIn = (browser: Browser, email: string, password = clave) =>
  browser.call('POST', '/session', { body: { email, password } });

test('a person logs in, sees the companies of that person, and logs out', async () => {
  const company = await web.addCompany();
  await web.addCompany();
  const { companyId, rnc, razonSocial, environment } = company;
  const person = await web.addPerson({ memberships: [{ companyId, role: 'operador' }] });
  const browser = web.browser();
  expect((await logIn(browser, `  ${person.email.toUpperCase()} `)).body).toEqual({ next: 'done' });
  expect((await browser.call('GET', '/session')).body).toEqual({
    person: {
      personId: person.personId,
      email: person.email,
      name: person.name,
      support: false,
      secondFactor: false,
    },
    companies: [{ companyId, rnc, razonSocial, environment, role: 'operador' }],
    service: {
      demo: false,
      allowProduction: false,
      customerMail: false,
      temporalUiUrl: null,
      receiverMiddle: null,
    },
    wrongCodes: null,
  });
  const stolen = new Map(browser.cookies);
  expect((await browser.call('DELETE', '/session')).status).toBe(200);
  expect(browser.cookies.get('ecf_session')).toBe('');
  const thief = web.browser();
  for (const [name, value] of stolen) thief.cookies.set(name, value);
  expect((await thief.call('GET', '/session')).body['code']).toBe('SESSION_REQUIRED');
});

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await web.addPerson();
  const wrong = await logIn(web.browser(), email, 'otra-clave-de-prueba');
  const unknown = await logIn(web.browser(), 'nadie@prueba.example');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ code: 'LOGIN_INVALID', mensaje: 'Correo o clave incorrectos.' });
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
  expect(wrong.headers['set-cookie']).toBeUndefined();
});

test('after ten wrong passwords even the right one waits', async () => {
  const { email } = await web.addPerson();
  startQuarter(web);
  for (let tries = 0; tries < 10; tries++) expect((await logIn(web.browser(), email, 'x')).status).toBe(401);
  const { status, body, headers } = await logIn(web.browser(), email);
  expect({ status, code: body['code'] }).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  web.aheadMs += 16 * 60_000;
  expect((await logIn(web.browser(), email)).status).toBe(200);
});

test('with a second factor, the password alone gives no access', async () => {
  const person = await web.addPerson();
  const { secret } = await enrol(web, await web.loggedIn(person));
  const browser = web.browser();
  expect((await logIn(browser, person.email)).body).toEqual({ next: 'code' });
  const before = browser.cookies.get('ecf_session');
  const { status, body } = await browser.call('GET', '/session');
  // The page asks this first. It learns what is missing, and nothing about the person.
  expect({ status, body }).toEqual({ status: 200, body: { next: 'code' } });
  const list = await browser.call('GET', '/companies');
  expect({ status: list.status, body: list.body }).toMatchObject({
    status: 401,
    body: { code: 'SESSION_REQUIRED', detalle: { next: 'code' } },
  });
  nextStep(web);
  const code = codeOf(web, secret);
  expect((await browser.call('POST', '/session/code', { body: { code } })).body).toEqual({ next: 'done' });
  expect((await browser.call('GET', '/session')).status).toBe(200);
  // A session id from before the code is worth nothing.
  expect(browser.cookies.get('ecf_session')).not.toBe(before);
});

test('a code works once, also in another session and at the same moment', async () => {
  const person = await web.addPerson();
  const { secret } = await enrol(web, await web.loggedIn(person));
  nextStep(web);
  const code = codeOf(web, secret);
  const browsers = [web.browser(), web.browser(), web.browser()];
  for (const browser of browsers) await logIn(browser, person.email);
  const answers = await Promise.all(
    browsers.map((browser) => browser.call('POST', '/session/code', { body: { code } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
    code: 'CODE_INVALID',
    campo: 'code',
  });
});

test('a recovery code works once, however it is typed', async () => {
  const person = await web.addPerson();
  const { recoveryCodes } = await enrol(web, await web.loggedIn(person));
  expect(recoveryCodes).toHaveLength(10);
  expect(recoveryCodes[0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  const code = recoveryCodes[0]!.replaceAll('-', ' ').toUpperCase();
  for (const status of [200, 400]) {
    const browser = web.browser();
    await logIn(browser, person.email);
    expect((await browser.call('POST', '/session/code', { body: { code } })).status).toBe(status);
  }
});

test('codes cannot be guessed: after ten wrong ones even the right one has to wait', async () => {
  startQuarter(web);
  const person = await web.addPerson();
  const { secret } = await enrol(web, await web.loggedIn(person));
  const browser = web.browser();
  await logIn(browser, person.email);
  nextStep(web);
  const [right, wrong] = [codeOf(web, secret), wrongCode(web, secret)];
  for (let tries = 0; tries < 10; tries++)
    expect((await browser.call('POST', '/session/code', { body: { code: wrong } })).status).toBe(400);
  expect((await browser.call('POST', '/session/code', { body: { code: right } })).status).toBe(429);
});

test('a second factor cannot be replaced by somebody who has taken over the session', async () => {
  const person = await web.addPerson();
  const browser = await web.loggedIn(person);
  await enrol(web, browser);
  const again = await browser.call('POST', '/session/totp', { body: { password: clave } });
  expect({ status: again.status, code: again.body['code'] }).toEqual({
    status: 409,
    code: 'SECOND_FACTOR_EXISTS',
  });
  const half = web.browser();
  await logIn(half, person.email);
  expect((await half.call('POST', '/session/totp', { body: { password: clave } })).status).toBe(409);
});

test('support must enrol a second factor before anything else', async () => {
  const person = await web.addPerson({ support: true });
  const browser = web.browser();
  expect((await logIn(browser, person.email)).body).toEqual({ next: 'enrol' });
  expect((await browser.call('GET', '/session')).body).toEqual({ next: 'enrol' });
  await enrol(web, browser);
  expect((await browser.call('GET', '/session')).status).toBe(200);
});

test('in production everybody must have a second factor', async () => {
  const production = await startWeb({ allowProduction: true });
  const person = await production.addPerson();
  expect((await logIn(production.browser(), person.email)).body).toEqual({ next: 'enrol' });
});

test('a session ends after twelve hours, however busy it is', async () => {
  const browser = await web.loggedIn(await web.addPerson());
  web.aheadMs += 12 * 3_600_000 - 60_000;
  expect((await browser.call('GET', '/session')).status).toBe(200);
  web.aheadMs += 61_000;
  expect((await browser.call('GET', '/session')).status).toBe(401);
});

test('only an answer that gives a new id sets the cookie, and the ledger ends the session after half an hour', async () => {
  const browser = web.browser();
  const { headers } = await logIn(browser, (await web.addPerson()).email);
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat();
  expect(cookie).toMatch(/^ecf_session=[^;]+; Path=\/app; HttpOnly; SameSite=Strict$/);
  // A slow answer of an earlier request must not bring back the id from before a change.
  expect((await browser.call('GET', '/session')).headers['set-cookie']).toBeUndefined();
  const id = decodeURIComponent(browser.cookies.get('ecf_session')!).slice(2).split('.')[0]!;
  const client = await MongoClient.connect(given('TEST_MONGODB_URI'));
  const sessions = client.db(web.database).collection<{ _id: string; expires: Date }>('sessions');
  const record = { _id: tokenHash(id) };
  const endsMs = (await sessions.findOne(record))!.expires.getTime() - Date.now();
  expect(endsMs).toBeGreaterThan(29 * 60_000);
  expect(endsMs).toBeLessThanOrEqual(30 * 60_000);
  await sessions.updateOne(record, { $set: { expires: new Date() } });
  expect((await browser.call('GET', '/session')).status).toBe(401);
  await client.close();
});

test('a new password, a reset and the end of all sessions take effect at once', async () => {
  const person = await web.addPerson();
  const [one, two] = [await web.loggedIn(person), await web.loggedIn(person)];
  await web.store.endSessions(person.personId);
  for (const browser of [one, two]) expect((await browser.call('GET', '/session')).status).toBe(401);
});

test('a session id that was planted before the login is useless', async () => {
  const victim = web.browser();
  const attacker = web.browser();
  const planted = `s:${createHash('sha256').update('x').digest('base64url')}.${'a'.repeat(43)}`;
  for (const browser of [victim, attacker]) browser.cookies.set('ecf_session', encodeURIComponent(planted));
  await logIn(victim, (await web.addPerson()).email);
  expect(victim.cookies.get('ecf_session')).not.toBe(encodeURIComponent(planted));
  expect((await attacker.call('GET', '/session')).status).toBe(401);

  // Also a session of the attacker's own, when the victim logs in with it.
  const own = await web.loggedIn(await web.addPerson());
  const shared = web.browser();
  shared.cookies.set('ecf_session', own.cookies.get('ecf_session')!);
  const email = (await web.addPerson()).email;
  await logIn(shared, email);
  expect((await own.call('GET', '/session')).status).toBe(401);
});

test('a logout while a request is about to save its session: the session remains ended', async () => {
  const browser = await web.loggedIn(await web.addPerson());
  const { secret } = await enrol(web, browser);
  nextStep(web);
  const stolen = new Map(browser.cookies);
  const { useTotpStep } = web.store;
  // The code is right and nothing is saved yet: at this moment the person logs out in another tab.
  web.store.useTotpStep = async (...step) => {
    const used = await useTotpStep(...step);
    expect((await browser.call('DELETE', '/session')).status).toBe(200);
    return used;
  };
  const tab = web.browser();
  for (const [name, value] of stolen) tab.cookies.set(name, value);
  const late = await tab.call('POST', '/session/fresh-code', { body: { code: codeOf(web, secret) } });
  web.store.useTotpStep = useTotpStep;
  expect({ status: late.status, code: late.body['code'] }).toEqual({ status: 401, code: 'SESSION_REQUIRED' });
  const thief = web.browser();
  for (const [name, value] of stolen) thief.cookies.set(name, value);
  expect((await thief.call('GET', '/session')).status).toBe(401);
});

test('behind TLS the cookie is Secure and has a name that nobody can plant over plain http', async () => {
  const tls = await startWeb({ trustProxy: 1 });
  const { email } = await tls.addPerson();
  const host = new URL(tls.url).host;
  const headers = { 'x-forwarded-proto': 'https', origin: `https://${host}` };
  const browser = tls.browser();
  const { headers: got } = await browser.call('POST', '/session', {
    body: { email, password: clave },
    headers,
  });
  expect([got['set-cookie'] ?? []].flat()[0]).toMatch(
    /^__Secure-ecf_session=.*; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await browser.call('GET', '/session', { headers })).status).toBe(200);
  // Over plain http the same cookie is no session.
  expect((await browser.call('GET', '/session')).status).toBe(401);
});

test('after a change of the secret a session is valid while the old secret is still configured', async () => {
  const [old, fresh] = ['o', 'n'].map((letter) => ({ kid: letter, secret: letter.repeat(32) }));
  const before = await startWeb({ web: { secrets: [old!] } });
  const person = await before.addPerson();
  const browser = await before.loggedIn(person);
  const { secret } = await enrol(before, browser);
  let last = before;
  for (const [secrets, status] of [
    [[fresh!, old!], 200],
    [[fresh!], 401],
  ] as const) {
    const after = await startWeb({ web: { secrets }, database: before.database });
    const moved = after.browser();
    moved.cookies.set('ecf_session', browser.cookies.get('ecf_session')!);
    expect((await moved.call('GET', '/session')).status).toBe(status);
    // The first login seals the second factor under the new secret.
    const login = after.browser();
    await logIn(login, person.email);
    after.aheadMs = last.aheadMs;
    nextStep(after);
    const code = codeOf(after, secret);
    expect((await login.call('POST', '/session/code', { body: { code } })).status).toBe(200);
    last = after;
  }
});

test('failed logins are in the audit log, without the address', async () => {
  const { companyId } = await web.addCompany();
  const person = await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] });
  await logIn(web.browser(), person.email, 'x');
  const entries = await until('the failed login is in the audit log', async () => {
    const { rows: found } = await web.store.listActs({ companyId, limit: 10 });
    return found.some(({ result }) => result !== undefined) ? found : undefined;
  });
  expect(entries).toMatchObject([
    {
      action: 'session.start',
      personId: person.personId,
      result: { outcome: 'refused', code: 'LOGIN_INVALID' },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(person.email);
});

test('no answer and no log line holds a password, a code, a cookie or a secret', async () => {
  const person = await web.addPerson();
  const browser = await web.loggedIn(person);
  const { secret, recoveryCodes } = await enrol(web, browser);
  const lines = JSON.stringify(web.log);
  for (const hidden of [clave, secret, ...recoveryCodes, browser.cookies.get('ecf_session')!, person.email])
    expect(lines).not.toContain(hidden);
  expect(web.log.filter(({ level }) => level === 'error')).toEqual([]);
});
