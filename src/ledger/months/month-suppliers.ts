/** From whom a company bought in a month: by the vouchers that it received and approved, and by those that it issued as a buyer. */
import type { Decimal128 } from 'mongodb';
import { received606 } from '../../ecf/form-606.js';
import { acceptedStates } from '../../ecf/model/document-states.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Collections } from '../collections.js';
import { orTooSlow } from '../mongo/guard.js';
import { pageLimitMs } from '../mongo/pages.js';
import { signedSum } from '../vouchers/signed-sum.js';
import { namesIn } from './month-customers.js';
import { figuresLimitMs, monthIndex, type FiguresQuery } from './month-figures.js';

export interface MonthSupplier {
  readonly rnc: string;
  /** As one of the month's vouchers has it. */
  readonly razonSocial?: string;
  readonly count: number;
  /** Exact decimal in pesos, with taxes. Credit notes are subtracted. */
  readonly total: string;
}

interface Sums {
  readonly count: number;
  readonly total: Decimal128 | number;
}

export function createMonthSuppliers({
  receptions,
  documents,
}: Pick<Collections, 'receptions' | 'documents'>) {
  return {
    /** Reads the records of the month's received vouchers. `too-slow`: there are too many. */
    sumReceivedBySupplier: async ({
      companyId,
      environment,
      from,
      before,
    }: FiguresQuery): Promise<MonthSupplier[] | 'too-slow'> => {
      const groups = await orTooSlow(
        receptions
          .aggregate<Sums & { readonly _id: string; readonly razonSocial: string }>(
            [
              {
                $match: {
                  companyId,
                  environment,
                  issuedDay: { $gte: from, $lt: before },
                  'decision.estado': 'aprobado',
                  ecfType: { $in: received606 },
                },
              },
              {
                $group: {
                  _id: '$rncEmisor',
                  razonSocial: { $last: '$razonSocialEmisor' },
                  count: { $sum: 1 },
                  total: signedSum({ $toDecimal: '$montoTotal' }, '$ecfType'),
                },
              },
            ],
            { hint: 'issued', maxTimeMS: pageLimitMs },
          )
          .toArray(),
      );
      if (groups === 'too-slow') return groups;
      return groups.map(({ _id, razonSocial, count, total }) => {
        return { rnc: _id, razonSocial, count, total: String(total) };
      });
    },

    /** @param type one that the company issues as a buyer. The RNC is that of the voucher's Comprador, `''` if it has none. */
    sumBoughtBySupplier: async (
      { companyId, environment, from, before }: FiguresQuery,
      type: EcfType,
    ): Promise<MonthSupplier[]> => {
      const groups = await documents
        .aggregate<Sums & { readonly _id: string; readonly encf: string }>(
          [
            {
              $match: {
                companyId,
                environment,
                final: true,
                issuedDay: { $gte: from, $lt: before },
                tipoeCF: type,
                state: { $in: acceptedStates },
              },
            },
            {
              $group: {
                _id: '$rncComprador',
                encf: { $max: '$encf' },
                count: { $sum: 1 },
                total: { $sum: { $toDecimal: '$montoTotal' } },
              },
            },
          ],
          { hint: monthIndex.name, maxTimeMS: figuresLimitMs },
        )
        .toArray();
      const names = await namesIn(
        documents,
        { companyId, environment },
        groups.map(({ encf }) => encf),
      );
      return groups.map(({ _id, encf, count, total }) => {
        const razonSocial = names.get(encf);
        return { rnc: _id, ...(razonSocial && { razonSocial }), count, total: String(total) };
      });
    },
  };
}
