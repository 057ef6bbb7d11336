/** An endpoint that gets a company's events, and what became of each event there, as the ledger keeps them. */
import type { EventType } from '../../ecf/messages/event-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { EventEntry } from './event-record.js';

/** Why an endpoint gets nothing: a person disabled it, it answered 410, or it has failed for days. */
export type DisabledReason = 'person' | 'gone' | 'failing';

/** The secret is sealed under the workers' master key, so the api cannot open it. */
export interface WebhookSecret {
  readonly sealed: string;
  readonly createdAt: Date;
  /** Absent: it signs until it is replaced. */
  readonly expiresAt?: Date;
}

export interface WebhookRecord {
  /** `wh_` and 24 hexadecimal digits. */
  readonly _id: string;
  readonly companyId: number;
  readonly environment: Environment;
  /** 1 to `webhooksMax`. The unique index on it limits how many endpoints a feed has. */
  readonly slot: number;
  readonly url: string;
  /** Empty: every type. */
  readonly types: readonly EventType[];
  readonly description: string;
  readonly active: boolean;
  readonly disabled?: { readonly reason: DisabledReason; readonly at: Date };
  /** The newest first. During a rotation two of them sign. */
  readonly secrets: readonly WebhookSecret[];
  /** The first try of every event up to this `seq` is done. */
  readonly cursor: number;
  /** The different events that failed since the last success, at most `failuresMax`. */
  readonly failed: readonly number[];
  readonly failingSince?: Date;
  readonly lastFailureAt?: Date;
  /** So many events failed in a row that only one is tried, on the schedule. */
  readonly probe?: { readonly failures: number; readonly at: Date };
  /** The receiver asked for a pause. */
  readonly restUntil?: Date;
  /** When a worker next starts or wakes the workflow of its retries. Absent: nothing is to be tried again. */
  readonly dueAt?: Date;
  /** The worker that makes first tries now. */
  readonly lease?: { readonly holder: string; readonly until: Date };
  readonly pending?: readonly EventEntry[];
  readonly version: number;
  readonly createdAt: Date;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** Why a try has no HTTP status. Codes, because the text of an error may show our network. */
export type TryCode =
  'ADDRESS_REFUSED' | 'BROKEN' | 'SECRET_UNREADABLE' | 'TIMEOUT' | 'TLS_FAILED' | 'TOO_LARGE' | 'UNREACHABLE';

export interface DeliveryTry {
  readonly at: Date;
  readonly ms: number;
  readonly status?: number;
  readonly code?: TryCode;
  /** The beginning of the answer. */
  readonly body?: string;
}

export interface WebhookDeliveryRecord {
  /** `{webhookId}:{seq}`. */
  readonly _id: string;
  readonly webhookId: string;
  readonly companyId: number;
  readonly environment: Environment;
  readonly seq: number;
  readonly type: EventType;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** The latest ones, at most `triesKept`. */
  readonly tries: readonly DeliveryTry[];
  /** When it is tried again. Only while it waits. */
  readonly dueAt?: Date;
  /** A person ordered this delivery: it is tried even while the endpoint only gets probes. */
  readonly ordered?: true;
  readonly createdAt: Date;
}

/** A feed has at most this many endpoints, because each of them costs a delivery of every event. */
export const webhooksMax = 10;
/** So many different events fail in a row before only one of them is tried. One faulty event must not stop the others. */
export const failuresMax = 5;

export function deliveryIdOf(webhookId: string, seq: number): string {
  return `${webhookId}:${seq}`;
}

/** Binds a sealed secret to its endpoint: moved to another one, it does not open. */
export function secretContextOf(companyId: number, webhookId: string): string {
  return `webhook:${companyId}:${webhookId}`;
}
