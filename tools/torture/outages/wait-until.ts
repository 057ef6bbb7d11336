/** Asks a recovering part again and again until it answers. */
import { setTimeout as sleep } from 'node:timers/promises';

/** mongod replays its journal and a worker loads its bundle: seconds, or a minute on a busy machine. */
const recoveryLimitMs = 240_000;
export const checkEveryMs = 50;
export const questionLimitMs = 2_000;

/** A question that fails has no answer. @throws Error after the limit */
export async function waitForAnswer<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + recoveryLimitMs;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Not within ${recoveryLimitMs} ms: ${what}`);
    await sleep(checkEveryMs);
  }
}

/** @throws Error after the limit */
export async function waitUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  await waitForAnswer(what, async () => ((await condition()) ? true : undefined));
}
