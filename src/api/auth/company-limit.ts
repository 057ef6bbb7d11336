/**
 * How many calls a company may make, over all api processes. Calls are counted in windows of ten seconds, and each
 * process takes them from the shared counter in chunks: a call usually costs no question at all. Chunks shrink as the
 * window fills, so that processes leave next to nothing unused to each other.
 */
import { ServiceError } from '../../shared/errors.js';
import type { Log } from '../../shared/log.js';
import type { CounterStore } from '../../ledger/mongo/counters.js';
import { LedgerUnavailableError } from '../../ledger/store.js';

const windowMs = 10_000;
/** A sixteenth of what is left: sixteen processes can take a chunk each before anyone has to go without. */
const chunkShare = 16;
const chunkMax = 64;

interface Window {
  readonly index: number;
  /** Calls taken from the shared counter and not yet made. */
  held: number;
  /** What the shared counter had left when it was asked last. */
  left: number;
  /** One question at a time; everyone else waits for its answer. */
  asking: Promise<void> | undefined;
}

/** Throws TOO_MANY_REQUESTS with the seconds until the window ends. */
export type CompanyLimit = (companyId: number) => Promise<void>;

/** @param callsPerMinute 0: no limit. */
export function createCompanyLimit(
  store: CounterStore,
  callsPerMinute: number,
  clock: () => Date,
  log: Log,
): CompanyLimit {
  const windowCalls = Math.ceil((callsPerMinute * windowMs) / 60_000);
  /** One for each company that called in this window or, until it calls again, an earlier one. */
  const windows = new Map<number, Window>();

  const windowOf = (companyId: number, index: number): Window => {
    const known = windows.get(companyId);
    if (known?.index === index) return known;
    const fresh: Window = { index, held: 0, left: windowCalls, asking: undefined };
    windows.set(companyId, fresh);
    return fresh;
  };

  const ask = async (companyId: number, window: Window): Promise<void> => {
    const chunk = Math.min(chunkMax, Math.max(1, Math.ceil(window.left / chunkShare)));
    const expiresAt = new Date((window.index + 2) * windowMs);
    try {
      const taken = await store.count(`calls:${window.index}:${companyId}`, chunk, expiresAt);
      const before = taken - chunk;
      window.held += Math.min(chunk, Math.max(0, windowCalls - before));
      window.left = Math.max(0, windowCalls - taken);
    } catch (error) {
      // A limit is no reason to refuse anyone; the call itself will say that the ledger is away.
      if (!(error instanceof LedgerUnavailableError)) throw error;
      log.warn({ companyId }, 'calls are not counted: the ledger is unavailable');
      window.held += chunk;
    }
  };

  return async (companyId) => {
    if (callsPerMinute === 0) return;
    const nowMs = clock().getTime();
    const index = Math.floor(nowMs / windowMs);
    const window = windowOf(companyId, index);
    // Each turn either takes a call, finds that there is none, or waits for one answer of the ledger.
    while (window.held === 0) {
      if (window.left === 0)
        throw new ServiceError('TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(((index + 1) * windowMs - nowMs) / 1000)),
        });
      window.asking ??= ask(companyId, window).finally(() => (window.asking = undefined));
      await window.asking;
    }
    window.held--;
  };
}
