/** An endpoint and its deliveries as the API shows them, and the web application too. No answer has a secret, except the one that made it. */
import { eventId } from '../../ledger/events/event-record.js';
import type {
  DeliveryTry,
  WebhookDeliveryRecord,
  WebhookRecord,
} from '../../ledger/events/webhook-record.js';
import { graceEnd } from '../../services/events/change-webhook.js';

export function webhookAnswer(webhook: WebhookRecord, now: Date) {
  const { _id, environment, url, types, description, active, disabled, failingSince, createdAt } = webhook;
  return {
    id: _id,
    environment,
    url,
    types,
    description,
    active,
    disabledReason: disabled?.reason ?? null,
    disabledAt: isoOf(disabled?.at),
    failingSince: isoOf(failingSince),
    // It gets one event at a time until it takes one.
    onlyProbes: webhook.probe !== undefined,
    secretGraceUntil: isoOf(graceEnd(webhook, now)),
    createdAt: createdAt.toISOString(),
  };
}

export function deliveryAnswer(delivery: WebhookDeliveryRecord) {
  const { type, state, attempts, dueAt, createdAt, tries } = delivery;
  return {
    eventId: eventId(delivery),
    type,
    status: state,
    attempts,
    nextAttemptAt: isoOf(dueAt),
    createdAt: createdAt.toISOString(),
    tries: tries.map(tryAnswer),
  };
}

export function tryAnswer({ at, ms, status, code, body }: DeliveryTry) {
  return { at: at.toISOString(), ms, httpStatus: status ?? null, code: code ?? null, response: body ?? null };
}

const isoOf = (at: Date | undefined) => at?.toISOString() ?? null;
