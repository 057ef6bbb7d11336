/** `event …`: the feed of a company's events, as its programs read it. */
import { InvalidArgumentError } from 'commander';
import { eventTypes, isEventType, type EventType } from '../../../ecf/messages/event-types.js';
import { eventId, parseEventId } from '../../../ledger/events/event-record.js';
import type { FeedRef } from '../../../ledger/events/feed-reader.js';
import { shownEvent } from '../../../services/events/shown-event.js';
import { command, option, withDefault } from '../../command.js';
import { placeOf, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { table } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';
import { wholeNumber } from '../../terminal/values.js';
import { place } from '../parts.js';

const list = command({
  name: 'list',
  does: 'los eventos de una empresa, los más antiguos primero',
  example: '--company 999999992 --types ecf.accepted,ecf.rejected',
  more: 'Se guardan 90 días.',
  takes: {
    ...place,
    types: option('--types <tipos>', 'solo estos, separados por comas', typesIn),
    limit: withDefault('--limit <n>', 'cuántos', wholeNumber(1, 500), 50),
    cursor: option('--cursor <cursor>', 'continúa después de este evento', cursorText),
  },
  work: async (context, { company, environment: where, types, limit, cursor }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const feed = { companyId, environment };
    const after = await startOf(context, feed, cursor);
    const page = await context.store.readFeed({ ...feed, after, types, limit });
    const items = page.events.map(shownEvent);
    const next = eventId({ ...feed, seq: page.next });
    const text = table(page.events, 'No hay eventos.', {
      Evento: (event) => eventId(event),
      Cuándo: ({ at }) => moment(at),
      Tipo: ({ type }) => type,
      Sobre: ({ data }) => subjectOf(data),
    });
    return { data: { items, cursor: next }, text: page.more ? `${text}\n\nHay más: --cursor ${next}` : text };
  },
});

export const eventCommands = [list];

type EventCursor = NonNullable<ReturnType<typeof parseEventId>>;

async function startOf(
  { store }: CliContext,
  feed: FeedRef,
  cursor: EventCursor | undefined,
): Promise<number> {
  const before = (await store.oldestSeq(feed)) - 1;
  if (cursor === undefined) return before;
  const isOther = cursor.companyId !== feed.companyId || cursor.environment !== feed.environment;
  if (isOther || cursor.seq < before || cursor.seq > (await store.latestSeq(feed)))
    throw new CliError('EVENTS_CURSOR_EXPIRED');
  return cursor.seq;
}

function cursorText(text: string): EventCursor {
  const cursor = parseEventId(text);
  if (cursor !== undefined) return cursor;
  throw new InvalidArgumentError('Se espera el id de un evento, o el que mostró la página anterior.');
}

function typesIn(text: string): readonly EventType[] {
  return text.split(',').map((type) => {
    if (isEventType(type)) return type;
    throw new InvalidArgumentError(`Los tipos son ${eventTypes.join(', ')}.`);
  });
}

function subjectOf(data: Readonly<Record<string, unknown>>): string {
  const subject = data['ecf'] ?? data['encf'] ?? data['desde'] ?? data['webhookId'] ?? data['keyId'];
  return typeof subject === 'string' ? subject : '';
}
