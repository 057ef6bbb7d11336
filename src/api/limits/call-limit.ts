/** Counts the calls of each caller: a network where strangers may call, or a person or a company. Each process counts for itself. */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../shared/errors.js';

const minuteSeconds = 60;
/** Callers that are counted at once. With more, the oldest start again at zero. */
const callersMax = 20_000;

/**
 * @param callsMax within `seconds`; 0: no limit
 * @returns a function that throws when the caller has called too often
 */
export function createCallLimit(
  limit: string,
  callsMax: number,
  seconds = minuteSeconds,
): (caller: string | number) => void {
  const counts = new LRUCache<string | number, { calls: number }>({ max: callersMax, ttl: seconds * 1_000 });
  return (caller) => {
    if (callsMax === 0) return;
    const seen = counts.get(caller) ?? { calls: 0 };
    if (seen.calls === 0) counts.set(caller, seen);
    seen.calls += 1;
    if (seen.calls > callsMax)
      throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: seconds, limit });
  };
}
