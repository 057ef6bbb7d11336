/** An event as clients get it from the api and the command line. */
import { eventId, type EventRecord } from '../../ledger/events/event-record.js';

export function shownEvent(event: EventRecord) {
  const { type, at, data } = event;
  return { id: eventId(event), type, timestamp: at.toISOString(), data };
}
