/** Temporal's development server. Its state is in a SQLite file, so that open workflows survive a restart. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { machineNames, onlyThese } from './processes/machine-environment.js';
import { freePort, loopback } from '../../src/shared/free-port.js';
import { StackError, type StackLog } from './stack-log.js';
import type { StartedServer } from './start-mongod.js';
import { supervise } from './processes/supervise.js';
import { findTemporal } from './binaries/temporal.js';

const attributeTypes = {
  TEXT: 'Text',
  KEYWORD: 'Keyword',
  INT: 'Int',
  DOUBLE: 'Double',
  BOOL: 'Bool',
  DATETIME: 'Datetime',
  KEYWORD_LIST: 'KeywordList',
} as const;

export interface StartTemporalOptions {
  /** Its files go into `temporal/` below this folder. */
  readonly dataDir: string;
  readonly port: number;
  readonly uiPort: number;
  /** Name → the SDK's type name: `INT`, `KEYWORD`… */
  readonly searchAttributes: Readonly<Record<string, string>>;
  readonly log: StackLog;
  readonly binary?: string;
}

export interface StartedTemporal extends StartedServer {
  /** `host:port` of the gRPC frontend. */
  readonly address: string;
  readonly uiUrl: string;
}

export const namespace = 'default';
const readyLimitMs = 120_000;
const stopLimitMs = 20_000;
/** A server that is only busy recovers between these checks. */
const stuckEveryMs = 2_000;
const stuckTimes = 3;
const stuckAskMs = 5_000;
/** The limit for one question to a server on this machine; short, so that a finished start is noticed soon. */
const askLimitMs = 1_000;

export async function startTemporal(options: StartTemporalOptions): Promise<StartedTemporal> {
  const { dataDir, log } = options;
  const attributes = Object.entries(options.searchAttributes).map(
    ([name, type]) => `${name}=${cliTypeOf(type)}`,
  );
  const command = options.binary ?? (await findTemporal(log));
  const port = options.port === 0 ? await freePort() : options.port;
  const uiPort = options.uiPort === 0 ? await freePort() : options.uiPort;
  const address = `${loopback}:${port}`;
  mkdirSync(join(dataDir, 'temporal'), { recursive: true, mode: 0o700 });
  const server = await supervise({
    name: 'temporal',
    command,
    args: temporalArgs({ database: join(dataDir, 'temporal', 'temporal.sqlite'), port, uiPort, attributes }),
    env: onlyThese(machineNames, process.env),
    log,
    logFile: join(dataDir, 'log', 'temporal.log'),
    ready: () => isUsable(address, Object.keys(options.searchAttributes)),
    readyLimitMs,
    restart: { delayMs: 200, delayMaxMs: 30_000 },
    stopLimitMs,
    stuck: { hasFailed: () => hasLostItsDatabase(address), everyMs: stuckEveryMs, times: stuckTimes },
  });
  return {
    address,
    uiUrl: `http://${loopback}:${uiPort}`,
    get pid() {
      return server.pid;
    },
    stop: () => server.stop(),
  };
}

interface Arguments {
  readonly database: string;
  readonly port: number;
  readonly uiPort: number;
  readonly attributes: readonly string[];
}

function temporalArgs({ database, port, uiPort, attributes }: Arguments): string[] {
  return [
    ...['server', 'start-dev', '--db-filename', database, '--ip', loopback],
    ...['--port', String(port), '--ui-port', String(uiPort), '--log-level', 'warn'],
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'],
    // By default the one shard polls for tasks 20 times a second: after a burst every task would wait 50 ms.
    ...['--dynamic-config-value', 'history.transferProcessorMaxPollRPS=2000'],
    ...['--dynamic-config-value', 'history.timerProcessorMaxPollRPS=500'],
    ...['--dynamic-config-value', 'history.visibilityProcessorMaxPollRPS=200'],
    // Timers may fire late by this much. With the default of one second, every short poll would take a second.
    ...['--dynamic-config-value', 'history.timerProcessorMaxTimeShift="25ms"'],
    // With one process, task queue partitions only add forwarding between them.
    ...['--dynamic-config-value', 'matching.numTaskqueueReadPartitions=1'],
    ...['--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1'],
    // When tasks queue up, each company gets its turn: see `fairnessKey` in the workflows' contract.
    ...['--dynamic-config-value', 'matching.enableFairness=true'],
    // Each send that waits for its result takes a long poll. The default of 1,200 is for all companies together, so one could take them all.
    ...['--dynamic-config-value', 'frontend.namespaceCount=20000'],
    // Otherwise the server reports its own and its clients' versions to its maker, to learn about newer versions.
    ...['--dynamic-config-value', 'frontend.enableServerVersionCheck=false'],
    ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
  ];
}

/** Usable means: the frontend answers, the namespace exists, and a query with every search attribute works. */
async function isUsable(address: string, attributes: readonly string[]): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: askLimitMs / 4 });
  try {
    await connection.withDeadline(Date.now() + askLimitMs, async () => {
      await connection.workflowService.describeNamespace({ namespace });
      const query = attributes.map((name) => `${name} IS NULL`).join(' AND ');
      await connection.workflowService.countWorkflowExecutions({ namespace, query });
    });
    return true;
  } finally {
    await connection.close();
  }
}

/** The server has one connection to its file. Once a cancelled query has interrupted it, every query gets this answer. */
const interrupted = 'interrupted (9)';

/** On a busy machine a deadline may break the server's connection to SQLite for good; only a restart helps. */
async function hasLostItsDatabase(address: string): Promise<boolean> {
  // Only one try: the SDK's own retries would hide the answer behind a deadline.
  const connection = await Connection.connect({ address, connectTimeout: askLimitMs / 2, interceptors: [] });
  try {
    await connection.withDeadline(Date.now() + stuckAskMs, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return false;
  } catch (error) {
    return saysInterrupted(error);
  } finally {
    await connection.close();
  }
}

export function saysInterrupted(error: unknown): boolean {
  return error instanceof Error && error.message.includes(interrupted);
}

function cliTypeOf(type: string): string {
  const known: Readonly<Record<string, string>> = attributeTypes;
  const name = known[type];
  if (name === undefined) throw new StackError(`Unknown search attribute type ${type}`);
  return name;
}
