/**
 * Requests that wait for the next event of their feed. One change stream for the whole process says when a feed has got one. It is only a
 * hint: a request also asks the ledger every few seconds, so an event waits for that long at most if the stream fails.
 */
import { setMaxListeners } from 'node:events';
import type { FeedWatcher } from '../../ledger/events/feed-reader.js';
import type { Log } from '../../shared/log.js';

export interface FeedWaits {
  /** Starts to listen. So an event that comes between the call and the wait ends the wait. */
  listen(feed: string): { readonly wait: (waitMs: number) => Promise<void>; readonly end: () => void };
}

interface FeedWaitsOptions {
  readonly store: { watchFeeds(watcher: FeedWatcher): { close(): Promise<void> } };
  readonly stopping: AbortSignal;
  readonly log: Log;
}

/** A stream that failed is opened again by a request that comes later than this. */
const reopenAfterMs = 30_000;

export function createFeedWaits({ store, stopping, log }: FeedWaitsOptions): FeedWaits {
  // Each wait listens. Node would report more than ten listeners as a leak.
  setMaxListeners(0, stopping);
  const listeners = new Map<string, Set<() => void>>();
  let stream: { close(): Promise<void> } | undefined;
  let failedAtMs = -Infinity;

  const open = () => {
    if (stream !== undefined || stopping.aborted || performance.now() - failedAtMs < reopenAfterMs) return;
    const opened = store.watchFeeds({
      onEvents: (feed) => listeners.get(feed)?.forEach((tell) => tell()),
      onEnd: (error) => {
        if (stream !== opened) return;
        stream = undefined;
        failedAtMs = performance.now();
        if (!stopping.aborted) log.warn({ err: error }, 'the change stream of the events ended');
        opened.close().catch(() => undefined);
      },
    });
    stream = opened;
  };
  stopping.addEventListener('abort', () => {
    stream?.close().catch(() => undefined);
  });

  return {
    listen: (feed) => {
      open();
      let told = false;
      let wake: (() => void) | undefined;
      const tell = () => {
        told = true;
        wake?.();
      };
      const ofFeed = listeners.get(feed) ?? new Set();
      listeners.set(feed, ofFeed.add(tell));
      stopping.addEventListener('abort', tell);
      return {
        wait: async (waitMs) => {
          if (!told && !stopping.aborted)
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, waitMs);
              wake = () => {
                clearTimeout(timer);
                resolve();
              };
            });
          told = false;
        },
        end: () => {
          stopping.removeEventListener('abort', tell);
          ofFeed.delete(tell);
          if (ofFeed.size === 0 && listeners.get(feed) === ofFeed) listeners.delete(feed);
        },
      };
    },
  };
}
