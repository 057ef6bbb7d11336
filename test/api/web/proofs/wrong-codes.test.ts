/** Guesses of the second factor are counted for as long as the authenticator is used, and the person is told of them. */
import { dayMs } from '../../../../src/ecf/durations.js';
import { nextTryAtMs, wrongCodesMax } from '../../../../src/api/session/code-tries.js';
import { codeOf, enrol, nextCode, startQuarter, wrongCode } from '../authenticator.js';
import { clave, startWeb, type Browser, type Web } from '../harness.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});

const give = async (browser: Browser, code: string, path = '/session/code') =>
  browser.call('POST', path, { body: { code } });

async function enrolled() {
  const person = await web.addPerson();
  return { person, ...(await enrol(web, await web.loggedIn(person))) };
}

async function half(person: { readonly email: string }): Promise<Browser> {
  const browser = web.browser();
  await web.logIn(browser, person);
  return browser;
}

/** Somebody who knows the password tries a code whenever the service lets them. @returns how many were checked */
async function guess(person: { readonly email: string }, secret: string, forMs: number): Promise<number> {
  const untilMs = web.aheadMs + forMs;
  let checked = 0;
  while (web.aheadMs < untilMs) {
    const { status, headers } = await give(await half(person), wrongCode(web, secret));
    if (status === 400) checked += 1;
    else web.aheadMs += Number(headers['retry-after'] ?? 60) * 1_000 + 1_000;
    if (status === 403) break;
  }
  return checked;
}

test.each([
  [0, 0],
  [9, 0],
  [10, 60_000],
  [11, 120_000],
  [20, 1024 * 60_000],
  [21, dayMs],
  [99, dayMs],
])('after %i wrong codes the next one waits %i ms', (count, waitMs) => {
  const at = new Date(1_000_000);
  const wrong = Array.from({ length: count }, () => ({ session: 's', at }));
  expect(nextTryAtMs(wrong)).toBe(waitMs === 0 ? 0 : at.getTime() + waitMs);
});

test('after a hundred wrong codes none is checked any more', () => {
  const wrong = Array.from({ length: wrongCodesMax }, () => ({ session: 's', at: new Date(0) }));
  expect(nextTryAtMs(wrong)).toBe(Infinity);
});

test('in three days at most twenty-four codes are checked, although the limits of the login begin anew each quarter of an hour', async () => {
  const { person, secret } = await enrolled();
  const checked = await guess(person, secret, 3 * dayMs);
  expect(checked).toBeGreaterThanOrEqual(20);
  expect(checked).toBeLessThanOrEqual(24);
}, 60_000);

test('a login of the person gives no new tries to somebody who guesses, and tells the person how many there were and when', async () => {
  const { person, secret } = await enrolled();
  const firstMs = Date.now() + web.aheadMs;
  for (let tries = 0; tries < 9; tries++) await give(await half(person), wrongCode(web, secret));
  const browser = await half(person);
  expect((await give(browser, nextCode(web, secret))).status).toBe(200);
  const { wrongCodes } = (await browser.call('GET', '/session')).body as {
    wrongCodes: { count: number; firstAt: string; lastAt: string };
  };
  expect(wrongCodes.count).toBe(9);
  expect(Date.parse(wrongCodes.firstAt)).toBeGreaterThanOrEqual(firstMs);
  expect(Date.parse(wrongCodes.lastAt)).toBeLessThanOrEqual(Date.now() + web.aheadMs);
  // The tenth wrong one, counted with the nine from before the login.
  expect((await give(await half(person), wrongCode(web, secret))).status).toBe(400);
  expect((await give(await half(person), nextCode(web, secret))).status).toBe(429);
});

test('the next login shows the wrong codes once; typing errors of the same login count too, and cost nothing later', async () => {
  const { person, secret } = await enrolled();
  const browser = await half(person);
  for (let tries = 0; tries < 3; tries++) await give(browser, wrongCode(web, secret));
  await give(browser, nextCode(web, secret));
  expect((await browser.call('GET', '/session')).body['wrongCodes']).toMatchObject({ count: 3 });
  const found = await web.store.findPersonWithSecrets({ personId: person.personId });
  expect(found?.secrets.totp?.wrongCodes).toEqual([]);
  const next = await half(person);
  await give(next, nextCode(web, secret));
  expect((await next.call('GET', '/session')).body['wrongCodes']).toBeNull();
});

test('fresh codes, recovery codes and replacements count together', async () => {
  const { person, secret } = await enrolled();
  const browser = await half(person);
  await give(browser, nextCode(web, secret));
  for (let tries = 0; tries < 5; tries++) await give(browser, wrongCode(web, secret), '/session/fresh-code');
  // The limits of the login begin anew.
  startQuarter(web);
  for (let tries = 0; tries < 3; tries++) await give(await half(person), 'aaaa-bbbb-cccc-dddd');
  for (const path of ['/session/totp/replace', '/session/recovery-codes'])
    await give(browser, wrongCode(web, secret), path);
  const waiting = await give(browser, nextCode(web, secret), '/session/fresh-code');
  expect(waiting.status).toBe(429);
  expect(waiting.body['mensaje']).toContain('códigos errados');
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
});

test('of many codes at the same moment no more are checked than one after the other', async () => {
  const { person, secret } = await enrolled();
  const browsers: Browser[] = [];
  for (let n = 0; n < 8; n++) browsers.push(await half(person));
  for (let tries = 0; tries < 7; tries++) await give(await half(person), wrongCode(web, secret));
  const answers = await Promise.all(browsers.map((browser) => give(browser, wrongCode(web, secret))));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
});

test('after another password the wrong codes of somebody who knew the old one are forgiven with the next right code', async () => {
  const person = await web.addPerson();
  const own = await web.loggedIn(person);
  const { secret } = await enrol(web, own);
  for (let tries = 0; tries < 10; tries++) await give(await half(person), wrongCode(web, secret));
  const newPassword = 'cuatro-gatos-verdes-7';
  await own.call('POST', '/session/password', { body: { password: clave, newPassword } });
  web.aheadMs += 16 * 60_000;
  const login = web.browser();
  await web.logIn(login, person, newPassword);
  expect((await give(login, codeOf(web, secret))).status).toBe(200);
  const found = await web.store.findPersonWithSecrets({ personId: person.personId });
  expect(found?.secrets.totp?.wrongCodes).toEqual([]);
});

test('after a hundred wrong codes the person asks the operator for another link, and the answer says so', async () => {
  const { person, secret } = await enrolled();
  const at = new Date();
  let known =
    (await web.store.findPersonWithSecrets({ personId: person.personId }))?.secrets.totp?.wrongCodes ?? [];
  for (let tries = 0; tries < wrongCodesMax; tries++) {
    const tried = { session: 'x', at };
    expect(await web.store.countCodeTry(person.personId, known, tried)).toBe(true);
    known = [...known, tried];
  }
  web.aheadMs += 100 * dayMs;
  const { status, body } = await give(await half(person), codeOf(web, secret));
  expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'SECOND_FACTOR_LOCKED' });
});
