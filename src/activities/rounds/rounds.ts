/** Repeats a job in the background of a worker: one round after the other, with a pause between them, until the worker stops. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../shared/log.js';

export interface Rounds {
  readonly name: string;
  readonly intervalMs: number;
  readonly log: Log;
  /** @returns true when there is more to do: the next round follows without a pause */
  readonly round: (stopping: AbortSignal) => Promise<boolean>;
}

/** @returns a function that stops them, and waits for the round under way */
export function startRounds(rounds: Rounds): () => Promise<void> {
  const stopping = new AbortController();
  // A round does many things at once, and each listens. Node would report more than ten listeners as a leak.
  setMaxListeners(0, stopping.signal);
  const running = run(rounds, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function run({ name, intervalMs, log, round }: Rounds, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const more = await round(stopping).catch((error: unknown) => {
      log.warn({ err: error }, `a round failed: ${name}`);
      return false;
    });
    // It rejects when the worker stops, which ends the loop.
    if (!more) await sleep(intervalMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}
