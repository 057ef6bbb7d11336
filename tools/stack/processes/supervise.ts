/** Keeps one child process running. The child always dies with us (watchdog.ts). */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { killLimitMs, signal } from './processes.js';
import { messageOf, StackError, type StackLog } from '../stack-log.js';
import { backoffMs, until } from './wait.js';
import { watchOver } from './watchdog.js';

export interface SuperviseOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Default: ours. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Only root may choose one. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  readonly log: StackLog;
  /** A rejection counts as "not yet". */
  readonly ready: () => Promise<boolean>;
  /** A restart may take `restartPatience` times as long. */
  readonly readyLimitMs: number;
  readonly readyEveryMs?: number;
  /** The file for the child's output; appended, and rotated once it exceeds 16 MB. Default: our own output. */
  readonly logFile?: string;
  /** Pause before the first restart; it doubles up to the maximum. It starts over after the child ran for `steadyMs`. */
  readonly restart: { readonly delayMs: number; readonly delayMaxMs: number; readonly steadyMs?: number };
  readonly stopLimitMs: number;
  /** A child that runs but can no longer work is killed and started again. */
  readonly stuck?: StuckOptions;
}

export interface StuckOptions {
  /** Called again and again while the child runs. A rejection counts as "no". */
  readonly hasFailed: () => Promise<boolean>;
  readonly everyMs: number;
  /** This many times in a row. */
  readonly times: number;
}

export interface Supervised {
  readonly pid: number | undefined;
  /** Resolves when the child has ended and will not be restarted. May be called any number of times. */
  stop(): Promise<void>;
}

const readyEveryMs = 25;
/** Nobody waits for a restart, and on a slow machine it does not help to kill a child that is almost ready. */
const restartPatience = 5;
/** A child that ran this long was healthy, so its next death starts with the shortest pause again. */
const steadyMs = 60_000;
/** A larger log is renamed to `.1` at the next start and replaces the previous one. */
const logFileMaxBytes = 16 * 1024 * 1024;
const tailLines = 15;

interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<string>;
  readonly startedAt: number;
  hasExited(): boolean;
}

/**
 * @throws StackError when the first start fails: the child died (with the end of its output) or was not ready in time
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { name, log, restart } = options;
  const stopping = new AbortController();
  const stopAsked = () => stopping.signal.aborted;
  let current: Running | undefined;

  /** Leaves no process behind when it fails. */
  async function start(limitMs: number): Promise<Running> {
    const running = await launch(options);
    current = running;
    void running.exited.then(() => {
      if (current === running) current = undefined;
    });
    const settled = () => running.hasExited() || stopAsked();
    const ready = async () => settled() || (await options.ready());
    const inTime = await until(ready, {
      everyMs: options.readyEveryMs ?? readyEveryMs,
      limitMs,
    });
    if (running.hasExited()) throw failure(options, `ended ${await running.exited} before it was ready`);
    if (!inTime) {
      await end(running, options.stopLimitMs);
      throw failure(options, `was not ready within ${Math.round(limitMs / 1000)} s`);
    }
    return running;
  }

  async function keepRunning(first: Running): Promise<void> {
    let running = first;
    for (let failures = 0; ; failures += 1) {
      const watching = new AbortController();
      void killWhenStuck(options, running, watching.signal);
      const how = await running.exited;
      watching.abort();
      if (stopAsked()) return;
      if (performance.now() - running.startedAt >= (restart.steadyMs ?? steadyMs)) failures = 0;
      log.warn({ process: name, pid: running.pid }, `${name} ended ${how}; it is started again`);
      const next = await startAgain(failures);
      if (next === undefined) return;
      failures = next.failures;
      running = next.running;
    }
  }

  /** Tries until the child is ready again or a stop is requested. The growing pause limits the rate. */
  async function startAgain(before: number): Promise<{ running: Running; failures: number } | undefined> {
    for (let failures = before; ; failures += 1) {
      await pause(backoffMs(restart.delayMs, restart.delayMaxMs, failures), stopping.signal);
      if (stopAsked()) return undefined;
      try {
        const running = await start(options.readyLimitMs * restartPatience);
        if (stopAsked()) {
          await end(running, options.stopLimitMs);
          return undefined;
        }
        log.info({ process: name, pid: running.pid }, `${name} runs again`);
        return { running, failures };
      } catch (error) {
        log.error({ process: name }, messageOf(error));
      }
    }
  }

  const kept = keepRunning(await start(options.readyLimitMs));
  return {
    get pid() {
      return current?.pid;
    },
    async stop() {
      stopping.abort();
      if (current !== undefined) await end(current, options.stopLimitMs);
      await kept;
    },
  };
}

async function launch(options: SuperviseOptions): Promise<Running> {
  const output = options.logFile === undefined ? 'inherit' : openLog(options.logFile);
  const child = spawn(options.command, options.args, {
    stdio: ['ignore', output, output],
    // Its own session: Ctrl-C in the terminal must not stop the database before the processes that write to it.
    detached: process.platform !== 'win32',
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...options.owner,
  });
  if (typeof output === 'number') closeSync(output);
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, by) => resolve(by === null ? `with exit code ${code ?? '?'}` : `by ${by}`));
    child.once('error', (error) => resolve(`with ${error.message}`));
  });
  const { pid } = child;
  if (pid === undefined) {
    throw new StackError(
      `${options.name} could not be started: it ended ${await exited} (no se pudo iniciar)`,
    );
  }
  const dismiss = watchOver(pid);
  let gone = false;
  void exited.then(() => {
    gone = true;
    dismiss();
  });
  return { child, pid, exited, startedAt: performance.now(), hasExited: () => gone };
}

async function killWhenStuck(
  { name, log, stuck }: SuperviseOptions,
  running: Running,
  over: AbortSignal,
): Promise<void> {
  if (stuck === undefined) return;
  let times = 0;
  while (times < stuck.times) {
    await pause(stuck.everyMs, over);
    if (running.hasExited()) return;
    times = (await stuck.hasFailed().catch(() => false)) ? times + 1 : 0;
  }
  if (running.hasExited()) return;
  log.warn({ process: name, pid: running.pid }, `${name} runs and is stuck; it is killed`);
  signal(running.pid, 'SIGKILL');
}

async function end(running: Running, limitMs: number): Promise<void> {
  const gone = () => Promise.resolve(running.hasExited());
  if (running.hasExited()) return;
  signal(running.pid, 'SIGTERM');
  if (await until(gone, { everyMs: 10, limitMs })) return;
  signal(running.pid, 'SIGKILL');
  await until(gone, { everyMs: 10, limitMs: killLimitMs });
}

function pause(ms: number, cut: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      cut.removeEventListener('abort', done);
      resolve();
    }
    cut.addEventListener('abort', done);
    if (cut.aborted) done();
  });
}

function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  try {
    if (statSync(path).size > logFileMaxBytes) renameSync(path, `${path}.1`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return openSync(path, 'a', 0o600);
}

function failure(options: SuperviseOptions, what: string): StackError {
  const tail = options.logFile === undefined ? '' : readTail(options.logFile);
  const where = options.logFile === undefined ? '' : ` Registro / log: ${options.logFile}`;
  return new StackError(`${options.name} no arrancó (${options.name} ${what}).${where}${tail}`);
}

function readTail(path: string): string {
  try {
    return `\n${readFileSync(path, 'utf8').trimEnd().split('\n').slice(-tailLines).join('\n')}`;
  } catch {
    return '';
  }
}
