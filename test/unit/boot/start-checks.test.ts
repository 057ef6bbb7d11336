/** The start checks that need no server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testAuthority } from '../../harness/samples/signers.js';
import { ConfigError, readConfig } from '../../../src/boot/config.js';
import {
  checkDataDir,
  checkXsdDir,
  readCaFile,
  listening,
  openLedger,
  refuseExposedDemo,
  refuseImitatedProduction,
  refuseUnknownProxy,
  serversOf,
} from '../../../src/boot/start-checks.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-start-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type Held = 'a user' | 'a person' | 'nobody';

function ledgerWith(held: Held) {
  return {
    hasDemoUsers: () => Promise.resolve(held === 'a user'),
    hasDemoPeople: () => Promise.resolve(held === 'a person'),
  };
}

const tooOpen = 'HOST=0.0.0.0 must be loopback while users of the demo are in the ledger: ';
const noProduction = 'ECF_ALLOW_PRODUCTION must be false while users of the demo are in the ledger: ';

test.each<[Record<string, string>, Held, string | undefined]>([
  [{ HOST: '0.0.0.0' }, 'a user', tooOpen],
  [{ HOST: '0.0.0.0' }, 'a person', tooOpen],
  [{ ECF_ALLOW_PRODUCTION: 'true' }, 'a person', noProduction],
  [{ ECF_ALLOW_PRODUCTION: 'true' }, 'a user', noProduction],
  [{ HOST: '0.0.0.0', ECF_ALLOW_PRODUCTION: 'true' }, 'nobody', undefined],
  [{ HOST: '::1' }, 'a user', undefined],
  [{}, 'a user', undefined],
])('%p and of the demo %s: %s', async (env, held, refusal) => {
  const checked = refuseExposedDemo(readConfig(env), ledgerWith(held));
  await (refusal === undefined
    ? expect(checked).resolves.toBeUndefined()
    : expect(checked).rejects.toThrow(refusal));
});

const production = { ECF_ALLOW_PRODUCTION: 'true' };

test.each<[Record<string, string>, string]>([
  [{ DGII_ECF_HOST: 'https://dgii.example' }, 'DGII_ECF_HOST must be https://ecf.dgii.gov.do'],
  [{ DGII_ECF_HOST: 'https://ecf.dgii.gov.do:8443' }, 'DGII_ECF_HOST must be https://ecf.dgii.gov.do'],
  [{ DGII_ECF_HOST: 'https://ecf.dgii.gov.do/proxy' }, 'DGII_ECF_HOST must be https://ecf.dgii.gov.do'],
  [{ DGII_ECF_HOST: 'https://ecf.dgii.gov.do.' }, 'DGII_ECF_HOST must be https://ecf.dgii.gov.do'],
  [{ DGII_ECF_HOST: 'https://fc.dgii.gov.do' }, 'DGII_ECF_HOST must be https://ecf.dgii.gov.do'],
  [{ DGII_FC_HOST: 'https://127.0.0.1:8443' }, 'DGII_FC_HOST must be https://fc.dgii.gov.do'],
  [{ DGII_STATUS_HOST: 'https://localhost' }, 'DGII_STATUS_HOST must be https://statusecf.dgii.gov.do'],
  [
    { DGII_ECF_HOST: 'http://ecf.dgii.gov.do', DGII_ALLOW_HTTP: 'true' },
    'DGII_ECF_HOST must be https://ecf.dgii.gov.do',
  ],
  [{ DGII_ALLOW_HTTP: 'true' }, 'DGII_ALLOW_HTTP must be false'],
  [{ BUYERS_PRIVATE_ADDRESSES: 'allow' }, 'BUYERS_PRIVATE_ADDRESSES must be refuse'],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED must not be 0'],
])('production with %p is refused', (env, says) => {
  expect(() => refuseImitatedProduction(readConfig({ ...env, ...production }))).toThrow(
    `ECF_ALLOW_PRODUCTION=true: ${says}`,
  );
  refuseImitatedProduction(readConfig(env));
});

test.each<Record<string, string>>([
  {},
  {
    DGII_ECF_HOST: 'https://ECF.dgii.gov.do:443/',
    DGII_FC_HOST: 'https://fc.dgii.gov.do/',
    DGII_STATUS_HOST: 'https://statusecf.dgii.gov.do',
    DGII_ALLOW_HTTP: 'false',
    NODE_TLS_REJECT_UNAUTHORIZED: '1',
  },
])('production with %p goes to DGII', (env) => {
  refuseImitatedProduction(readConfig({ ...env, ...production }));
});

test.each<[Record<string, string>, string | undefined]>([
  [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0'],
  [{ HOST: '10.0.0.7' }, 'HOST=10.0.0.7'],
  [{ ECF_PUBLIC_URL: 'https://facturas.example' }, 'ECF_PUBLIC_URL=https://facturas.example'],
  [{ HOST: '0.0.0.0', TRUST_PROXY: 'uniquelocal' }, undefined],
  [{ HOST: '0.0.0.0', TRUST_PROXY: '1' }, undefined],
  // Programs of this machine alone.
  [{}, undefined],
  [{ HOST: '::1', ECF_PUBLIC_URL: 'off' }, undefined],
])('production with %p, and TLS elsewhere, needs TRUST_PROXY: %s', (env, refused) => {
  const check = () => refuseUnknownProxy(readConfig({ ...env, ...production }));
  if (refused === undefined) check();
  else
    expect(check).toThrow(
      `ECF_ALLOW_PRODUCTION=true: TRUST_PROXY is required, because TLS ends at a proxy before the api (${refused}).`,
    );
  refuseUnknownProxy(readConfig(env));
});

test('the schema folder must exist and contain all schemas', () => {
  checkXsdDir('');
  const absent = join(dir, 'absent');
  expect(() => checkXsdDir(absent)).toThrow(`ECF_XSD_DIR=${absent} is not a folder`);
  const kinds = [31, 32, 33, 34, 41, 43, 44, 45, 46, 47].map((type) => `ecf-${type}`);
  for (const file of [...kinds, 'rfce-32', 'arecf']) writeFileSync(join(dir, `${file}-v1.0.xsd`), '');
  expect(() => checkXsdDir(dir)).toThrow(`ECF_XSD_DIR=${dir} lacks acecf-v1.0.xsd, anecf-v1.0.xsd`);
  for (const file of ['acecf', 'anecf']) writeFileSync(join(dir, `${file}-v1.0.xsd`), '');
  checkXsdDir(dir);
});

test('the file of trusted authorities must exist and have certificates', () => {
  const path = join(dir, 'authorities.pem');
  const refused = () =>
    expect(() => readCaFile(path)).toThrow(`RECEIVER_CA_FILE=${path} has no certificates in PEM`);
  refused();
  writeFileSync(path, 'hola');
  refused();
  const { certificatePem } = testAuthority();
  writeFileSync(path, certificatePem);
  expect(readCaFile(path)).toBe(certificatePem);
});

test('creates the data folder; reports a file with its name', () => {
  checkDataDir(join(dir, 'a', 'b'));
  const file = join(dir, 'file');
  writeFileSync(file, '');
  expect(() => checkDataDir(file)).toThrow(
    `ECF_DATA_DIR=${file} is no folder that can be written to (EEXIST)`,
  );
});

test('a port in use and an address of another machine are reported with their settings', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const listenOn = (at: number, host: string) =>
    listening({ portName: 'ADMIN_PORT', port: at, hostName: 'ADMIN_HOST', host }, async () => {
      const server = createServer().listen(at, host);
      await once(server, 'listening');
      server.close();
    });
  try {
    await expect(listenOn(port, '127.0.0.1')).rejects.toThrow(
      new ConfigError(`ADMIN_PORT=${port}: the port is in use on 127.0.0.1`),
    );
    // This range is reserved for documentation.
    await expect(listenOn(0, '192.0.2.1')).rejects.toThrow(
      new ConfigError('ADMIN_HOST=192.0.2.1 is not an address of this machine (EADDRNOTAVAIL)'),
    );
    await listenOn(0, '127.0.0.1');
  } finally {
    holder.close();
  }
});

test.each([
  ['', 'MONGODB_URI is required: the address of a MongoDB replica set'],
  ['http://u:hidden@x', 'MONGODB_URI is not an address that MongoDB’s driver understands'],
  ['mongodb://u:hidden@x/?noSuchOption=1', 'MONGODB_URI is not an address that MongoDB’s driver understands'],
  ...['journal=false', 'j=false', 'w=1&journal=false'].map((options) => [
    `mongodb://u:hidden@x/?${options}`,
    'MONGODB_URI must not switch off the journal: remove journal=false, or a crash could lose confirmed vouchers',
  ]),
])('the ledger at "%s" is refused at once', async (uri, message) => {
  await expect(openLedger({ uri, database: 'ecf' })).rejects.toThrow(new ConfigError(message));
});

test.each([
  ['mongodb://a', 'a'],
  ['mongodb://u:hidden@a:1,b:2/x?replicaSet=rs0', 'a:1,b:2'],
  ['mongodb://u:hid/den@a:1/', 'a:1'],
  ['mongodb+srv://u:hidden@cluster.example/x', 'cluster.example'],
  ['hidden', '?'],
])('for %s only the servers are shown: %s', (uri, servers) => {
  expect(serversOf(uri)).toBe(servers);
});
