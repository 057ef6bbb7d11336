/** How many vouchers of a company ended in each state, by day of issue and type, and what they add up to. */
import type { Decimal128, IndexDescription } from 'mongodb';
import type { DocumentState } from '../../../ecf/model/document-states.js';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import type { Environment } from '../../../ecf/model/environments.js';
import type { Collections } from '../../collections.js';

/** The sums read only its keys. A voucher enters it once, with its final state. */
export const figuresIndex: IndexDescription = {
  name: 'figures',
  key: {
    companyId: 1,
    environment: 1,
    final: 1,
    issuedDay: 1,
    tipoeCF: 1,
    state: 1,
    montoTotal: 1,
    totalITBIS: 1,
  },
  partialFilterExpression: { final: true },
};

export interface FiguresQuery {
  readonly companyId: number;
  readonly environment: Environment;
  /** The starts of the first day and of the day after the last one. */
  readonly from: Date;
  readonly before: Date;
}

/** The vouchers of one day, type and final state. */
export interface DayFigures {
  readonly day: Date;
  readonly tipoeCF: EcfType;
  readonly state: DocumentState;
  readonly count: number;
  /** Exact decimals, as texts. */
  readonly total: string;
  readonly itbis: string;
}

/** Half a million vouchers took three seconds on a busy machine with two cores. */
const figuresLimitMs = 10_000;

interface Group {
  readonly _id: Pick<DayFigures, 'day' | 'tipoeCF' | 'state'>;
  readonly count: number;
  readonly total: Decimal128;
  readonly itbis: Decimal128 | 0;
}

export function createMonthFigures({ documents }: Pick<Collections, 'documents'>) {
  return {
    sumByDay: async (query: FiguresQuery): Promise<DayFigures[]> => {
      const groups = await documents
        .aggregate<Group>(figuresPlan(query), { hint: 'figures', maxTimeMS: figuresLimitMs })
        .toArray();
      return groups.map(({ _id, count, total, itbis }) => ({
        ..._id,
        count,
        total: String(total),
        itbis: String(itbis),
      }));
    },
  };
}

/** Exported for the explain test. */
export function figuresPlan({ companyId, environment, from, before }: FiguresQuery) {
  return [
    { $match: { companyId, environment, final: true, issuedDay: { $gte: from, $lt: before } } },
    {
      $group: {
        _id: { day: '$issuedDay', tipoeCF: '$tipoeCF', state: '$state' },
        count: { $sum: 1 },
        total: { $sum: { $toDecimal: '$montoTotal' } },
        itbis: { $sum: { $toDecimal: '$totalITBIS' } },
      },
    },
    // By month at most a few hundred: a day, a type and a state each.
    { $sort: { '_id.day': 1 as const, '_id.tipoeCF': 1 as const } },
  ];
}
