/**
 * Changes of people, users and certificates need a fresh proof, and each proof gives the session another id. A stolen cookie is worth little.
 */
import type { CompanyRole } from '../../../../src/ledger/people/person.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { codeOf, enrol, nextCode, wrongCode } from '../authenticator.js';
import { clave, refusalOf, startWeb, type Browser, type Web } from '../harness.js';

const freshMs = 5 * 60_000;

let web: Web;
let company: Company;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany();
});

const addPerson = (role: CompanyRole = 'administrador', change = {}) =>
  web.addPerson({ memberships: [{ companyId: company.companyId, role }], ...change });
const post = (browser: Browser, path: string, body: object) => browser.call('POST', path, { body });

/** Another browser with the cookies that this one has now. */
function thiefOf(browser: Browser): Browser {
  const thief = web.browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  return thief;
}

const isOutside = async (browser: Browser) => (await browser.call('GET', '/session')).status === 401;

const changes = [
  { method: 'POST', path: '/people', body: { email: 'otra@prueba.example', role: 'consulta' } },
  { method: 'PATCH', path: '/people/nadie', body: { role: null } },
  { method: 'DELETE', path: '/people/nadie/sessions' },
  { method: 'DELETE', path: '/invitations/ninguna' },
  { method: 'POST', path: '/users', body: { usuario: 'erp', clave: 'clave-de-la-integracion-7' } },
  { method: 'PUT', path: '/users/nadie/password', body: { clave: 'clave-de-la-integracion-7' } },
  { method: 'PATCH', path: '/users/nadie', body: { disabled: false } },
  {
    method: 'POST',
    path: '/certificates',
    body: { keyId: 'k', wrappedKey: 'AA==', iv: 'AA==', sealed: 'AA==' },
  },
  { method: 'POST', path: '/certificates/aa/use', body: {} },
  { method: 'POST', path: '/production/webhooks', body: { url: 'https://erp.ejemplo.example/' } },
  { method: 'POST', path: `/production/webhooks/wh_${'0'.repeat(24)}/rotate-secret`, body: {} },
];

describe.each(changes)('$method $path', ({ method, path, ...options }) => {
  const act = (browser: Browser) => browser.call(method, `/companies/${company.companyId}${path}`, options);

  test('with a second factor asks for a code that is at most five minutes old', async () => {
    const browser = await web.loggedIn(await addPerson());
    const { secret } = await enrol(web, browser);
    web.aheadMs += freshMs + 1_000;
    expect(refusalOf(await act(browser))).toEqual({ status: 403, code: 'FRESH_CODE_REQUIRED' });
    // The password alone is no proof of somebody who has a second factor.
    await post(browser, '/session/fresh-password', { password: clave });
    expect(refusalOf(await act(browser)).code).toBe('FRESH_CODE_REQUIRED');
    await post(browser, '/session/fresh-code', { code: nextCode(web, secret) });
    expect(refusalOf(await act(browser)).status).not.toBe(403);
  });

  test('without a second factor asks for the password', async () => {
    const browser = await web.loggedIn(await addPerson());
    web.aheadMs += freshMs + 1_000;
    expect(refusalOf(await act(browser))).toEqual({ status: 403, code: 'FRESH_PASSWORD_REQUIRED' });
    const wrong = await post(browser, '/session/fresh-password', { password: 'no-es-la-clave' });
    expect(wrong.body).toMatchObject({ code: 'PASSWORD_WRONG', campo: 'password' });
    expect(refusalOf(await act(browser)).code).toBe('FRESH_PASSWORD_REQUIRED');
    await post(browser, '/session/fresh-password', { password: clave });
    expect(refusalOf(await act(browser)).status).not.toBe(403);
  });
});

test('the key that seals a certificate asks for the proof first, so nobody seals a file in vain', async () => {
  const browser = await web.loggedIn(await addPerson());
  web.aheadMs += freshMs + 1_000;
  expect(refusalOf(await browser.call('GET', '/seal-key')).code).toBe('FRESH_PASSWORD_REQUIRED');
});

describe('the first second factor', () => {
  test('needs the password, so a stolen cookie gets no recovery codes', async () => {
    const person = await addPerson();
    const browser = await web.loggedIn(person);
    const thief = thiefOf(browser);
    for (const body of [{}, { password: '' }])
      expect(refusalOf(await post(thief, '/session/totp', body)).code).toBe('REQUEST_INVALID');
    const wrong = await post(thief, '/session/totp', { password: 'no-es-la-clave' });
    expect(wrong.body).toMatchObject({ code: 'PASSWORD_WRONG', campo: 'password' });
    const confirm = await post(thief, '/session/totp/confirm', { code: '123456' });
    expect(refusalOf(confirm)).toEqual({ status: 409, code: 'SECOND_FACTOR_NOT_BEGUN' });
    expect((await web.store.findPerson(person.personId))?.secondFactor).toBe(false);
  });

  test('needs it also where the second factor is mandatory, after a login that stopped there', async () => {
    const browser = web.browser();
    expect((await web.logIn(browser, await web.addPerson({ support: true }))).body).toEqual({
      next: 'enrol',
    });
    expect(refusalOf(await post(browser, '/session/totp', {})).code).toBe('REQUEST_INVALID');
  });

  test('its password cannot be guessed there: the tries count with those of the login', async () => {
    const person = await addPerson();
    const browser = await web.loggedIn(person);
    for (let tries = 0; tries < 10; tries++) await post(browser, '/session/totp', { password: 'x' });
    expect((await post(browser, '/session/totp', { password: clave })).status).toBe(429);
    expect((await web.logIn(web.browser(), person)).status).toBe(429);
  });

  test('ends its beginning after fifteen minutes', async () => {
    const browser = await web.loggedIn(await addPerson());
    const begun = await post(browser, '/session/totp', { password: clave });
    web.aheadMs += 15 * 60_000 + 1_000;
    const code = codeOf(web, String(begun.body['secret']));
    expect(refusalOf(await post(browser, '/session/totp/confirm', { code })).code).toBe(
      'SECOND_FACTOR_NOT_BEGUN',
    );
  });
});

describe('the id of the session changes, and the earlier one is worth nothing, after', () => {
  test('the password at a login', async () => {
    const browser = await web.loggedIn(await addPerson());
    const thief = thiefOf(browser);
    await web.logIn(browser, await addPerson());
    expect(await isOutside(thief)).toBe(true);
  });

  test('the code at a login', async () => {
    const person = await addPerson();
    const { secret } = await enrol(web, await web.loggedIn(person));
    const browser = web.browser();
    await web.logIn(browser, person);
    const thief = thiefOf(browser);
    await post(browser, '/session/code', { code: nextCode(web, secret) });
    expect(await isOutside(thief)).toBe(true);
    expect(await isOutside(browser)).toBe(false);
  });

  test('the first second factor', async () => {
    const browser = await web.loggedIn(await addPerson());
    const thief = thiefOf(browser);
    await enrol(web, browser);
    expect(await isOutside(thief)).toBe(true);
    expect(await isOutside(browser)).toBe(false);
  });

  test('a fresh code, and a wrong one changes nothing', async () => {
    const browser = await web.loggedIn(await addPerson());
    const { secret } = await enrol(web, browser);
    const thief = thiefOf(browser);
    await post(browser, '/session/fresh-code', { code: wrongCode(web, secret) });
    expect(await isOutside(thief)).toBe(false);
    await post(browser, '/session/fresh-code', { code: nextCode(web, secret) });
    expect(await isOutside(thief)).toBe(true);
    expect(await isOutside(browser)).toBe(false);
  });

  test('a fresh password', async () => {
    const browser = await web.loggedIn(await addPerson());
    const thief = thiefOf(browser);
    await post(browser, '/session/fresh-password', { password: clave });
    expect(await isOutside(thief)).toBe(true);
    expect(await isOutside(browser)).toBe(false);
  });

  test('another telephone, and another password', async () => {
    const browser = await web.loggedIn(await addPerson());
    const { secret } = await enrol(web, browser);
    const begun = await post(browser, '/session/totp/replace', { code: nextCode(web, secret) });
    const first = thiefOf(browser);
    const code = nextCode(web, String(begun.body['secret']));
    await post(browser, '/session/totp/replace/confirm', { code });
    const second = thiefOf(browser);
    await post(browser, '/session/password', { password: clave, newPassword: 'cuatro-gatos-verdes-7' });
    for (const thief of [first, second]) expect(await isOutside(thief)).toBe(true);
    expect(await isOutside(browser)).toBe(false);
  });
});

test('a fresh code does not end the activation or the replacement that another tab has begun', async () => {
  const browser = await web.loggedIn(await addPerson());
  const { secret } = await enrol(web, browser);
  const begun = await post(browser, '/session/totp/replace', { code: nextCode(web, secret) });
  await post(browser, '/session/fresh-code', { code: nextCode(web, secret) });
  const code = nextCode(web, String(begun.body['secret']));
  expect((await post(browser, '/session/totp/replace/confirm', { code })).status).toBe(200);
});
