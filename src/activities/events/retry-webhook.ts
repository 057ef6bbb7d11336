/**
 * What is due at one endpoint: events whose next try has come, what a person ordered, and a single probe of an endpoint that takes nothing.
 * The workflow of the endpoint calls it again at the time that it returns. The ledger alone decides what is sent.
 */
import type { WebhookRecord } from '../../ledger/events/webhook-record.js';
import { fewAtOnce } from './first-tries.js';
import { sendEvent, type WebhookDeps } from './webhook-sender.js';

/** One activity tries at most this many, so that it ends within its time limit. */
const dueMax = 40;
/** No try begins after this time. */
const turnMs = 20_000;
/** The pause when all slots were taken. */
const busyPauseMs = 1_000;
/** A worker checks this long after the next try is due, in case its workflow was lost. */
const checkMarginMs = 30_000;

export interface Retried {
  readonly state: 'disabled' | 'failing' | 'retrying' | 'done';
  readonly tried: number;
  /** Until the next try. Absent: nothing is left to try. */
  readonly pauseMs?: number;
}

export async function retryWebhook(
  deps: WebhookDeps,
  webhookId: string,
  stopping: AbortSignal,
): Promise<Retried> {
  const { store } = deps;
  const webhook = await store.findWebhook(webhookId);
  if (webhook?.active !== true) return { state: 'disabled', tried: 0 };
  const tried = await tryDue(deps, webhook, stopping);
  return { tried, ...(await whatIsNext(deps, webhookId)) };
}

async function tryDue(deps: WebhookDeps, webhook: WebhookRecord, stopping: AbortSignal): Promise<number> {
  const { store, clock } = deps;
  const now = clock();
  const { _id, probe } = webhook;
  const due = await store.dueDeliveries(_id, now, { limit: dueMax, orderedOnly: mustPause(webhook, now) });
  let tried = 0;
  if (due.length === 0 && probe !== undefined && probe.at <= now) {
    const next = await store.nextDelivery(_id);
    if (next !== undefined) due.push(next);
  }
  const endMs = performance.now() + turnMs;
  await fewAtOnce({
    waiting: due,
    isOver: () => stopping.aborted || performance.now() >= endMs,
    done: () => (tried += 1),
    send: async (delivery) => {
      const event = await store.findEvent(delivery, delivery.seq);
      if (event === undefined) {
        // The feed keeps events for longer than an endpoint may fail.
        await store.dropDelivery(delivery._id);
        return 'delivered';
      }
      const { attempts: before, dueAt: wasDue } = delivery;
      return sendEvent(deps, webhook, { event, before, wasDue, probe: probe !== undefined }, stopping);
    },
  });
  return tried;
}

/** An endpoint that takes nothing, or asked for a pause, gets only what a person ordered. */
function mustPause({ probe, restUntil }: WebhookRecord, now: Date): boolean {
  return probe !== undefined || (restUntil !== undefined && restUntil > now);
}

/** Says when the next try is, and lets a worker check shortly after it. */
async function whatIsNext({ store, clock }: WebhookDeps, webhookId: string): Promise<Omit<Retried, 'tried'>> {
  const webhook = await store.findWebhook(webhookId);
  if (webhook?.active !== true) return { state: 'disabled' };
  const next = await store.nextDelivery(webhookId);
  const { probe, restUntil, dueAt } = webhook;
  if (next?.dueAt === undefined) {
    if (probe !== undefined) await store.endProbes(webhookId);
    await store.setWebhookDue(webhookId, dueAt, null);
    return { state: 'done' };
  }
  const rests = restUntil !== undefined && restUntil > next.dueAt ? restUntil : next.dueAt;
  const at = probe !== undefined && next.ordered !== true ? probe.at : rests;
  const pauseMs = Math.max(busyPauseMs, at.getTime() - clock().getTime());
  await store.setWebhookDue(webhookId, dueAt, new Date(clock().getTime() + pauseMs + checkMarginMs));
  return { state: probe === undefined ? 'retrying' : 'failing', pauseMs };
}
