/** Your own company in the embedded stack: the simulator accepts its signer, also after the next start. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { openCompanyCertificates } from '../../../src/activities/company-certificates.js';
import {
  addDemoCompany,
  demoAuthorityFiles,
  demoPlaceOf,
  ensureDemoData,
} from '../../../tools/demo/demo-data.js';
import { createDgiiClient } from '../../../src/dgii/client.js';
import { readStackConfig } from '../../../tools/stack/stack-config.js';
import { createLog } from '../../../src/shared/log.js';
import { verifyPassword } from '../../../src/shared/passwords.js';
import { startSimulatorRole } from '../../../tools/simulator/role.js';
import type { Store } from '../../../src/ledger/mongo/connect.js';
import { openLedger } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';

/** A request that nobody cancels. */
const never = new AbortController().signal;

const environment = 'pre-certification';
const masterKey = randomBytes(32);
const keys = () => Promise.resolve([masterKey] as const);
const fresh = {
  ...({ rnc: '499999984', razonSocial: 'MI EMPRESA SRL', environment } as const),
  usuario: 'mi-sistema',
  clave: 'una-clave-de-prueba',
};
let store: Store;
let dataDir: string;

beforeAll(async () => {
  ({ store } = await openLedger());
  dataDir = await mkdtemp(join(tmpdir(), 'ecf-demo-'));
  own('the folder', () => rm(dataDir, { recursive: true, force: true }));
});

const place = () => demoPlaceOf(readStackConfig({ ECF_DATA_DIR: dataDir }))!;

test('it adds nothing where no demo was started', async () => {
  expect(await addDemoCompany(store, place(), keys, { ...fresh, origin: 'client' })).toEqual({
    outcome: 'no-demo',
  });
  expect(await store.findCompanyByRnc(fresh.rnc)).toBeUndefined();
});

test.each([{ MONGODB_URI: 'mongodb://127.0.0.1:1/' }, { DGII_ECF_HOST: 'https://dgii.example.com' }])(
  'with %j there is no demo: it is another installation',
  (env) => {
    expect(demoPlaceOf(readStackConfig({ ECF_DATA_DIR: dataDir, ...env }))).toBeUndefined();
  },
);

test('it has a user, numbers, and a signer to whom DGII gives a token, also after the next start', async () => {
  const start = () => ensureDemoData(store, dataDir, masterKey);
  await start();
  const added = await addDemoCompany(store, place(), keys, { ...fresh, origin: 'service' });
  if (added.outcome !== 'added') throw new Error(added.outcome);
  const { companyId } = added.company;
  expect(companyId).toBeGreaterThan(3);
  const again = await addDemoCompany(store, place(), keys, { ...fresh, origin: 'service' });
  expect(again).toEqual({ outcome: 'rnc-taken' });

  const user = await store.findUser(fresh.usuario, fresh.rnc);
  expect(await verifyPassword(fresh.clave, user!.passwordHash)).toBe(true);
  expect(await store.listAuthorizations(companyId, environment)).toHaveLength(10);

  await start();
  const files = demoAuthorityFiles(dataDir);
  expect(Object.keys(JSON.parse(await readFile(files.delegations, 'utf8')) as object)).toHaveLength(4);
  const simulator = await startSimulatorRole(
    readStackConfig({
      SIMULATOR_PORT: '0',
      SIMULATOR_DATA_DIR: join(dataDir, 'simulator'),
      SIMULATOR_CA_FILE: files.certificate,
      SIMULATOR_DELEGATIONS_FILE: files.delegations,
    }),
    createLog({ role: 'test', level: 'silent' }),
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
