/**
 * Follows the events of a company. One tab of a browser asks, in a request that waits for the next event, and tells the other tabs. It asks
 * only while it is on the screen and a person uses it, so an open page does not keep its session alive.
 */
import { isRefusal } from '../api/api-error.js';
import type { EventOfFeed } from '../api/answers.js';
import { watchLost } from '../api/connection.js';
import { nextEvents } from '../api/events.js';
import { mayAsk, watchMayAsk } from '../api/polling.js';
import type { Place } from '../api/vouchers.js';

interface FollowOptions {
  readonly place: Place;
  readonly personId: string;
  readonly onEvents: (events: readonly EventOfFeed[]) => void;
  /** There may have been events that this page did not get. */
  readonly onSkipped: () => void;
}

/** What the asking tab tells the others. */
interface Told {
  readonly after: string | undefined;
  readonly next: string;
  readonly items: readonly EventOfFeed[];
}

/** Events that come together are shown together. */
const togetherMs = 1_000;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** An answer without events that comes sooner has not waited: the company has too many pages that wait. */
const waitedMs = 5_000;

/** @returns ends it */
export function followEvents({ place, personId, onEvents, onSkipped }: FollowOptions): () => void {
  // Not another person's: the tabs of one browser may show two people for a moment.
  const name = `events ${personId} ${place.companyId} ${place.environment}`;
  const channel = new BroadcastChannel(name);
  const end = new AbortController();
  let cursor: string | undefined;
  let failures = 0;

  const take = ({ after, next, items }: Told): void => {
    const hasGap = cursor !== undefined && after !== cursor;
    cursor = next;
    if (hasGap) onSkipped();
    else if (items.length > 0) onEvents(items);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => take(data);

  const ask = async (signal: AbortSignal): Promise<number> => {
    const after = cursor;
    const askedAtMs = Date.now();
    const { next, items } = await nextEvents(place, after, signal);
    // The page may have left this company meanwhile, and its channel is closed.
    if (signal.aborted) return 0;
    const told = { after, next, items };
    take(told);
    channel.postMessage(told);
    const hasWaited = items.length > 0 || after === undefined || Date.now() - askedAtMs >= waitedMs;
    failures = hasWaited ? 0 : failures + 1;
    return hasWaited ? (items.length > 0 ? togetherMs : 0) : growingPause(failures);
  };

  const askOn = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && mayAsk()) {
      const pauseMs = await ask(signal).catch((error: unknown) => {
        if (signal.aborted) return 0;
        if (isRefusal(error, 'EVENTS_CURSOR_EXPIRED')) {
          cursor = undefined;
          onSkipped();
        }
        failures += 1;
        return growingPause(failures);
      });
      await pause(pauseMs, signal);
    }
  };

  const follow = async (): Promise<void> => {
    while (!end.signal.aborted) {
      if (mayAsk()) await whileMayAsk(end.signal, (signal) => inTurn(name, signal, () => askOn(signal)));
      else await untilChange(end.signal);
    }
  };
  void follow();
  return () => {
    end.abort();
    channel.close();
  };
}

/** Two tabs of one page must not ask in step. */
function growingPause(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
}

/** Aborts the signal of the work when the page may ask no more. */
async function whileMayAsk(end: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const turn = new AbortController();
  const stop = () => turn.abort();
  const forget = watchMayAsk(() => {
    if (!mayAsk()) stop();
  });
  end.addEventListener('abort', stop);
  try {
    await work(turn.signal);
  } finally {
    forget();
    end.removeEventListener('abort', stop);
  }
}

/** One tab at a time. Browsers have locks on https and on localhost only; elsewhere each tab that is on the screen asks for itself. */
async function inTurn(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

function untilChange(end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      forget();
      end.removeEventListener('abort', done);
      resolve();
    };
    const forget = watchMayAsk(done);
    end.addEventListener('abort', done);
  });
}

/** Ends early when the service answers again. */
function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  if (waitMs === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      forget();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    const forget = watchLost((isLost) => {
      if (!isLost) done();
    });
    signal.addEventListener('abort', done);
  });
}
