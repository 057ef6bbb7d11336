/** A replica set of three mongod for one test, each a process that starts again after a kill. */
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { freePort } from '../../src/shared/free-port.js';
import { findMongod } from '../../tools/stack/binaries/mongod.js';
import { supervise, type Supervised } from '../../tools/stack/processes/supervise.js';
import { own } from './own.js';
import { until } from './until.js';

const host = '127.0.0.1';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** An election takes ten seconds after a kill, and a start longer on a busy machine. */
const withinMs = 120_000;
const questionLimitMs = 2_000;

interface Member {
  readonly port: number;
  readonly process: Supervised;
}

export interface ReplicaSet {
  readonly uri: string;
  /** The primary gives its office to another member. Resolves when there is another one. */
  stepDown(): Promise<void>;
  /**
   * kill -9 of the primary. Resolves when there is one again, and the killed member works again. A member that starts at once may be elected
   * itself: for everybody else that is a new primary, without what the old one had in memory.
   */
  killPrimary(): Promise<void>;
}

/** @param delaySecs the secondaries apply each write so much later, and the first member stays the primary */
export async function startReplicaSet(delaySecs = 0): Promise<ReplicaSet> {
  const dir = await mkdtemp(join(tmpdir(), 'ecf-replica-set-'));
  own('the folder of the replica set', () => rm(dir, { recursive: true, force: true }));
  const command = await findMongod(quiet);
  const members: Member[] = [];
  for (const index of [1, 2, 3]) {
    const port = await freePort();
    const process = await startMember(command, port, join(dir, String(index)));
    own(`mongod ${index}`, () => process.stop());
    members.push({ port, process });
  }
  const [first] = members;
  await onMember(first!.port, (client) =>
    client.db('admin').command({
      replSetInitiate: {
        _id: 'feed',
        settings: { electionTimeoutMillis: 2_000 },
        members: members.map(({ port }, _id) => ({
          _id,
          host: `${host}:${port}`,
          ...(delaySecs > 0 && _id > 0 && { priority: 0, secondaryDelaySecs: delaySecs }),
        })),
      },
    }),
  );
  await until('there is a primary', primary, { withinMs });
  const uri = `mongodb://${members.map(({ port }) => `${host}:${port}`).join(',')}/?replicaSet=feed`;

  return {
    uri,
    async stepDown() {
      const was = await until('there is a primary', primary, { withinMs });
      // A member that has just recovered may not have caught up yet, and then the primary refuses.
      await until('the primary stepped down', () => asksToStepDown(was.port), { withinMs });
      await until('there is another primary', () => otherThan(was), { withinMs });
    },
    async killPrimary() {
      const was = await until('there is a primary', primary, { withinMs });
      const { pid } = was.process;
      process.kill(pid!, 'SIGKILL');
      await until('the killed member starts again', async () => was.process.pid !== pid, { withinMs });
      await until('there is a primary again', primary, { withinMs });
      const works = async () => ['primary', 'secondary'].includes(await stateOf(was.port));
      await until('the killed member works again', works, { withinMs });
    },
  };

  async function primary(): Promise<Member | undefined> {
    for (const member of members) if ((await stateOf(member.port)) === 'primary') return member;
    return undefined;
  }

  async function otherThan(was: Member): Promise<Member | undefined> {
    const now = await primary();
    return now === was ? undefined : now;
  }
}

function startMember(command: string, port: number, dbPath: string): Promise<Supervised> {
  mkdirSync(dbPath, { mode: 0o700 });
  return supervise({
    name: `mongod-${port}`,
    command,
    args: [
      ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', host, '--replSet', 'feed', '--quiet'],
      ...['--nounixsocket', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ],
    log: quiet,
    logFile: join(dbPath, '..', `${port}.log`),
    ready: async () => (await stateOf(port)) !== 'silent',
    readyLimitMs: withinMs,
    restart: { delayMs: 100, delayMaxMs: 1_000, steadyMs: 0 },
    stopLimitMs: 20_000,
  });
}

async function stateOf(port: number): Promise<'primary' | 'secondary' | 'neither' | 'silent'> {
  try {
    const hello = await onMember(port, (client) => client.db('admin').command({ hello: 1 }));
    if (hello['isWritablePrimary'] === true) return 'primary';
    return hello['secondary'] === true ? 'secondary' : 'neither';
  } catch {
    return 'silent';
  }
}

async function asksToStepDown(port: number): Promise<boolean> {
  await onMember(port, (client) =>
    client.db('admin').command({ replSetStepDown: 20, secondaryCatchUpPeriodSecs: 10 }),
  ).catch(() => undefined);
  return (await stateOf(port)) !== 'primary';
}

async function onMember<T>(port: number, ask: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(`mongodb://${host}:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: questionLimitMs,
    connectTimeoutMS: questionLimitMs,
  });
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}
