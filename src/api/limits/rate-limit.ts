/**
 * How often a company or a person may call, over all api processes. Calls are counted in windows of ten seconds. Each process takes calls
 * from a shared counter in the ledger, one chunk at a time, so most calls need no request to the ledger. Chunks shrink as the window fills,
 * so that few calls stay unused in a process while another one needs them.
 */
import { LRUCache } from 'lru-cache';
import type { CounterStore } from '../../ledger/counters.js';
import { LedgerUnavailableError } from '../../ledger/unavailable.js';
import { countInHour } from '../../services/count-in-hour.js';
import type { Ledger } from '../../services/deps.js';
import { ServiceError } from '../../shared/errors.js';
import type { Log } from '../../shared/log.js';

const windowMs = 10_000;
/** A chunk is a sixteenth of what is left, so sixteen processes can each take one before any process gets nothing. */
const chunkShare = 16;
const chunkMax = 64;
/** Callers that a process knows at once. One beyond them takes a new chunk when it calls again. */
const callersMax = 20_000;

interface Window {
  readonly index: number;
  left: number;
  /** How many calls the shared counter had left when this process last asked. */
  shared: number;
  /** One request at a time; all other calls wait for it. */
  asking: Promise<void> | undefined;
}

export interface RateLimitDeps {
  readonly store: CounterStore;
  readonly clock: () => Date;
  readonly log: Log;
}

/** Throws TOO_MANY_REQUESTS with the seconds until the window ends. */
export type RateLimit = (caller: number | string) => Promise<void>;

/** @param callsPerMinute 0: no limit */
export function createRateLimit(
  { store, clock, log }: RateLimitDeps,
  name: string,
  callsPerMinute: number,
): RateLimit {
  const windowCalls = Math.ceil((callsPerMinute * windowMs) / 60_000);
  const windows = new LRUCache<number | string, Window>({ max: callersMax });

  const windowOf = (caller: number | string, index: number): Window => {
    const known = windows.get(caller);
    if (known?.index === index) return known;
    const fresh: Window = { index, left: 0, shared: windowCalls, asking: undefined };
    windows.set(caller, fresh);
    return fresh;
  };

  const ask = async (caller: number | string, window: Window): Promise<void> => {
    const chunk = Math.min(chunkMax, Math.max(1, Math.ceil(window.shared / chunkShare)));
    const expiresAt = new Date((window.index + 2) * windowMs);
    try {
      const taken = await store.count(`${name}:${window.index}:${caller}`, chunk, expiresAt);
      const before = taken - chunk;
      window.left += Math.min(chunk, Math.max(0, windowCalls - before));
      window.shared = Math.max(0, windowCalls - taken);
    } catch (error) {
      // Let the call pass when we cannot count it. The call itself will report that the ledger is unavailable.
      if (!(error instanceof LedgerUnavailableError)) throw error;
      log.warn({ limit: name, caller }, 'calls are not counted: the ledger is unavailable');
      window.left += chunk;
    }
  };

  return async (caller) => {
    if (callsPerMinute === 0) return;
    const nowMs = clock().getTime();
    const index = Math.floor(nowMs / windowMs);
    const window = windowOf(caller, index);
    while (window.left === 0) {
      if (window.shared === 0)
        throw new ServiceError('TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(((index + 1) * windowMs - nowMs) / 1000)),
          limit: name,
        });
      window.asking ??= ask(caller, window).finally(() => (window.asking = undefined));
      await window.asking;
    }
    window.left--;
  };
}

/** Throws TOO_MANY_REQUESTS, with the rest of the hour, if the company has caused more than `most` of `limit`. */
export async function atMostInHour(
  deps: Ledger<'count'>,
  limit: string,
  companyId: number,
  most: number,
): Promise<void> {
  const { count, leftSeconds } = await countInHour(deps, `${limit}:${companyId}`, 1);
  if (count > most) throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: leftSeconds, limit });
}
