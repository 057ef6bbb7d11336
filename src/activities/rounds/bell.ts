/** Ends the pause of a round early, because its process has just made work for it. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Bell {
  readonly ring: () => void;
  /** Ends after `pauseMs`, or soon after the bell rang, also if it rang before this call. Rejects when the worker stops. */
  readonly pause: (pauseMs: number, stopping: AbortSignal) => Promise<void>;
}

/** @param gatherMs after the bell rang, so that one round does the work of several writes */
export function createBell(gatherMs: number): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    pause: async (pauseMs, stopping) => {
      if (!rung) {
        const early = new AbortController();
        wake = () => early.abort();
        await sleep(pauseMs, undefined, { signal: AbortSignal.any([stopping, early.signal]) }).catch(() => {
          stopping.throwIfAborted();
        });
        wake = undefined;
      }
      if (!rung) return;
      await sleep(gatherMs, undefined, { signal: stopping });
      rung = false;
    },
  };
}
