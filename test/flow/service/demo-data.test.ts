/**
 * The demo's data in a ledger: its users carry a mark, an operator sees it, and production is refused beside it. And your own company in it:
 * the simulator accepts its signer, also after the next start.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCompanyCertificates } from '../../../src/activities/certificates/company-certificates.js';
import {
  addDemoCompany,
  demoAuthorityFiles,
  demoCompanies,
  demoPlaceOf,
  ensureDemoData,
} from '../../../tools/demo/demo-data.js';
import { createDgiiClient } from '../../../src/dgii/client.js';
import { readStackConfig } from '../../../tools/stack/stack-config.js';
import { startSimulatorRole } from '../../../tools/simulator/role.js';
import { startApi } from '../../../src/boot/api-role.js';
import { readConfig } from '../../../src/boot/config.js';
import { demoPeople, demoUser, hasDemoUsers } from '../../../src/boot/demo-users.js';
import { startWorker } from '../../../src/boot/worker-role.js';
import { freePort } from '../../../src/shared/free-port.js';
import { createLog } from '../../../src/shared/log.js';
import { verifyPassword } from '../../../src/shared/passwords.js';
import type { User } from '../../../src/ledger/people/user.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import { given } from '../../harness/given.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { startNode } from '../../harness/processes/node-process.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';

const log = createLog({ role: 'test', level: 'silent' });
const startAllFile = fileURLToPath(new URL('../../../dist/tools/stack/main.js', import.meta.url));
const temporalAddress = given('TEST_TEMPORAL_ADDRESS');
const masterKey = randomBytes(32);

/** A request that nobody cancels. */
const never = new AbortController().signal;

const environment = 'pre-certification';
const keys = () => Promise.resolve([masterKey] as const);
const fresh = {
  ...({ rnc: '499999984', razonSocial: 'MI EMPRESA SRL', environment } as const),
  usuario: 'mi-sistema',
  clave: 'una-clave-de-prueba',
};

/** One demo for the whole file: each of its keys takes half a second of processor time. */
let dir: string;
let ledger: TestLedger;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-demo-data-'));
  own('the folder', () => rmSync(dir, { recursive: true, force: true }));
  ledger = await openLedger();
});

const ensure = () => ensureDemoData(ledger.store, dir, masterKey);
const place = () => demoPlaceOf(readStackConfig({ ECF_DATA_DIR: dir }))!;

const rnc = '999999992';
const user = (clave: string, change: Partial<User> = {}): User => ({
  usuario: demoUser.usuario,
  rnc,
  companyId: 1,
  passwordHash: cheapHash(clave),
  disabled: false,
  ...change,
});

/** The configuration of every role here: production, with DGII's own hosts. */
const production = (ledger: TestLedger) =>
  readConfig({
    MONGODB_URI: ledger.uri,
    MONGODB_DATABASE: ledger.database,
    TEMPORAL_ADDRESS: temporalAddress,
    ECF_JWT_SECRET: `t:${'x'.repeat(32)}`,
    ECF_MASTER_KEY: masterKey.toString('base64'),
    ECF_WEB_SECRET: `t:${'x'.repeat(32)}`,
    TEMPORAL_TASK_QUEUE: ledger.database,
    ECF_ALLOW_PRODUCTION: 'true',
    PORT: '0',
    ADMIN_PORT: '0',
    WORKER_ADMIN_PORT: '0',
  });

test('your own company: it adds nothing where no demo was started', async () => {
  expect(await addDemoCompany(ledger.store, place(), keys, { ...fresh, origin: 'client' })).toEqual({
    outcome: 'no-demo',
  });
  expect(await ledger.store.findCompanyByRnc(fresh.rnc)).toBeUndefined();
});

test.each([{ MONGODB_URI: 'mongodb://127.0.0.1:1/' }, { DGII_ECF_HOST: 'https://dgii.example.com' }])(
  'with %j there is no demo: it is another installation',
  (env) => {
    expect(demoPlaceOf(readStackConfig({ ECF_DATA_DIR: dir, ...env }))).toBeUndefined();
  },
);

test('its users and people carry the mark, a second start changes none of them, and production is refused', async () => {
  await ensure();
  const made = await ledger.store.findUser(demoUser.usuario, rnc);
  await ensure();
  expect(await hasDemoUsers(ledger.store)).toBe(true);
  expect(await ledger.store.findUser(demoUser.usuario, rnc)).toEqual(made);
  expect(await ledger.db.collection('users').countDocuments({ demo: true })).toBe(demoCompanies.length);
  expect(await ledger.db.collection('people').countDocuments({ demo: true })).toBe(demoPeople.length);

  for (const start of [startApi, startWorker])
    await expect(start(production(ledger), log)).rejects.toThrow(
      /^ECF_ALLOW_PRODUCTION must be false while users of the demo are in the ledger: [^\n]*$/,
    );
});

test('a real user with the name that the documents suggest does not stop the api in production', async () => {
  const real = await openLedger();
  await real.store.addUser(user('otra-clave-2026'));
  const api = await startApi(production(real), log);
  await api.stop();
});

test('your own company has a user, numbers, and a signer to whom DGII gives a token, also after the next start', async () => {
  const { store } = ledger;
  const added = await addDemoCompany(store, place(), keys, { ...fresh, origin: 'service' });
  if (added.outcome !== 'added') throw new Error(added.outcome);
  const { companyId } = added.company;
  expect(companyId).toBeGreaterThan(3);
  const again = await addDemoCompany(store, place(), keys, { ...fresh, origin: 'service' });
  expect(again).toEqual({ outcome: 'rnc-taken' });

  const user = await store.findUser(fresh.usuario, fresh.rnc);
  expect(await verifyPassword(fresh.clave, user!.passwordHash)).toBe(true);
  expect(await store.listAuthorizations(companyId, environment)).toHaveLength(10);

  await ensure();
  const files = demoAuthorityFiles(dir);
  expect(Object.keys(JSON.parse(await readFile(files.delegations, 'utf8')) as object)).toHaveLength(4);
  const simulator = await startSimulatorRole(
    readStackConfig({
      SIMULATOR_PORT: '0',
      SIMULATOR_DATA_DIR: join(dir, 'simulator'),
      SIMULATOR_CA_FILE: files.certificate,
      SIMULATOR_DELEGATIONS_FILE: files.delegations,
    }),
    log,
  );
  own('the simulator', () => simulator.stop());
  const url = `http://127.0.0.1:${simulator.port}`;
  const client = createDgiiClient({
    hosts: { ecf: url, fc: url, status: url },
    timeouts: { submitMs: 10_000, queryMs: 10_000, authMs: 10_000 },
    clock: () => new Date(),
  });
  own('the client', () => client.close());
  const certificate = await openCompanyCertificates(store, [masterKey]).current(companyId, new Date());
  if ('unusable' in certificate) throw new Error(certificate.unusable);
  expect(await client.renewToken({ companyId, environment, certificate }, never)).toEqual({ kind: 'token' });
});

test('repeating a command that was killed half-way finishes it; a company that only has the same RNC is refused', async () => {
  const { store } = ledger;
  const half = { ...fresh, rnc: '499999976', origin: 'client' } as const;
  const { usuario: _usuario, clave: _clave, ...issuer } = half;
  const left = await store.addCompany({ ...issuer, productionAllowed: false });
  if (left.outcome !== 'added') throw new Error(left.outcome);
  const another = await addDemoCompany(store, place(), keys, { ...half, razonSocial: 'OTRA SRL' });
  expect(another).toEqual({ outcome: 'rnc-taken' });

  const finished = await addDemoCompany(store, place(), keys, half);
  expect(finished).toMatchObject({ outcome: 'added', company: left.company });
  expect(await store.currentCertificate(left.company.companyId)).toBeDefined();
  expect(await store.findUser(half.usuario, half.rnc)).toBeDefined();
});

test('npm start says that the data is the demo’s, and gives each role its own secrets only', async () => {
  const env: Record<string, string> = {
    MONGODB_URI: ledger.uri,
    MONGODB_DATABASE: ledger.database,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_TASK_QUEUE: ledger.database,
    ECF_DATA_DIR: dir,
    FOREIGN_SECRET: 'x',
  };
  for (const name of ['PORT', 'ADMIN_PORT', 'WORKER_ADMIN_PORT', 'SIMULATOR_PORT'])
    env[name] = String(await freePort());
  const started = startNode([startAllFile], { env });
  await until(
    'the service is ready',
    async () => {
      if (started.hasExited()) throw new Error(started.output());
      return started.stdout().includes('Registros (log)');
    },
    { withinMs: 90_000 },
  );
  expect(started.stdout()).toMatch(/^Demostración +los datos de .* son los de la demostración: /);

  const children = `/proc/${started.pid}/task/${started.pid}/children`;
  if (!existsSync(children)) {
    console.warn('NOT CHECKED: this system does not show the environment of processes');
  } else {
    const reported = readFileSync(children, 'utf8')
      .trim()
      .split(' ')
      .flatMap((pid) => {
        const [, role = ''] = /main\.js\0(\w+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
        const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .map((pair) => pair.split('=')[0] ?? '');
        return role === ''
          ? []
          : [[role, names.filter((name) => /SECRET|KEY|MONGODB_URI/.test(name)).sort()]];
      });
    expect(Object.fromEntries(reported)).toEqual({
      api: ['ECF_JWT_SECRET', 'ECF_WEB_SECRET', 'MONGODB_URI'],
      simulator: [],
      worker: ['DGII_STATUS_API_KEY', 'ECF_MASTER_KEY', 'MONGODB_URI'],
    });
  }
  started.child.kill('SIGTERM');
  expect(await started.exited).toBe(0);
}, 240_000);
