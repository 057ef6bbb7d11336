/** The vouchers that a company did not receive, latest first. They are kept for 90 days, without their bytes. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { InboxCursor } from './inbox.js';
import type { RefusedReceptionRecord, StoredAcknowledgement } from './reception-record.js';

export const refusedPageMax = 1_000;

export interface RefusedQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly cursor?: InboxCursor | undefined;
  readonly limit: number;
}

/** Without the contents of the ARECF. Without any, no worker has signed it yet. */
export interface RefusedRow extends Omit<RefusedReceptionRecord, 'arecf'> {
  readonly arecf?: Omit<StoredAcknowledgement, 'file'>;
}

export interface RefusedPage {
  readonly rows: readonly RefusedRow[];
  readonly next: InboxCursor | undefined;
}

export function createRefusedList({ refusedReceptions }: Pick<Collections, 'refusedReceptions'>) {
  return {
    findRefused: async ({ companyId, environment, cursor, limit }: RefusedQuery): Promise<RefusedPage> => {
      const size = Math.min(limit, refusedPageMax);
      const after = cursor && {
        receivedAt: { $lte: cursor.receivedAt },
        $or: [{ receivedAt: { $lt: cursor.receivedAt } }, { _id: { $lt: cursor.id } }],
      };
      const found = await refusedReceptions
        .find<RefusedRow>(
          { companyId, environment, ...after },
          { projection: { 'arecf.file': 0 }, hint: 'latest' },
        )
        .sort({ receivedAt: -1, _id: -1 })
        // One more than the page shows whether there is another page.
        .limit(size + 1)
        .toArray();
      const rows = found.slice(0, size);
      const last = rows.at(-1);
      const more = found.length > rows.length && last !== undefined;
      return { rows, next: more ? { receivedAt: last.receivedAt, id: last._id } : undefined };
    },
  };
}
