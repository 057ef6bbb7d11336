/**
 * The order in which requests start: fair among companies, people and networks, one after the other, for a few milliseconds in each
 * iteration of the event loop. Without it thousands of requests that arrive together would all start in one iteration, and each later
 * step of another company's request would wait behind the same step of all of them. The queue bounds nothing that runs: a request that has
 * started goes on beside the others.
 */
import { createConcurrencyLimit } from './concurrency-limit.js';

export interface StartQueue<Key> {
  readonly name: string;
  /** Resolves when the next request of this key may start. A key with thousands of them delays its own, not those of others. */
  fairStart(key: Key): Promise<void>;
  readonly waiting: number;
}

/** As many may wait as connections are served. */
const waitingMax = 20_000;

export function createStartQueue<Key extends string | number>(
  name: string,
  retryAfterSeconds: number,
  beforeStart: () => Promise<void>,
): StartQueue<Key> {
  const limits = { runningMax: 1, waitingMax, waitingOfOneMax: waitingMax };
  // Each request counts as much as another: the time in which it waits for its start is not its own.
  let counted = 0;
  const now = () => (counted += 1);
  const queue = createConcurrencyLimit<Key>(name, limits, retryAfterSeconds, { beforeStart, now });
  return {
    name,
    fairStart: (key) => queue.run(key, () => Promise.resolve()),
    get waiting() {
      return queue.waiting;
    },
  };
}
