/** The vouchers that a company refused to receive, latest first. They are kept for 90 days, without their bytes. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import { olderThan, type ListCursor } from '../mongo/list-cursor.js';
import type { RefusedReceptionRecord, StoredAcknowledgement } from './reception-record.js';

export const refusedPageMax = 1_000;

export interface RefusedQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly cursor?: ListCursor | undefined;
  readonly limit: number;
}

/** A refusal without the contents of its ARECF. `arecf` is absent while no worker has signed it. */
export interface RefusedRow extends Omit<RefusedReceptionRecord, 'arecf'> {
  readonly arecf?: Omit<StoredAcknowledgement, 'file'>;
}

export interface RefusedPage {
  readonly rows: readonly RefusedRow[];
  readonly next: ListCursor | undefined;
}

export function createRefusedList({ refusedReceptions }: Pick<Collections, 'refusedReceptions'>) {
  return {
    findRefused: async ({ companyId, environment, cursor, limit }: RefusedQuery): Promise<RefusedPage> => {
      const size = Math.min(limit, refusedPageMax);
      const found = await refusedReceptions
        .find<RefusedRow>(
          { companyId, environment, ...(cursor && olderThan('receivedAt', cursor)) },
          { projection: { 'arecf.file': 0 }, hint: 'latest' },
        )
        .sort({ receivedAt: -1, _id: -1 })
        // Reads one row more than the page shows, to find out whether there is another page.
        .limit(size + 1)
        .toArray();
      const rows = found.slice(0, size);
      const last = rows.at(-1);
      const more = found.length > rows.length && last !== undefined;
      return { rows, next: more ? { at: last.receivedAt, id: last._id } : undefined };
    },
  };
}
