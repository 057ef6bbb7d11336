/**
 * One request to DGII to void numbers: lock → send → settle, or ask when no answer came. The ledger holds what is true; each step
 * reads it first and says which step comes next. So an extra run does no harm, and a run that ends early is started again.
 */
import { proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { AnnulmentActivities } from '../activities/annulment/annulment-activities.js';
import type { AnnulmentNext, AnnulmentStep, AnnulRangesInput } from './contract/annulment.js';
import { laneQueueOf } from './lanes.js';

/** An activity has its own time limit. Temporal's time limit comes this much later. */
const marginMs = 2_000;
/** Current details show the latest lines. */
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
