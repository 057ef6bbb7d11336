/** Sums the vouchers of a list: what was sold, less the credit notes, and what was bought, each in pesos and in every other currency. */
import type { Decimal128 } from 'mongodb';
import { amountOf, roundMoney, sum } from '../../../ecf/model/amounts.js';
import { bought } from '../../../ecf/model/ecf-types.js';
import { acceptedStates } from '../../../ecf/model/document-states.js';
import type { Collections } from '../../collections.js';
import { orTooSlow } from '../../mongo/guard.js';
import { pageLimitMs } from '../../mongo/pages.js';
import { signedSum } from '../signed-sum.js';
import { planWith, type VoucherQuery } from './voucher-pages.js';

/** MongoDB reads so many records in a fraction of a second. A month of most companies has fewer. */
export const summedMax = 20_000;

export interface VoucherSum {
  readonly of: 'sales' | 'purchases';
  /** Undefined: in pesos, which every voucher has. Otherwise in this currency, of the vouchers that also have it. */
  readonly currency?: string;
  readonly count: number;
  readonly total: string;
  /** In pesos only. */
  readonly itbis?: string;
}

export interface VoucherSums {
  readonly count: number;
  /** The list has more than `summedMax`: only its first ones were read. */
  readonly isCut: boolean;
  readonly sums: readonly VoucherSum[];
}

interface Group {
  readonly _id: { readonly isSummed: boolean; readonly isBought: boolean; readonly currency?: string };
  readonly count: number;
  readonly total: Decimal128;
  readonly itbis: Decimal128;
  readonly other: Decimal128;
}

export function createVoucherSums(collections: Collections) {
  return {
    /** @param query without a cursor, because the sums are of all pages */
    sumVouchers: async (query: Omit<VoucherQuery, 'cursor' | 'limit'>): Promise<VoucherSums | 'too-slow'> => {
      const plan = await planWith(collections, { ...query, limit: summedMax });
      if (plan === 'none') return { count: 0, isCut: false, sums: [] };
      if (plan === 'too-slow') return plan;
      const { filter, hint } = plan;
      const signed = (amount: string) => signedSum({ $toDecimal: { $ifNull: [amount, '0'] } });
      const groups = await orTooSlow(
        collections.documents
          .aggregate<Group>(
            [
              { $match: filter },
              { $limit: summedMax + 1 },
              {
                $group: {
                  _id: {
                    isSummed: { $in: ['$state', acceptedStates] },
                    isBought: { $in: ['$tipoeCF', bought] },
                    currency: '$tipoMoneda',
                  },
                  count: { $sum: 1 },
                  total: signed('$montoTotal'),
                  itbis: signed('$totalITBIS'),
                  other: signed('$montoTotalOtraMoneda'),
                },
              },
            ],
            { hint, maxTimeMS: pageLimitMs },
          )
          .toArray(),
      );
      return groups === 'too-slow' ? groups : sumsOf(groups);
    },
  };
}

function sumsOf(groups: readonly Group[]): VoucherSums {
  const found = groups.reduce((all, { count }) => all + count, 0);
  const summed = groups.filter(({ _id }) => _id.isSummed);
  return {
    count: Math.min(found, summedMax),
    isCut: found > summedMax,
    sums: [
      ...sumsOfSide(
        'sales',
        summed.filter(({ _id }) => !_id.isBought),
      ),
      ...sumsOfSide(
        'purchases',
        summed.filter(({ _id }) => _id.isBought),
      ),
    ],
  };
}

function sumsOfSide(of: VoucherSum['of'], groups: readonly Group[]): VoucherSum[] {
  if (groups.length === 0) return [];
  const added = (member: 'total' | 'itbis') => moneyOf(groups.map((group) => group[member]));
  const count = groups.reduce((all, group) => all + group.count, 0);
  const others = groups.flatMap(({ _id: { currency }, count, other }) =>
    currency === undefined ? [] : [{ of, currency, count, total: moneyOf([other]) }],
  );
  others.sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return [{ of, count, total: added('total'), itbis: added('itbis') }, ...others];
}

function moneyOf(amounts: readonly Decimal128[]): string {
  return roundMoney(sum(amounts.map((amount) => amountOf(amount.toString())))).toFixed(2);
}
