/** The vouchers that a company refused to receive, latest first. They are kept for 90 days, without their bytes. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { pageLimitMs, readLatest } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import type { RefusedReceptionRecord, StoredAcknowledgement } from './reception-record.js';

const refusedPageMax = 1_000;

export interface RefusedQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly cursor?: PageCursor | undefined;
  readonly limit: number;
}

export interface RefusedToRemove {
  readonly companyId: number;
  readonly environment: Environment;
  readonly before: Date;
}

/** One write removes this many, so no write holds the ledger up. */
const removedAtOnce = 1_000;
/** One command removes a million at most, in some minutes; the next one continues. */
const removalsMax = 1_000;

/** A refusal without the contents of its ARECF. `arecf` is absent while no worker has signed it. */
export interface RefusedRow extends Omit<RefusedReceptionRecord, 'arecf'> {
  readonly arecf?: Omit<StoredAcknowledgement, 'file'>;
}

export function createRefusedList({ refusedReceptions }: Pick<Collections, 'refusedReceptions'>) {
  return {
    findRefused: ({ companyId, environment, cursor, limit }: RefusedQuery): Promise<Page<RefusedRow>> =>
      readLatest<RefusedReceptionRecord, RefusedRow>(refusedReceptions, 'receivedAt', {
        filter: { companyId, environment },
        cursor,
        hint: 'latest',
        projection: { 'arecf.file': 0 },
        limit: Math.min(limit, refusedPageMax),
      }),

    /** Removes refusals with their ARECF before their time: a stranger may have caused more than anybody reads. */
    removeRefused: async ({
      companyId,
      environment,
      before,
    }: RefusedToRemove): Promise<{ readonly removed: number; readonly more: boolean }> => {
      // A refusal whose event is in no feed yet stays until the next removal.
      const published = { 'pending.companyId': { $exists: false } };
      const filter = { companyId, environment, receivedAt: { $lt: before }, ...published };
      const options = {
        projection: { _id: 1 },
        hint: 'latest',
        limit: removedAtOnce,
        maxTimeMS: pageLimitMs,
      };
      let removed = 0;
      for (let writes = 0; writes < removalsMax; writes += 1) {
        const found = await refusedReceptions.find(filter, options).toArray();
        if (found.length === 0) return { removed, more: false };
        const { deletedCount } = await refusedReceptions.deleteMany({
          _id: { $in: found.map(({ _id }) => _id) },
        });
        removed += deletedCount;
      }
      return { removed, more: true };
    },
  };
}
