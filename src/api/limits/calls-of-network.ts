/** Counts the calls of each network, for addresses that strangers may call. Each process counts for itself. */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../shared/errors.js';

const minuteSeconds = 60;
/** Networks that are counted at once. With more, the oldest start again at zero. */
const networksMax = 20_000;

/**
 * @param callsMax within `seconds`; 0: no limit
 * @returns a function that throws when the network has called too often
 */
export function createNetworkLimit(
  limit: string,
  callsMax: number,
  seconds = minuteSeconds,
): (network: string) => void {
  const counts = new LRUCache<string, { calls: number }>({ max: networksMax, ttl: seconds * 1_000 });
  return (network) => {
    if (callsMax === 0) return;
    const seen = counts.get(network) ?? { calls: 0 };
    if (seen.calls === 0) counts.set(network, seen);
    seen.calls += 1;
    if (seen.calls > callsMax)
      throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: seconds, limit });
  };
}
