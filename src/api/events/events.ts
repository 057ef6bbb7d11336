/** events: what happened to the company's vouchers, oldest first. A reader who keeps the last cursor misses nothing (version 2 only). */
import { eventTypes, isEventType, type EventType } from '../../ecf/messages/event-types.js';
import { eventId, feedId, parseEventId } from '../../ledger/events/event-record.js';
import type { FeedPage, FeedRef } from '../../ledger/events/feed-reader.js';
import { shownEvent } from '../../services/events/shown-event.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import { successAnswer, type Answer, type CompanyRequest, type HandlerDeps } from '../handler.js';
import { readEnvironment } from '../vouchers/document-status.js';

type EventDeps = Pick<ApiDeps, 'store' | 'stopping' | 'metrics'> & Pick<HandlerDeps, 'feedWaits' | 'limits'>;

const limitDefault = 100;
/** The change stream is only a hint (feed-waits.ts). */
const readAgainMs = 5_000;

export async function listEvents(deps: EventDeps, request: CompanyRequest): Promise<Answer> {
  const { company, query } = request;
  const feed = {
    companyId: company.companyId,
    environment: readEnvironment(query['environment']) ?? company.environment,
  };
  const types = typesAsked(query['types']);
  const limit = Number(query['limit'] ?? limitDefault);
  const waitMs = Number(query['wait'] ?? 0) * 1_000;
  const start = await startOf(deps, feed, query['after']);
  const read = (after: number) => deps.store.readFeed({ ...feed, after, types, limit });
  const page = await waitFor(deps, feed, { start, read, waitMs, hasLeft: request.hasLeft });
  // MongoDB may have removed events between the check of the cursor and the read.
  if (query['after'] !== undefined) await checkNotExpired(deps, feed, start, page);
  return {
    ...successAnswer('Eventos.', page.events.map(shownEvent)),
    headers: { 'X-Next-Cursor': eventId({ ...feed, seq: page.next }) },
  };
}

function typesAsked(given: unknown): readonly EventType[] | undefined {
  if (typeof given !== 'string') return undefined;
  return given.split(',').map((text) => {
    if (isEventType(text)) return text;
    const mensaje = `types debe tener tipos de evento separados por comas. «${text.slice(0, 60)}» no es uno de: ${eventTypes.join(', ')}.`;
    throw new ServiceError('REQUEST_INVALID', { campo: 'types', mensaje });
  });
}

async function startOf({ store }: EventDeps, feed: FeedRef, after: unknown): Promise<number> {
  const { companyId, environment } = feed;
  if (after === undefined) return (await store.oldestSeq(feed)) - 1;
  if (after === 'latest') return store.latestSeq(feed);
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

async function expired(store: EventDeps['store'], feed: FeedRef): Promise<ServiceError> {
  const seq = await store.oldestSeq(feed);
  return new ServiceError('EVENTS_CURSOR_EXPIRED', {
    campo: 'after',
    data: { oldest: eventId({ ...feed, seq }) },
  });
}

async function checkNotExpired(
  { store }: EventDeps,
  feed: FeedRef,
  start: number,
  page: FeedPage,
): Promise<void> {
  // Nothing was skipped: the first event follows the cursor, or no event does.
  if (page.next === start || page.events[0]?.seq === start + 1) return;
  const oldest = await store.oldestSeq(feed);
  if (oldest > start + 1) throw await expired(store, feed);
}

interface Waiting {
  readonly start: number;
  readonly waitMs: number;
  readonly read: (after: number) => Promise<FeedPage>;
  readonly hasLeft: () => boolean;
}

async function waitFor(
  { feedWaits, limits, stopping, metrics }: EventDeps,
  feed: FeedRef,
  { start, waitMs, read, hasLeft }: Waiting,
): Promise<FeedPage> {
  const { waitingEvents } = limits;
  const mayWait = waitMs > 0 && waitingEvents.tryAcquire(feed.companyId);
  if (!mayWait) {
    if (waitMs > 0) metrics.limited(waitingEvents.name);
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
    waitingEvents.release(feed.companyId);
  }
}
