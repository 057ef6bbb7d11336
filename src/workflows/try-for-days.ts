/**
 * Repeats one step for days with growing pauses, for deliveries to other taxpayers. Each step reads the ledger first and continues from
 * there, so an extra run does no harm. If a run ends early, nothing is lost: the ledger has the time of the next check, and a worker then
 * starts another run.
 */
import { condition, defineSignal, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import type { BuyerStepResult } from '../activities/buyers/buyer-activities.js';
import { wakeSignal } from './contract.js';
import type { BuyerTimings } from './contract/buyers.js';

/** The current details show only the latest lines, because a delivery over days has many tries. */
const linesMax = 20;

const wake = defineSignal(wakeSignal);

/** @returns the state of the delivery at the end of the run */
export async function tryForDays(
  timings: BuyerTimings,
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
  for (;;) {
    wakesServed = wakesAsked;
    const result = await step(pauseMs);
    lines = [...lines, `- ${result.text} (${result.ms} ms)`].slice(-linesMax);
    setCurrentDetails([`**${result.status}** · ${about}`, '', ...lines].join('\n'));
    const full = pausedMs >= timings.runMaxMs || workflowInfo().continueAsNewSuggested;
    if (result.ended || full) return result.state;
    const woken = await condition(() => wakesAsked > wakesServed, result.pauseMs ?? pauseMs);
    if (!woken) pausedMs += result.pauseMs ?? pauseMs;
    pauseMs = woken ? timings.retryFirstMs : Math.min(pauseMs * 2, timings.retryMaxMs);
  }
}
