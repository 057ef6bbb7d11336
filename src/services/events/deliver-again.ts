/** What people and programs order of an endpoint: one event again, everything since a moment, a test. */
import { dayMs } from '../../ecf/durations.js';
import { eventId, parseEventId } from '../../ledger/events/event-record.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';
import type { DeliveryTry } from '../../ledger/events/webhook-record.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger, Processes, ProcessRefusal } from '../deps.js';
import { findWebhook, type WebhookRef } from './change-webhook.js';

type Found = Ledger<'findWebhook' | 'wakeWebhook' | 'findEvent'>;

export type Redelivered =
  | { readonly outcome: 'done' }
  | Refused<'WEBHOOK_NOT_FOUND' | 'WEBHOOK_DISABLED' | 'WEBHOOK_EVENT_NOT_FOUND'>;

/** The event is sent again whatever became of it, and whatever types the endpoint wants. */
export async function redeliver(
  deps: Found & Ledger<'orderDelivery'>,
  ref: WebhookRef,
  id: string,
): Promise<Redelivered> {
  const webhook = await findWebhook(deps, ref);
  if (webhook === undefined) return refused('WEBHOOK_NOT_FOUND');
  if (!webhook.active) return refused('WEBHOOK_DISABLED');
  const { seq } = parseEventId(id) ?? {};
  // The id of an event of another feed has another beginning.
  const event =
    seq !== undefined && eventId({ ...ref, seq }) === id ? await deps.store.findEvent(ref, seq) : undefined;
  if (event === undefined) return refused('WEBHOOK_EVENT_NOT_FOUND');
  await deps.store.orderDelivery(webhook, event, deps.clock());
  await deps.store.wakeWebhook(webhook._id);
  return { outcome: 'done' };
}

/** The log of deliveries says what an endpoint has, and it is kept for thirty days. One day is left for the clocks and for its removal. */
export const recoverDaysMax = 29;

export type Recovered =
  | {
      readonly outcome: 'done';
      /** Deliveries that failed or wait, and are tried now. Events that were never tried come in addition. */
      readonly retried: number;
    }
  | Refused<'WEBHOOK_NOT_FOUND' | 'WEBHOOK_DISABLED' | 'WEBHOOK_SINCE_INVALID'>;

/** Sends again what the endpoint did not take since a moment. What was delivered is not sent again. */
export async function recover(
  deps: Found & Ledger<'orderUndelivered' | 'rewindWebhook' | 'latestSeq' | 'oldestSeq'>,
  ref: WebhookRef,
  since: Date,
): Promise<Recovered> {
  const { store, clock } = deps;
  const now = clock();
  const webhook = await findWebhook(deps, ref);
  if (webhook === undefined) return refused('WEBHOOK_NOT_FOUND');
  if (!webhook.active) return refused('WEBHOOK_DISABLED');
  const ageMs = now.getTime() - since.getTime();
  // A day that no month has is no moment, and compares with nothing.
  if (!(ageMs >= 0 && ageMs <= recoverDaysMax * dayMs)) return refused('WEBHOOK_SINCE_INVALID');
  const first = await firstSince(deps, ref, since);
  const retried = await store.orderUndelivered(webhook._id, first, now);
  await store.rewindWebhook(webhook._id, first - 1);
  await store.wakeWebhook(webhook._id);
  return { outcome: 'done', retried };
}

export type TestedWebhook =
  | { readonly outcome: 'done'; readonly eventId: string; readonly attempt: DeliveryTry }
  | Refused<'WEBHOOK_NOT_FOUND' | 'WEBHOOK_BUSY'>
  | ProcessRefusal;

/** Sends a `webhook.test` and waits for the answer. A disabled endpoint may be tested too. */
export async function testWebhook(
  deps: Ledger<'findWebhook'> & { readonly processes: Pick<Processes, 'ask'> },
  ref: WebhookRef,
): Promise<TestedWebhook> {
  const webhook = await findWebhook(deps, ref);
  if (webhook === undefined) return refused('WEBHOOK_NOT_FOUND');
  const { companyId, webhookId } = ref;
  const asked = await deps.processes.ask('webhook-test', { companyId, webhookId });
  if (asked.outcome === 'refused') return asked;
  const { answer } = asked;
  switch (answer.outcome) {
    case 'tried':
      return { outcome: 'done', eventId: answer.eventId, attempt: answer.attempt };
    case 'busy':
      return refused('WEBHOOK_BUSY');
    case 'gone':
      return refused('WEBHOOK_NOT_FOUND');
  }
}

/**
 * The first event that entered the feed at this moment or later; without one, the number that the next event will get. Events enter in the
 * order of their numbers, so halving finds it with a few reads. No index has this order.
 */
async function firstSince(
  deps: Ledger<'findEvent' | 'latestSeq' | 'oldestSeq'>,
  feed: FeedRef,
  since: Date,
): Promise<number> {
  let low = Math.max(1, await deps.store.oldestSeq(feed));
  let high = (await deps.store.latestSeq(feed)) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const event = await deps.store.findEvent(feed, middle);
    // An event that expired meanwhile is older.
    if (event === undefined || event.createdAt < since) low = middle + 1;
    else high = middle;
  }
  return low;
}
