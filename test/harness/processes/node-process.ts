/** A Node process that a test starts. The test file owns it; it ends when the test file or Jest ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { own } from '../own.js';

export interface NodeProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Both streams, in the order of arrival. */
  readonly output: () => string;
  /** Its exit code, or the signal that ended it, once its output is complete. */
  readonly exited: Promise<number | string | null>;
  readonly hasExited: () => boolean;
  /** SIGKILL, and the process is gone when this resolves. */
  readonly kill: () => Promise<void>;
}

export interface NodeProcessOptions {
  /** Its complete environment, except PATH. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Modules to load before its program. */
  readonly imports?: readonly URL[];
  /** Its complete standard input; none when left out. */
  readonly stdin?: string;
  /** The process is killed after this time. */
  readonly limitMs?: number;
}

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url);

export function startNode(args: readonly string[], options: NodeProcessOptions = {}): NodeProcess {
  const { env, cwd, imports = [], stdin, limitMs } = options;
  const preloaded = [endWithParent, ...imports].flatMap(({ href }) => ['--import', href]);
  const child = spawn(process.execPath, [...preloaded, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'ipc'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(limitMs === undefined ? {} : { timeout: limitMs, killSignal: 'SIGKILL' as const }),
  });
  const written: { readonly to: 'stdout' | 'stderr'; readonly text: string }[] = [];
  for (const to of ['stdout', 'stderr'] as const)
    child[to]?.setEncoding('utf8').on('data', (text: string) => written.push({ to, text }));
  const output = (to?: string) =>
    written
      .filter((one) => to === undefined || one.to === to)
      .map(({ text }) => text)
      .join('');
  // For example a message to a process that has just been killed.
  child.on('error', (error) => written.push({ to: 'stderr', text: `${String(error)}\n` }));
  // A process that reads no input may end before the input is written.
  child.stdin?.on('error', () => undefined).end(stdin);
  let gone = false;
  const exited = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => {
      gone = true;
      resolve(signal ?? code);
    });
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`node ${args.join(' ')} did not start`);
  const kill = own(`node ${args.join(' ')}`, async () => {
    child.kill('SIGKILL');
    await exited;
  });
  void exited.then(kill);
  return {
    child,
    pid,
    exited,
    kill,
    stdout: () => output('stdout'),
    stderr: () => output('stderr'),
    output: () => output(),
    hasExited: () => gone,
  };
}
