/**
 * The rounds that start a workflow for each due annulment of numbers, certification run, delivery to a buyer, approval and retry of a webhook.
 * Its workflow was never started, or was lost. If the workflow exists, the start joins it. The completer does the same for vouchers.
 */
import type { Client } from '@temporalio/client';
import type { Store } from '../../ledger/ledger.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import type { ReceptionRecord } from '../../ledger/received/reception-record.js';
import type { CertificationRunRecord } from '../../ledger/certification/run-record.js';
import type { WebhookRecord } from '../../ledger/events/webhook-record.js';
import { inputOf, wakeSignal } from '../../workflows/contract/vouchers.js';
import { annulRangesType, annulStartOf, type AnnulmentTimings } from '../../workflows/contract/numbers.js';
import {
  approveStartOf,
  approveType,
  deliverStartOf,
  deliverToBuyerType,
  type BuyerTimings,
} from '../../workflows/contract/buyers.js';
import {
  certificationStartOf,
  certificationType,
  type CertificationTimings,
} from '../../workflows/contract/certification.js';
import { retryStartOf, retryWebhookType, type RetryWebhookTimings } from '../../workflows/contract/events.js';
import { unlessAborted } from '../../shared/within.js';
import type { BuyerStepResult } from '../buyers/buyer-steps.js';
import { isUntried, type FirstDeliveries } from '../buyers/first-deliveries.js';
import { startDue, tryToStart, type DueRecords, type RoundDeps } from './due-rounds.js';

type RoundsOf<Timings> = RoundDeps<Timings> & { readonly store: Store };

const batch = 20;

/** One round. @returns whether there may be more, and so do the other rounds */
export function startAnnulments(deps: RoundsOf<AnnulmentTimings>, stopping: AbortSignal): Promise<boolean> {
  const { store, taskQueue, timings, log } = deps;
  const about = ({ _id: annulmentId, companyId }: RangeAnnulmentRecord) => ({ annulmentId, companyId });
  const annulments: DueRecords<RangeAnnulmentRecord> = {
    claim: store.claimDueAnnulments,
    batch,
    about,
    failed: 'an annulment of numbers could not be started',
    start: async ({ workflow }, annulment) => {
      const start = annulStartOf(taskQueue, annulment, { annulmentId: annulment._id, timings });
      await workflow.start(annulRangesType, start);
      log.info(about(annulment), 'an annulment of numbers was started');
    },
  };
  return startDue(deps, annulments, stopping);
}

export function startCertificationRuns(
  deps: RoundsOf<CertificationTimings>,
  stopping: AbortSignal,
): Promise<boolean> {
  const { store, taskQueue, timings, log } = deps;
  const about = ({ _id: runId, companyId }: CertificationRunRecord) => ({ runId, companyId });
  const runs: DueRecords<CertificationRunRecord> = {
    claim: store.claimDueRuns,
    batch,
    about,
    failed: 'a certification run could not be started',
    start: async ({ workflow }, run) => {
      const start = certificationStartOf(taskQueue, { ...about(run), timings });
      await workflow.start(certificationType, start);
      // Most runs are under way already, and the start joins them.
      log.debug(about(run), 'a certification run was started or joined');
    },
  };
  return startDue(deps, runs, stopping);
}

const ofOneTaxpayer = {
  // A delivery takes work, and clients wait for vouchers. So few workflows start at once, and so few deliveries are claimed that all of
  // them have started before the claim ends.
  startsAtOnce: 2,
  about: ({ companyId, encf }: Pick<DocumentRecord, 'companyId' | 'encf'>) => ({ companyId, encf }),
  failed: 'a delivery to another taxpayer could not be started',
};
const deliveriesMax = 10;
/** When all places are taken, the round continues as soon as a try ends, or after this time. */
const oneEndedMs = 1_000;

interface BuyerRoundDeps extends RoundsOf<BuyerTimings> {
  readonly firstDeliveries: FirstDeliveries;
}

/**
 * One round, of vouchers and then of approvals. It makes the first tries itself, and starts a workflow after those that did not end their
 * delivery. A delivery that was tried before gets its run; if the run exists, a try is overdue in it, so it is woken.
 */
export async function startBuyerDeliveries(deps: BuyerRoundDeps, stopping: AbortSignal): Promise<boolean> {
  const { firstDeliveries } = deps;
  const moreVouchers = await startDue(deps, dueVouchers(deps, stopping), stopping);
  const moreApprovals = await startDue(deps, dueApprovals(deps, stopping), stopping);
  const isFull = firstDeliveries.room() === 0 || firstDeliveries.fullCompanies().length > 0;
  if (isFull) await firstDeliveries.oneEnded(oneEndedMs, stopping);
  return isFull || moreVouchers || moreApprovals;
}

function dueVouchers(deps: BuyerRoundDeps, stopping: AbortSignal): DueRecords<DocumentRecord> {
  const { store, taskQueue, timings, firstDeliveries } = deps;
  const startOf = (document: DocumentRecord, first?: BuyerStepResult) =>
    deliverStartOf(taskQueue, { ...inputOf(document, timings), ...(first && { first }) });
  const handOver = (document: DocumentRecord) => (first?: BuyerStepResult) =>
    handedOver(deps, stopping, document, ({ workflow }) =>
      workflow.start(deliverToBuyerType, startOf(document, first)),
    );
  return {
    ...ofOneTaxpayer,
    batch: Math.min(deliveriesMax, firstDeliveries.room()),
    claim: (now, until, batch) =>
      store.claimBuyerDeliveries(now, until, batch, firstDeliveries.fullCompanies()),
    start: async ({ workflow }, document) => {
      if (document.buyerDelivery === undefined) firstDeliveries.deliver(document, handOver(document));
      else await workflow.signalWithStart(deliverToBuyerType, { ...startOf(document), signal: wakeSignal });
    },
  };
}

function dueApprovals(deps: BuyerRoundDeps, stopping: AbortSignal): DueRecords<ReceptionRecord> {
  const { store, taskQueue, timings, firstDeliveries } = deps;
  const startOf = (reception: ReceptionRecord, first?: BuyerStepResult) =>
    approveStartOf(taskQueue, reception, { receptionId: reception._id, timings, ...(first && { first }) });
  const handOver = (reception: ReceptionRecord) => (first?: BuyerStepResult) =>
    handedOver(deps, stopping, reception, ({ workflow }) =>
      workflow.start(approveType, startOf(reception, first)),
    );
  return {
    ...ofOneTaxpayer,
    batch: Math.min(deliveriesMax, firstDeliveries.room()),
    claim: (now, until, batch) => store.claimApprovals(now, until, batch, firstDeliveries.fullCompanies()),
    start: async ({ workflow }, reception) => {
      if (isUntried(reception)) firstDeliveries.approve(reception, handOver(reception));
      else await workflow.signalWithStart(approveType, { ...startOf(reception), signal: wakeSignal });
    },
  };
}

/** Starts the workflow after a first try. A run that exists has its own next try, so it is not woken. */
async function handedOver(
  deps: BuyerRoundDeps,
  stopping: AbortSignal,
  record: Pick<DocumentRecord, 'companyId' | 'encf'>,
  start: (client: Client) => Promise<unknown>,
): Promise<void> {
  await unlessAborted(tryToStart(deps, { ...ofOneTaxpayer, start }, record), stopping);
}

/** If the run exists, something is due earlier than it knows, so it is woken. */
export function startWebhookRetries(
  deps: RoundsOf<RetryWebhookTimings>,
  stopping: AbortSignal,
): Promise<boolean> {
  const { store, taskQueue, timings } = deps;
  const about = ({ _id: webhookId, companyId }: WebhookRecord) => ({ webhookId, companyId });
  const webhooks: DueRecords<WebhookRecord> = {
    claim: store.claimDueWebhooks,
    batch,
    about,
    failed: 'the retries of a webhook could not be started',
    start: async ({ workflow }, webhook) => {
      const start = retryStartOf(taskQueue, webhook, { webhookId: webhook._id, timings });
      await workflow.signalWithStart(retryWebhookType, { ...start, signal: wakeSignal });
    },
  };
  return startDue(deps, webhooks, stopping);
}
