/** What the two readers of a feed share: where a cursor begins, whether it is too old, and the wait for the next event. */
import { eventId, feedId, parseEventId } from '../../ledger/events/event-record.js';
import type { FeedPage, FeedRef } from '../../ledger/events/feed-reader.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import type { WaitSlots } from '../limits/wait-slots.js';
import type { FeedWaits } from './feed-waits.js';

/** The change stream is only a hint (feed-waits.ts). */
const readAgainMs = 5_000;

type FeedStore = Pick<ApiDeps['store'], 'latestSeq' | 'oldestSeq' | 'confirmedLatestSeq'>;

/** The `seq` after which the reader with this cursor goes on. */
export async function startAfter(store: FeedStore, feed: FeedRef, after: unknown): Promise<number> {
  const { companyId, environment } = feed;
  const cursor = typeof after === 'string' ? parseEventId(after) : undefined;
  if (cursor?.companyId !== companyId) {
    const mensaje = 'after no es válido: debe ser el X-Next-Cursor de una respuesta anterior, o latest.';
    throw new ServiceError('REQUEST_INVALID', { campo: 'after', mensaje });
  }
  // The company has moved to another environment. Its events there have numbers of their own.
  if (cursor.environment !== environment) throw await expired(store, feed);
  const { seq } = cursor;
  const isKnown = seq <= (await store.latestSeq(feed)) || seq <= (await store.confirmedLatestSeq(feed));
  // After a restored backup, the numbers beyond its end will be given again.
  if (!isKnown) throw await expired(store, feed);
  return seq;
}

async function expired(store: FeedStore, feed: FeedRef): Promise<ServiceError> {
  const seq = await store.oldestSeq(feed);
  return new ServiceError('EVENTS_CURSOR_EXPIRED', {
    campo: 'after',
    data: { oldest: eventId({ ...feed, seq }) },
  });
}

/** MongoDB may have removed events between the check of the cursor and the read. */
export async function checkNotExpired(
  store: FeedStore,
  feed: FeedRef,
  start: number,
  page: FeedPage,
): Promise<void> {
  // Nothing was skipped: the first event follows the cursor, or no event does.
  if (page.next === start || page.events[0]?.seq === start + 1) return;
  const oldest = await store.oldestSeq(feed);
  if (oldest > start + 1) throw await expired(store, feed);
}

interface WaitDeps extends Pick<ApiDeps, 'stopping' | 'metrics'> {
  readonly feedWaits: FeedWaits;
  readonly slots: WaitSlots;
}

interface Waiting {
  readonly start: number;
  readonly waitMs: number;
  readonly read: (after: number) => Promise<FeedPage>;
  readonly hasLeft: () => boolean;
}

export async function waitForEvents(
  { feedWaits, slots, stopping, metrics }: WaitDeps,
  feed: FeedRef,
  { start, waitMs, read, hasLeft }: Waiting,
): Promise<FeedPage> {
  const mayWait = waitMs > 0 && slots.tryAcquire(feed.companyId);
  if (!mayWait) {
    if (waitMs > 0) metrics.limited(slots.name);
    return read(start);
  }
  const listening = feedWaits.listen(feedId(feed));
  const endMs = performance.now() + waitMs;
  try {
    for (let after = start; ;) {
      const page = await read(after);
      const leftMs = endMs - performance.now();
      const isOver = leftMs <= 0 || stopping.aborted || hasLeft();
      if (page.events.length > 0 || page.more || isOver) return page;
      after = page.next;
      await listening.wait(Math.min(leftMs, readAgainMs));
    }
  } finally {
    listening.end();
    slots.release(feed.companyId);
  }
}
