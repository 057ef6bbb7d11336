/**
 * The attacker, in a process of its own: thousands of connections keep a process busy, and the measured times of the other company
 * must not contain that.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { VoucherResult } from '../../torture/check/run-evidence.js';

export interface AttackerOptions {
  readonly apiUrl: string;
  readonly simulatorUrl: string;
  readonly companyId: number;
  readonly seed: number;
}

/** How many answers had each status; 0: the connection broke. */
export type AnswerCounts = readonly (readonly [status: number, count: number])[];

/** What the attacker is told to do, and its answer. */
export interface Orders {
  readonly start: { readonly order: { readonly name: string }; readonly answer: true };
  readonly stop: { readonly order: object; readonly answer: AnswerCounts };
  readonly settle: { readonly order: object; readonly answer: readonly VoucherResult[] };
}

export type Order = { [Name in keyof Orders]: { readonly do: Name } & Orders[Name]['order'] }[keyof Orders];

export type Answered = { readonly answer: Orders[keyof Orders]['answer'] } | { readonly error: string };

export type Attacker = Awaited<ReturnType<typeof startAttacker>>;

export async function startAttacker(options: AttackerOptions) {
  const program = fileURLToPath(new URL('./main.js', import.meta.url));
  const child = fork(program, [JSON.stringify(options)], { stdio: 'inherit' });
  await once(child, 'message');

  const tell = async <Name extends keyof Orders>(
    name: Name,
    order: Orders[Name]['order'],
  ): Promise<Orders[Name]['answer']> => {
    const ended = new AbortController();
    const answered = Promise.race([
      once(child, 'message', { signal: ended.signal }),
      once(child, 'exit', { signal: ended.signal }).then(() => [{ error: 'it ended' }]),
    ]);
    child.send({ do: name, ...order });
    const [message] = (await answered) as [Answered];
    ended.abort();
    if ('error' in message) throw new Error(`The attacker could not ${name}: ${message.error}`);
    return message.answer;
  };
  return {
    start: (name: string) => tell('start', { name }),
    stop: () => tell('stop', {}),
    settle: () => tell('settle', {}),
    close: () => void child.kill(),
  };
}
