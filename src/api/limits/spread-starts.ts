/** Spreads the starts of work over iterations of the event loop, so that new connections, timers and /healthz come in between. */
import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * How many connections may be accepted before the next start: about fifty milliseconds. With a limit, a stream of new connections stops
 * nobody. With a lower one, /healthz on a new connection would wait for more starts.
 */
export const acceptedMax = 300;

/**
 * @param startsMs work starts for so long in one iteration
 * @returns what each start waits for, in the order of the calls
 */
export function spreadStarts(startsMs: number, accepted: () => number): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let endsMs = 0;
  /** Node accepts one connection in each iteration. So iterations pass until no other connection waits, at most `acceptedMax`. */
  const acceptWaiting = async () => {
    for (let iteration = 0; iteration < acceptedMax; iteration += 1) {
      const before = accepted();
      await nextIteration();
      if (accepted() === before) return;
    }
  };
  const start = async () => {
    if (performance.now() < endsMs) return;
    await acceptWaiting();
    endsMs = performance.now() + startsMs;
  };
  return () => (last = last.then(start));
}
