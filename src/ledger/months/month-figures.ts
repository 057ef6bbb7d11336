/** The sums of a month: how many vouchers ended in each state, by day of issue and type, what they add up to, and what is unfinished. */
import type { Decimal128, IndexDescription } from 'mongodb';
import { baseAmountNames } from '../../ecf/model/document-facts.js';
import type { DocumentState } from '../../ecf/model/document-states.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import type { Amounts } from './month-closing-record.js';

/**
 * The sums read only its keys. A voucher enters it once, with its final state. Versions before 1.1 use `figures` instead. The e-NCF finds
 * one voucher of each customer, for the name.
 */
export const monthIndex = {
  name: 'monthSums',
  key: {
    companyId: 1,
    environment: 1,
    final: 1,
    issuedDay: 1,
    tipoeCF: 1,
    state: 1,
    lateNote: 1,
    montoTotal: 1,
    totalITBIS: 1,
    montoGravadoI1: 1,
    montoGravadoI2: 1,
    montoGravadoI3: 1,
    montoExento: 1,
    rncComprador: 1,
    identificadorExtranjero: 1,
    encf: 1,
  },
  partialFilterExpression: { final: true },
} as const satisfies IndexDescription;

export interface FiguresQuery {
  readonly companyId: number;
  readonly environment: Environment;
  /** The starts of the first day and of the day after the last one. */
  readonly from: Date;
  readonly before: Date;
}

/** The vouchers of one day, type and final state. */
export interface DayFigures extends Amounts {
  readonly day: Date;
  readonly tipoeCF: EcfType;
  readonly state: DocumentState;
  readonly count: number;
}

/** Half a million vouchers took three seconds on a busy machine with two cores. */
export const figuresLimitMs = 10_000;

type Key = Pick<DayFigures, 'day' | 'tipoeCF' | 'state'>;
/** MongoDB's sum of members that no record has is the number 0. */
type Group = { readonly _id: Key; readonly count: number } & Readonly<
  Record<keyof Amounts, Decimal128 | number>
>;

const amountNames = ['total', 'itbis', ...baseAmountNames] as const satisfies (keyof Amounts)[];

/** People need to know that it is this many, not how many more. */
const countedMax = 10_000;
const countLimitMs = 5_000;

export function createMonthFigures({
  documents,
  reservations,
}: Pick<Collections, 'documents' | 'reservations'>) {
  const counted = { limit: countedMax, maxTimeMS: countLimitMs } as const;
  return {
    sumByDay: async (query: FiguresQuery): Promise<DayFigures[]> => {
      const groups = await documents
        .aggregate<Group>(figuresPlan(query), { hint: monthIndex.name, maxTimeMS: figuresLimitMs })
        .toArray();
      return groups.map((group) => {
        const amounts = amountNames.map((name) => [name, String(group[name])]);
        return { ...group._id, count: group.count, ...(Object.fromEntries(amounts) as unknown as Amounts) };
      });
    },

    /** The vouchers of these days without a final state, counted up to 10,000. */
    countUnfinished: ({ companyId, environment, from, before }: FiguresQuery): Promise<number> =>
      documents.countDocuments(
        { companyId, environment, final: false, issuedDay: { $gte: from, $lt: before } },
        { ...counted, hint: 'open' },
      ),

    /** The numbers handed out before this moment that no voucher has, counted up to 10,000. */
    countUnusedBefore: ({ companyId, environment, before }: Omit<FiguresQuery, 'from'>): Promise<number> =>
      reservations.countDocuments(
        { companyId, environment, state: 'reserved', reservedAt: { $lt: before } },
        { ...counted, hint: 'unused' },
      ),
  };
}

/** A late credit note gives no ITBIS back. */
export const countedItbis = { $cond: [{ $eq: ['$lateNote', true] }, null, { $toDecimal: '$totalITBIS' }] };

/** Exported for the explain test. */
export function figuresPlan({ companyId, environment, from, before }: FiguresQuery) {
  return [
    { $match: { companyId, environment, final: true, issuedDay: { $gte: from, $lt: before } } },
    {
      $group: {
        _id: { day: '$issuedDay', tipoeCF: '$tipoeCF', state: '$state' },
        count: { $sum: 1 },
        total: { $sum: { $toDecimal: '$montoTotal' } },
        itbis: { $sum: countedItbis },
        ...Object.fromEntries(baseAmountNames.map((name) => [name, { $sum: { $toDecimal: `$${name}` } }])),
      },
    },
    // By month at most a few hundred: a day, a type and a state each.
    { $sort: { '_id.day': 1 as const, '_id.tipoeCF': 1 as const } },
  ];
}
