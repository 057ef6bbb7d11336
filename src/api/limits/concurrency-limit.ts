/**
 * How much expensive work of one kind runs at once, and how much of one company or network. More of it waits in a fair queue. Work beyond
 * that is refused: 429 if the caller itself has too much, 503 if all callers together have.
 */
import { ServiceError } from '../../shared/errors.js';
import {
  createFairQueue,
  QueueFullError,
  type FairQueue,
  type FairQueueLimits,
} from '../../shared/fair-queue.js';

export interface ConcurrencyLimit<Key> extends FairQueue<Key> {
  readonly name: string;
}

interface Starts {
  /** What each start waits for (spread-starts.ts). It is for work on the event loop. Absent: nothing. */
  readonly beforeStart?: () => Promise<void>;
  /** What measures the use of a slot. Absent: milliseconds. */
  readonly now?: () => number;
}

export function createConcurrencyLimit<Key extends string | number>(
  name: string,
  limits: FairQueueLimits,
  retryAfterSeconds: number,
  { beforeStart, now }: Starts = {},
): ConcurrencyLimit<Key> {
  const queue = createFairQueue<Key>(limits, now);
  return {
    name,
    run: async (key, work) => {
      try {
        return await queue.run(key, async () => {
          await beforeStart?.();
          return work();
        });
      } catch (error) {
        if (error instanceof QueueFullError) throw tooMuch(error.ownDoing, name, retryAfterSeconds);
        throw error;
      }
    },
    get waiting() {
      return queue.waiting;
    },
  };
}

export function tooMuch(ownDoing: boolean, limit: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError(ownDoing ? 'TOO_MANY_REQUESTS' : 'OVERLOADED', { retryAfterSeconds, limit });
}
