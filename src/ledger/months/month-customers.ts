/** Who bought in a month, by what was billed: the largest customers, all the others in one sum, and the vouchers that name no buyer. */
import type { Decimal128 } from 'mongodb';
import { baseAmountNames } from '../../ecf/model/document-facts.js';
import { acceptedStates } from '../../ecf/model/document-states.js';
import { bought, ecfTypeList } from '../../ecf/model/ecf-types.js';
import type { Collections } from '../collections.js';
import { pageLimitMs } from '../mongo/pages.js';
import { signedSum } from '../vouchers/signed-sum.js';
import { countedItbis, figuresLimitMs, monthIndex, type FiguresQuery } from './month-figures.js';

/** Exact decimals in pesos. Credit notes are subtracted, and those of more than 30 days give no ITBIS back. */
export interface CustomerAmounts {
  readonly count: number;
  /** Without taxes. */
  readonly net: string;
  readonly itbis: string;
  readonly total: string;
}

export interface MonthCustomer extends CustomerAmounts {
  /** `''`: a foreign buyer. */
  readonly rncComprador: string;
  readonly identificadorExtranjero?: string;
  /** As one of the month's vouchers has it. */
  readonly razonSocialComprador?: string;
}

export interface MonthCustomers {
  /** By what was billed, the largest first. */
  readonly customers: readonly MonthCustomer[];
  /** How many customers there are in all, and what all of them bought. */
  readonly identified: CustomerAmounts & { readonly customers: number };
  /** The vouchers without an RNC, a cédula and a foreign id. */
  readonly unidentified: CustomerAmounts;
}

const amountNames = ['net', 'itbis', 'total'] as const;
type Sums = { readonly count: number } & Readonly<Record<(typeof amountNames)[number], Decimal128 | number>>;

interface Group extends Sums {
  readonly _id: { readonly isNamed: boolean };
  readonly customers: number;
  readonly largest: readonly (Sums & {
    readonly rncComprador: string;
    readonly identificadorExtranjero?: string | null;
    readonly encf: string;
  })[];
}

const soldTypes = ecfTypeList.filter((type) => !bought.includes(type));

export function createMonthCustomers({ documents }: Pick<Collections, 'documents'>) {
  return {
    /** @param largest how many customers are returned by themselves */
    sumByCustomer: async (query: FiguresQuery, largest: number): Promise<MonthCustomers> => {
      const groups = await documents
        .aggregate<Group>(customersPlan(query, largest), {
          hint: monthIndex.name,
          maxTimeMS: figuresLimitMs,
        })
        .toArray();
      const named = groups.find(({ _id }) => _id.isNamed);
      const nameless = groups.find(({ _id }) => !_id.isNamed);
      const names = await namesIn(documents, query, named?.largest.map(({ encf }) => encf) ?? []);
      return {
        customers: (named?.largest ?? []).map((one) => {
          const name = names.get(one.encf);
          return {
            rncComprador: one.rncComprador,
            ...(typeof one.identificadorExtranjero === 'string' && {
              identificadorExtranjero: one.identificadorExtranjero,
            }),
            ...(name !== undefined && { razonSocialComprador: name }),
            ...amountsOf(one),
          };
        }),
        identified: { customers: named?.customers ?? 0, ...amountsOf(named) },
        unidentified: amountsOf(nameless),
      };
    },
  };
}

/** The buyer's name of each of these vouchers that has one. */
export async function namesIn(
  documents: Collections['documents'],
  { companyId, environment }: Pick<FiguresQuery, 'companyId' | 'environment'>,
  encfs: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (encfs.length === 0) return new Map();
  const projection = { _id: 0, encf: 1, razonSocialComprador: 1 } as const;
  const found = await documents
    .find(
      { companyId, environment, encf: { $in: [...encfs] } },
      { projection, hint: 'encf', maxTimeMS: pageLimitMs },
    )
    .toArray();
  return new Map(found.map(({ encf, razonSocialComprador }) => [encf, razonSocialComprador]));
}

function amountsOf(sums: Sums | undefined): CustomerAmounts {
  const { count, net, itbis, total } = sums ?? { count: 0, net: 0, itbis: 0, total: 0 };
  return { count, net: String(net), itbis: String(itbis), total: String(total) };
}

/** Exported for the explain test. */
export function customersPlan({ companyId, environment, from, before }: FiguresQuery, largest: number) {
  const net = { $add: baseAmountNames.map((name) => ({ $toDecimal: { $ifNull: [`$${name}`, '0'] } })) };
  const added = Object.fromEntries(['count', ...amountNames].map((name) => [name, { $sum: `$${name}` }]));
  const kept = Object.fromEntries(['count', ...amountNames, 'encf'].map((name) => [name, `$${name}`]));
  return [
    {
      $match: {
        companyId,
        environment,
        final: true,
        issuedDay: { $gte: from, $lt: before },
        tipoeCF: { $in: soldTypes },
        state: { $in: acceptedStates },
      },
    },
    {
      $group: {
        // A foreign id may have the digits of an RNC.
        _id: { rnc: '$rncComprador', foreign: '$identificadorExtranjero' },
        count: { $sum: 1 },
        net: signedSum(net),
        itbis: signedSum(countedItbis),
        total: signedSum({ $toDecimal: '$montoTotal' }),
        encf: { $max: '$encf' },
      },
    },
    {
      $group: {
        _id: { isNamed: { $or: [{ $gt: ['$_id.rnc', ''] }, { $gt: ['$_id.foreign', null] }] } },
        customers: { $sum: 1 },
        ...added,
        largest: {
          $topN: {
            n: largest,
            sortBy: { total: -1 as const, '_id.rnc': 1 as const, '_id.foreign': 1 as const },
            output: { rncComprador: '$_id.rnc', identificadorExtranjero: '$_id.foreign', ...kept },
          },
        },
      },
    },
  ];
}
