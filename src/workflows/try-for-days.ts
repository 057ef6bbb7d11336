/**
 * Repeats one step with growing pauses, for days: the frame of a delivery to another taxpayer. Each step reads the ledger first and
 * continues from there, so an extra run does no harm. A run that ends early loses nothing: the ledger has the time of the next look,
 * and a worker starts another run then.
 */
import { condition, defineSignal, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import type { BuyerStepResult } from '../activities/buyers/buyer-activities.js';
import { wakeSignal } from './contract.js';
import type { BuyerTimings } from './contract/buyers.js';

/** Details show the latest lines: deliveries for days have many tries. */
const linesMax = 20;

const wake = defineSignal(wakeSignal);

/** @returns the state in which the run left the delivery */
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
