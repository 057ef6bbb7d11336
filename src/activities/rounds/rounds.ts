/** Repeats a job in the background of a worker: one round after the other, with a pause between them, until the worker stops. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../shared/log.js';

export interface Rounds {
  readonly name: string;
  readonly intervalMs: number;
  readonly log: Log;
  /** Replaces the pause between two rounds. It rejects when the worker stops. */
  readonly pause?: (pauseMs: number, stopping: AbortSignal) => Promise<void>;
  /** The pause after a round that failed, if it is another one. */
  readonly afterFailureMs?: number;
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

async function run(rounds: Rounds, stopping: AbortSignal): Promise<void> {
  const { name, intervalMs, afterFailureMs = intervalMs, log, round, pause = usualPause } = rounds;
  while (!stopping.aborted) {
    let pauseMs = intervalMs;
    const more = await round(stopping).catch((error: unknown) => {
      log.warn({ err: error }, `a round failed: ${name}`);
      pauseMs = afterFailureMs;
      return false;
    });
    // It rejects when the worker stops, which ends the loop.
    if (!more) await pause(pauseMs, stopping).catch(() => undefined);
  }
}

const usualPause = (pauseMs: number, signal: AbortSignal) => sleep(pauseMs, undefined, { signal });
