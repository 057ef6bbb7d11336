/**
 * kill -9 of the api or of mongod while a person's form is being sent. The page says so and keeps what was typed; the ledger has nothing
 * half done; and after the restart the same form, sent again, is done once.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { idOfEncf, sequenceKey } from '../../src/ledger/numbers/numbers.js';
import { findMongod } from '../../tools/stack/binaries/mongod.js';
import { startMongod, type StartedMongod } from '../../tools/stack/start-mongod.js';
import { expectSoon } from '../harness/expect-soon.js';
import { openGateway, type Gateway } from '../harness/http/gateway.js';
import { readNumbering } from '../harness/numbers.js';
import { own } from '../harness/own.js';
import { startRoleProcess, type RoleProcess } from '../harness/processes/role-process.js';
import { patient, startService, type OtherCompany, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';
import { addPersonOf, logInAt } from '../flow/web/person.js';
import { testBrowser, type TestBrowser } from '../web/harness.js';

const email = 'operador@prueba.example';
const environment = 'certification' as const;
const noAnswer = 'El servicio no respondió. Lo que escribió sigue aquí: inténtelo de nuevo.';
const noLedger = 'El registro de comprobantes no está disponible en este momento. Intente de nuevo.';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let service: Service;
let browser: TestBrowser;
let company: OtherCompany;
let gateway: Gateway;
let mongod: StartedMongod;
let mongodAway: string;
let api: RoleProcess;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecf-killed-mid-form-'));
  own('the folder', () => rm(dataDir, { recursive: true, force: true }));
  mongodAway = join(dataDir, 'away');
  [mongod, browser, gateway] = await Promise.all([startOwnMongod(dataDir), testBrowser(), openGateway()]);
  service = await startService({ env: { ...patient, ECF_WEB: 'on', MONGODB_URI: mongod.uri } });
  company = await service.addCompany({ origin: 'service', environment });
  await addPersonOf(service, company.companyId, email);
  await startApi();
}, 240_000);

afterAll(() => browser.close());

/** It restarts by itself, unless the file `away` exists. */
async function startOwnMongod(dataDir: string): Promise<StartedMongod> {
  const binary = join(dataDir, 'mongod.sh');
  const program = await findMongod(quiet);
  await writeFile(
    binary,
    `#!/bin/sh\nwhile [ -e '${mongodAway}' ]; do sleep 0.1; done\nexec '${program}' "$@"\n`,
  );
  await chmod(binary, 0o700);
  const started = await startMongod({ dataDir, port: 0, log: quiet, binary });
  own('mongod', () => started.stop());
  return started;
}

async function startApi(): Promise<void> {
  api = await startRoleProcess('api', { ...service.env, LOG_LEVEL: 'warn' });
  gateway.to(api.url);
}

async function openPage(path: string) {
  const opened = await browser.open();
  const { page } = opened;
  await logInAt(page, `${gateway.url}/app/empresas/${company.companyId}/${environment}/${path}`, email);
  return opened;
}

/** The api dies right after this record was written. */
async function killApiAfter(name: string, send: Locator): Promise<void> {
  await api.hold([name], 1, 'after');
  await send.click();
  await until(`${name}: the api stands still`, async () => (await api.held()).includes(name));
  await api.kill();
}

/** mongod dies right before this record is written, and stays away until `mongodReturns`. */
async function killMongodBefore(name: string, send: Locator): Promise<void> {
  const { pid } = mongod;
  if (pid === undefined) throw new Error('mongod does not run');
  await writeFile(mongodAway, '');
  await api.killAt(pid, name, 1, 'before');
  await send.click();
  await until('mongod is gone', async () => mongod.pid !== pid);
}

/** Starts mongod again and waits until the api has found the ledger, because the next form waits for the ledger for only three seconds. */
async function mongodReturns(): Promise<void> {
  await rm(mongodAway);
  const hasLedger = async () => {
    const response = await fetch(`${api.adminUrl}/readyz`);
    await response.text();
    return response.ok;
  };
  await until('the api has its ledger', hasLedger, { withinMs: 60_000 });
  const answers = () =>
    service.store.ping().then(
      () => true,
      () => false,
    );
  await until('mongod answers the test', answers, { withinMs: 60_000 });
}

const numbering = () => readNumbering(mongod.uri, service.config.mongo.database, company.companyId);

async function ranges(ecfType: 31 | 32): Promise<readonly object[]> {
  return service.store.listAuthorizations(company.companyId, environment, ecfType);
}

describe('a range', () => {
  const key = (ecfType: 31 | 32) => sequenceKey({ companyId: company.companyId, environment, ecfType });

  async function fill(page: Page, type: number): Promise<Locator> {
    await page.getByRole('button', { name: `Añadir rango al tipo ${type}` }).click();
    const form = page.getByRole('region', { name: `Añadir rango al tipo ${type}` });
    await form.getByLabel('Desde').fill('101');
    await form.getByLabel('Hasta').fill('150');
    await form.getByLabel('Número de autorización').fill('A-1');
    if (type === 31) await form.getByLabel('Vence').fill('2050-12-31');
    return form;
  }

  test('is registered once, although the api is killed right after it was written', async () => {
    const { page, context } = await openPage('maestro');
    const form = await fill(page, 31);
    const send = form.getByRole('button', { name: 'Añadir rango' });
    await killApiAfter(key(31), send);
    await form.getByRole('alert').getByText(noAnswer).waitFor();
    await expectSoon(() => form.getByLabel('Desde').inputValue()).toBe('101');
    expect(await ranges(31)).toHaveLength(1);
    await startApi();
    // The same range again is done already.
    await send.click();
    await form.waitFor({ state: 'hidden' });
    expect(await ranges(31)).toHaveLength(1);
    await context.close();
  }, 180_000);

  test('is registered once, although mongod is killed right before it was written', async () => {
    const { page, context } = await openPage('maestro');
    const form = await fill(page, 32);
    const send = form.getByRole('button', { name: 'Añadir rango' });
    await killMongodBefore(key(32), send);
    await form.getByRole('alert').getByText(noLedger).waitFor();
    await expectSoon(() => form.getByLabel('Desde').inputValue()).toBe('101');
    await mongodReturns();
    expect(await ranges(32)).toEqual([]);
    await send.click();
    await form.waitFor({ state: 'hidden' });
    expect(await ranges(32)).toHaveLength(1);
    await context.close();
  }, 180_000);
});

describe('a certification voucher', () => {
  const encf = 'E310000000101';
  const numberId = () => idOfEncf(company.companyId, environment, encf) ?? '';

  test('gets one number and is issued once, although the api and mongod are killed', async () => {
    const numbers = { companyId: company.companyId, environment, ecfType: 31 } as const;
    const range = { from: 101, to: 150, expiresOn: '31-12-2050', authorizationNumber: 'A-1' };
    await service.store.addAuthorization({ ...numbers, ...range, now: new Date() });
    const { page, context } = await openPage('certificacion?tipo=31');
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).click();
    await page.getByText('El comprobante es válido.').waitFor();
    const json = page.getByLabel('JSON', { exact: true });
    const typed = await json.inputValue();
    const send = page.getByRole('button', { name: 'Emitir' });
    const found = async () => ({
      numbers: (await numbering()).reservations.length,
      vouchers:
        (await service.store.findDocument(numbers.companyId, environment, encf)) === undefined ? 0 : 1,
    });

    await killApiAfter(numberId(), send);
    await page.getByRole('alert').getByText(noAnswer).waitFor();
    expect(await found()).toEqual({ numbers: 1, vouchers: 0 });
    await startApi();

    await killMongodBefore(encf, send);
    await page.getByRole('alert').getByText(noLedger).waitFor();
    await mongodReturns();
    expect(await found()).toEqual({ numbers: 1, vouchers: 0 });

    await killApiAfter(encf, send);
    await page.getByRole('alert').getByText(noAnswer).waitFor();
    expect(await found()).toEqual({ numbers: 1, vouchers: 1 });
    await askAgainInVain(page);
    await expectSoon(() => json.inputValue()).toBe(typed);
    await startApi();

    await send.click();
    await page.getByRole('heading', { level: 1, name: encf }).waitFor();
    await page.getByRole('status').getByText('Aceptado').waitFor();
    expect(await found()).toEqual({ numbers: 1, vouchers: 1 });
    expect(await service.seenByDgii(encf, company.rnc)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    await context.close();
  }, 240_000);
});

/**
 * Acts like a person who looks at another tab for two minutes and returns, until the page has asked for its session and company in vain.
 * The page may be in the middle of asking for other reasons, so one return is not always the first of three questions.
 */
async function askAgainInVain(page: Page): Promise<void> {
  const failed = { session: 0, company: 0 };
  page.on('requestfailed', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.endsWith('/session')) failed.session += 1;
    if (/\/companies\/\d+$/.test(path)) failed.company += 1;
  });
  let returnsAtMs = Date.now();
  const returnsAndAsks = async () => {
    returnsAtMs += 120_000;
    await page.clock.setFixedTime(returnsAtMs);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    // Each question is repeated twice.
    return failed.session >= 3 && failed.company >= 3;
  };
  await until('the page gave up', returnsAndAsks, { everyMs: 1_000, withinMs: 60_000 });
  await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
}
