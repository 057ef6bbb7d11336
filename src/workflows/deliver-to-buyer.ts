/**
 * Delivers one accepted voucher to its electronic buyer. Each try is one activity, which reads the ledger first and continues from
 * there, so an extra run does no harm. The pauses grow for days; the ledger says when to give up. A run that ends early loses
 * nothing: the ledger has the time of the next look, and a worker starts another run then.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { BuyerActivities, BuyerStepResult } from '../activities/buyers/buyer-activities.js';
import type { AttemptRef } from './contract.js';
import { wakeSignal } from './contract.js';
import type { DeliverToBuyerInput } from './contract/buyers.js';
import { laneQueueOf } from './lanes.js';

/** Details show the latest lines: deliveries for days have many tries. */
const linesMax = 20;
/** An activity has its own time limit. Temporal's time limit comes this much later. */
const marginMs = 10_000;
/** Pauses after the ledger was unreachable. */
const retry = { initialInterval: 1_000, maximumInterval: 60_000, backoffCoefficient: 2 };

const wake = defineSignal(wakeSignal);

/** The result: the state in which the run left the delivery. */
export async function deliverToBuyer(input: DeliverToBuyerInput): Promise<BuyerStepResult['state']> {
  const { companyId, environment, encf, attempt, timings } = input;
  const ref: AttemptRef = { companyId, environment, encf, attempt };
  const { deliverVoucher } = proxyActivities<BuyerActivities>({
    taskQueue: laneQueueOf(workflowInfo().taskQueue, 'buyers'),
    startToCloseTimeout: timings.tryTimeoutMs + marginMs,
    heartbeatTimeout: timings.heartbeatMs,
    retry,
    summary: 'Entrega al comprador',
  });
  let wakesAsked = 0;
  let wakesServed = 0;
  setHandler(wake, () => {
    wakesAsked += 1;
  });

  let lines: string[] = [];
  let pauseMs = timings.retryFirstMs;
  let pausedMs = 0;
  for (;;) {
    wakesServed = wakesAsked;
    const result = await deliverVoucher(ref, { pauseMs });
    lines = [...lines, `- ${result.text} (${result.ms} ms)`].slice(-linesMax);
    setCurrentDetails([`**${result.status}** · ${encf} · empresa ${companyId}`, '', ...lines].join('\n'));
    const full = pausedMs >= timings.runMaxMs || workflowInfo().continueAsNewSuggested;
    if (result.ended || full) return result.state;
    const woken = await condition(() => wakesAsked > wakesServed, result.pauseMs ?? pauseMs);
    if (!woken) pausedMs += result.pauseMs ?? pauseMs;
    pauseMs = woken ? timings.retryFirstMs : Math.min(pauseMs * 2, timings.retryMaxMs);
  }
}
