/** How many vouchers of a company are open, wait, and ended today. Each count reads keys of one index, and stops at a limit. */
import {
  documentStates,
  waitingReasons,
  type DocumentState,
  type WaitingReason,
} from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';

export interface VoucherCounts {
  readonly open: number;
  /** Only reasons that at least one voucher waits for. */
  readonly waiting: readonly { readonly reason: WaitingReason; readonly count: number }[];
  /** Received since that moment, and final. */
  readonly ended: number;
}

/** A person needs to know that there are this many, not how many more. */
const countMax = 10_000;
const countLimitMs = 5_000;

const finalStates = (Object.keys(documentStates) as DocumentState[]).filter(
  (state) => documentStates[state].final,
);

export function createCompanySummary({ documents }: Pick<Collections, 'documents'>) {
  const counted = { limit: countMax, maxTimeMS: countLimitMs } as const;

  return {
    countVouchers: async (
      companyId: number,
      environment: Environment,
      since: Date,
    ): Promise<VoucherCounts> => {
      const own = { companyId, environment };
      const [open, ended, ...waiting] = await Promise.all([
        documents.countDocuments({ ...own, final: false }, { ...counted, hint: 'open' }),
        documents.countDocuments(
          { ...own, final: true, state: { $in: finalStates }, receivedAt: { $gte: since } },
          { ...counted, hint: 'ended' },
        ),
        ...(Object.keys(waitingReasons) as WaitingReason[]).map(async (reason) => ({
          reason,
          count: await documents.countDocuments(
            { ...own, 'waiting.reason': reason },
            { ...counted, hint: 'waiting' },
          ),
        })),
      ]);
      return { open, ended, waiting: waiting.filter(({ count }) => count > 0) };
    },
  };
}
