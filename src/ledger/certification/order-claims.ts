/**
 * The number under which an order of certification issues. A person may change the number after a lost answer, while the first voucher is
 * still on its way to the ledger. So each order claims its number before the admission, and the first claim stays.
 */
import { dayMs } from '../../ecf/durations.js';
import type { Collections } from '../mongo/collections.js';

/** An order is repeated as long as the tab of its form stays open. */
const keptMs = 90 * dayMs;

/** One order of a company has one id, however often it is sent. */
interface OrderId {
  readonly companyId: number;
  readonly requestId: string;
}

export function createOrderClaims({ counters }: Pick<Collections, 'counters'>) {
  return {
    /** @returns `encf`, or the number that the order claimed before */
    claimNumber: async (order: OrderId, encf: string, now: Date): Promise<string> => {
      const expiresAt = new Date(now.getTime() + keptMs);
      // With a majority, unlike the counts beside it. `count`: how often the order came this far.
      const claim = await counters.findOneAndUpdate(
        { _id: idOf(order) },
        { $inc: { count: 1 }, $setOnInsert: { encf, expiresAt } },
        { upsert: true, returnDocument: 'after' },
      );
      return claim?.encf ?? encf;
    },

    /** Undefined: the order has claimed no number. */
    claimedNumber: async (order: OrderId): Promise<string | undefined> =>
      (await counters.findOne({ _id: idOf(order) }))?.encf,
  };
}

function idOf({ companyId, requestId }: OrderId): string {
  return `order:${companyId}:${requestId}`;
}
