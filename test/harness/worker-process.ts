/** A worker as a process of its own, to be killed at the worst moment. Needs `npm run build` (npm test does it). */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { freePort } from '../../src/stack/ports.js';
import { until } from './until.js';

export interface WorkerProcess {
  readonly pid: number;
  /** SIGKILL, and the process is gone when this resolves. */
  kill(): Promise<void>;
}

const mainFile = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** @param env the whole configuration, as `startService` gives it. */
export async function startWorkerProcess(env: Record<string, string>): Promise<WorkerProcess> {
  if (!existsSync(mainFile)) throw new Error('dist/main.js is missing: npm run build');
  const adminPort = await freePort();
  const output: string[] = [];
  const child: ChildProcess = spawn(process.execPath, [mainFile, 'worker'], {
    env: { PATH: process.env['PATH'], ...env, WORKER_ADMIN_PORT: String(adminPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { pid } = child;
  if (pid === undefined) throw new Error('the worker did not start');
  await until(
    'the worker is ready',
    async () => {
      if (child.exitCode !== null) throw new Error(`the worker ended: ${output.join('')}`);
      const response = await request(`http://127.0.0.1:${adminPort}/readyz`).catch(() => undefined);
      await response?.body.dump();
      return response?.statusCode === 200;
    },
    { withinMs: 30_000 },
  );
  return {
    pid,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
