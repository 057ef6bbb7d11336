/** Reads the feeds. What a majority has of a feed has no gap, so a reader's cursor is the last `seq` that it got. */
import { hourMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { EventType } from '../../ecf/messages/event-types.js';
import { feedId, type EventRecord } from './event-record.js';

export interface FeedQuery {
  readonly companyId: number;
  readonly environment: Environment;
  /** The `seq` of the last event that the reader has; 0 from the beginning. */
  readonly after: number;
  /** Not beyond this `seq`. */
  readonly upTo?: number;
  /** Absent: all types. */
  readonly types?: readonly EventType[];
  readonly limit: number;
}

const readLimitMs = 5_000;

export function createFeedReader({
  events,
  feeds,
  counters,
}: Pick<Collections, 'events' | 'feeds' | 'counters'>) {
  const end = async (
    companyId: number,
    environment: Environment,
    sort: 1 | -1,
  ): Promise<number | undefined> => {
    const found = await events.findOne(
      { companyId, environment },
      { sort: { seq: sort }, projection: { _id: 0, seq: 1 }, hint: 'seq', maxTimeMS: readLimitMs },
    );
    return found?.seq;
  };

  /** The highest `seq` that the feed ever had, also if that event has expired. 0: no event yet. */
  const latestSeq = async (companyId: number, environment: Environment): Promise<number> => {
    const [newest, feed] = await Promise.all([
      end(companyId, environment, -1),
      feeds.findOne({ _id: feedId({ companyId, environment }) }, { projection: { last: 1 } }),
    ]);
    return Math.max(newest ?? 0, feed?.last ?? 0);
  };

  return {
    /** Oldest first. */
    eventsAfter: ({ companyId, environment, after, upTo, types, limit }: FeedQuery): Promise<EventRecord[]> =>
      events
        .find(
          {
            companyId,
            environment,
            seq: { $gt: after, ...(upTo !== undefined && { $lte: upTo }) },
            ...(types !== undefined && { type: { $in: [...types] } }),
          },
          { hint: 'seq', maxTimeMS: readLimitMs },
        )
        .sort({ seq: 1 })
        .limit(limit)
        .toArray(),

    latestSeq,

    /** The lowest `seq` that the feed still has. After all events have expired, the one that the next event will get. */
    oldestSeq: async (companyId: number, environment: Environment): Promise<number> =>
      (await end(companyId, environment, 1)) ?? (await latestSeq(companyId, environment)) + 1,

    /**
     * Like `latestSeq`, for a cursor beyond it. A primary that was just elected may not know for a moment what a majority already has, so
     * this waits for it with a write, which a majority confirms.
     */
    confirmedLatestSeq: async (companyId: number, environment: Environment): Promise<number> => {
      const change = { $inc: { count: 1 }, $set: { expiresAt: new Date(Date.now() + hourMs) } };
      await counters.updateOne({ _id: 'feed-check' }, change, { upsert: true });
      return latestSeq(companyId, environment);
    },
  };
}

export interface FeedWatcher {
  readonly onEvents: (feed: string) => void;
  /** The stream has ended, with or without an error. */
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
