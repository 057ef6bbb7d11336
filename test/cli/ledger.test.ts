/** `ledger hold` and `ledger release`, on a MongoDB of this file's own, so that no other test's writes are held. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startMongod } from '../../tools/stack/start-mongod.js';
import { own } from '../harness/own.js';
import { runCli, type Ran } from './harness.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let uri: string;
let dir: string;
let client: MongoClient;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ecf-hold-'));
  own('the folder', () => rm(dir, { recursive: true, force: true }));
  const mongod = await startMongod({ dataDir: dir, port: 0, log: quiet });
  own('mongod', () => mongod.stop());
  uri = mongod.uri;
  client = await MongoClient.connect(uri);
  own('a connection', () => client.close());
}, 120_000);

const ledger = (...args: readonly string[]): Promise<Ran> =>
  runCli(['--json', 'ledger', ...args], { MONGODB_URI: uri });
/** A program that an operator might run. */
const node = (code: string) => ['--', process.execPath, '-e', code];

async function isHeld(): Promise<boolean> {
  const { fsyncLock = false } = await client.db('admin').command({ currentOp: 1 });
  return Boolean(fsyncLock);
}

test('writes are held while the command runs and continue afterwards', async () => {
  const told = join(dir, 'told');
  const look = `
    import(${JSON.stringify(import.meta.resolve('mongodb'))}).then(async ({ MongoClient }) => {
      const client = await MongoClient.connect(${JSON.stringify(uri)});
      const { fsyncLock } = await client.db('admin').command({ currentOp: 1 });
      require('fs').writeFileSync(${JSON.stringify(told)}, String(fsyncLock));
      await client.close();
    })`;
  const ran = await ledger('hold', ...node(look));
  expect([ran.code, ran.data]).toEqual([0, { heldSeconds: expect.any(Number) }]);
  expect(await readFile(told, 'utf8')).toBe('true');
  expect(await isHeld()).toBe(false);
});

test.each([
  { name: 'fails', args: node('process.exit(3)'), says: 'terminó con 3' },
  { name: 'is killed', args: node('process.kill(process.pid, "SIGKILL")'), says: 'terminó con SIGKILL' },
  { name: 'does not exist', args: ['--', join('no', 'such', 'program')], says: 'no arrancó (ENOENT)' },
  {
    name: 'exceeds its time limit',
    args: ['--limit', '1', ...node('setInterval(() => {}, 1000)')],
    says: 'tardó más de lo permitido',
  },
])('when the command $name, writes continue and the copy is reported as unusable', async ({ args, says }) => {
  const ran = await ledger('hold', ...args);
  expect([ran.code, ran.error]).toEqual([1, 'HELD_COMMAND_FAILED']);
  expect(ran.stdout).toContain(says);
  expect(await isHeld()).toBe(false);
});

test('a hold by someone else stays until «release» ends it', async () => {
  await client.db('admin').command({ fsync: 1, lock: true });
  expect(await ledger('hold', ...node(''))).toMatchObject({ code: 1, error: 'WRITES_HELD' });
  expect(await isHeld()).toBe(true);
  expect(await ledger('release')).toMatchObject({ code: 0, data: { held: true } });
  expect(await isHeld()).toBe(false);
  expect(await ledger('release')).toMatchObject({ code: 0, data: { held: false } });
});

test.each(['0', '3601', 'x'])('a limit of %s seconds is refused before anything is held', async (limit) => {
  expect(await ledger('hold', '--limit', limit, ...node(''))).toMatchObject({ code: 2, error: 'USAGE' });
});
