/** The events of a company, for people: the latest ones, and what follows a cursor, so that an open page shows a change at once. */
import { eventId } from '../../ledger/events/event-record.js';
import type { FeedPage, FeedRef } from '../../ledger/events/feed-reader.js';
import { shownEvent } from '../../services/events/shown-event.js';
import { get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { checkNotExpired, startAfter, waitForEvents } from './read-feed.js';

/** As many as a person looks through on one page. */
const latestMax = 50;
/** As many as a page gets at once. It asks again soon. */
const nextMax = 200;
/** A page asks for its first cursor and for what it shows at the same time. An event of this time may be missing in what it shows. */
const recentMs = 30_000;

const list = '/companies/:companyId/:environment/events';

export function eventRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [
    get(list, 'read', async ({ company: { companyId }, environment }) => {
      const { events } = await latestEvents(deps, { companyId, environment });
      return { items: events.map(shownEvent).reverse() };
    }),
    // Each of its reads takes a turn; the wait between them takes none.
    get(`${list}/next`, { permission: 'read', turn: 'none' }, async (request) => {
      const feed = { companyId: request.company.companyId, environment: request.environment };
      const { events, next } = await nextEvents(deps, feed, request);
      return { items: events.map(shownEvent), next: eventId({ ...feed, seq: next }) };
    }),
  ];
}

/** A feed has no gaps. */
async function latestEvents({ store }: Pick<RouteDeps, 'store'>, feed: FeedRef): Promise<FeedPage> {
  const after = Math.max(0, (await store.latestSeq(feed)) - latestMax);
  return store.readFeed({ ...feed, after, limit: latestMax });
}

async function nextEvents(
  deps: RouteDeps,
  feed: FeedRef,
  { query, hasLeft }: Pick<WebRequest, 'query' | 'hasLeft'>,
): Promise<Pick<FeedPage, 'events' | 'next'>> {
  const { store, limits } = deps;
  const inTurn = <Read>(read: () => Promise<Read>) => limits.lists.run(feed.companyId, read);
  if (query['after'] === undefined) return inTurn(() => recentEvents(deps, feed));
  const start = await inTurn(() => startAfter(store, feed, query['after']));
  const read = (after: number) => inTurn(() => store.readFeed({ ...feed, after, limit: nextMax }));
  const waiting = { ...deps, slots: limits.waitingPages };
  const waitMs = Number(query['wait'] ?? 0) * 1_000;
  const page = await waitForEvents(waiting, feed, { start, read, waitMs, hasLeft });
  await inTurn(() => checkNotExpired(store, feed, start, page));
  return page;
}

async function recentEvents(
  deps: Pick<RouteDeps, 'store' | 'clock'>,
  feed: FeedRef,
): Promise<Pick<FeedPage, 'events' | 'next'>> {
  const { events, next } = await latestEvents(deps, feed);
  const since = deps.clock().getTime() - recentMs;
  return { events: events.filter(({ createdAt }) => createdAt.getTime() >= since), next };
}
