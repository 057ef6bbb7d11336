/** Counts a company's vouchers: open, waiting, ended. Each count reads keys of one index, and stops at a limit. */
import {
  finalStates,
  waitingReasonList,
  type DocumentState,
  type WaitingReason,
} from '../../ecf/model/document-states.js';
import { environmentList, type Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { troubles, type BuyerTrouble } from './voucher-pages.js';

export interface VoucherCounts {
  readonly open: number;
  /** Only reasons that at least one voucher waits for. */
  readonly waiting: readonly { readonly reason: WaitingReason; readonly count: number }[];
  readonly ended: number;
  /** Received lately, and rejected by DGII. */
  readonly rejected: number;
  /** Received lately, and accepted with conditions. */
  readonly conditional: number;
  /** Received in the last weeks, and rejected by the buyer. */
  readonly buyerRejected: number;
  /** Received in the last weeks, and not delivered to the buyer: the buyer refused it, or the service gave up. */
  readonly undelivered: number;
}

export interface CountedSince {
  readonly today: Date;
  readonly lately: Date;
  readonly lastWeeks: Date;
}

/** A person needs to know that there are this many, not how many more. */
const countMax = 10_000;
const countLimitMs = 5_000;

const counted = { limit: countMax, maxTimeMS: countLimitMs } as const;

/** Each count stops at `countMax`. Environments without such vouchers are left out. */
export async function countOpen(
  { documents }: Pick<Collections, 'documents'>,
  companyId: number,
): Promise<Partial<Record<Environment, number>>> {
  const counts = await Promise.all(
    environmentList.map(async (environment) => {
      const filter = { companyId, environment, final: false };
      return [environment, await documents.countDocuments(filter, { ...counted, hint: 'open' })] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

export function createCompanySummary({ documents }: Pick<Collections, 'documents'>) {
  /** MongoDB jumps in the index from one reason to the next, so only the reasons that exist are counted. */
  const countWaiting = async (own: { readonly companyId: number; readonly environment: Environment }) => {
    const found = await documents
      .aggregate<{ _id: WaitingReason }>(
        [{ $match: { ...own, 'waiting.reason': { $gt: '' } } }, { $group: { _id: '$waiting.reason' } }],
        { hint: 'waiting', maxTimeMS: countLimitMs },
      )
      .toArray();
    const waiting: { readonly reason: WaitingReason; readonly count: number }[] = [];
    for (const reason of waitingReasonList) {
      if (!found.some(({ _id }) => _id === reason)) continue;
      const filter = { ...own, 'waiting.reason': reason };
      waiting.push({
        reason,
        count: await documents.countDocuments(filter, { ...counted, hint: 'waiting' }),
      });
    }
    return waiting.filter(({ count }) => count > 0);
  };

  return {
    countPending: (companyId: number) => countOpen({ documents }, companyId),

    countVouchers: async (
      companyId: number,
      environment: Environment,
      since: CountedSince,
    ): Promise<VoucherCounts> => {
      const own = { companyId, environment };
      const endedSince = (state: DocumentState | { readonly $in: DocumentState[] }, from: Date) =>
        documents.countDocuments(
          { ...own, final: true, state, receivedAt: { $gte: from } },
          { ...counted, hint: 'ended' },
        );
      const inTrouble = ({ filter, hint }: (typeof troubles)[BuyerTrouble]) =>
        documents.countDocuments(
          { ...own, ...filter, receivedAt: { $gte: since.lastWeeks } },
          { ...counted, hint },
        );
      const [open, ended, rejected, conditional, buyerRejected, undelivered, waiting] = await Promise.all([
        documents.countDocuments({ ...own, final: false }, { ...counted, hint: 'open' }),
        endedSince({ $in: finalStates }, since.today),
        endedSince('rejected', since.lately),
        endedSince('conditionally-accepted', since.lately),
        inTrouble(troubles.rejected),
        inTrouble(troubles.undelivered),
        countWaiting(own),
      ]);
      return { open, ended, rejected, conditional, buyerRejected, undelivered, waiting };
    },
  };
}
