/** A client of ours in one language, as its program plays it: `driver` in the folder of each client. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { own } from '../own.js';

export interface Program {
  readonly language: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Played {
  readonly result?: unknown;
  readonly error?: {
    readonly code: string;
    readonly status: number;
    readonly campo: string | null;
    readonly errores: readonly string[];
  };
  /** The driver's own: the client threw something that is no EcfError. */
  readonly failure?: string;
}

export interface Player {
  readonly language: string;
  play(request: { readonly call: string; readonly args: object; readonly client?: object }): Promise<Played>;
}

export function startPlayer({ language, command, args, env = {} }: Program): Player {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, {
    env: { PATH, HOME, LANG: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const waiting = new Map<number, (played: Played) => void>();
  let last = 0;
  let errors = '';
  let ended: string | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const end = (why: string) => {
    ended ??= `${command} ended (${why}): ${errors}`;
    for (const resolve of waiting.values()) resolve({ failure: ended });
    waiting.clear();
  };
  // A driver that is gone no longer reads.
  child.stdin.on('error', (error) => end(error.message));
  child.once('error', (error) => end(error.message));
  const closed = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      end(String(signal ?? code));
      resolve();
    });
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...played } = JSON.parse(line) as Played & { id: number };
    waiting.get(id)?.(played);
    waiting.delete(id);
  });
  own(`the driver in ${language}`, async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    language,
    play: (request) =>
      new Promise((resolve) => {
        if (ended !== undefined) {
          resolve({ failure: ended });
          return;
        }
        last += 1;
        waiting.set(last, resolve);
        child.stdin.write(`${JSON.stringify({ id: last, client: {}, ...request })}\n`);
      }),
  };
}
