/** Sends one event to one endpoint and records what became of it. First tries, retries and tests all use it. */
import type { WebhookHttp } from '../../dgii/webhook-http.js';
import type { Exchange } from '../../dgii/http.js';
import { eventId, type EventRecord } from '../../ledger/events/event-record.js';
import {
  failuresMax,
  secretContextOf,
  type DeliveryTry,
  type TryCode,
  type WebhookRecord,
  type WebhookSecret,
} from '../../ledger/events/webhook-record.js';
import type { Store } from '../../ledger/ledger.js';
import type { Log } from '../../shared/log.js';
import { unseal, type MasterKey } from '../../signing/keys/seal.js';
import { meaningOf, pauseAfter, probePause, restAfter } from './delivery-schedule.js';
import { bodyBytesMax, headersOf, messageOf, type WebhookMessage } from './webhook-message.js';
import type { WebhookSlots } from './webhook-slots.js';

/** The log shows this much of an answer. */
const shownBytesMax = 1_024;

export type WebhookStore = Pick<
  Store,
  | 'readFeed'
  | 'findEvent'
  | 'recordDeliveryTry'
  | 'triedDeliveries'
  | 'dueDeliveries'
  | 'nextDelivery'
  | 'deliverWaitingNow'
  | 'dropDelivery'
  | 'endProbes'
  | 'findWebhook'
  | 'webhooksBehind'
  | 'leaseWebhook'
  | 'releaseWebhook'
  | 'webhookSucceeded'
  | 'webhookFailed'
  | 'webhookGone'
  | 'setWebhookDue'
>;

export interface WebhookDeps {
  readonly store: WebhookStore;
  readonly http: WebhookHttp;
  readonly slots: WebhookSlots;
  readonly masterKeys: readonly MasterKey[];
  readonly clock: () => Date;
  readonly log: Log;
  readonly tried: (outcome: 'delivered' | 'failed', environment: string) => void;
  readonly disabled: (reason: 'gone' | 'failing', environment: string) => void;
}

/**
 * `busy`: no slot was free, and nothing was sent. `stopped`: this worker stops, so nobody knows whether the event arrived; it is sent again
 * with the same id. `resting`: it failed, and the receiver asked for a pause. `ended`: the endpoint gets nothing any more.
 */
export type SentEvent = 'delivered' | 'failed' | 'resting' | 'ended' | 'busy' | 'stopped';

export interface Sending {
  readonly event: EventRecord;
  readonly before: number;
  /** Absent: the first try. */
  readonly wasDue?: Date | undefined;
  readonly probe: boolean;
}

/** Sends an event, and records the try with the endpoint's success or failure. The event's own record is written first. */
export async function sendEvent(
  deps: WebhookDeps,
  webhook: WebhookRecord,
  { event, before, wasDue, probe }: Sending,
  stopping: AbortSignal,
): Promise<SentEvent> {
  const { store, clock } = deps;
  const message = messageOf(eventId(event), event);
  if (message.body.length > bodyBytesMax) {
    // No retry makes it smaller, and the endpoint is not at fault.
    deps.log.error(
      { eventId: message.id, bytes: message.body.length },
      'an event is too large for a webhook',
    );
    const attempt = { at: clock(), ms: 0, code: 'TOO_LARGE' } as const;
    await store.recordDeliveryTry(webhook, event, { state: 'failed', attempt, wasDue }, clock());
    return 'delivered';
  }
  const sent = await post(deps, webhook, message, stopping);
  if (typeof sent === 'string') return sent;
  const { attempt, retryAfter } = sent;
  const { at, status } = attempt;
  const meaning = status === undefined ? 'failed' : meaningOf(status);
  deps.tried(meaning === 'delivered' ? 'delivered' : 'failed', webhook.environment);
  const now = clock();
  if (meaning === 'delivered') {
    await store.recordDeliveryTry(webhook, event, { state: 'delivered', attempt }, now);
    if (await store.webhookSucceeded(webhook._id)) await store.deliverWaitingNow(webhook._id, now);
    return 'delivered';
  }
  if (meaning === 'gone') {
    await store.recordDeliveryTry(webhook, event, { state: 'failed', attempt, wasDue }, now);
    await store.webhookGone(webhook, at);
    deps.disabled('gone', webhook.environment);
    return 'ended';
  }
  const restMs = status === undefined ? undefined : restAfter(status, retryAfter, now);
  const retryAt = await recordFailure(deps, webhook, event, { attempt, before, wasDue, restMs, probe });
  return countFailure(deps, webhook, event, { retryAt, restMs, probe });
}

interface Failed extends Pick<Sending, 'before' | 'wasDue'> {
  readonly attempt: DeliveryTry;
  readonly restMs: number | undefined;
  readonly probe: boolean;
}

/**
 * While the endpoint takes nothing at all, no event uses up its schedule: it is tried when the endpoint works again.
 * @returns when it is tried again, if the schedule has another try
 */
async function recordFailure(
  { store, clock }: WebhookDeps,
  webhook: WebhookRecord,
  event: EventRecord,
  { attempt, before, wasDue, restMs = 0, probe }: Failed,
): Promise<Date> {
  const now = clock();
  const failing = probe || webhook.failed.length >= failuresMax;
  const pauseMs = failing ? probePause(before + 1) : pauseAfter(before + 1);
  const dueAt = new Date(now.getTime() + Math.max(pauseMs ?? 0, restMs));
  const outcome =
    pauseMs === undefined ? ({ state: 'failed' } as const) : ({ state: 'waiting', dueAt } as const);
  await store.recordDeliveryTry(webhook, event, { ...outcome, attempt, wasDue }, now);
  return dueAt;
}

interface Counted extends Pick<Failed, 'restMs' | 'probe'> {
  readonly retryAt: Date;
}

async function countFailure(
  { store, clock, disabled, log }: WebhookDeps,
  webhook: WebhookRecord,
  event: EventRecord,
  { retryAt, restMs, probe }: Counted,
): Promise<SentEvent> {
  const now = clock();
  const pauseMs = Math.max(probePause((webhook.probe?.failures ?? 0) + 1), restMs ?? 0);
  const after = await store.webhookFailed(webhook, {
    seq: event.seq,
    at: now,
    retryAt,
    probeAt: new Date(now.getTime() + pauseMs),
    wasProbe: probe,
    ...(restMs !== undefined && { restUntil: new Date(now.getTime() + restMs) }),
  });
  if (after === undefined) return 'ended';
  if (!after.active) {
    disabled('failing', webhook.environment);
    log.warn(
      { webhookId: webhook._id, companyId: webhook.companyId },
      'an endpoint failed for days and is disabled',
    );
    return 'ended';
  }
  return restMs === undefined ? 'failed' : 'resting';
}

export interface Posted {
  readonly attempt: DeliveryTry;
  /** The header as it is; empty without one. */
  readonly retryAfter: string;
}

/** Signs with every secret that is valid now, and sends. */
export async function post(
  {
    http,
    slots,
    masterKeys,
    clock,
    log,
  }: Pick<WebhookDeps, 'http' | 'slots' | 'masterKeys' | 'clock' | 'log'>,
  webhook: Pick<WebhookRecord, '_id' | 'companyId' | 'url' | 'secrets'>,
  message: WebhookMessage,
  stopping: AbortSignal,
): Promise<Posted | 'busy' | 'stopped'> {
  if (stopping.aborted) return 'stopped';
  const url = new URL(webhook.url);
  const release = slots.take(webhook.companyId, url.host);
  if (release === undefined) return 'busy';
  const startedMs = performance.now();
  try {
    const at = clock();
    const ended = (result: Omit<DeliveryTry, 'at' | 'ms'>, retryAfter = ''): Posted => ({
      attempt: { at, ms: Math.round(performance.now() - startedMs), ...result },
      retryAfter,
    });
    const secrets = openSecrets(webhook, masterKeys, at);
    if (secrets === undefined) {
      log.error({ webhookId: webhook._id }, 'no master key opens the secret of an endpoint');
      return ended({ code: 'SECRET_UNREADABLE' });
    }
    const headers = headersOf(message, secrets, at);
    const answer = await http.post(url, { headers, body: message.body }, stopping);
    for (const secret of secrets) secret.fill(0);
    if (answer.outcome === 'answered') {
      const body = answer.bytes.subarray(0, shownBytesMax).toString('utf8');
      return ended({ status: answer.status, ...(body !== '' && { body }) }, answer.retryAfter);
    }
    if (answer.reason === 'overloaded') return 'busy';
    return answer.reason === 'cancelled' ? 'stopped' : ended({ code: codeOf(answer) });
  } finally {
    release();
  }
}

/** The newest comes first. Returns undefined if one of the secrets does not open, because nobody could verify what it signs. */
function openSecrets(
  { _id, companyId, secrets }: Pick<WebhookRecord, '_id' | 'companyId' | 'secrets'>,
  masterKeys: readonly MasterKey[],
  now: Date,
): readonly Buffer[] | undefined {
  const isValid = ({ expiresAt }: WebhookSecret) => expiresAt === undefined || expiresAt > now;
  const opened = secrets
    .filter(isValid)
    .map(({ sealed }) => unseal(sealed, masterKeys, secretContextOf(companyId, _id)));
  return opened.every((secret) => secret !== undefined) ? opened : undefined;
}

type Failure = Extract<Exchange, { outcome: 'failed' }>;

function codeOf({ reason, detail }: Failure): TryCode {
  if (detail === 'ADDRESS_REFUSED' || detail === 'PrivateAddressError') return 'ADDRESS_REFUSED';
  switch (reason) {
    case 'tls':
      return 'TLS_FAILED';
    case 'timeout':
      return 'TIMEOUT';
    case 'broken':
      return 'BROKEN';
    default:
      return 'UNREACHABLE';
  }
}
