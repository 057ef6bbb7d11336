/** Processes that a bench starts. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The address is not an argument, because every user of the machine could see it: it has a password. */
export function startChild(program: URL, args: readonly string[], mongoUri: string): ChildProcess {
  return fork(fileURLToPath(program), args, { env: { ...process.env, MONGODB_URI: mongoUri } });
}

export function mongoUriOfParent(): string {
  const { MONGODB_URI: uri } = process.env;
  if (uri === undefined) throw new Error('MONGODB_URI is missing: only a bench starts this program');
  return uri;
}

/** Resolves when they are sent. */
export function report(figures: Readonly<Record<string, number>>): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) throw new Error('Only a bench starts this program');
    process.send(figures, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}

/** @throws when the child ends first */
export async function nextReport<Name extends string>(
  child: ChildProcess,
  ...names: readonly Name[]
): Promise<Record<Name, number>> {
  const figures = await nextMessage(child);
  return Object.fromEntries(names.map((name) => [name, figureOf(figures, name)])) as Record<Name, number>;
}

/** @throws when the child ends without a message, so that nobody waits for it for ever */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(child, 'exit', ended).then(([code]: unknown[]) => {
    throw new Error(`A process ended with ${String(code)}`);
  });
  try {
    const messages: unknown[] = await Promise.race([once(child, 'message', ended), exit]);
    return messages[0];
  } finally {
    ended.abort();
  }
}

/** Every program of a bench ends when its parent disconnects. */
export async function stopChild(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}

function figureOf(figures: unknown, name: string): number {
  const value: unknown = typeof figures === 'object' && figures !== null && Reflect.get(figures, name);
  if (typeof value !== 'number') throw new Error(`The report has no ${name}`);
  return value;
}
