/**
 * Starts the attacker in a process of its own: its thousands of connections would slow down a shared process, and the times measured for
 * the other company would be wrong.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answered, AttackerOptions, Orders } from './orders.js';

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
    awaitFinal: () => tell('awaitFinal', {}),
    close: () => void child.kill(),
  };
}
