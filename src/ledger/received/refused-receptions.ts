/** The vouchers that a company refused to receive, latest first. They are kept for 90 days, without their bytes. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import { readLatest } from '../mongo/pages.js';
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
    findRefused: ({ companyId, environment, cursor, limit }: RefusedQuery): Promise<Page<RefusedRow>> =>
      readLatest<RefusedReceptionRecord, RefusedRow>(refusedReceptions, 'receivedAt', {
        filter: { companyId, environment },
        cursor,
        hint: 'latest',
        projection: { 'arecf.file': 0 },
        limit: Math.min(limit, refusedPageMax),
      }),
  };
}
