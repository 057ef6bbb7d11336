/** Requests to DGII to void numbers, in the ledger. Each change is a compare-and-set on the record's version. */
import type { EncfRange } from '../../ecf/annulment/encf-ranges.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { Files } from '../mongo/files.js';
import { claimDueRecords } from '../mongo/claim-due.js';
import { olderThan, pageLimitMs, pageOf } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import type { NumberResult, RangeAnnulmentRecord } from './range-annulment-record.js';

export interface NewRangeAnnulment extends Pick<
  RangeAnnulmentRecord,
  '_id' | 'companyId' | 'environment' | 'rnc' | 'by' | 'note' | 'requestedAt' | 'count'
> {
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

/** A list of a few hundred ranges is within the record; a longer one is a file. */
const rangesRoomBytes = 8 * 1024;
const deliveriesKept = 6;

export function createRangeAnnulments({ rangeAnnulments }: Collections, files: Files) {
  const keepRanges = async (companyId: number, ranges: readonly EncfRange[], now: Date) =>
    (
      await files.keepContent({
        companyId,
        kind: 'annulment',
        content: JSON.stringify(ranges),
        now,
        roomBytes: rangesRoomBytes,
      })
    ).ref;

  return {
    putRangeAnnulment: async (wanted: NewRangeAnnulment): Promise<RangeAnnulmentRecord> => {
      const { ranges, firstCheckMs, ...asked } = wanted;
      const { companyId, requestedAt } = asked;
      const requested = await keepRanges(companyId, ranges, requestedAt);
      const record: RangeAnnulmentRecord = {
        ...asked,
        version: 1,
        state: 'requested',
        final: false,
        requested,
        results: requested,
        deliveryCount: 0,
        deliveries: [],
        dueAt: new Date(requestedAt.getTime() + firstCheckMs),
      };
      await rangeAnnulments.insertOne(record);
      return record;
    },

    /** The latest annulment of exactly these numbers that voided all of them. The same ranges have the same stored text. */
    findSameAnnulled: async (wanted: NewRangeAnnulment): Promise<RangeAnnulmentRecord | undefined> => {
      const { companyId, environment, ranges, count, requestedAt } = wanted;
      const requested = await keepRanges(companyId, ranges, requestedAt);
      const same = { companyId, environment, state: 'annulled', count, requested } as const;
      const order = { requestedAt: -1, _id: -1 } as const;
      return (await rangeAnnulments.findOne(same, { hint: 'company', sort: order })) ?? undefined;
    },

    findRangeAnnulment: async (id: string): Promise<RangeAnnulmentRecord | undefined> =>
      (await rangeAnnulments.findOne({ _id: id })) ?? undefined,

    /** Newest first. */
    listRangeAnnulments: async (query: AnnulmentQuery): Promise<Page<RangeAnnulmentRecord>> => {
      const { companyId, environment, limit, cursor } = query;
      const found = await rangeAnnulments
        .find(
          { companyId, environment, ...(cursor && olderThan('requestedAt', cursor)) },
          { hint: 'company', maxTimeMS: pageLimitMs },
        )
        .sort({ requestedAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray();
      return pageOf(found, limit, ({ requestedAt, _id }) => ({ at: requestedAt, id: _id }));
    },

    /** @returns the changed record. Undefined: another process changed it first, and nothing was written. */
    changeRangeAnnulment: async (
      { _id, version, companyId, final }: RangeAnnulmentRecord,
      { results, deliveries, ...others }: AnnulmentChanges,
      { remove = [], now }: { readonly remove?: readonly Removable[]; readonly now: Date },
    ): Promise<RangeAnnulmentRecord | undefined> => {
      const $set = {
        ...others,
        ...(results && { results: await keepRanges(companyId, results, now) }),
        ...(deliveries && { deliveries: deliveries.slice(-deliveriesKept) }),
        version: version + 1,
      };
      const $unset = Object.fromEntries(remove.map((name) => [name, ''] as const));
      const changed = await rangeAnnulments.findOneAndUpdate(
        { _id, version, final },
        { $set, ...(remove.length > 0 && { $unset }) },
        { returnDocument: 'after' },
      );
      return changed ?? undefined;
    },

    /** Claims annulments whose time has come, the longest overdue first, and moves that time to `until`. */
    claimDueAnnulments: (now: Date, until: Date, limit: number): Promise<RangeAnnulmentRecord[]> =>
      claimDueRecords(rangeAnnulments, { now, until, limit }),

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
