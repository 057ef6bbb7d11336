/** An event and its id as clients get them, for the api and the command line. */
import { eventId, type EventRecord } from '../../ledger/events/event-record.js';

/** The parts of an event's id. Such an id is also a cursor. Undefined: the text is no such id. */
export function parseEventId(text: string) {
  const parts = /^evt_(\d{1,15})_([a-z-]{1,30})_(\d{1,15})$/.exec(text);
  if (parts === null) return undefined;
  const [, companyId, environment, seq] = parts;
  return { companyId: Number(companyId), environment, seq: Number(seq) };
}

/** An event as clients get it, here and in webhooks. */
export function shownEvent(event: EventRecord) {
  const { type, at, data } = event;
  return { id: eventId(event), type, timestamp: at.toISOString(), data };
}
