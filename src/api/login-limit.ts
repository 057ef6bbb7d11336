/**
 * How often somebody may fail to log in, over all api processes: for each user and address, so that nobody can lock a
 * user out from elsewhere, and for each address, so that nobody tries one password with many users. While a limit
 * stands even the right password is refused, or it could still be found out.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { ServiceError } from '../errors.js';
import type { CounterStore } from '../store/counters.js';

export interface LoginLimitConfig {
  /** Failures of one user from one address in 15 minutes; 0: no limit. */
  readonly userFailuresMax: number;
  /** Failures from one address in 15 minutes, whatever the user; 0: no limit. */
  readonly addressFailuresMax: number;
}

export interface LoginTry {
  readonly usuario: string;
  readonly rnc: string;
  /** Of the caller; with TRUST_PROXY the one the proxy names. */
  readonly address: string;
}

const windowMs = 15 * 60_000;
/** A check takes a fraction of a second, and a full queue of them a few: then those under way are over. */
const inFlightRetrySeconds = 2;

export interface LoginLimit {
  /**
   * Runs `check`, which tells whether the credentials are right, and counts a failure. Throws TOO_MANY_REQUESTS without
   * running it when a limit is reached.
   */
  guard<T>(tried: LoginTry, check: () => Promise<T | undefined>): Promise<T | undefined>;
}

export function createLoginLimit(
  store: CounterStore,
  { userFailuresMax, addressFailuresMax }: LoginLimitConfig,
  clock: () => Date,
): LoginLimit {
  /** Tries under way here, which may all fail: without them a burst would get far beyond the limit. */
  const inFlight = new Map<string, number>();
  const add = (key: string, by: number) => {
    const count = (inFlight.get(key) ?? 0) + by;
    if (count === 0) inFlight.delete(key);
    else inFlight.set(key, count);
  };

  return {
    guard: async (tried, check) => {
      const nowMs = clock().getTime();
      const window = Math.floor(nowMs / windowMs);
      const endMs = (window + 1) * windowMs;
      const limits = [
        { key: keyOf('user', tried.rnc, tried.usuario, networkOf(tried.address)), max: userFailuresMax },
        { key: keyOf('address', networkOf(tried.address)), max: addressFailuresMax },
      ]
        .filter(({ max }) => max > 0)
        .map(({ key, max }) => ({ id: `login:${window}:${key}`, max }));

      const under = limits.map(({ id, max }) => ({ id, max, count: inFlight.get(id) ?? 0 }));
      for (const { id } of limits) add(id, 1);
      try {
        const failures = await store.counted(limits.map(({ id }) => id));
        if (limits.some(({ max }, index) => (failures[index] ?? 0) >= max))
          throw new ServiceError('TOO_MANY_REQUESTS', {
            retryAfterSeconds: Math.ceil((endMs - nowMs) / 1000),
          });
        if (under.some(({ max, count }, index) => count + (failures[index] ?? 0) >= max))
          throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: inFlightRetrySeconds });

        const outcome = await check();
        if (outcome === undefined)
          await Promise.all(limits.map(({ id }) => store.count(id, 1, new Date(endMs))));
        return outcome;
      } finally {
        for (const { id } of limits) add(id, -1);
      }
    },
  };
}

/** Of one length whatever a caller sends, and no user's name in a collection that is not the users'. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** A customer of IPv6 has a /64 at least: its 2^64 addresses are one caller. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before, after] = (address.split('%')[0] ?? '').split('::').map(groupsOf);
  const [head = [], tail = []] = [before, after];
  const zeros = after === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
