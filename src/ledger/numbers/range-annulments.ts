/** Requests to DGII to void numbers, in the ledger. Each change is a compare-and-set on the record's version. */
import { createHash } from 'node:crypto';
import type { EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { withEvent } from '../events/event-writes.js';
import type { Files } from '../files.js';
import { createDueClaims } from '../mongo/claim-due.js';
import { pageLimitMs, readLatest } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import { annulmentEvent } from './annulment-events.js';
import type { NumberResult, RangeAnnulmentRecord } from './range-annulment-record.js';

export interface NewRangeAnnulment extends Pick<
  RangeAnnulmentRecord,
  '_id' | 'companyId' | 'environment' | 'rnc' | 'by' | 'note' | 'requestedAt' | 'count'
> {
  /** In ascending order and as few as possible, so that the same numbers are the same ranges. */
  readonly ranges: readonly EncfRange[];
  /** After this time the background round starts the workflow if it never started. */
  readonly firstCheckMs: number;
}

/** New members of the record. `results` are written as a file, and of `deliveries` the latest are kept. */
export type AnnulmentChanges = Partial<Omit<RangeAnnulmentRecord, '_id' | 'version' | 'results'>> & {
  readonly results?: readonly NumberResult[];
};
type Removable = 'waiting' | 'dueAt' | 'asked';

export interface AnnulmentQuery {
  readonly companyId: number;
  readonly environment: Environment;
  /** 1 to 100. */
  readonly limit: number;
  readonly cursor?: PageCursor;
}

/** Annulments of one company that a worker has yet to continue. Those that wait for a person are not among them. */
export interface AnnulmentsUnderWay {
  /** At most 200, which is as many as are read. */
  readonly requests: number;
  readonly numbers: number;
}

/** The most requests of one company under way. Several processes that accept one at the same moment may exceed it slightly. */
export const annulmentsUnderWayMax = 200;

/** A repeated request is found among so many of the company's latest ones. If the first one voided all its numbers, it is always found. */
const latestSearched = 200;

/** A list of a few hundred ranges is within the record; a longer one is a file. */
const rangesRoomBytes = 8 * 1024;
const deliveriesKept = 6;

export function createRangeAnnulments({ rangeAnnulments }: Collections, files: Files) {
  return {
    putRangeAnnulment: async (wanted: NewRangeAnnulment): Promise<RangeAnnulmentRecord> => {
      const { ranges, firstCheckMs, ...asked } = wanted;
      const { companyId, requestedAt } = asked;
      const { ref: requested, sha256 } = await keepRanges(files, companyId, ranges, requestedAt);
      const record: RangeAnnulmentRecord = {
        ...asked,
        version: 1,
        state: 'requested',
        final: false,
        requested,
        results: requested,
        requestedSha256: sha256,
        deliveryCount: 0,
        deliveries: [],
        dueAt: new Date(requestedAt.getTime() + firstCheckMs),
      };
      await rangeAnnulments.insertOne(record);
      return record;
    },

    /**
     * An earlier request for exactly these numbers. A request that voided all of them comes first; otherwise it is the latest one that is
     * still open or voided some. A refused request does not count.
     */
    findSameRequest: (wanted: NewRangeAnnulment) => findSameRequest(rangeAnnulments, wanted),

    /**
     * Without an environment it reads keys of an index only.
     * @param environment absent: of all environments
     */
    annulmentsUnderWay: async (companyId: number, environment?: Environment): Promise<AnnulmentsUnderWay> => {
      // The condition on `dueAt` holds for every date. With `$exists` MongoDB would read the records too.
      const underWay = await rangeAnnulments
        .find(
          { companyId, dueAt: { $gte: new Date(0) }, ...(environment !== undefined && { environment }) },
          { hint: 'underWay' },
        )
        .project<{ count: number }>({ _id: 0, count: 1 })
        .limit(annulmentsUnderWayMax)
        .toArray();
      return { requests: underWay.length, numbers: underWay.reduce((sum, { count }) => sum + count, 0) };
    },

    findRangeAnnulment: async (id: string): Promise<RangeAnnulmentRecord | undefined> =>
      (await rangeAnnulments.findOne({ _id: id })) ?? undefined,

    /** Newest first. */
    listRangeAnnulments: (query: AnnulmentQuery): Promise<Page<RangeAnnulmentRecord>> => {
      const { companyId, environment, limit, cursor } = query;
      const filter = { companyId, environment };
      return readLatest(rangeAnnulments, 'requestedAt', { filter, cursor, hint: 'company', limit });
    },

    /** @returns the changed record. Undefined: another process changed it first, and nothing was written. */
    changeRangeAnnulment: async (
      record: RangeAnnulmentRecord,
      { results, deliveries, ...others }: AnnulmentChanges,
      { remove = [], now }: { readonly remove?: readonly Removable[]; readonly now: Date },
    ): Promise<RangeAnnulmentRecord | undefined> => {
      const { _id, version, companyId, final } = record;
      const $set = {
        ...others,
        ...(results && { results: (await keepRanges(files, companyId, results, now)).ref }),
        ...(deliveries && { deliveries: deliveries.slice(-deliveriesKept) }),
        version: version + 1,
      };
      const $unset = Object.fromEntries(remove.map((name) => [name, ''] as const));
      const update = { $set, ...(remove.length > 0 && { $unset }) };
      const event = annulmentEvent(record, others, now);
      const changed = await rangeAnnulments.findOneAndUpdate(
        { _id, version, final },
        event === undefined ? update : withEvent<RangeAnnulmentRecord>(update, event),
        { returnDocument: 'after' },
      );
      return changed ?? undefined;
    },

    claimDueAnnulments: createDueClaims(rangeAnnulments, {
      member: 'dueAt',
      index: { companyId: 1, dueAt: 1, count: 1 },
    }),

    annulmentRequested: async ({ requested }: RangeAnnulmentRecord) =>
      JSON.parse(await files.getFile(requested)) as readonly EncfRange[],

    /** Until the numbers are locked, none of them has an outcome. */
    annulmentResults: async ({
      state,
      results,
    }: Pick<RangeAnnulmentRecord, 'state' | 'results'>): Promise<readonly NumberResult[]> =>
      state === 'requested' ? [] : (JSON.parse(await files.getFile(results)) as readonly NumberResult[]),
  };
}

function keepRanges(files: Files, companyId: number, ranges: readonly EncfRange[], now: Date) {
  const content = JSON.stringify(ranges);
  return files.keepContent({ companyId, kind: 'annulment', content, now, roomBytes: rangesRoomBytes });
}

async function findSameRequest(
  rangeAnnulments: Collections['rangeAnnulments'],
  { companyId, environment, ranges }: NewRangeAnnulment,
): Promise<RangeAnnulmentRecord | undefined> {
  const requestedSha256 = createHash('sha256').update(JSON.stringify(ranges)).digest('hex');
  const same = { companyId, environment, requestedSha256, state: 'annulled' } as const;
  const options = { hint: 'sameAnnulled', sort: { requestedAt: -1 } } as const;
  const annulled = await rangeAnnulments.findOne(same, options);
  if (annulled !== null) return annulled;
  const latest = rangeAnnulments.aggregate<RangeAnnulmentRecord>(
    [
      { $match: { companyId, environment } },
      { $sort: { requestedAt: -1, _id: -1 } },
      { $limit: latestSearched },
      { $match: { requestedSha256, state: { $ne: 'refused' } } },
      { $limit: 1 },
    ],
    { hint: 'company', maxTimeMS: pageLimitMs },
  );
  return (await latest.next()) ?? undefined;
}
