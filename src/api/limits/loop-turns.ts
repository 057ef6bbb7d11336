/**
 * Spreads the starts of requests over turns of the event loop. Otherwise thousands of requests that arrive together would all start in one
 * turn. Until its end no other company would be served, and no /healthz.
 */
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import type { FairQueue } from '../../shared/fair-queue.js';

/**
 * How many connections may be accepted before the next request starts: about fifty milliseconds. With a limit, a stream of new connections
 * stops nobody. With a lower one, /healthz on a new connection would wait for more starts.
 */
export const acceptedMax = 300;

export interface LoopTurns {
  /** Tasks start for so long in one turn. */
  readonly ms: number;
  /** How many connections the server has accepted so far. */
  readonly accepted: () => number;
}

export function spreadOverLoopTurns<Key>(queue: FairQueue<Key>, { ms, accepted }: LoopTurns): FairQueue<Key> {
  let lastStart: Promise<void> = Promise.resolve();
  let turnEndsMs = 0;
  /** Node accepts one connection in each turn. So we let turns pass until no other connection waits, at most `acceptedMax`. */
  const acceptWaiting = async () => {
    for (let turn = 0; turn < acceptedMax; turn += 1) {
      const before = accepted();
      await nextLoopTurn();
      if (accepted() === before) return;
    }
  };
  const start = async () => {
    if (performance.now() < turnEndsMs) return;
    await acceptWaiting();
    turnEndsMs = performance.now() + ms;
  };
  return {
    run: (key, work) =>
      queue.run(key, async () => {
        lastStart = lastStart.then(start);
        await lastStart;
        return work();
      }),
    get waiting() {
      return queue.waiting;
    },
  };
}
