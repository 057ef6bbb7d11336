/**
 * One request to DGII to void numbers: lock the numbers, send the request, settle the result; ask DGII about numbers without a clear
 * answer. Each step reads the ledger first and names the next step, so an extra run does no harm, and a run that ends early is started
 * again.
 */
import { proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { AnnulmentActivities } from '../activities/numbers/annulment-activities.js';
import type { AnnulmentNext, AnnulmentStep, AnnulRangesInput } from './contract/numbers.js';
import { laneQueueOf } from './lanes.js';

/** An activity has its own time limit. Temporal's limit is longer by this margin. */
const marginMs = 2_000;
/** The current details show only the latest lines. */
const linesMax = 20;

export async function annulRanges({ annulmentId, timings }: AnnulRangesInput): Promise<AnnulmentStep> {
  const { retryFirstMs, retryMaxMs, runMaxMs } = timings;
  const steps = stepsOf(timings);
  let lines: string[] = [];
  let pausedMs = 0;
  let pauseMs = retryFirstMs;
  let next: Exclude<AnnulmentNext, 'end'> = 'lock';
  for (;;) {
    const step: AnnulmentStep = await steps[next](annulmentId, pauseMs);
    lines = [...lines, `- ${step.text}`].slice(-linesMax);
    setCurrentDetails(lines.join('\n'));
    if (step.next === 'end' || pausedMs >= runMaxMs || workflowInfo().continueAsNewSuggested) return step;
    next = step.next;
    if (step.waits) {
      await sleep(pauseMs);
      pausedMs += pauseMs;
      pauseMs = Math.min(pauseMs * 2, retryMaxMs);
    } else pauseMs = retryFirstMs;
  }
}

function stepsOf(timings: AnnulRangesInput['timings']) {
  const step = (summary: string) =>
    proxyActivities<AnnulmentActivities>({
      taskQueue: laneQueueOf(workflowInfo().taskQueue, 'inquiries'),
      startToCloseTimeout: timings.submitTimeoutMs + marginMs,
      heartbeatTimeout: timings.heartbeatMs,
      retry: {
        initialInterval: timings.retryFirstMs,
        maximumInterval: timings.retryMaxMs,
        backoffCoefficient: 2,
      },
      summary,
    });
  return {
    lock: step('Reserva los números para anularlos').lockAnnulment,
    send: step('Firma y entrega la anulación a la DGII').sendAnnulment,
    ask: step('Pregunta a la DGII por los números sin respuesta clara').askAnnulment,
    settle: step('Anota el resultado en los números').settleAnnulment,
  };
}
