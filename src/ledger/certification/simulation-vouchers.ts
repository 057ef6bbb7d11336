/** The certification vouchers that people issued one by one, newest first. A run's vouchers are the data of DGII's workbook, so they are left out. */
import type { Filter } from 'mongodb';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Collections } from '../collections.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { DocumentRecord } from '../vouchers/document-record.js';
import { voucherOrder } from '../vouchers/lists/voucher-pages.js';

const projection = {
  _id: 0,
  encf: 1,
  tipoeCF: 1,
  attempt: 1,
  montoTotal: 1,
  state: 1,
  final: 1,
  waiting: 1,
  receivedAt: 1,
} as const;

export type SimulationVoucher = Pick<DocumentRecord, Exclude<keyof typeof projection, '_id'>>;

export interface SimulationQuery {
  readonly companyId: number;
  readonly ecfType: EcfType;
  readonly from: Date;
}

/** DGII wants six vouchers of a type at most, and people issue them one by one. */
const simulationVouchersMax = 200;

export function createSimulationVouchers({ documents }: Collections) {
  return {
    findSimulationVouchers: async (query: SimulationQuery): Promise<readonly SimulationVoucher[]> => {
      const { filter, hint, order } = simulationPlan(query);
      return documents
        .find<SimulationVoucher>(filter, { projection, hint, maxTimeMS: pageLimitMs })
        .sort(order)
        .limit(simulationVouchersMax)
        .toArray();
    },
  };
}

/** Reads the index `type` in its order and stops at the limit. Exported for the explain test. */
export function simulationPlan({ companyId, ecfType, from }: SimulationQuery) {
  const filter: Filter<DocumentRecord> = {
    companyId,
    environment: 'certification',
    tipoeCF: ecfType,
    receivedAt: { $gte: from },
    requestId: { $not: /^run:/ },
  };
  return { filter, hint: 'type', order: voucherOrder } as const;
}
