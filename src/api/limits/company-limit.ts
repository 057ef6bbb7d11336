/**
 * Limits how many calls a company may make, over all api processes. Calls are counted in windows of ten seconds. Each process
 * takes calls from a shared counter in the ledger, one chunk at a time, so most calls need no request to the ledger. Chunks
 * shrink as the window fills, so that few calls stay unused in a process while another one needs them.
 */
import { ServiceError } from '../../shared/errors.js';
import type { Log } from '../../shared/log.js';
import type { CounterStore } from '../../ledger/counters.js';
import { LedgerUnavailableError } from '../../ledger/unavailable.js';

const windowMs = 10_000;
/** A chunk is a sixteenth of what is left, so sixteen processes can each take one before any process gets nothing. */
const chunkShare = 16;
const chunkMax = 64;

interface Window {
  readonly index: number;
  /** Calls taken from the shared counter and not yet made. */
  held: number;
  /** How many calls the shared counter had left when this process last asked. */
  left: number;
  /** The request to the ledger that is under way. There is one at a time; all other calls wait for it. */
  asking: Promise<void> | undefined;
}

/** Throws TOO_MANY_REQUESTS with the seconds until the window ends. */
type CompanyLimit = (companyId: number) => Promise<void>;

/** @param callsPerMinute 0: no limit. */
export function createCompanyLimit(
  store: CounterStore,
  callsPerMinute: number,
  clock: () => Date,
  log: Log,
): CompanyLimit {
  const windowCalls = Math.ceil((callsPerMinute * windowMs) / 60_000);
  /** One for each company that has called. An old window stays until the company calls again. */
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
      // Let the call pass when we cannot count it. The call itself will report that the ledger is unavailable.
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
    // Each turn takes a call, refuses because no call is left, or waits for one answer of the ledger.
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
