/** A real S3-compatible server for one test file: versitygw, with its objects as files in a folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStoreOptions } from '../../../src/ledger/cold/object-store.js';
import { freePort, refusalOf } from '../../../src/shared/free-port.js';
import { terminalLog } from '../../../tools/stack/terminal-log.js';
import { own } from '../own.js';
import { until } from '../until.js';
import { findVersitygw } from './versitygw.js';

export interface TestObjectStore {
  readonly options: ObjectStoreOptions;
  /** The same as settings of a role. */
  readonly env: Readonly<Record<string, string>>;
  /** The ids of the objects that it has. */
  ids(): readonly string[];
  /** Where it has the object. */
  fileOf(id: string): string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when it has stopped to answer; it continues at `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** Undefined: it cannot be had on this machine. */
export const versitygw: string | undefined = await findVersitygw(terminalLog).catch((error: unknown) => {
  console.warn(
    `NOT CHECKED: bodies in an object store: there is no S3-compatible server here. ${String(error)}`,
  );
  return undefined;
});

export function withObjectStore(name: string, tests: () => void): void {
  if (versitygw !== undefined) describe(name, tests);
}

const bucket = 'comprobantes';
const prefix = 'prueba/uno';

export async function startObjectStore(): Promise<TestObjectStore> {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-objects-'));
  own('the folder of objects', () => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, bucket));
  const root = join(dir, bucket, prefix);
  const port = await freePort();
  const options: ObjectStoreOptions = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKey: 'llave-de-prueba',
    secretKey: 'secreto/de+prueba=',
    pathStyle: true,
    prefix,
    timeoutMs: 5_000,
  };
  const args = [
    ...['--port', `127.0.0.1:${port}`, '--access', options.accessKey, '--secret', options.secretKey],
    // Its file systems need not have extended attributes.
    ...['--quiet', '--keep-alive', 'posix', '--nometa', dir],
  ];
  let stopNow = (): Promise<void> => Promise.resolve();
  let running: ChildProcess | undefined;
  const start = async () => {
    const server = spawn(versitygw ?? '', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    running = server;
    const ended = once(server, 'exit');
    stopNow = own('versitygw', async () => {
      server.kill('SIGKILL');
      await ended;
    });
    await until('versitygw answers', async () => (await refusalOf(port)) !== undefined);
  };
  await start();
  return {
    options,
    env: {
      COLD_ENDPOINT: options.endpoint,
      COLD_BUCKET: bucket,
      COLD_ACCESS_KEY: options.accessKey,
      COLD_SECRET_KEY: options.secretKey,
      COLD_PREFIX: prefix,
    },
    ids: () => filesIn(root).sort(),
    fileOf: (id) => join(root, id),
    stop: () => stopNow(),
    start,
    freeze: async () => {
      running?.kill('SIGSTOP');
      await until('versitygw stands still', () => Promise.resolve(isStopped(running?.pid)));
    },
    thaw: () => running?.kill('SIGCONT'),
  };
}

/** A folder comes with its first file, and versitygw removes it with the last one. */
function filesIn(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.flatMap((entry) =>
    entry.isFile() ? [entry.name] : filesIn(join(folder, entry.name)).map((name) => join(entry.name, name)),
  );
}

/** A signal to stop reaches the threads of a process one after the other. Other systems than Linux do not show it. */
function isStopped(pid: number | undefined): boolean {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return true;
  const states = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, 'stat'), 'utf8'));
  return states.every((stat) => stat.slice(stat.lastIndexOf(')') + 2).startsWith('T'));
}
