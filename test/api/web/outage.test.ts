/** MongoDB goes away in the middle of a session. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/shared/free-port.js';
import { startMongod } from '../../../tools/stack/start-mongod.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';
import { startWeb } from './harness.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('without MongoDB the answer is 503, nothing happens, and the session still exists afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecf-web-outage-'));
  own('the folder', () => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const start = async () => {
    const started = await startMongod({ dataDir, port, log: quiet });
    return { ...started, stop: own('mongod', () => started.stop()) };
  };
  const mongod = await start();
  const web = await startWeb({ mongoUri: mongod.uri });
  const { companyId } = await web.addCompany();
  const person = await web.addPerson({ memberships: [{ companyId, role: 'administrador' }] });
  const browser = await web.loggedIn(person);
  const cookie = browser.cookies.get('ecf_session');
  const invite = () =>
    browser.call('POST', `/companies/${companyId}/people`, {
      body: { email: 'a@prueba.example', role: 'consulta' },
    });

  await mongod.stop();
  for (const answer of [await browser.call('GET', '/session'), await invite()]) {
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 503,
      code: 'LEDGER_UNAVAILABLE',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // No logout: the browser keeps its cookie.
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect((await web.logIn(web.browser(), person)).status).toBe(503);
  expect((await browser.call('GET', '/app/')).status).not.toBe(500);

  await start();
  await until('the session is back', async () => (await browser.call('GET', '/session')).status === 200, {
    withinMs: 40_000,
  });
  expect(browser.cookies.get('ecf_session')).toBe(cookie);
  const { items, invitations } = (await browser.call('GET', `/companies/${companyId}/people`)).body;
  expect({ items, invitations }).toMatchObject({ items: [{ email: person.email }], invitations: [] });
  expect((await invite()).status).toBe(200);
}, 180_000);
