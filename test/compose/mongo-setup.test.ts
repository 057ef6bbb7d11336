/** Runs the set-up job of docker-compose.yml against a real MongoDB: it creates the accounts of api and worker. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openLedger } from '../../src/boot/start-checks.js';
import { composeService } from '../../tools/rehearsal/compose-file.js';
import { startMongod, type StartedMongod } from '../../tools/stack/start-mongod.js';
import { own } from '../harness/own.js';
import { root } from '../tidy/project-files.js';
import { rememberingLog } from '../tools/stack/quiet-log.js';

const rootPassword = 'administrador';
let mongod: StartedMongod;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ecf-setup-'));
  own('the folder', () => rmSync(dataDir, { recursive: true, force: true }));
  mongod = await startMongod({ dataDir, port: 0, log: rememberingLog() });
  own('mongod', () => mongod.stop());
  const client = await MongoClient.connect(mongod.uri);
  await client.db('admin').command({ createUser: 'root', pwd: rootPassword, roles: ['root'] });
  await client.close();
  // mongod may take 60 s to find, and 120 s for its first start.
}, 200_000);

function setUp(apiPassword: string): string {
  const { command, environment } = composeService('mongo-setup', {
    variables: {
      MONGO_ROOT_PASSWORD: rootPassword,
      MONGO_API_PASSWORD: apiPassword,
      MONGO_WORKER_PASSWORD: 'w',
    },
    addresses: [['mongo:27017', `127.0.0.1:${mongod.port}`]],
  });
  const [program = '', ...args] = command;
  const env = { PATH: dirname(process.execPath), ...environment };
  return execFileSync(program, args, { env, cwd: root, encoding: 'utf8', stdio: 'pipe', timeout: 60_000 });
}

async function rolesOf(user: string, password: string): Promise<string[]> {
  const uri = `mongodb://${user}:${password}@127.0.0.1:${mongod.port}/ecf?replicaSet=rs0`;
  const client = await MongoClient.connect(uri);
  try {
    const { authInfo } = await client.db('ecf').command({ connectionStatus: 1 });
    return (authInfo as { authenticatedUserRoles: { role: string }[] }).authenticatedUserRoles.map(
      ({ role }) => role,
    );
  } finally {
    await client.close();
  }
}

test('creates the indexes that the api may not create, so the api can start on a new ledger', async () => {
  setUp('antes');
  const uri = `mongodb://ecf-api:antes@127.0.0.1:${mongod.port}/ecf?replicaSet=rs0`;
  const ledger = await openLedger({ uri, database: 'ecf' });
  await ledger.close();
}, 150_000);

test('creates both accounts; a second run changes a password and nothing else', async () => {
  expect(setUp('antes')).toContain('the ledger is ready');
  expect(await rolesOf('ecf-api', 'antes')).toEqual(['ecf-api']);
  expect(setUp('ahora')).toContain('the ledger is ready');
  expect(await rolesOf('ecf-api', 'ahora')).toEqual(['ecf-api']);
  await expect(rolesOf('ecf-api', 'antes')).rejects.toThrow('Authentication failed');
  expect(await rolesOf('ecf-worker', 'w')).toEqual(['readWrite']);
}, 150_000);

test('an existing replica set needs no more than the address of its administrator', async () => {
  const output = execFileSync(process.execPath, ['dist/src/main.js', 'mongo-setup'], {
    env: {
      MONGO_ADMIN_URI: `mongodb://root:${rootPassword}@127.0.0.1:${mongod.port}/?authSource=admin`,
      MONGO_API_PASSWORD: 'a',
      MONGO_WORKER_PASSWORD: 'w',
      MONGODB_DATABASE: 'otro',
    },
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(output).toContain('the ledger is ready');
  const uri = `mongodb://ecf-api:a@127.0.0.1:${mongod.port}/otro?replicaSet=rs0`;
  const ledger = await openLedger({ uri, database: 'otro' });
  await ledger.close();
}, 60_000);

test('a job ends at once if a variable is missing, and names it', () => {
  const { status, stderr } = spawnSync(process.execPath, ['dist/src/main.js', 'mongo-setup'], {
    env: {},
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([1, 'MONGO_ADMIN_URI is required\n']);
});

test('when the account lacks a right, the start fails and says so, and does not blame the password', async () => {
  const admin = await MongoClient.connect(`mongodb://root:${rootPassword}@127.0.0.1:${mongod.port}/admin`);
  const account = { createUser: 'sin-permiso', pwd: 'clave', roles: [] };
  await admin
    .db('ecf')
    .command(account)
    .finally(() => admin.close());
  const address = (user: string) => `mongodb://${user}@127.0.0.1:${mongod.port}/ecf?replicaSet=rs0`;
  const opened = (user: string) => openLedger({ uri: address(user), database: 'ecf' });
  const where = `MONGODB_URI: MongoDB at 127.0.0.1:${mongod.port}`;
  await expect(opened('sin-permiso:clave')).rejects.toThrow(`${where} says that the account lacks a right`);
  await expect(opened('sin-permiso:otra')).rejects.toThrow(`${where} refuses the user or the password`);
}, 60_000);
