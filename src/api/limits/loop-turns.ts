/**
 * Spreads the starts of requests over turns of the event loop. Otherwise thousands of requests that arrive together would all start in one
 * turn. Until its end no other company would be served, and no /healthz.
 */
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import type { FairQueue } from '../../shared/fair-queue.js';

/**
 * For so long connections are accepted before the next request starts: about a hundred on an idle machine. It is limited in time, because
 * what those connections send makes each turn longer.
 */
export const acceptsMs = 50;

export interface LoopTurns {
  /** Tasks start for so long in one turn. */
  readonly ms: number;
  /** How many connections the server has accepted so far. */
  readonly accepted: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export function spreadOverLoopTurns<Key>(
  queue: FairQueue<Key>,
  { ms, accepted, now = () => performance.now() }: LoopTurns,
): FairQueue<Key> {
  let lastStart: Promise<void> = Promise.resolve();
  let turnEndsMs = 0;
  /** Node accepts one connection in each turn. So while more of them arrive, the turns stay short. */
  const acceptWaiting = async () => {
    const endsMs = now() + acceptsMs;
    let before;
    do {
      before = accepted();
      await nextLoopTurn();
    } while (accepted() > before && now() < endsMs);
  };
  const start = async () => {
    if (now() < turnEndsMs) return;
    await acceptWaiting();
    turnEndsMs = now() + ms;
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
