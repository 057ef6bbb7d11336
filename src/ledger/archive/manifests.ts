/**
 * The daily manifests in the ledger. A worker may die at any step, and several may do the same: the `_id` of a part and of a manifest
 * decides, and each continues after the last part that a majority has. The lease only saves work.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzipSync, gzip } from 'node:zlib';
import { Binary } from 'mongodb';
import type { Collections } from '../collections.js';
import { feedId } from '../events/event-record.js';
import type { FeedRef } from '../events/feed-reader.js';
import { isInserted } from '../mongo/guard.js';
import {
  manifestFoot,
  manifestHead,
  manifestId,
  type Day,
  type ManifestPartRecord,
  type ManifestRecord,
  type ManifestStamp,
  type NewPart,
  type PartText,
} from './manifest-record.js';

const compress = promisify(gzip);
/** A day of a million vouchers has a thousand parts, and hashes hardly compress. */
const compression = { level: constants.Z_BEST_SPEED };
/** A worker that dies holds the feed's manifest back for this time. */
const leaseMs = 60_000;
const feedsMax = 500;
const readLimitMs = 5_000;
/** So many received vouchers without an acknowledgement are looked for again. Usually every one has it. */
const unacknowledgedMax = 1_000;
/** One part has at most some megabytes. */
const partBytesMax = 64 * 1024 * 1024;
const stampRetryFirstMs = 60_000;
const stampRetryMaxMs = 6 * 3_600_000;

export interface NewStamp extends Omit<ManifestStamp, 'reply'> {
  readonly reply: Buffer;
}

export interface OpenDay {
  /** The manifest before. Absent: this is the first one. */
  readonly last: ManifestRecord | undefined;
  /** The last part of the manifest that is being made. */
  readonly part: ManifestPartRecord | undefined;
}

type ManifestCollections = Pick<Collections, 'feeds' | 'manifests' | 'manifestParts'>;

export function createManifests({ feeds, manifests, manifestParts }: ManifestCollections) {
  const lastManifest = async ({ companyId, environment }: FeedRef): Promise<ManifestRecord | undefined> =>
    (await manifests.findOne(
      { companyId, environment },
      { sort: { number: -1 }, hint: 'number', maxTimeMS: readLimitMs },
    )) ?? undefined;

  const readPart = async (
    { companyId, environment, number }: Pick<ManifestRecord, 'companyId' | 'environment' | 'number'>,
    part: number,
  ): Promise<ManifestPartRecord> => {
    const found = await manifestParts.findOne({
      _id: `${manifestId(companyId, environment, number)}:${part}`,
    });
    if (found === null) throw new Error(`Part ${part} of manifest ${number} is missing`);
    return found;
  };

  return {
    /** Feeds in which this day is not closed, by their id. */
    feedsToClose: async (after: string, day: Day): Promise<readonly string[]> => {
      const open = { $or: [{ closedThrough: { $lt: day } }, { closedThrough: { $exists: false } }] };
      const found = await feeds
        .find({ _id: { $gt: after }, last: { $exists: true }, ...open }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(feedsMax)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Takes or renews the lease. False: another worker has it. */
    leaseDays: async (feed: FeedRef, worker: string): Promise<boolean> => {
      const isFree = {
        $or: [
          { $eq: ['$closing.by', worker] },
          { $lte: [{ $ifNull: ['$closing.until', '$$NOW'] }, '$$NOW'] },
        ],
      };
      const taken = { by: worker, until: { $add: ['$$NOW', leaseMs] } };
      const found = await feeds.findOneAndUpdate(
        { _id: feedId(feed) },
        [{ $set: { closing: { $cond: [isFree, taken, '$closing'] } } }],
        { returnDocument: 'after' },
      );
      return found?.closing?.by === worker;
    },

    /** The feed's days up to this one are closed. */
    endDays: async (feed: FeedRef, worker: string, day: Day): Promise<void> => {
      await feeds.updateOne(
        { _id: feedId(feed), 'closing.by': worker },
        { $max: { closedThrough: day }, $unset: { closing: '' } },
      );
    },

    openDay: async (feed: FeedRef): Promise<OpenDay> => {
      const { companyId, environment } = feed;
      const last = await lastManifest(feed);
      const part = await manifestParts.findOne(
        { companyId, environment, number: (last?.number ?? 0) + 1 },
        { sort: { part: -1 }, hint: 'part', maxTimeMS: readLimitMs },
      );
      return { last, part: part ?? undefined };
    },

    /** False: another worker has added this part. */
    addPart: async ({ texts, ...part }: NewPart): Promise<boolean> => {
      const { companyId, environment, number } = part;
      const bytesOf = (name: PartText) => Buffer.byteLength(texts[name]);
      return isInserted(
        manifestParts.insertOne({
          _id: `${manifestId(companyId, environment, number)}:${part.part}`,
          ...part,
          hashes: new Binary(await compress(texts.hashes, compression)),
          events: new Binary(await compress(texts.events, compression)),
          index: new Binary(await compress(texts.index, compression)),
          bytes: { hashes: bytesOf('hashes'), events: bytesOf('events'), index: bytesOf('index') },
        }),
      );
    },

    /** Makes the manifest of the parts; another worker may have added them. */
    closeDay: async (
      { last, part }: { readonly last: OpenDay['last']; readonly part: ManifestPartRecord },
      { rnc, now, stamped }: { readonly rnc: string; readonly now: Date; readonly stamped: boolean },
    ): Promise<void> => {
      const { companyId, environment, number, day } = part;
      const feed = { companyId, environment, number };
      const parts = part.part + 1;
      const eventsHash = createHash('sha256');
      const sums = { hashes: 0, events: 0, index: 0 };
      let files = 1;
      let fromSeq = 0;
      const unacknowledged: string[] = [];
      for (let n = 0; n < parts; n += 1) {
        const one = await readPart(feed, n);
        eventsHash.update(textOf(one, 'events'));
        for (const name of ['hashes', 'events', 'index'] as const) sums[name] += one.bytes[name];
        files += one.files;
        fromSeq ||= one.fromSeq;
        unacknowledged.push(...one.unacknowledged);
      }
      const eventsSha256 = eventsHash.digest('hex');
      const previous = last === undefined ? null : { day: last.day, sha256: last.sha256 };
      const head = { rnc, environment, day, number, fromSeq, toSeq: part.toSeq, previous };
      const [first, end] = [manifestHead(head), manifestFoot({ day, eventsSha256 })];
      const hash = createHash('sha256').update(first);
      for (let n = 0; n < parts; n += 1) hash.update(textOf(await readPart(feed, n), 'hashes'));
      const record: ManifestRecord = {
        _id: manifestId(companyId, environment, number),
        companyId,
        ...head,
        parts,
        files,
        bytes: { ...sums, hashes: sums.hashes + Buffer.byteLength(first + end) },
        eventsSha256,
        sha256: hash.update(end).digest('hex'),
        closedAt: now,
        unacknowledged: unacknowledged.slice(0, unacknowledgedMax),
        ...(stamped && { stampDueAt: now }),
      };
      await isInserted(manifests.insertOne(record));
    },

    /** The parts of one manifest, one after the other. */
    readPart,

    /** The manifests of some days, both included, the oldest first. `after`: beyond this number. */
    listManifests: (
      feed: FeedRef,
      { from, to, after = 0, limit }: ManifestQuery,
    ): Promise<readonly ManifestRecord[]> =>
      manifests
        .find(
          { ...pick(feed), number: { $gt: after }, day: { $gte: from, $lte: to } },
          { hint: 'number', maxTimeMS: readLimitMs },
        )
        .sort({ number: 1 })
        .limit(limit)
        .toArray(),

    /**
     * The next manifest that waits for a stamp. It is due again later, each time twice as long, in case the authority refuses or this worker
     * dies. Undefined: none is due, or another worker took it.
     */
    claimStamp: async (now: Date): Promise<ManifestRecord | undefined> => {
      const due = await manifests.findOne(
        { stampDueAt: { $lte: now } },
        { sort: { stampDueAt: 1 }, hint: 'stampDue', maxTimeMS: readLimitMs },
      );
      if (due === null) return undefined;
      const { _id, stampDueAt, stampTries = 0 } = due;
      const pauseMs = Math.min(stampRetryMaxMs, stampRetryFirstMs * 2 ** Math.min(stampTries, 20));
      const next = { stampDueAt: new Date(now.getTime() + pauseMs), stampTries: stampTries + 1 };
      const { matchedCount } = await manifests.updateOne(
        { _id, ...(stampDueAt !== undefined && { stampDueAt }) },
        { $set: next },
      );
      return matchedCount === 1 ? { ...due, ...next } : undefined;
    },

    recordStamp: async (
      { _id, sha256 }: Pick<ManifestRecord, '_id' | 'sha256'>,
      { reply, ...stamp }: NewStamp,
    ): Promise<void> => {
      await manifests.updateOne(
        { _id, sha256, stamp: { $exists: false } },
        {
          $set: { stamp: { ...stamp, reply: new Binary(reply) } },
          $unset: { stampDueAt: '', stampFault: '' },
        },
      );
    },

    recordStampFault: async ({ _id }: Pick<ManifestRecord, '_id'>, stampFault: string): Promise<void> => {
      await manifests.updateOne({ _id, stamp: { $exists: false } }, { $set: { stampFault } });
    },
  };
}

export interface ManifestQuery {
  readonly from: Day;
  readonly to: Day;
  readonly after?: number;
  readonly limit: number;
}

export function textOf(part: ManifestPartRecord, name: PartText): Buffer {
  return gunzipSync(part[name].buffer, { maxOutputLength: partBytesMax });
}

function pick({ companyId, environment }: FeedRef): FeedRef {
  return { companyId, environment };
}
