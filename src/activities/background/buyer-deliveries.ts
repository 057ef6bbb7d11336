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
import { tryToStart, type RoundDeps } from './rounds.js';

interface BuyerRounds extends RoundDeps<BuyerTimings> {
  readonly store: Pick<Store, 'claimApprovals' | 'claimBuyerDeliveries'>;
}

/** Small, so that ledger and Temporal stay available for new vouchers. */
const batch = 20;

/** One round, of vouchers and of approvals. @returns whether there may be more */
export async function startBuyerDeliveries(deps: BuyerRounds, stopping: AbortSignal): Promise<boolean> {
  const { store, clock, claimMs } = deps;
  const now = clock();
  const until = new Date(now.getTime() + claimMs);
  const vouchers = await store.claimBuyerDeliveries(now, until, batch);
  for (const document of vouchers) if (!stopping.aborted) await startBuyerDelivery(deps, document);
  const approvals = await store.claimApprovals(now, until, batch);
  for (const reception of approvals) if (!stopping.aborted) await startApproval(deps, reception);
  return Math.max(vouchers.length, approvals.length) === batch;
}

const failed = 'a delivery to another taxpayer could not be started';

function startBuyerDelivery(deps: BuyerRounds, document: DocumentRecord): Promise<void> {
  const { companyId, encf, buyerDelivery } = document;
  const { taskQueue, timings } = deps;
  const start = deliverStartOf(taskQueue, inputOf(document, timings));
  return tryToStart(deps, { about: { companyId, encf }, failed }, async ({ workflow }) => {
    if (buyerDelivery === undefined) await workflow.start(deliverToBuyerType, start);
    else await workflow.signalWithStart(deliverToBuyerType, { ...start, signal: wakeSignal });
  });
}

function startApproval(deps: BuyerRounds, reception: ReceptionRecord): Promise<void> {
  const { _id: receptionId, companyId, encf } = reception;
  const { taskQueue, timings } = deps;
  const start = approveStartOf(taskQueue, reception, { receptionId, timings });
  return tryToStart(deps, { about: { companyId, encf }, failed }, async ({ workflow }) => {
    await workflow.signalWithStart(approveType, { ...start, signal: wakeSignal });
  });
}
