/**
 * The two kinds of limits that shares.ts sets: an amount that keys hold, and turns to do something. A refusal is an error of the answer:
 * 429 if the key itself has too much, 503 if all keys together do.
 */
import { ServiceError } from '../../shared/errors.js';
import {
  createFairQueue,
  QueueFullError,
  type FairQueue,
  type FairQueueLimits,
} from '../../shared/fair-queue.js';
import { createFairShare } from '../../shared/fair-share.js';
import { spreadOverLoopTurns, type LoopTurns } from './loop-turns.js';

/** A fair share. Where nothing is left for a key, `take` throws the error of the answer. */
export interface Limit<Key> {
  /** In metrics and in the answer. */
  readonly name: string;
  take(key: Key, amount: number): void;
  giveBack(key: Key, amount: number): void;
  readonly held: number;
}

/** A fair queue whose refusals are errors of the answer. */
export interface Turns<Key> extends FairQueue<Key> {
  /** In metrics and in the answer. */
  readonly name: string;
}

export function createLimit<Key>(name: string, capacity: number, retryAfterSeconds: number): Limit<Key> {
  const share = createFairShare<Key>(capacity);
  return {
    name,
    take: (key, amount) => {
      if (!share.take(key, amount)) throw refusal(share.holdsItsPart(key), name, retryAfterSeconds);
    },
    giveBack: (key, amount) => share.giveBack(key, amount),
    get held() {
      return share.held;
    },
  };
}

/** @param loopTurns for work that starts on the event loop, so that a burst of it does not fill one turn */
export function createTurns<Key extends string | number>(
  name: string,
  limits: FairQueueLimits,
  retryAfterSeconds: number,
  loopTurns?: LoopTurns,
): Turns<Key> {
  const fair = createFairQueue<Key>(limits);
  const queue = loopTurns === undefined ? fair : spreadOverLoopTurns(fair, loopTurns);
  return {
    name,
    run: async (key, work) => {
      try {
        return await queue.run(key, work);
      } catch (error) {
        if (error instanceof QueueFullError) throw refusal(error.ownDoing, name, retryAfterSeconds);
        throw error;
      }
    },
    get waiting() {
      return queue.waiting;
    },
  };
}

function refusal(ownDoing: boolean, limit: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError(ownDoing ? 'TOO_MANY_REQUESTS' : 'OVERLOADED', { retryAfterSeconds, limit });
}
