/**
 * One mongod as a replica set of one member (transactions and majority writes need a replica set), on the loopback
 * address, its data and log below a folder of ours. Killed with -9 it recovers from its journal at the next start.
 */
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
  /** Its files lie in `mongo/` below, its password and key in `secrets/`. */
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly log: StackLog;
  /** A binary to use instead of looking for one. */
  readonly binary?: string;
}

export interface StartedServer {
  /** Of the process that runs now; another one after a restart, undefined while there is none. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

export interface StartedMongod extends StartedServer {
  /** Without a database name, with the password. */
  readonly uri: string;
  readonly port: number;
}

/** Recovery of a large journal after a kill is part of a start. */
const readyLimitMs = 120_000;
/** A clean stop takes a second: the data is flushed. */
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

function mongodArgs(dbPath: string, port: number, keyFile: string): string[] {
  return [
    ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', loopback, '--replSet', mongoReplicaSet],
    // With a key every client needs a password.
    ...['--keyFile', keyFile],
    // The socket file in /tmp would be one more thing to collide.
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
    '--quiet',
    // The defaults take half of the memory and up to a twentieth of the disk: too much beside everything else here.
    ...['--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '512'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // A member that stops waits 15 s for another one to take over; there is none.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
  ];
}

/**
 * Checks once, and does what is missing: initiates a new set, renames the member when the port is another one, makes the
 * account.
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
