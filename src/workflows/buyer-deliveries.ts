/** The deliveries to other taxpayers: an accepted voucher to its buyer, and our approval of a voucher to its issuer and to DGII. */
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BuyerActivities, BuyerStepResult } from '../activities/buyers/buyer-activities.js';
import type { AttemptRef } from '../ecf/model/encf.js';
import type { ApproveInput, BuyerTimings, DeliverToBuyerInput } from './contract/buyers.js';
import { laneQueueOf } from './lanes.js';
import { tryForDays } from './try-for-days.js';

/** An activity has its own time limit. Temporal's limit is longer by this margin. */
const marginMs = 10_000;
/** The pauses before Temporal retries an activity that could not reach the ledger. */
const retry = { initialInterval: 1_000, maximumInterval: 60_000, backoffCoefficient: 2 };

/** Tries for days to deliver a voucher to its buyer. The activity reads from the ledger when to give up. */
export async function deliverToBuyer(input: DeliverToBuyerInput): Promise<BuyerStepResult['state']> {
  const { companyId, environment, encf, attempt, timings } = input;
  const ref: AttemptRef = { companyId, environment, encf, attempt };
  const { deliverVoucher } = activitiesOf(timings, 'Entrega al comprador');
  return tryForDays(timings, `${encf} · empresa ${companyId}`, (pauseMs) => deliverVoucher(ref, { pauseMs }));
}

export async function approve({ receptionId, timings }: ApproveInput): Promise<BuyerStepResult['state']> {
  const { sendApproval } = activitiesOf(timings, 'Entrega de la aprobación comercial');
  return tryForDays(timings, receptionId, (pauseMs) => sendApproval(receptionId, { pauseMs }));
}

function activitiesOf({ tryTimeoutMs, heartbeatMs }: BuyerTimings, summary: string) {
  return proxyActivities<BuyerActivities>({
    taskQueue: laneQueueOf(workflowInfo().taskQueue, 'buyers'),
    startToCloseTimeout: tryTimeoutMs + marginMs,
    heartbeatTimeout: heartbeatMs,
    retry,
    summary,
  });
}
