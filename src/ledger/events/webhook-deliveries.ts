/** What became of each event at each endpoint. A record exists from the first try on, and for thirty days. */
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.js';
import { isDuplicateKeyOf } from '../mongo/guard.js';
import { readLatest } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import type { EventRecord } from './event-record.js';
import {
  deliveryIdOf,
  type DeliveryState,
  type DeliveryTry,
  type WebhookDeliveryRecord,
  type WebhookRecord,
} from './webhook-record.js';

/** More than the ten tries of the schedule, so that an order of a person does not push out the beginning. */
const triesKept = 12;

export interface DeliveriesQuery {
  readonly webhookId: string;
  readonly state?: DeliveryState;
  readonly limit: number;
  readonly cursor?: PageCursor;
}

export interface TriedDelivery {
  readonly state: DeliveryState;
  /** Only while it waits. */
  readonly dueAt?: Date;
  /** Absent: it could not be tried. */
  readonly attempt?: DeliveryTry;
  /** When it was due before the try. Absent: this is the first one. */
  readonly wasDue?: Date | undefined;
}

export function createWebhookDeliveries({ webhookDeliveries }: Pick<Collections, 'webhookDeliveries'>) {
  const firstMembers = ({ _id, companyId, environment }: WebhookRecord, event: EventRecord, now: Date) => ({
    webhookId: _id,
    companyId,
    environment,
    seq: event.seq,
    type: event.type,
    createdAt: now,
  });

  return {
    /**
     * Adds a try. What was delivered stays delivered: another worker may have made the same try at the same time. And what became due during
     * a try that failed, because a person ordered it or the endpoint works again, stays due.
     */
    recordDeliveryTry: async (
      webhook: WebhookRecord,
      event: EventRecord,
      { state, dueAt, attempt, wasDue }: TriedDelivery,
      now: Date,
    ): Promise<void> => {
      const _id = deliveryIdOf(webhook._id, event.seq);
      const added = {
        $inc: { attempts: attempt === undefined ? 0 : 1 },
        $push: { tries: { $each: attempt === undefined ? [] : [attempt], $slice: -triesKept } },
      };
      if (attempt !== undefined && state !== 'delivered') {
        const changed = { $lte: now, ...(wasDue && { $ne: wasDue }) };
        const dueMeanwhile = { _id, state: 'waiting', dueAt: changed } as const;
        const { matchedCount } = await webhookDeliveries.updateOne(dueMeanwhile, added);
        if (matchedCount === 1) return;
      }
      await orExists(
        webhookDeliveries.updateOne(
          { _id, state: { $ne: 'delivered' } },
          {
            $setOnInsert: firstMembers(webhook, event, now),
            $set: { state, ...(dueAt && { dueAt }) },
            $unset: { ordered: '', ...(dueAt === undefined && { dueAt: '' }) },
            ...added,
          },
          { upsert: true },
        ),
      );
    },

    /** Which of these events have a record: their first try is done. */
    triedDeliveries: async (webhookId: string, seqs: readonly number[]): Promise<ReadonlySet<number>> => {
      const ids = seqs.map((seq) => deliveryIdOf(webhookId, seq));
      const found = webhookDeliveries
        .find({ _id: { $in: ids } })
        .project<{ seq: number }>({ _id: 0, seq: 1 });
      return new Set((await found.toArray()).map(({ seq }) => seq));
    },

    /** The longest overdue comes first. @param orderedOnly only what a person ordered */
    dueDeliveries: (
      webhookId: string,
      now: Date,
      { limit, orderedOnly }: { readonly limit: number; readonly orderedOnly: boolean },
    ): Promise<WebhookDeliveryRecord[]> =>
      webhookDeliveries
        .find(
          { webhookId, dueAt: { $lte: now }, ...(orderedOnly && { ordered: true as const }) },
          { hint: 'due' },
        )
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray(),

    /** The delivery that has waited longest for its next try, whether that is due or not. */
    nextDelivery: async (webhookId: string): Promise<WebhookDeliveryRecord | undefined> =>
      (await webhookDeliveries.findOne(
        { webhookId, dueAt: { $gte: new Date(0) } },
        { sort: { dueAt: 1 }, hint: 'due' },
      )) ?? undefined,

    /** Its event is gone, so there is nothing left to send. */
    dropDelivery: async (id: string): Promise<void> => {
      await webhookDeliveries.updateOne({ _id: id }, { $set: { state: 'failed' }, $unset: { dueAt: '' } });
    },

    /** The endpoint works again: nothing that waits has to wait longer. */
    deliverWaitingNow: async (webhookId: string, now: Date): Promise<void> => {
      await webhookDeliveries.updateMany({ webhookId, dueAt: { $gt: now } }, { $set: { dueAt: now } });
    },

    /** A person wants only what happens from now on: nothing that waits is tried again. */
    abandonDeliveries: async (webhookId: string): Promise<void> => {
      const waiting = { webhookId, dueAt: { $gte: new Date(0) } };
      const failed = { $set: { state: 'failed' }, $unset: { dueAt: '', ordered: '' } } as const;
      await webhookDeliveries.updateMany(waiting, failed, { hint: 'due' });
    },

    /** A person orders one event again, whatever became of it. */
    orderDelivery: async (webhook: WebhookRecord, event: EventRecord, now: Date): Promise<void> => {
      const { _id, companyId, environment, seq, type, createdAt } = {
        _id: deliveryIdOf(webhook._id, event.seq),
        ...firstMembers(webhook, event, now),
      };
      const order = { state: 'waiting', dueAt: now, ordered: true } as const;
      const first = {
        webhookId: webhook._id,
        companyId,
        environment,
        seq,
        type,
        createdAt,
        attempts: 0,
        tries: [],
      };
      const write = () =>
        webhookDeliveries.updateOne({ _id }, { $set: order, $setOnInsert: first }, { upsert: true });
      // Another process may insert it at the same moment. Then it exists at the second try.
      await write().catch((error: unknown) => {
        if (!isDuplicateKeyOf(error, '_id')) throw error;
        return write();
      });
    },

    /** @returns how many are tried again */
    orderUndelivered: async (webhookId: string, fromSeq: number, now: Date): Promise<number> => {
      const undelivered: Filter<WebhookDeliveryRecord> = {
        webhookId,
        seq: { $gte: fromSeq },
        state: { $in: ['waiting', 'failed'] },
      };
      const order = { $set: { state: 'waiting', dueAt: now } } as const;
      const { matchedCount } = await webhookDeliveries.updateMany(undelivered, order, { hint: 'event' });
      return matchedCount;
    },

    /** Newest first. */
    listDeliveries: ({
      webhookId,
      state,
      limit,
      cursor,
    }: DeliveriesQuery): Promise<Page<WebhookDeliveryRecord>> =>
      readLatest(webhookDeliveries, 'createdAt', {
        filter: { webhookId, ...(state && { state }) },
        cursor,
        hint: 'latest',
        limit,
      }),
  };
}

/** The record exists already, and the filter left it out. */
async function orExists(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isDuplicateKeyOf(error, '_id')) throw error;
  });
}
