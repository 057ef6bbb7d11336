/** events: what happened to the company's vouchers, oldest first. A reader who keeps the last cursor misses nothing (version 2 only). */
import { eventTypes, isEventType, type EventType } from '../../ecf/messages/event-types.js';
import { eventId } from '../../ledger/events/event-record.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';
import { shownEvent } from '../../services/events/shown-event.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import { successAnswer, type Answer, type CompanyRequest, type HandlerDeps } from '../handler.js';
import { readEnvironment } from '../vouchers/document-status.js';
import { checkNotExpired, startAfter, waitForEvents } from './read-feed.js';

type EventDeps = Pick<ApiDeps, 'store' | 'stopping' | 'metrics'> & Pick<HandlerDeps, 'feedWaits' | 'limits'>;

const limitDefault = 100;

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
  const waiting = { ...deps, slots: deps.limits.waitingEvents };
  const page = await waitForEvents(waiting, feed, { start, read, waitMs, hasLeft: request.hasLeft });
  if (query['after'] !== undefined) await checkNotExpired(deps.store, feed, start, page);
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
  if (after === undefined) return (await store.oldestSeq(feed)) - 1;
  if (after === 'latest') return store.latestSeq(feed);
  return startAfter(store, feed, after);
}
