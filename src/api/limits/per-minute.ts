/** Counts the calls of each network in a minute, for addresses that strangers may call. Each process counts for itself. */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../shared/errors.js';

const minuteMs = 60_000;
/** Networks that are counted at once. With more, the oldest start again at zero. */
const networksMax = 20_000;

/** @param callsMax 0: no limit. @returns a function that throws when the network has called too often */
export function createPerMinute(limit: string, callsMax: number): (network: string) => void {
  const counts = new LRUCache<string, { calls: number }>({ max: networksMax, ttl: minuteMs });
  return (network) => {
    if (callsMax === 0) return;
    const seen = counts.get(network) ?? { calls: 0 };
    if (seen.calls === 0) counts.set(network, seen);
    seen.calls += 1;
    if (seen.calls > callsMax)
      throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: minuteMs / 1_000, limit });
  };
}
