/** Reads the feeds. What a majority has of a feed has no gap, so a reader's cursor is the last `seq` that it got. */
import type { ClientSession } from 'mongodb';
import { hourMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { EventType } from '../../ecf/messages/event-types.js';
import { feedId, type EventRecord } from './event-record.js';

export interface FeedRef {
  readonly companyId: number;
  readonly environment: Environment;
}

export interface FeedQuery extends FeedRef {
  /** The `seq` of the last event that the reader has; 0 from the beginning. */
  readonly after: number;
  /** Absent: all types. */
  readonly types?: readonly EventType[] | undefined;
  readonly limit: number;
}

export interface FeedPage {
  readonly events: readonly EventRecord[];
  /** The reader has everything that it asked for up to this `seq`. */
  readonly next: number;
  /** The feed may have more. */
  readonly more: boolean;
}

/** With `types` a page may have to skip many events. One query reads at most this many. */
const scannedMax = 10_000;
/** How many of these queries one page makes. Then it has no event and a cursor further on. */
const scansMax = 10;
const readLimitMs = 5_000;

interface Within {
  readonly session?: ClientSession;
}

export function createFeedReader({
  events,
  feeds,
  counters,
}: Pick<Collections, 'events' | 'feeds' | 'counters'>) {
  const end = async (
    { companyId, environment }: FeedRef,
    sort: 1 | -1,
    within: Within = {},
  ): Promise<number | undefined> => {
    const found = await events.findOne(
      { companyId, environment },
      { sort: { seq: sort }, projection: { _id: 0, seq: 1 }, hint: 'seq', maxTimeMS: readLimitMs, ...within },
    );
    return found?.seq;
  };

  /** The highest `seq` that the feed ever had, also if that event has expired. 0: no event yet. */
  const latestSeq = async (feed: FeedRef, within: Within = {}): Promise<number> => {
    const newest = await end(feed, -1, within);
    const record = await feeds.findOne({ _id: feedId(feed) }, { projection: { last: 1 }, ...within });
    return Math.max(newest ?? 0, record?.last ?? 0);
  };

  return {
    latestSeq: (feed: FeedRef): Promise<number> => latestSeq(feed),

    /**
     * The next events for a reader, oldest first. All reads are of one session: after a fail-over the new primary may not know yet that a
     * majority has what an earlier read saw, and then the session waits until it does. Otherwise `next` could pass an event unseen.
     */
    readFeed: ({ companyId, environment, after, types, limit }: FeedQuery): Promise<FeedPage> =>
      events.db.client.withSession({ causalConsistency: true }, async (session) => {
        const latest = await latestSeq({ companyId, environment }, { session });
        let next = after;
        for (let scans = 0; scans < scansMax && next < latest; scans += 1) {
          const upTo = Math.min(latest, next + scannedMax);
          const seq = { $gt: next, $lte: upTo };
          const filter = { companyId, environment, seq, ...(types && { type: { $in: [...types] } }) };
          const found = await events
            .find(filter, { hint: 'seq', maxTimeMS: readLimitMs, session })
            .sort({ seq: 1 })
            .limit(limit)
            .toArray();
          const last = found.at(-1);
          next = last !== undefined && found.length === limit ? last.seq : upTo;
          if (last !== undefined) return { events: found, next, more: next < latest };
        }
        return { events: [], next, more: next < latest };
      }),

    findEvent: ({ companyId, environment }: FeedRef, seq: number): Promise<EventRecord | undefined> =>
      events
        .findOne({ companyId, environment, seq }, { hint: 'seq', maxTimeMS: readLimitMs })
        .then((found) => found ?? undefined),

    /** The lowest `seq` that the feed still has. After all events have expired, the one that the next event will get. */
    oldestSeq: async (feed: FeedRef): Promise<number> => {
      // Read first: an event that is published between the two reads is not passed.
      const latest = await latestSeq(feed);
      return (await end(feed, 1)) ?? latest + 1;
    },

    /**
     * For a cursor beyond `latestSeq`. A new primary may not know yet what a majority already has, so this waits for it with a write, which
     * a majority confirms.
     */
    confirmedLatestSeq: async (feed: FeedRef): Promise<number> => {
      const change = { $inc: { count: 1 }, $set: { expiresAt: new Date(Date.now() + hourMs) } };
      await counters.updateOne({ _id: 'feed-check' }, change, { upsert: true });
      return latestSeq(feed);
    },
  };
}

export interface FeedWatcher {
  readonly onEvents: (feed: string) => void;
  readonly onEnd: (error?: unknown) => void;
}

/**
 * Calls `onEvents` with the id of each feed that got events. It is a hint only: a change may be missed while the stream is opened again.
 * One stream serves a whole process; five hundred readers who ask twice a second would cost MongoDB a hundred times more.
 */
export function watchFeeds(
  { events }: Pick<Collections, 'events'>,
  { onEvents, onEnd }: FeedWatcher,
): { close(): Promise<void> } {
  const stream = events.watch<EventRecord>(
    [
      { $match: { operationType: 'insert' } },
      { $project: { operationType: 1, 'fullDocument.companyId': 1, 'fullDocument.environment': 1 } },
    ],
    { maxAwaitTimeMS: streamWaitMs },
  );
  stream.on('change', (change) => {
    if (change.operationType === 'insert') onEvents(feedId(change.fullDocument));
  });
  stream.on('error', onEnd);
  stream.on('close', () => onEnd());
  return { close: () => stream.close() };
}

/** How long MongoDB holds one of the stream's requests while nothing happens. Shorter than `socketTimeoutMS` (ledger.ts). */
const streamWaitMs = 5_000;
