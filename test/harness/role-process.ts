/** A built role as a process of its own, as it runs in production: to be stopped, or killed at the worst moment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { freePort } from '../../src/stack/ports.js';
import { until } from './until.js';

export interface RoleProcess {
  readonly pid: number;
  /** Of the api alone. */
  readonly url: string;
  readonly adminUrl: string;
  /** All that it wrote to standard output and standard error. */
  output(): string;
  /** SIGKILL, and the process is gone when this resolves. */
  kill(): Promise<void>;
  /** SIGTERM. @returns its exit code, or the signal that ended it */
  stop(): Promise<number | string | null>;
  /** Resolves when it is gone, by whatever. */
  readonly exited: Promise<number | string | null>;
  /** Orders for test/harness/fault-points.mjs. */
  arm(at: number, when: 'before' | 'after', writesOnly?: boolean): Promise<void>;
  /** The calls to the ledger since it was armed. */
  ledgerCalls(): Promise<readonly string[]>;
}

const mainFile = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const faultPoints = new URL('./fault-points.mjs', import.meta.url);

/** @param env the whole configuration, as `startService` gives it; its ports are replaced by free ones. */
export async function startRoleProcess(
  role: 'api' | 'worker',
  env: Readonly<Record<string, string>>,
): Promise<RoleProcess> {
  if (!existsSync(mainFile)) throw new Error('dist/main.js is missing: npm run build');
  const [port, adminPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), ADMIN_PORT: String(adminPort), WORKER_ADMIN_PORT: String(adminPort) };
  const output: string[] = [];
  const child: ChildProcess = spawn(process.execPath, ['--import', faultPoints.href, mainFile, role], {
    env: { PATH: process.env['PATH'], ...env, ...ports },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  // A message to a process that was killed a moment ago.
  child.on('error', (error) => output.push(String(error)));
  const exited = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`the ${role} did not start`);
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const ready = until(
    `the ${role} is ready`,
    async () => {
      if (child.exitCode !== null) throw new Error(`the ${role} ended: ${output.join('')}`);
      const response = await request(`${adminUrl}/readyz`).catch(() => undefined);
      await response?.body.dump();
      return response?.statusCode === 200;
    },
    { withinMs: 60_000 },
  );
  await ready.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    adminUrl,
    output: () => output.join(''),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    exited,
    arm: async (at, when, writesOnly = false) => {
      child.send({ at, when, writesOnly });
      await once(child, 'message');
    },
    ledgerCalls: async () => {
      child.send('report');
      const [calls] = (await once(child, 'message')) as [readonly string[]];
      return calls;
    },
  };
}
