/**
 * Copies the entries of records into the feeds and numbers them, without a gap. Several workers may do so at once and die at any step:
 *
 * - An entry leaves its record only after a majority has its event. So none is lost.
 * - Only who saw at a majority that `seq` n exists inserts n + 1. So what a majority has of a feed is always a prefix of it, and the last
 *   `seq` that a reader got is its cursor.
 * - The unique index on the key refuses an entry a second time.
 * - A record's entries are inserted in their order.
 *
 * docs/develop/adr/0028-event-feed.md has the measurements that decided for this way.
 */
import { randomUUID } from 'node:crypto';
import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';
import type { Collections } from '../collections.js';
import { insertNew } from '../mongo/guard.js';
import { keyMembers, thisRecord } from '../shard-keys.js';
import { feedId, type EventEntry, type EventRecord, type FeedRecord } from './event-record.js';
import { eventSources, inAllSources, type EventSource } from './sources.js';

/** So many records are read in one batch. Nearly all of them have only one event. */
const batchMax = 200;
/** Each takes a connection while it inserts. */
const feedsAtOnce = 4;
/** Another worker inserts into the same feed only while a lease ends, so the second try usually succeeds. */
const triesMax = 5;
/** A worker that dies holds its feeds back for this time. */
const leaseMs = 5_000;
/** The lease of a busy feed is renewed so often. */
const renewAfterMs = leaseMs / 2;
const readLimitMs = 5_000;
/** Leases remembered by a worker; the ended ones are forgotten first. */
const leasesMax = 10_000;

/** Also has the members of the shard key. */
interface Found {
  readonly _id: unknown;
  readonly source: EventSource;
  readonly pending: readonly EventEntry[];
}

interface Lease {
  readonly renewAtMs: number;
  readonly endsAtMs: number;
  /** The highest `seq` of the feed that this worker knows a majority to have. Absent: not read yet. */
  last?: number | undefined;
}

interface Feed {
  readonly _id: string;
  readonly companyId: number;
  readonly environment: EventEntry['environment'];
  /** In the order in which they get their numbers, each key once. */
  readonly entries: readonly EventEntry[];
}

export interface Published {
  readonly count: number;
  /** Whether there may be more: the next batch should follow at once. */
  readonly more: boolean;
}

export function createPublisher(collections: Collections) {
  const { events, feeds } = collections;
  const worker = randomUUID();
  const leases = new Map<string, Lease>();
  /** The company that had the previous turn, and whether this round through the companies left records behind. */
  let after = 0;
  let leftSome = false;
  let publishedSome = false;

  return {
    /** Publishes one batch: the next companies' entries. Companies take turns. */
    publishPending: async (): Promise<Published> => {
      const found = await readPending(collections, after);
      const next = nextAfter(found);
      leftSome ||= next !== undefined;
      const { published, count, failure } = await publishFeeds(feedsOf(found));
      publishedSome ||= count > 0;
      await finish(published, found);
      after = next ?? 0;
      // At the end of a round, another one follows if there were more records than fit, and this worker could publish some.
      const more = next !== undefined || (leftSome && publishedSome);
      if (next === undefined) leftSome = publishedSome = false;
      if (failure !== undefined) throw failure;
      return { count, more };
    },

    /** Lets other workers publish these feeds at once, because this one stops. */
    releaseFeeds: async (): Promise<void> => {
      const held = [...leases.keys()];
      leases.clear();
      if (held.length === 0) return;
      await feeds.updateMany({ _id: { $in: held }, 'lease.by': worker }, { $unset: { lease: '' } });
    },
  };

  /** A feed that cannot be published must not hold the others back, so its error is thrown at the end. */
  async function publishFeeds(waiting: Feed[]) {
    const published: { readonly feed: Feed; readonly last: number }[] = [];
    let count = 0;
    let failure: Error | undefined;
    const publishNext = async (): Promise<void> => {
      for (let feed = waiting.shift(); feed !== undefined; feed = waiting.shift()) {
        try {
          const outcome = await publishFeed(feed);
          if (outcome === undefined) continue;
          published.push({ feed, last: outcome.last });
          count += outcome.count;
        } catch (error) {
          leases.delete(feed._id);
          failure ??= error instanceof Error ? error : new Error(String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: feedsAtOnce }, publishNext));
    return { published, count, failure };
  }

  /** Undefined: another worker publishes this feed. Then nothing was done. */
  async function publishFeed(
    feed: Feed,
  ): Promise<{ readonly last: number; readonly count: number } | undefined> {
    const lease = await leaseOf(feed);
    if (lease === undefined) return undefined;
    let { entries } = feed;
    let count = 0;
    for (let tries = 0; tries < triesMax; tries += 1) {
      if (lease.last === undefined) {
        const known = await knownKeys(feed, entries);
        entries = entries.filter(({ key }) => !known.has(key));
        lease.last = await lastOf(feed);
      }
      const { last } = lease;
      if (entries.length === 0) return { last, count };
      const inserted = await insertNew(events, eventsOf(feed, entries, last), { ordered: true });
      count += inserted;
      lease.last = inserted === entries.length ? last + inserted : undefined;
      if (lease.last !== undefined) return { last: lease.last, count };
    }
    return undefined;
  }

  /** The lease saves work and decides nothing, so it is written without a majority. */
  async function leaseOf({ _id, companyId }: Feed): Promise<Lease | undefined> {
    const nowMs = performance.now();
    const held = leases.get(_id);
    if (held !== undefined && nowMs < held.renewAtMs) return held;
    const isFree = {
      $or: [{ $eq: ['$lease.by', worker] }, { $lte: [{ $ifNull: ['$lease.until', '$$NOW'] }, '$$NOW'] }],
    };
    const taken = { by: worker, until: { $add: ['$$NOW', leaseMs] } };
    const feed = await feeds.findOneAndUpdate(
      { _id },
      [{ $set: { companyId, lease: { $cond: [isFree, taken, '$lease'] } } }],
      { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } },
    );
    if (feed?.lease?.by !== worker) {
      leases.delete(_id);
      return undefined;
    }
    // After an ended lease another worker may have published, so what this one knew may be outdated.
    const isOngoing = held !== undefined && nowMs < held.endsAtMs;
    const lease = {
      renewAtMs: nowMs + renewAfterMs,
      endsAtMs: nowMs + leaseMs,
      last: isOngoing ? held.last : undefined,
    };
    if (leases.size >= leasesMax) forgetEnded(nowMs);
    leases.set(_id, lease);
    return lease;
  }

  function forgetEnded(nowMs: number): void {
    for (const [id, { endsAtMs }] of leases) if (endsAtMs <= nowMs) leases.delete(id);
  }

  async function knownKeys(
    { companyId, environment }: Feed,
    entries: readonly EventEntry[],
  ): Promise<ReadonlySet<string>> {
    const keys = entries.map(({ key }) => key);
    const known = events.find(
      { companyId, environment, key: { $in: keys } },
      { projection: { _id: 0, key: 1 }, hint: 'key' },
    );
    return new Set((await known.limit(keys.length).toArray()).map(({ key }) => key));
  }

  /** The record of the feed knows it after its events have expired. */
  async function lastOf({ _id, companyId, environment }: Feed): Promise<number> {
    const [newest, feed] = await Promise.all([
      events.findOne(
        { companyId, environment },
        { sort: { seq: -1 }, projection: { _id: 0, seq: 1 }, hint: 'seq' },
      ),
      feeds.findOne({ _id }, { projection: { last: 1 } }),
    ]);
    return Math.max(newest?.seq ?? 0, feed?.last ?? 0);
  }

  /** First `last`, then the entries: an entry that is still in its record makes some worker write `last` again. */
  async function finish(
    published: readonly { readonly feed: Feed; readonly last: number }[],
    found: readonly Found[],
  ): Promise<void> {
    if (published.length === 0) return;
    const raised = published.map(({ feed: { _id, companyId }, last }): AnyBulkWriteOperation<FeedRecord> => ({
      updateOne: { filter: { _id }, update: { $max: { last }, $set: { companyId } }, upsert: true },
    }));
    await feeds.bulkWrite(raised, { ordered: false });
    const done = new Set(published.map(({ feed }) => feed._id));
    await Promise.all(
      eventSources.map(async (source) => {
        const collection = collections[source] as unknown as Collection;
        const pulls = found.flatMap((record): AnyBulkWriteOperation[] => {
          const keys = record.pending.filter((entry) => done.has(feedId(entry))).map(({ key }) => key);
          if (record.source !== source || keys.length === 0) return [];
          const update = { $pull: { pending: { key: { $in: keys } } } } as Document;
          return [{ updateOne: { filter: thisRecord(collection, record), update } }];
        });
        if (pulls.length > 0) await collection.bulkWrite(pulls, { ordered: false });
      }),
    );
  }
}

function readPending(collections: Collections, after: number): Promise<Found[]> {
  const pipelineOf = (source: EventSource): Document[] => [
    { $match: { 'pending.companyId': { $gt: after } } },
    { $limit: batchMax },
    { $project: { pending: 1, source: { $literal: source }, ...keyOf(source) } },
  ];
  return inAllSources<Found>(collections, pipelineOf, { maxTimeMS: readLimitMs });
}

function keyOf(source: EventSource): Document {
  return Object.fromEntries(keyMembers(source).map((member) => [member, 1] as const));
}

/** The company after which the next batch goes on. Undefined: every source had less than a batch. */
function nextAfter(found: readonly Found[]): number | undefined {
  const lastOfFull = eventSources.flatMap((source) => {
    const companies = found.filter((record) => record.source === source).map(companyOf);
    return companies.length < batchMax ? [] : [Math.max(...companies)];
  });
  return lastOfFull.length === 0 ? undefined : Math.min(...lastOfFull);
}

function companyOf({ pending }: Found): number {
  return pending[0]?.companyId ?? 0;
}

/** Across records the older entry comes first. Within a record the order stays, whatever the clocks of the processes say. */
function feedsOf(found: readonly Found[]): Feed[] {
  const ordered = found.flatMap(({ pending }) => {
    let latest = 0;
    return pending.map((entry) => ({ entry, order: (latest = Math.max(latest, entry.at.getTime())) }));
  });
  ordered.sort((a, b) => a.order - b.order);
  const byFeed = new Map<string, Map<string, EventEntry>>();
  for (const { entry } of ordered) {
    const id = feedId(entry);
    const entries = byFeed.get(id) ?? new Map<string, EventEntry>();
    if (!entries.has(entry.key)) entries.set(entry.key, entry);
    byFeed.set(id, entries);
  }
  return [...byFeed].flatMap(([_id, entries]) => {
    const [one] = entries.values();
    if (one === undefined) return [];
    const { companyId, environment } = one;
    return [{ _id, companyId, environment, entries: [...entries.values()] }];
  });
}

function eventsOf({ _id }: Feed, entries: readonly EventEntry[], last: number): EventRecord[] {
  const createdAt = new Date();
  return entries.map((entry, index) => {
    const seq = last + index + 1;
    return { _id: `${_id}:${seq}`, ...entry, seq, createdAt };
  });
}
