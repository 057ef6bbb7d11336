/** A person's own account: a new password, another telephone, new recovery codes, and what each of them asks for and ends. */
import { until } from '../../harness/until.js';
import { codeOf, enrol, nextCode, nextStep, startQuarter, wrongCode } from './authenticator.js';
import { clave, startWeb, type Browser, type Web, type WebAnswer } from './harness.js';

const newPassword = 'otra-clave-de-prueba';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});

const answerOf = ({ status, body }: WebAnswer) => ({ status, code: body['code'], campo: body['campo'] });
const post = (browser: Browser, path: string, body: object) => browser.call('POST', path, { body });
const changePassword = (browser: Browser, change: object = {}) =>
  post(browser, '/session/password', { password: clave, newPassword, ...change });
const statusOf = async (browser: Browser) => (await browser.call('GET', '/session')).status;

/** A person with a second factor, in a browser. */
async function enrolled() {
  const person = await web.addPerson();
  const browser = await web.loggedIn(person);
  return { person, browser, ...(await enrol(web, browser)) };
}

/** Logs in with the password, and with the code if there is one. */
async function another(email: string, code?: string, password = clave): Promise<Browser> {
  const browser = web.browser();
  await web.logIn(browser, { email }, password);
  if (code !== undefined) expect((await post(browser, '/session/code', { code })).status).toBe(200);
  return browser;
}

describe('the password', () => {
  test('a new one is valid at once, the old one is not, and only this session continues', async () => {
    const person = await web.addPerson();
    const [browser, other] = [await web.loggedIn(person), await web.loggedIn(person)];
    const stolen = web.browser();
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    expect((await changePassword(browser)).status).toBe(200);
    expect(await statusOf(browser)).toBe(200);
    // Also somebody who knows this session's id is outside.
    for (const ended of [other, stolen]) expect(await statusOf(ended)).toBe(401);
    expect((await web.logIn(web.browser(), person)).status).toBe(401);
    expect((await web.logIn(web.browser(), person, newPassword)).body).toEqual({ next: 'done' });
  });

  test('with a second factor the session needs no new code, and its twelve hours count on', async () => {
    const { browser } = await enrolled();
    web.aheadMs += 11 * 3_600_000;
    expect((await changePassword(browser)).status).toBe(200);
    expect((await browser.call('GET', '/session')).body).toHaveProperty('person');
    web.aheadMs += 2 * 3_600_000;
    expect(await statusOf(browser)).toBe(401);
  });

  test.each([
    { name: 'a wrong present one', change: { password: 'x' }, code: 'PASSWORD_WRONG', campo: 'password' },
    { name: 'a short one', change: { newPassword: 'corta' }, code: 'PASSWORD_INVALID', campo: 'newPassword' },
    {
      name: 'the same one',
      change: { newPassword: clave },
      code: 'PASSWORD_UNCHANGED',
      campo: 'newPassword',
    },
  ])('$name is refused at its field, and nothing changes', async ({ change, code, campo }) => {
    const person = await web.addPerson();
    const [browser, other] = [await web.loggedIn(person), await web.loggedIn(person)];
    expect(answerOf(await changePassword(browser, change))).toEqual({ status: 400, code, campo });
    for (const one of [browser, other]) expect(await statusOf(one)).toBe(200);
    expect((await web.logIn(web.browser(), person)).status).toBe(200);
  });

  test('the address is refused, and so is its part before the @', async () => {
    const email = 'maria.del.carmen@prueba.example';
    const browser = await web.loggedIn(await web.addPerson({ email }));
    for (const chosen of ['Maria.Del.Carmen@prueba.example', ' maria.del.carmen '])
      expect(answerOf(await changePassword(browser, { newPassword: chosen }))).toEqual({
        status: 400,
        code: 'PASSWORD_IS_EMAIL',
        campo: 'newPassword',
      });
  });

  test('it cannot be guessed in a stolen session: the tries count with those of the login', async () => {
    startQuarter(web);
    const person = await web.addPerson();
    const browser = await web.loggedIn(person);
    for (let tries = 0; tries < 10; tries++)
      expect((await changePassword(browser, { password: 'x' })).status).toBe(400);
    expect((await changePassword(browser)).status).toBe(429);
    expect((await web.logIn(web.browser(), person)).status).toBe(429);
  });

  test('of two changes at the same moment one is refused', async () => {
    const person = await web.addPerson();
    const browsers = [await web.loggedIn(person), await web.loggedIn(person)];
    const { changePassword: change } = web.store;
    // Both have checked the present password before one of them writes.
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    let waiting = 0;
    web.store.changePassword = async (...args) => {
      if (++waiting === browsers.length) release();
      await both;
      return change(...args);
    };
    const answers = await Promise.all(browsers.map((browser) => changePassword(browser)));
    web.store.changePassword = change;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('the audit log has the change and the refusal, without the passwords', async () => {
    const { companyId } = await web.addCompany();
    const browser = await web.loggedIn(
      await web.addPerson({ memberships: [{ companyId, role: 'consulta' }] }),
    );
    await changePassword(browser, { password: 'no-es-la-clave' });
    await changePassword(browser);
    const entries = await until('both results are in the audit log', async () => {
      const { rows: found } = await web.store.listActs({ companyId, action: 'password.change', limit: 10 });
      return found.every(({ result }) => result !== undefined) ? found : undefined;
    });
    expect(entries.map(({ result }) => [result?.outcome, result?.code])).toEqual([
      ['done', undefined],
      ['refused', 'PASSWORD_WRONG'],
    ]);
    for (const hidden of [clave, newPassword, 'no-es-la-clave']) {
      expect(JSON.stringify(entries)).not.toContain(hidden);
      expect(JSON.stringify(web.log)).not.toContain(hidden);
    }
  });
});

describe('another telephone', () => {
  test('the old one is valid until the new one is confirmed; then only the new one is', async () => {
    const { person, browser, secret, recoveryCodes } = await enrolled();
    const begun = await post(browser, '/session/totp/replace', { code: nextCode(web, secret) });
    const fresh = begun.body as { uri: string; secret: string };
    expect(fresh.uri).toContain(`secret=${fresh.secret}`);
    const other = await another(person.email, nextCode(web, secret));
    nextStep(web);
    const wrong = { code: wrongCode(web, fresh.secret) };
    expect(answerOf(await post(browser, '/session/totp/replace/confirm', wrong)).code).toBe('CODE_INVALID');
    expect(await statusOf(other)).toBe(200);
    const right = { code: codeOf(web, fresh.secret) };
    const confirmed = await post(browser, '/session/totp/replace/confirm', right);
    expect(confirmed.body['recoveryCodes']).toHaveLength(10);

    expect((await browser.call('GET', '/session')).body).toHaveProperty('person');
    expect(await statusOf(other)).toBe(401);
    const late = await another(person.email);
    for (const code of [nextCode(web, secret), ...recoveryCodes.slice(0, 2)])
      expect(answerOf(await post(late, '/session/code', { code })).code).toBe('CODE_INVALID');
    await another(person.email, nextCode(web, fresh.secret));
    await another(person.email, (confirmed.body['recoveryCodes'] as string[])[0]);
  });

  test('a recovery code begins it when the old telephone is lost', async () => {
    const { person, recoveryCodes } = await enrolled();
    const browser = await another(person.email, recoveryCodes[0]);
    const { secret } = (await post(browser, '/session/totp/replace', { code: recoveryCodes[1] })).body;
    const code = nextCode(web, String(secret));
    expect((await post(browser, '/session/totp/replace/confirm', { code })).status).toBe(200);
    // The code of the confirmation is a fresh one.
    expect((await browser.call('GET', '/session')).body).toHaveProperty('person');
  });

  test('somebody who has taken over the session cannot begin it, even just after a login', async () => {
    startQuarter(web);
    const { browser, secret } = await enrolled();
    for (let tries = 0; tries < 10; tries++) {
      const code = wrongCode(web, secret);
      expect(answerOf(await post(browser, '/session/totp/replace', { code })).code).toBe('CODE_INVALID');
    }
    const right = { code: nextCode(web, secret) };
    expect((await post(browser, '/session/totp/replace', right)).status).toBe(429);
  });

  test('it ends after fifteen minutes, and does not exist in another session', async () => {
    const { person, browser, secret } = await enrolled();
    const begun = await post(browser, '/session/totp/replace', { code: nextCode(web, secret) });
    const fresh = String(begun.body['secret']);
    const other = await another(person.email, nextCode(web, secret));
    const confirm = (by: Browser) =>
      post(by, '/session/totp/replace/confirm', { code: nextCode(web, fresh) });
    const notBegun = { status: 409, code: 'SECOND_FACTOR_NOT_BEGUN', campo: undefined };
    expect(answerOf(await confirm(other))).toEqual(notBegun);
    web.aheadMs += 15 * 60_000;
    expect(answerOf(await confirm(browser))).toEqual(notBegun);
    await another(person.email, nextCode(web, secret));
  });

  test('two sessions begin a replacement: the one that confirms first counts', async () => {
    const { person, browser, secret } = await enrolled();
    const second = await another(person.email, nextCode(web, secret));
    const secrets: string[] = [];
    for (const one of [browser, second]) {
      const begun = await post(one, '/session/totp/replace', { code: nextCode(web, secret) });
      secrets.push(String(begun.body['secret']));
    }
    const [first = '', late = ''] = secrets;
    const path = '/session/totp/replace/confirm';
    expect((await post(browser, path, { code: nextCode(web, first) })).status).toBe(200);
    expect(answerOf(await post(second, path, { code: nextCode(web, late) })).code).toBe('SESSION_REQUIRED');
    await another(person.email, nextCode(web, first));
  });

  test.each(['/session/totp/replace', '/session/totp/replace/confirm', '/session/recovery-codes'])(
    '%s needs a second factor that is active',
    async (path) => {
      const browser = await web.loggedIn(await web.addPerson());
      expect(answerOf(await post(browser, path, { code: '123456' })).code).toBe('SECOND_FACTOR_REQUIRED');
    },
  );
});

describe('an administrator ends the sessions while the person makes a change', () => {
  test.each([
    { name: 'changePassword', path: '/session/password' },
    { name: 'replaceTotp', path: '/session/totp/replace/confirm' },
    { name: 'replaceRecoveryCodes', path: '/session/recovery-codes' },
  ] as const)('$path changes nothing, and does not bring the session back', async ({ name, path }) => {
    const { person, browser, secret } = await enrolled();
    const begun = await post(browser, '/session/totp/replace', { code: nextCode(web, secret) });
    const { [name]: change } = web.store;
    const endFirst = async (...args: readonly unknown[]) => {
      await web.store.endSessions(person.personId);
      return (change as (...all: readonly unknown[]) => Promise<boolean>)(...args);
    };
    Object.assign(web.store, { [name]: endFirst });
    const code = nextCode(web, name === 'replaceTotp' ? String(begun.body['secret']) : secret);
    const answer = await post(
      browser,
      path,
      name === 'changePassword' ? { password: clave, newPassword } : { code },
    );
    Object.assign(web.store, { [name]: change });
    expect(answerOf(answer)).toEqual({ status: 401, code: 'SESSION_REQUIRED', campo: undefined });
    expect(await statusOf(browser)).toBe(401);
    await another(person.email, nextCode(web, secret));
  });
});

describe('recovery codes', () => {
  const left = async (browser: Browser) =>
    (await browser.call('GET', '/session/recovery-codes')).body['left'];

  test('each one that is used counts, and new ones replace all earlier ones', async () => {
    const { person, browser, secret, recoveryCodes } = await enrolled();
    const other = await another(person.email, recoveryCodes[0]);
    expect(await left(browser)).toBe(9);
    const wrong = await post(browser, '/session/recovery-codes', { code: wrongCode(web, secret) });
    expect(answerOf(wrong)).toEqual({ status: 400, code: 'CODE_INVALID', campo: 'code' });
    const renewed = await post(browser, '/session/recovery-codes', { code: nextCode(web, secret) });
    const fresh = renewed.body['recoveryCodes'] as string[];
    expect(fresh).toHaveLength(10);
    expect(await left(browser)).toBe(10);
    // The other sessions continue: who may log in has not changed.
    expect(await statusOf(other)).toBe(200);
    const late = await another(person.email);
    expect(answerOf(await post(late, '/session/code', { code: recoveryCodes[1] })).code).toBe('CODE_INVALID');
    expect((await post(late, '/session/code', { code: fresh[0] })).status).toBe(200);
  });

  test('a person without a second factor has none', async () => {
    expect(await left(await web.loggedIn(await web.addPerson()))).toBe(0);
  });
});
