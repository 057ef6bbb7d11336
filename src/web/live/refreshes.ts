/**
 * Repeats the queries that an event concerns, if a page shows them. A company may get a hundred results in a second, so each query is
 * repeated at most so often, and the last event of a burst is never left out.
 */
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { mayAsk } from '../api/polling.js';
import type { ConcernedKey } from './concerned.js';

const usualMs = 1_000;
const sumsMs = 15_000;
/** Sums and counts over many records, and lists of what changes with every voucher. */
const everyMs: Readonly<Record<string, number>> = {
  summary: 3_000,
  figures: sumsMs,
  'vouchers-sums': sumsMs,
  sequences: sumsMs,
  unused: sumsMs,
  'annulment-candidates': sumsMs,
  simulation: sumsMs,
};
/** How soon a query is looked at again that is under way: its answer may be older than the event. */
const underWayMs = 300;

export function createRefreshes(queries: QueryClient) {
  const repeatedAtMs = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const repeatIn = (queryKey: ConcernedKey, waitMs: number): void => {
    const name = hashKey(queryKey);
    if (timers.has(name)) return;
    const repeat = () => {
      timers.delete(name);
      // To start a slow query anew at every event would never end it.
      if (queries.isFetching({ queryKey }) > 0) {
        repeatIn(queryKey, underWayMs);
        return;
      }
      repeatedAtMs.set(name, Date.now());
      void queries.invalidateQueries({ queryKey, refetchType: refetchType() });
    };
    timers.set(name, setTimeout(repeat, waitMs));
  };

  return {
    repeat: (keys: readonly ConcernedKey[]): void => {
      for (const queryKey of keys) {
        if (queries.getQueryCache().findAll({ queryKey }).length === 0) continue;
        const lastMs = repeatedAtMs.get(hashKey(queryKey)) ?? -Infinity;
        repeatIn(queryKey, Math.max(0, lastMs + (everyMs[queryKey[0]] ?? usualMs) - Date.now()));
      }
    },
    /** Nobody knows which events the page did not get. */
    repeatAll: (): void => void queries.invalidateQueries({ refetchType: refetchType() }),
    stop: (): void => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** A page that nobody sees only marks its answers. It repeats them when a person returns. */
const refetchType = () => (mayAsk() ? 'active' : 'none');
