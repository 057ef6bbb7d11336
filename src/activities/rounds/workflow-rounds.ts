/**
 * The rounds that start a workflow for each due annulment of numbers, certification run, delivery to a buyer, approval and retry of a webhook.
 * Its workflow was never started, or was lost. If the workflow exists, the start joins it. The completer does the same for vouchers.
 */
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
import { startDue, type DueRecords, type RoundDeps } from './due-rounds.js';

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
  // A delivery takes about as much work as its voucher did, and clients wait for vouchers. So few deliveries start at once, and so few are
  // claimed that all of them have started before the claim ends.
  batch: 10,
  startsAtOnce: 2,
  about: ({ companyId, encf }: Pick<DocumentRecord, 'companyId' | 'encf'>) => ({ companyId, encf }),
  failed: 'a delivery to another taxpayer could not be started',
};

/** One round, of vouchers and then of approvals. If the run exists, a try is overdue in it, so it is woken. */
export async function startBuyerDeliveries(
  deps: RoundsOf<BuyerTimings>,
  stopping: AbortSignal,
): Promise<boolean> {
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
