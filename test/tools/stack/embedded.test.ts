/** The embedded mongod and Temporal: data and open workflows survive kills and restarts, and errors have clear messages. */
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { MongoClient } from 'mongodb';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, type Embedded, type StartEmbeddedOptions } from '../../../tools/stack/embedded.js';
import { processRef } from '../../../tools/stack/processes/processes.js';
import { until } from '../../harness/until.js';
import { rememberingLog } from './quiet-log.js';

let dataDir: string;
let running: Embedded | undefined;
const log = rememberingLog();
const encfKey = defineSearchAttributeKey('EcfEncf', 'KEYWORD');
const encf = 'E310000000001';

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ecf-embedded-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  // A server may take 30 s to stop.
}, 60_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const startIn = (change: Partial<StartEmbeddedOptions> = {}): Promise<Embedded> =>
  startEmbedded({
    dataDir,
    mongoPort: 0,
    temporalPort: 0,
    temporalUiPort: 0,
    searchAttributes: { EcfType: 'INT', EcfEncf: 'KEYWORD' },
    log,
    ...change,
  });
/** Runs until the end of the test. */
const start = async (change: Partial<StartEmbeddedOptions> = {}) => (running = await startIn(change));

async function inLedger<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(uri);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function inTemporal<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await work(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

const write = (uri: string, _id: number) =>
  inLedger(uri, (client) =>
    client
      .db('t')
      .collection<{ _id: number }>('c')
      .insertOne({ _id }, { writeConcern: { w: 'majority', journal: true } }),
  );
const written = (uri: string) =>
  inLedger(uri, async (client) => {
    const found = await client.db('t').collection<{ _id: number }>('c').find().sort({ _id: 1 }).toArray();
    return found.map(({ _id }) => _id);
  });
const openWorkflows = (address: string) =>
  inTemporal(address, async (client) => (await client.workflow.count(`EcfEncf = '${encf}'`)).count);

test('data and workflows survive kill -9 of both servers, and a restart on other ports with a new password', async () => {
  const first = await start();
  await write(first.mongoUri, 1);
  await inTemporal(first.temporalAddress, (client) =>
    client.workflow.start('issueEcf', {
      taskQueue: 'nobody',
      workflowId: 'w1',
      typedSearchAttributes: [{ key: encfKey, value: encf }],
    }),
  );
  await until('the workflow is searchable', async () => (await openWorkflows(first.temporalAddress)) === 1);
  const page = () => fetch(first.temporalUiUrl).catch(() => undefined);
  await until("Temporal's page opens", async () => (await page())?.status === 200);

  // The server would ask its maker for newer versions.
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${first.temporalPid ?? 0}/cmdline`, 'utf8')).toContain(
      'frontend.enableServerVersionCheck=false',
    );

  const pids = [first.mongodPid, first.temporalPid];
  for (const pid of pids) process.kill(pid ?? 0, 'SIGKILL');
  await until(
    'both run again',
    async () => ['mongod', 'temporal'].every((name) => log.lines.includes(`info: ${name} runs again`)),
    { withinMs: 80_000 },
  );
  expect(pids).not.toContain(first.mongodPid);
  expect(pids).not.toContain(first.temporalPid);
  expect(await written(first.mongoUri)).toEqual([1]);
  await write(first.mongoUri, 2);
  expect(await openWorkflows(first.temporalAddress)).toBe(1);

  const last = [first.mongodPid, first.temporalPid];
  await first.stop();
  for (const pid of last) expect(processRef(pid ?? 0)).toBeUndefined();

  const again = await start();
  expect(new URL(again.mongoUri).password).toBe(new URL(first.mongoUri).password);
  expect(await written(again.mongoUri)).toEqual([1, 2]);
  await again.stop();

  // As in a data folder that was restored without its secrets.
  rmSync(join(dataDir, 'secrets'), { recursive: true });
  const second = await start();
  const [before, after] = [new URL(first.mongoUri), new URL(second.mongoUri)];
  expect(after.host).not.toBe(before.host);
  expect(after.password).not.toBe(before.password);
  expect(await written(second.mongoUri)).toEqual([1, 2]);
  expect(await openWorkflows(second.temporalAddress)).toBe(1);
}, 300_000);

describe('mongod alone', () => {
  let alone: Embedded;
  beforeAll(async () => {
    alone = await startIn({ parts: { mongod: true, temporal: false } });
    // mongod may take 120 s for a start.
  }, 150_000);
  afterAll(() => alone.stop(), 60_000);

  test('a transaction commits, because mongod is a replica set', async () => {
    const { mongoUri } = alone;
    await inLedger(mongoUri, async (client) => {
      await client.db('t').createCollection('tx');
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await client.db('t').collection('tx').insertOne({ a: 1 }, { session });
          await client.db('t').collection('tx').insertOne({ a: 2 }, { session });
        }),
      );
      expect(await client.db('t').collection('tx').countDocuments()).toBe(2);
    });
  }, 60_000);

  test('mongod requires the data folder’s password, which no command line and no log shows', async () => {
    const { mongoUri, mongodPid } = alone;
    const { host, password } = new URL(mongoUri);
    const secret = decodeURIComponent(password);
    const file = join(dataDir, 'secrets/mongo-password');
    expect(readFileSync(file, 'utf8')).toBe(secret);
    expect(secret.length).toBeGreaterThanOrEqual(32);

    await write(mongoUri, 10);
    for (const credentials of ['', 'ecf:otra@'])
      await expect(write(`mongodb://${credentials}${host}/?replicaSet=rs0`, 11)).rejects.toThrow(
        credentials === '' ? /requires authentication/ : /Authentication failed/,
      );
    expect(await written(mongoUri)).toContain(10);

    if (process.platform !== 'win32')
      for (const name of ['mongo-password', 'mongo-key'])
        expect(statSync(join(dataDir, 'secrets', name)).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(dataDir, 'secrets/mongo-key'), 'utf8');
    const commandLine = `/proc/${String(mongodPid)}/cmdline`;
    const shown = [
      ...log.lines,
      readFileSync(join(dataDir, 'log/mongod.log'), 'utf8'),
      ...(existsSync(commandLine) ? [readFileSync(commandLine, 'utf8')] : []),
    ].join('\n');
    for (const hidden of [secret, password, key]) expect(shown).not.toContain(hidden);
  }, 60_000);

  test('a second start on the same data folder is refused, and the first one keeps running', async () => {
    const again = startEmbedded({
      dataDir,
      mongoPort: 0,
      temporalPort: 0,
      temporalUiPort: 0,
      searchAttributes: {},
      log,
    });
    await expect(again).rejects.toThrow('ya está en uso por otro proceso');
    expect(await written(alone.mongoUri)).toContain(1);
  }, 60_000);
});

test('a busy port is reported with the variable that changes it, and the data folder is released', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await expect(start({ temporalUiPort: port })).rejects.toThrow('TEMPORAL_UI_PORT');
  } finally {
    server.close();
  }
  await start({ parts: { mongod: false, temporal: false } });
}, 120_000);

test('when one server does not start, the other one is stopped', async () => {
  const other = join(dataDir, 'other');
  // Block Temporal's database file with a folder of the same name.
  mkdirSync(join(other, 'temporal', 'temporal.sqlite'), { recursive: true });
  await expect(start({ dataDir: other })).rejects.toThrow('temporal no arrancó');
  await start({ dataDir: other, parts: { mongod: true, temporal: false } });
}, 180_000);
