/**
 * Starts the workflow of every accepted voucher whose delivery to its buyer is due: a new one, or one that lost its run. If the run
 * exists, a try is overdue in it, so it is woken.
 */
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { Store } from '../../ledger/mongo/connect.js';
import { inputOf, wakeSignal } from '../../workflows/contract.js';
import {
  approveStartOf,
  approveType,
  deliverStartOf,
  deliverToBuyerType,
  type BuyerTimings,
} from '../../workflows/contract/buyers.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import { startDue, type DueRecords, type RoundDeps } from './due-rounds.js';

interface BuyerRounds extends RoundDeps<BuyerTimings> {
  readonly store: Pick<Store, 'claimApprovals' | 'claimBuyerDeliveries'>;
}

/** What vouchers and approvals have in common. */
const ofOneTaxpayer = {
  batch: 20,
  about: ({ companyId, encf }: Pick<DocumentRecord, 'companyId' | 'encf'>) => ({ companyId, encf }),
  failed: 'a delivery to another taxpayer could not be started',
};

/** One round, of vouchers and then of approvals. @returns whether there may be more */
export async function startBuyerDeliveries(deps: BuyerRounds, stopping: AbortSignal): Promise<boolean> {
  const { store, taskQueue, timings } = deps;
  const vouchers: DueRecords<DocumentRecord> = {
    ...ofOneTaxpayer,
    claim: store.claimBuyerDeliveries,
    start: async ({ workflow }, document) => {
      const start = deliverStartOf(taskQueue, inputOf(document, timings));
      if (document.buyerDelivery === undefined) await workflow.start(deliverToBuyerType, start);
      else await workflow.signalWithStart(deliverToBuyerType, { ...start, signal: wakeSignal });
    },
  };
  const approvals: DueRecords<ReceptionRecord> = {
    ...ofOneTaxpayer,
    claim: store.claimApprovals,
    start: async ({ workflow }, reception) => {
      const start = approveStartOf(taskQueue, reception, { receptionId: reception._id, timings });
      await workflow.signalWithStart(approveType, { ...start, signal: wakeSignal });
    },
  };
  const moreVouchers = await startDue(deps, vouchers, stopping);
  return (await startDue(deps, approvals, stopping)) || moreVouchers;
}
