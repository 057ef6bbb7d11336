/**
 * The deliveries to other taxpayers: an accepted voucher to its buyer, and our approval of a voucher to its issuer and to DGII. Each step reads
 * the ledger first and continues from there, so an extra run does no harm.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { BuyerActivities } from '../activities/buyers/buyer-activities.js';
import type { BuyerStepResult } from '../activities/buyers/buyer-steps.js';
import type { AttemptRef } from '../ecf/model/encf.js';
import { wakeSignal } from './contract/vouchers.js';
import type { ApproveInput, BuyerTimings, DeliverToBuyerInput } from './contract/buyers.js';
import { laneQueueOf } from './lanes.js';

/** An activity has its own time limit. Temporal's limit is longer by this margin. */
const marginMs = 10_000;
/** The pauses before Temporal retries an activity that could not reach the ledger. */
const retry = { initialInterval: 1_000, maximumInterval: 60_000, backoffCoefficient: 2 };

/** The current details show only the latest lines, because a delivery over days has many tries. */
const linesMax = 20;

const wake = defineSignal(wakeSignal);

/** Tries for days to deliver a voucher to its buyer. The activity reads from the ledger when to give up. */
export async function deliverToBuyer(input: DeliverToBuyerInput): Promise<BuyerStepResult['state']> {
  const { companyId, environment, encf, attempt } = input;
  const ref: AttemptRef = { companyId, environment, encf, attempt };
  const { deliverVoucher } = activitiesOf(input.timings, 'Entrega al comprador');
  return tryForDays(input, `${encf} · empresa ${companyId}`, (pauseMs) => deliverVoucher(ref, { pauseMs }));
}

export async function approve(input: ApproveInput): Promise<BuyerStepResult['state']> {
  const { receptionId } = input;
  const { sendApproval } = activitiesOf(input.timings, 'Entrega de la aprobación comercial');
  return tryForDays(input, receptionId, (pauseMs) => sendApproval(receptionId, { pauseMs }));
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

/**
 * Repeats one step for days with growing pauses. If a run ends early, nothing is lost: the ledger has the time of the next check, and a worker
 * then starts another run.
 *
 * A worker makes the first try without a run (activities/buyers/first-deliveries.ts), so most runs begin with the pause after it. Runs that
 * began before workers did so, and those that were lost, make their first try here.
 *
 * @returns the state of the delivery at the end of the run
 */
async function tryForDays(
  { timings, first }: Pick<ApproveInput, 'timings' | 'first'>,
  about: string,
  step: (pauseMs: number) => Promise<BuyerStepResult>,
): Promise<BuyerStepResult['state']> {
  let wakesAsked = 0;
  let wakesServed = 0;
  setHandler(wake, () => {
    wakesAsked += 1;
  });
  let lines: string[] = [];
  let pauseMs = timings.retryFirstMs;
  let pausedMs = 0;
  for (let tried = first; ; tried = undefined) {
    wakesServed = wakesAsked;
    const result = tried ?? (await step(pauseMs));
    lines = [...lines, `- ${result.text} (${result.ms} ms)`].slice(-linesMax);
    setCurrentDetails([`**${result.status}** · ${about}`, '', ...lines].join('\n'));
    const full = pausedMs >= timings.runMaxMs || workflowInfo().continueAsNewSuggested;
    if (result.ended || full) return result.state;
    const woken = await condition(() => wakesAsked > wakesServed, result.pauseMs ?? pauseMs);
    if (!woken) pausedMs += result.pauseMs ?? pauseMs;
    pauseMs = woken ? timings.retryFirstMs : Math.min(pauseMs * 2, timings.retryMaxMs);
  }
}
