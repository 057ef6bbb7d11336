/** One mongod as a replica set of one member, because transactions and majority writes need a replica set. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MongoServerError } from 'mongodb';
import { machineNames, onlyThese } from './processes/machine-environment.js';
import { findMongod } from './binaries/mongod.js';
import { mongoReplicaSet, mongoUri } from '../../src/shared/local-data.js';
import { ensureAccount, memberClient, mongodAccount, type MongodAccount } from './mongod-account.js';
import { freePort, loopback } from '../../src/shared/free-port.js';
import type { StackLog } from './stack-log.js';
import { supervise } from './processes/supervise.js';

export interface StartMongodOptions {
  /** Data goes into `mongo/` below this folder, the password and the key into `secrets/`. */
  readonly dataDir: string;
  readonly port: number;
  readonly log: StackLog;
  readonly binary?: string;
}

export interface StartedServer {
  /** The id of the process that runs now. It changes at a restart and is undefined in between. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

export interface StartedMongod extends StartedServer {
  /** With the password, without a database name. */
  readonly uri: string;
  readonly port: number;
}

/** A start includes the recovery of a large journal after a kill. */
const readyLimitMs = 120_000;
/** A clean stop writes the data to disk; it takes a second. */
const stopLimitMs = 20_000;

export async function startMongod(options: StartMongodOptions): Promise<StartedMongod> {
  const { dataDir, log } = options;
  const command = options.binary ?? (await findMongod(log));
  const port = options.port === 0 ? await freePort() : options.port;
  const dbPath = join(dataDir, 'mongo');
  mkdirSync(dbPath, { recursive: true, mode: 0o700 });
  const account = await mongodAccount(dataDir);
  const server = await supervise({
    name: 'mongod',
    command,
    args: mongodArgs(dbPath, port, account.keyFile),
    env: onlyThese(machineNames, process.env),
    log,
    logFile: join(dataDir, 'log', 'mongod.log'),
    ready: () => becomePrimary(port, account),
    readyLimitMs,
    restart: { delayMs: 200, delayMaxMs: 30_000 },
    stopLimitMs,
  });
  return {
    uri: mongoUri(port, account.password),
    port,
    get pid() {
      return server.pid;
    },
    stop: () => server.stop(),
  };
}

export function mongodArgs(dbPath: string, port: number, keyFile: string): string[] {
  return [
    ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', loopback, '--replSet', mongoReplicaSet],
    // With a key file, mongod requires a password from every client.
    ...['--keyFile', keyFile],
    // A socket file in /tmp could collide with another one.
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
    '--quiet',
    // The defaults take half of the memory and up to a twentieth of the disk: too much next to everything else here.
    ...['--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '512'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // A stopping member waits 15 s for another one to take over, and there is no other one.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
  ];
}

/**
 * Checks once and does what is missing: initiates a new set, renames the member when the port changed, makes the account.
 */
async function becomePrimary(port: number, account: MongodAccount): Promise<boolean> {
  const client = memberClient(port, account);
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello.isWritablePrimary === true) {
      await ensureAccount(admin, port, account);
      return true;
    }
    const host = `${loopback}:${port}`;
    try {
      const config = ((await admin.command({ replSetGetConfig: 1 })) as { config: ReplicaSetConfig }).config;
      if (config.members[0]?.host !== host) {
        const member = { ...config.members[0], _id: 0, host };
        await admin.command({
          replSetReconfig: { ...config, version: config.version + 1, members: [member] },
          force: true,
        });
      }
    } catch (error) {
      if (!(error instanceof MongoServerError && error.codeName === 'NotYetInitialized')) throw error;
      await admin.command({ replSetInitiate: { _id: mongoReplicaSet, members: [{ _id: 0, host }] } });
    }
    return false;
  } finally {
    await client.close();
  }
}

interface ReplicaSetConfig {
  readonly version: number;
  readonly members: readonly { readonly _id: number; readonly host: string }[];
}
