/** Events in the ledger: the entries within the records that they are about, and the feeds into which a worker copies them. */
import type { EventType } from '../../ecf/messages/event-types.js';
import type { Environment } from '../../ecf/model/environments.js';

/** Identifiers, states and codes. Neither a buyer nor an amount. A `Date` is answered in ISO 8601. */
export type EventData = Readonly<Record<string, EventValue>>;
export type EventValue = string | number | boolean | null | Date | readonly string[];

/**
 * An event that is not in its feed yet. The write that changes a record also pushes the entry to the record's `pending`, so neither exists
 * without the other.
 */
export interface EventEntry {
  readonly companyId: number;
  readonly environment: Environment;
  /** `{record}:{attempt}:{what}`. A feed has each key once: an entry whose key it has is dropped. */
  readonly key: string;
  readonly type: EventType;
  readonly at: Date;
  readonly data: EventData;
}

/** A record of any collection that may have events. */
export interface WithPending {
  readonly pending?: readonly EventEntry[];
}

/** One event of a feed (collection `events`). Kept for 90 days. */
export interface EventRecord extends EventEntry {
  /** `{companyId}:{environment}:{seq}`. */
  readonly _id: string;
  /** 1, 2, 3, … without a gap. */
  readonly seq: number;
  readonly createdAt: Date;
}

/** The events of one company in one environment (collection `feeds`). It outlives its events. */
export interface FeedRecord {
  /** `{companyId}:{environment}`. */
  readonly _id: string;
  readonly companyId: number;
  /** At least the highest `seq` whose entry has left its record. Absent: no event yet. */
  readonly last?: number;
  /** The worker that publishes this feed. It only saves work: without it two workers would do the same. */
  readonly lease?: { readonly by: string; readonly until: Date };
  /** The worker that makes the manifest of a day (archive/manifests.ts). It only saves work too. */
  readonly closing?: { readonly by: string; readonly until: Date };
  /** Days up to this one, AAAA-MM-DD, have their manifest, if anything happened on them. */
  readonly closedThrough?: string;
}

export function feedId({ companyId, environment }: Pick<EventEntry, 'companyId' | 'environment'>): string {
  return `${companyId}:${environment}`;
}

/** The public id of an event. It never changes. */
export function eventId({
  companyId,
  environment,
  seq,
}: Pick<EventRecord, 'companyId' | 'environment' | 'seq'>): string {
  return `evt_${companyId}_${environment}_${seq}`;
}

/** The parts of an event's id. Such an id is also a cursor. Undefined: the text is no such id. */
export function parseEventId(text: string) {
  const parts = /^evt_(\d{1,15})_([a-z-]{1,30})_(\d{1,15})$/.exec(text);
  if (parts === null) return undefined;
  const [, companyId, environment, seq] = parts;
  return { companyId: Number(companyId), environment, seq: Number(seq) };
}
