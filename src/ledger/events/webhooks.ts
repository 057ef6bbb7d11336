/** The endpoints of a company's events: what people set, and who may deliver to them now. */
import type { Filter, UpdateFilter } from 'mongodb';
import type { EventType } from '../../ecf/messages/event-types.js';
import { dayMs, hourMs } from '../../ecf/durations.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { createDueClaims } from '../mongo/claim-due.js';
import { isDuplicateKeyOf } from '../mongo/guard.js';
import { ledgerTime } from '../mongo/ledger-time.js';
import { feedId, type EventEntry } from './event-record.js';
import { pendingWith } from './event-writes.js';
import {
  failuresMax,
  webhooksMax,
  type DisabledReason,
  type WebhookRecord,
  type WebhookSecret,
} from './webhook-record.js';

/** An endpoint that has only failed for this long is disabled. */
export const failingMaxMs = 5 * dayMs;
/**
 * After a longer pause between two failures the days count anew. The schedule's longest pause is a day: an endpoint that gets an event a
 * month has not failed for a month.
 */
const failuresApartMaxMs = 36 * hourMs;

/** So many endpoints are compared with their feeds in one round. The next round continues behind them. */
const comparedMax = 1_000;

/** An endpoint as a person adds it, with its first secret. */
export interface NewWebhook extends Pick<
  WebhookRecord,
  '_id' | 'companyId' | 'environment' | 'url' | 'types' | 'description'
> {
  readonly secret: WebhookSecret;
  /** First tries begin after this event. */
  readonly cursor: number;
  readonly now: Date;
}

export interface WebhookChange {
  readonly url?: string;
  readonly types?: readonly EventType[];
  readonly description?: string;
  readonly secrets?: readonly WebhookSecret[];
  readonly active?: boolean;
  readonly cursor?: number;
}

export interface Failure {
  readonly seq: number;
  readonly at: Date;
  /** When this event is tried again. */
  readonly retryAt: Date;
  /** The receiver asked for a pause until then. */
  readonly restUntil?: Date;
  /** When the next probe is, if the endpoint gets only probes from now on. */
  readonly probeAt: Date;
  readonly wasProbe: boolean;
}

export interface TroubleQuery {
  readonly since: Date;
  readonly failingMs: number;
  readonly after: string;
  readonly limit: number;
}

/** It reads every endpoint: a company has ten at most, and most have none. */
const troubleReadMs = 10_000;

export type BehindWebhook = Pick<WebhookRecord, '_id' | 'companyId' | 'cursor'>;

export function createWebhooks({ webhooks, feeds }: Pick<Collections, 'webhooks' | 'feeds'>) {
  let comparedUpTo = { companyId: 0, _id: '' };

  return {
    /** Undefined: the feed has `webhooksMax` endpoints. */
    putWebhook: async ({ secret, now, ...wanted }: NewWebhook): Promise<WebhookRecord | undefined> => {
      const { companyId, environment } = wanted;
      // Each collision means that another process took a slot, so the loop ends.
      for (let tries = 0; tries <= webhooksMax; tries += 1) {
        const taken = await webhooks
          .find({ companyId, environment }, { projection: { slot: 1, _id: 0 } })
          .toArray();
        const slots = new Set(taken.map(({ slot }) => slot));
        const slot = Array.from({ length: webhooksMax }, (_, index) => index + 1).find(
          (one) => !slots.has(one),
        );
        if (slot === undefined) return undefined;
        const record: WebhookRecord = {
          ...wanted,
          slot,
          active: true,
          secrets: [secret],
          failed: [],
          version: 1,
          createdAt: now,
        };
        const lost = await webhooks.insertOne(record).then(
          () => false,
          (error: unknown) => {
            if (isDuplicateKeyOf(error, 'slot')) return true;
            throw error;
          },
        );
        if (!lost) return record;
      }
      return undefined;
    },

    findWebhook: async (id: string): Promise<WebhookRecord | undefined> =>
      (await webhooks.findOne({ _id: id })) ?? undefined,

    /** The oldest first; at most `webhooksMax`. */
    listWebhooks: (companyId: number, environment: Environment): Promise<WebhookRecord[]> =>
      webhooks.find({ companyId, environment }).sort({ createdAt: 1, _id: 1 }).toArray(),

    /**
     * @param change with `active: true` the endpoint starts without its failures
     * @returns the changed endpoint; undefined if another process changed or removed it first
     */
    changeWebhook: async (
      { _id, version }: Pick<WebhookRecord, '_id' | 'version'>,
      { active, ...members }: WebhookChange,
      now: Date,
    ): Promise<WebhookRecord | undefined> => {
      const update: UpdateFilter<WebhookRecord> =
        active === undefined
          ? { $set: members }
          : active
            ? { $set: { ...members, active, failed: [] }, $unset: { ...ofFailures, disabled: '' } }
            : {
                $set: { ...members, active, disabled: { reason: 'person', at: now } },
                $unset: { dueAt: '', lease: '' },
              };
      const changed = await webhooks.findOneAndUpdate(
        { _id, version },
        { ...update, $inc: { version: 1 } },
        { returnDocument: 'after' },
      );
      return changed ?? undefined;
    },

    removeWebhook: async (id: string): Promise<boolean> =>
      (await webhooks.deleteOne({ _id: id })).deletedCount === 1,

    /**
     * Active endpoints whose feed is ahead of their cursor and to which nobody delivers now. Companies take turns: each call continues
     * behind the endpoint at which the previous one ended.
     */
    webhooksBehind: async (now: Date): Promise<BehindWebhook[]> => {
      const ready: Filter<WebhookRecord> = {
        active: true,
        probe: { $exists: false },
        $and: [
          { $or: [{ restUntil: { $exists: false } }, { restUntil: { $lte: now } }] },
          { $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: now } }] },
        ],
      };
      const { companyId, _id } = comparedUpTo;
      const next = { $or: [{ companyId: { $gt: companyId } }, { companyId, _id: { $gt: _id } }] };
      const found = await webhooks
        .find({ $and: [ready, next] } as Filter<WebhookRecord>, { hint: 'active' })
        .project<BehindWebhook & Pick<WebhookRecord, 'environment'>>({
          companyId: 1,
          environment: 1,
          cursor: 1,
        })
        .sort({ companyId: 1, _id: 1 })
        .limit(comparedMax)
        .toArray();
      const last = found.length < comparedMax ? undefined : found.at(-1);
      comparedUpTo = last === undefined ? { companyId: 0, _id: '' } : last;
      const feedIds = [...new Set(found.map(feedId))];
      const lasts = await feeds
        .find({ _id: { $in: feedIds } })
        .project<{ _id: string; last?: number }>({ last: 1 })
        .toArray();
      const lastOf = new Map(lasts.map((feed) => [feed._id, feed.last ?? 0]));
      return found.filter((webhook) => (lastOf.get(feedId(webhook)) ?? 0) > webhook.cursor);
    },

    /**
     * Takes the first tries of the endpoint. Until the lease ends no other worker makes any. If this worker dies, `dueAt` makes another one
     * look at the retries.
     */
    leaseWebhook: async (
      { _id, cursor }: Pick<WebhookRecord, '_id' | 'cursor'>,
      lease: NonNullable<WebhookRecord['lease']>,
      { now, checkAt }: { readonly now: Date; readonly checkAt: Date },
    ): Promise<WebhookRecord | undefined> => {
      const leased = await webhooks.findOneAndUpdate(
        {
          _id,
          cursor,
          active: true,
          probe: { $exists: false },
          $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: now } }],
        },
        [{ $set: { lease, dueAt: { $ifNull: ['$dueAt', checkAt] } } }],
        { returnDocument: 'after' },
      );
      return leased ?? undefined;
    },

    /**
     * Ends the turn of this worker: moves the cursor, unless a person has moved it since, and releases the lease.
     * @param unneeded the check that the lease ordered: nothing failed since. Absent: something did
     */
    releaseWebhook: async (
      { _id, cursor: was }: Pick<WebhookRecord, '_id' | 'cursor'>,
      holder: string,
      { cursor, unneeded }: { readonly cursor: number; readonly unneeded?: Date },
    ): Promise<void> => {
      await webhooks.updateOne({ _id, 'lease.holder': holder }, [
        {
          $set: {
            cursor: { $cond: [{ $eq: ['$cursor', was] }, cursor, '$cursor'] },
            dueAt: { $cond: [{ $eq: ['$dueAt', unneeded ?? null] }, '$$REMOVE', '$dueAt'] },
          },
        },
        { $unset: 'lease' },
      ]);
    },

    /** The endpoint takes events. @returns whether it got only probes before */
    webhookSucceeded: async (id: string): Promise<boolean> => {
      const failing = { _id: id, lastFailureAt: { $exists: true } };
      const was = await webhooks.findOneAndUpdate(
        failing,
        { $set: { failed: [] }, $unset: ofFailures },
        { returnDocument: 'before', projection: { probe: 1 } },
      );
      return was?.probe !== undefined;
    },

    /**
     * One write counts the failure, disables the endpoint when it has failed for too long, and adds the event about that.
     * @returns the endpoint after it; undefined if it does not exist any more, or is disabled already
     */
    webhookFailed: async (
      webhook: Pick<WebhookRecord, '_id' | 'companyId' | 'environment'>,
      { seq, at, retryAt, restUntil, probeAt, wasProbe }: Failure,
    ): Promise<WebhookRecord | undefined> => {
      const isApart = { $gt: [{ $subtract: [at, { $ifNull: ['$lastFailureAt', at] }] }, failuresApartMaxMs] };
      const isProbing = { $gte: [{ $size: '$failed' }, failuresMax] };
      const isOver = { $gte: [{ $subtract: [at, '$failingSince'] }, failingMaxMs] };
      const failed = await webhooks.findOneAndUpdate(
        { _id: webhook._id, active: true },
        [
          {
            $set: {
              failed: { $slice: [{ $setUnion: ['$failed', [seq]] }, failuresMax] },
              failingSince: { $cond: [isApart, at, { $ifNull: ['$failingSince', at] }] },
              lastFailureAt: at,
              dueAt: { $min: ['$dueAt', retryAt] },
              ...(restUntil && { restUntil: { $max: ['$restUntil', restUntil] } }),
            },
          },
          {
            $set: {
              probe: {
                $cond: [
                  isProbing,
                  wasProbe
                    ? { failures: { $add: [{ $ifNull: ['$probe.failures', 0] }, 1] }, at: probeAt }
                    : // Tries that were under way when the first probe was set do not make its pause longer.
                      { $ifNull: ['$probe', { failures: 1, at: probeAt }] },
                  '$$REMOVE',
                ],
              },
            },
          },
          ...disabling(webhook, 'failing', at, isOver),
        ],
        { returnDocument: 'after' },
      );
      return failed ?? undefined;
    },

    /** The receiver answered that it is gone (410). */
    webhookGone: async (
      webhook: Pick<WebhookRecord, '_id' | 'companyId' | 'environment'>,
      at: Date,
    ): Promise<void> => {
      await webhooks.updateOne({ _id: webhook._id, active: true }, disabling(webhook, 'gone', at, true));
    },

    /** When a worker next checks the retries. Null: nothing is left to try again. */
    setWebhookDue: async (id: string, was: Date | undefined, dueAt: Date | null): Promise<void> => {
      // What a failure or a person has ordered meanwhile stays.
      const isAbsent = { dueAt: { $exists: false } };
      const unchanged: Filter<WebhookRecord> =
        was === undefined ? { _id: id, ...isAbsent } : { _id: id, $or: [{ dueAt: was }, isAbsent] };
      await webhooks.updateOne(unchanged, dueAt === null ? { $unset: { dueAt: '' } } : { $set: { dueAt } });
    },

    /** Nothing is left with which to probe it: first tries begin again. */
    endProbes: async (id: string): Promise<void> => {
      await webhooks.updateOne({ _id: id }, { $set: { failed: [] }, $unset: { probe: '' } });
    },

    /** A person ordered deliveries: a worker makes them at once. @returns false if the endpoint is not active */
    wakeWebhook: async (id: string): Promise<boolean> => {
      const now = await ledgerTime(webhooks.db);
      return (
        (await webhooks.updateOne({ _id: id, active: true }, { $set: { dueAt: now } })).matchedCount === 1
      );
    },

    /** Goes back to an earlier event. Events with a record are not tried again. */
    rewindWebhook: async (id: string, cursor: number): Promise<void> => {
      await webhooks.updateOne({ _id: id }, { $min: { cursor } });
    },

    /** The endpoints that the service has disabled since then, and those that failed since then and have only failed for so long. */
    webhooksInTrouble: ({ since, failingMs, after, limit }: TroubleQuery): Promise<WebhookRecord[]> => {
      const failed = { $gte: [{ $subtract: ['$lastFailureAt', '$failingSince'] }, failingMs] };
      const disabled = { 'disabled.at': { $gte: since }, 'disabled.reason': { $ne: 'person' } } as const;
      return webhooks
        .find(
          {
            _id: { $gt: after },
            $or: [disabled, { active: true, lastFailureAt: { $gte: since }, $expr: failed }],
          },
          { maxTimeMS: troubleReadMs },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    },

    claimDueWebhooks: createDueClaims(webhooks, { member: 'dueAt', where: { active: true } }),

    /** @param reseal returns undefined to leave the secret as it is */
    resealWebhookSecrets: async (
      reseal: (
        webhook: Pick<WebhookRecord, '_id' | 'companyId'>,
        secret: WebhookSecret,
      ) => string | undefined,
    ): Promise<void> => {
      for await (const webhook of webhooks.find({})) {
        for (const secret of webhook.secrets) {
          const sealed = reseal(webhook, secret);
          if (sealed === undefined) continue;
          await webhooks.updateOne(
            { _id: webhook._id, 'secrets.sealed': secret.sealed },
            { $set: { 'secrets.$.sealed': sealed } },
          );
        }
      }
    },
  };
}

const ofFailures = { failingSince: '', lastFailureAt: '', probe: '', restUntil: '' } as const;

/** The stages of an update that disable the endpoint if the condition holds, and push the event about it. */
function disabling(
  { _id, companyId, environment }: Pick<WebhookRecord, '_id' | 'companyId' | 'environment'>,
  reason: Exclude<DisabledReason, 'person'>,
  at: Date,
  condition: object | true,
) {
  const data: EventEntry['data'] = { webhookId: _id, reason };
  const entry = {
    companyId,
    environment,
    // An endpoint may be enabled and disabled again: its version tells the times apart.
    key: { $concat: [`webhook:${_id}:`, { $toString: '$version' }, ':disabled'] },
    type: 'webhook.disabled',
    at,
    data: { $literal: data },
  };
  return [
    {
      $set: {
        active: { $cond: [condition, false, '$active'] },
        version: { $cond: [condition, { $add: ['$version', 1] }, '$version'] },
        disabled: { $cond: [condition, { reason, at }, '$$REMOVE'] },
        dueAt: { $cond: [condition, '$$REMOVE', '$dueAt'] },
        pending: pendingWith({ when: condition, entry }),
      },
    },
  ];
}
