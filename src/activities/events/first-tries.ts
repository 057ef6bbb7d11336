/**
 * The first try of each event at each endpoint, from a round of every worker and without a workflow: most receivers answer at once, and a
 * workflow costs thirty times as much as the delivery.
 *
 * A lease lets one worker at a time make them. Each result is a record, then the cursor moves. A worker that dies in between leaves the
 * cursor behind: after its lease, events without a record are sent again, with the same id.
 */
import { randomUUID } from 'node:crypto';
import type { BehindWebhook } from '../../ledger/events/webhooks.js';
import { failuresMax, type WebhookRecord } from '../../ledger/events/webhook-record.js';
import { createUnderWay } from '../rounds/under-way.js';
import { sendEvent, type SentEvent, type WebhookDeps } from './webhook-sender.js';

/** So many events of an endpoint are read at once, and so many are under way to it. */
const eventsMax = 50;
const atOnce = 4;
/** A worker leaves an endpoint after this time, so that every endpoint gets its turn however slow the others are. */
const turnMs = 10_000;
/** The lease outlives the last try of a turn by this much. */
const leaseMarginMs = 5_000;
/** Endpoints to which a worker delivers at the same time: each has `atOnce` of its 200 requests. */
const turnsMax = 50;
/** A company has at most a quarter of them. */
const turnsOfCompanyMax = Math.ceil(turnsMax / 4);

export interface FirstTriesDeps extends WebhookDeps {
  /** The longest try. */
  readonly timeoutMs: number;
}

export interface FirstTries {
  /** Starts the turns of endpoints that are behind their feed. Does not wait for them, so a slow endpoint delays no other. */
  round(stopping: AbortSignal): Promise<boolean>;
  /** Waits for the turns under way. They end soon after the signal. */
  ended(): Promise<void>;
}

export function createFirstTries(deps: FirstTriesDeps): FirstTries {
  const turns = createUnderWay({ most: turnsMax, mostOfCompany: turnsOfCompanyMax });

  const turnOf = (behind: BehindWebhook, stopping: AbortSignal) => () =>
    takeTurn(deps, behind, stopping).catch((error: unknown) =>
      deps.log.warn({ err: error, webhookId: behind._id }, 'events could not be delivered'),
    );

  return {
    round: async (stopping) => {
      if (turns.room() === 0) return false;
      for (const behind of await deps.store.webhooksBehind(deps.clock())) {
        if (stopping.aborted || turns.room() === 0) break;
        const { _id, companyId } = behind;
        if (turns.has(_id) || turns.fullCompanies().includes(companyId)) continue;
        turns.begin(_id, companyId, turnOf(behind, stopping));
      }
      return false;
    },
    ended: turns.ended,
  };
}

/** Leases the endpoint and delivers to it until it has all events, the time is over, or something is wrong. */
async function takeTurn(deps: FirstTriesDeps, behind: BehindWebhook, stopping: AbortSignal): Promise<void> {
  const { store, clock, timeoutMs } = deps;
  const holder = randomUUID();
  const endMs = performance.now() + turnMs;
  const isOver = () => stopping.aborted || performance.now() >= endMs;
  let next: BehindWebhook = behind;
  for (let more = true; more && !isOver();) {
    const now = clock();
    const until = new Date(now.getTime() + turnMs + timeoutMs + leaseMarginMs);
    // If this worker dies, another one then looks for what failed.
    const checkAt = new Date(until.getTime() + leaseMarginMs);
    const webhook = await store.leaseWebhook(next, { holder, until }, { now, checkAt });
    if (webhook === undefined) return;
    const batch = await deliverBatch(deps, webhook, isOver, stopping);
    const { cursor, failed } = batch;
    await store.releaseWebhook(webhook, holder, { cursor, ...(!failed && { unneeded: checkAt }) });
    next = { ...behind, cursor };
    more = batch.more;
  }
}

interface Batch {
  readonly cursor: number;
  readonly failed: boolean;
  /** There may be more events, and the endpoint takes them. */
  readonly more: boolean;
}

async function deliverBatch(
  deps: FirstTriesDeps,
  webhook: WebhookRecord,
  isOver: () => boolean,
  stopping: AbortSignal,
): Promise<Batch> {
  const { store } = deps;
  const { companyId, environment, cursor, types } = webhook;
  const { events, next, more } = await store.readFeed({
    companyId,
    environment,
    after: cursor,
    limit: eventsMax,
    ...(types.length > 0 && { types }),
  });
  const seqs = events.map(({ seq }) => seq);
  const done = new Set(await store.triedDeliveries(webhook._id, seqs));
  const { failed } = await fewAtOnce({
    waiting: events.filter(({ seq }) => !done.has(seq)),
    isOver,
    done: (seq) => done.add(seq),
    send: (event) => sendEvent(deps, webhook, { event, before: 0, probe: false }, stopping),
  });
  const firstLeft = events.findIndex(({ seq }) => !done.has(seq));
  if (firstLeft !== -1) return { cursor: events[firstLeft - 1]?.seq ?? cursor, failed, more: false };
  return { cursor: next, failed, more };
}

export interface Work<Item extends { readonly seq: number }> {
  /** In the order in which they begin. */
  readonly waiting: Item[];
  isOver(): boolean;
  /** This one was tried. */
  done(seq: number): void;
  send(item: Item): Promise<SentEvent>;
}

/** Sends a few at a time. Begins no further one when a result says so, or when too many failed in a row; those under way still end. */
export async function fewAtOnce<Item extends { readonly seq: number }>(
  work: Work<Item>,
): Promise<{ readonly failed: boolean }> {
  let failed = false;
  let failures = 0;
  let enough = false;
  const sendNext = async () => {
    while (!enough && !work.isOver()) {
      const item = work.waiting.shift();
      if (item === undefined) return;
      const sent = await work.send(item);
      if (sent !== 'busy' && sent !== 'stopped') work.done(item.seq);
      failed ||= sent !== 'delivered';
      failures = sent === 'failed' ? failures + 1 : 0;
      enough ||= failures >= failuresMax || (sent !== 'delivered' && sent !== 'failed');
    }
  };
  // One that rejects, because the ledger is away, stops the others, and nothing is left under way.
  const stopOthers = (error: unknown) => {
    enough = true;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, () => sendNext().catch(stopOthers)));
  const rejected = ended.find((one) => one.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
  return { failed };
}
