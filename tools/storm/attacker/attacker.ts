/** The attacker in a process of its own: its thousands of connections would spoil the other company's times. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nextMessage } from '../../bench/child.js';
import type { Answered, AttackerOptions, Orders } from './orders.js';

export type Attacker = Awaited<ReturnType<typeof startAttacker>>;

export async function startAttacker(options: AttackerOptions) {
  const program = fileURLToPath(new URL('./main.js', import.meta.url));
  const child = fork(program, [JSON.stringify(options)], { stdio: 'inherit' });
  const next = async () => (await nextMessage(child)) as Answered;
  const started = await next();
  if ('error' in started) throw new Error(`The attacker could not start: ${started.error}`);

  const tell = async <Name extends keyof Orders>(
    name: Name,
    order: Orders[Name]['order'],
  ): Promise<Orders[Name]['answer']> => {
    const answered = next();
    child.send({ do: name, ...order });
    const message = await answered;
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
