/** What is looked at once, at the start, where no server is needed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../src/config.js';
import {
  checkDataDir,
  checkXsdDir,
  listening,
  openLedger,
  refuseExposedDemo,
  serversOf,
} from '../../src/start-checks.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-start-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test.each([
  [
    { HOST: '0.0.0.0' },
    1,
    'HOST=0.0.0.0 must be loopback while the demo user "integracion" exists in the ledger',
  ],
  [
    { ECF_ALLOW_PRODUCTION: 'true' },
    1,
    'ECF_ALLOW_PRODUCTION must be false while the demo user "integracion" exists in the ledger',
  ],
  [{ HOST: '0.0.0.0', ECF_ALLOW_PRODUCTION: 'true' }, 0, undefined],
  [{ HOST: '::1' }, 1, undefined],
  [{}, 1, undefined],
])('%p with %i demo users: %s', async (env, users, refusal) => {
  const looked = refuseExposedDemo(readConfig(env), { countUsers: () => Promise.resolve(users) });
  await (refusal === undefined
    ? expect(looked).resolves.toBeUndefined()
    : expect(looked).rejects.toThrow(refusal));
});

test('a folder of schemas must be one, and have them all', () => {
  checkXsdDir('');
  const absent = join(dir, 'absent');
  expect(() => checkXsdDir(absent)).toThrow(`ECF_XSD_DIR=${absent} is not a folder`);
  const kinds = [31, 32, 33, 34, 41, 43, 44, 45, 46, 47].map((type) => `ecf-${type}`);
  for (const file of [...kinds, 'rfce-32', 'arecf']) writeFileSync(join(dir, `${file}-v1.0.xsd`), '');
  expect(() => checkXsdDir(dir)).toThrow(`ECF_XSD_DIR=${dir} lacks acecf-v1.0.xsd, anecf-v1.0.xsd`);
  for (const file of ['acecf', 'anecf']) writeFileSync(join(dir, `${file}-v1.0.xsd`), '');
  checkXsdDir(dir);
});

test('a data folder is made; a file in its place is told', () => {
  checkDataDir(join(dir, 'a', 'b'));
  const file = join(dir, 'file');
  writeFileSync(file, '');
  expect(() => checkDataDir(file)).toThrow(
    `ECF_DATA_DIR=${file} is no folder that can be written to (EEXIST)`,
  );
});

test('a port in use and an address of another machine are told by their settings', async () => {
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
    // Of a range that is for documents only.
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
])('the ledger at "%s" is refused at once', async (uri, message) => {
  await expect(openLedger({ uri, database: 'ecf' })).rejects.toThrow(new ConfigError(message));
});

test.each([
  ['mongodb://a', 'a'],
  ['mongodb://u:hidden@a:1,b:2/x?replicaSet=rs0', 'a:1,b:2'],
  ['mongodb://u:hid/den@a:1/', 'a:1'],
  ['mongodb+srv://u:hidden@cluster.example/x', 'cluster.example'],
  ['hidden', '?'],
])('of %s the servers alone are told: %s', (uri, servers) => {
  expect(serversOf(uri)).toBe(servers);
});
