/**
 * The number under which a person's order of certification issues. The person may change the number or the type after a lost answer, while
 * the first voucher is still on its way to the ledger. So each order claims its number before the admission, and the first claim stays.
 */
import { dayMs } from '../../ecf/durations.js';
import type { Collections, CounterRecord } from '../collections.js';

/** An order is repeated as long as the tab of its form stays open. */
const keptMs = 90 * dayMs;

/** `given`: the person typed the number. `next`: the voucher master gave it for this order. */
export type NumberSource = NonNullable<CounterRecord['numberFrom']>;

interface NumberClaim {
  readonly encf: string;
  readonly numberFrom: NumberSource;
}

interface OrderId {
  readonly companyId: number;
  readonly requestId: string;
}

export function createOrderClaims({ counters }: Pick<Collections, 'counters'>) {
  return {
    /** @returns the claim's number, or the one that the order claimed before */
    claimNumber: async (order: OrderId, { encf, numberFrom }: NumberClaim, now: Date): Promise<string> => {
      const expiresAt = new Date(now.getTime() + keptMs);
      // Written with a majority, unlike the counts beside it. `count`: how often the order came this far.
      const claim = await counters.findOneAndUpdate(
        { _id: idOf(order) },
        { $inc: { count: 1 }, $setOnInsert: { encf, numberFrom, expiresAt } },
        { upsert: true, returnDocument: 'after' },
      );
      return claim?.encf ?? encf;
    },

    /** Returns undefined if the order has claimed no number. */
    claimedNumber: async (order: OrderId): Promise<NumberClaim | undefined> => {
      const { encf, numberFrom } = (await counters.findOne({ _id: idOf(order) })) ?? {};
      return encf === undefined || numberFrom === undefined ? undefined : { encf, numberFrom };
    },
  };
}

function idOf({ companyId, requestId }: OrderId): string {
  return `order:${companyId}:${requestId}`;
}
