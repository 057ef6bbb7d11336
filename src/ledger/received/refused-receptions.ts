/** The vouchers that a company refused to receive, latest first. They are kept for 90 days, without their bytes. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import { olderThan, pageLimitMs, pageOf } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import type { RefusedReceptionRecord, StoredAcknowledgement } from './reception-record.js';

const refusedPageMax = 1_000;

export interface RefusedQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly cursor?: PageCursor | undefined;
  readonly limit: number;
}

/** A refusal without the contents of its ARECF. `arecf` is absent while no worker has signed it. */
export interface RefusedRow extends Omit<RefusedReceptionRecord, 'arecf'> {
  readonly arecf?: Omit<StoredAcknowledgement, 'file'>;
}

export function createRefusedList({ refusedReceptions }: Pick<Collections, 'refusedReceptions'>) {
  return {
    findRefused: async ({
      companyId,
      environment,
      cursor,
      limit,
    }: RefusedQuery): Promise<Page<RefusedRow>> => {
      const size = Math.min(limit, refusedPageMax);
      const found = await refusedReceptions
        .find<RefusedRow>(
          { companyId, environment, ...(cursor && olderThan('receivedAt', cursor)) },
          { projection: { 'arecf.file': 0 }, hint: 'latest', maxTimeMS: pageLimitMs },
        )
        .sort({ receivedAt: -1, _id: -1 })
        .limit(size + 1)
        .toArray();
      return pageOf(found, size, ({ receivedAt, _id }) => ({ at: receivedAt, id: _id }));
    },
  };
}
