/**
 * A certification run: sends the rows of DGII's workbook one after the other, each after the one before it was accepted. Each step reads
 * the ledger first and continues from there. So a second workflow does no harm, and a worker starts the workflow again if it ends early.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { CertificationActivities } from '../activities/certification/certification-activities.js';
import { wakeSignal } from './contract/vouchers.js';
import type { CertificationInput, CertificationStep } from './contract/certification.js';
import { laneQueueOf } from './lanes.js';

/** An activity has its own time limit. Temporal's limit is longer by this margin. */
const marginMs = 2_000;
/** A row waits for DGII for seconds or minutes. A row that waits for a person may wait longer; then a signal ends the pause. */
const pauseMaxMs = 60_000;
/** The current details show only the latest lines. */
const linesMax = 40;

const wake = defineSignal(wakeSignal);

export async function certify({ companyId, runId, timings }: CertificationInput): Promise<CertificationStep> {
  const { pollFirstMs, pollMaxMs, runMaxMs } = timings;
  const { takeRow } = stepsOf(timings);
  let woken = false;
  setHandler(wake, () => {
    woken = true;
  });
  let lines: string[] = [];
  let pausedMs = 0;
  let pauseMs = pollFirstMs;
  for (;;) {
    woken = false;
    const step = await takeRow({ companyId, runId });
    if (step.text !== lines.at(-1)) lines = [...lines, step.text].slice(-linesMax);
    setCurrentDetails(lines.map((line) => `- ${line}`).join('\n'));
    if (step.ends || pausedMs >= runMaxMs || workflowInfo().continueAsNewSuggested) return step;
    if (step.waits && !(await condition(() => woken, pauseMs))) {
      pausedMs += pauseMs;
      pauseMs = Math.min(pauseMs * 2, pollMaxMs, pauseMaxMs);
    } else pauseMs = pollFirstMs;
  }
}

function stepsOf({ submitTimeoutMs, heartbeatMs, pollFirstMs }: CertificationInput['timings']) {
  return proxyActivities<CertificationActivities>({
    taskQueue: laneQueueOf(workflowInfo().taskQueue, 'inquiries'),
    startToCloseTimeout: submitTimeoutMs + marginMs,
    heartbeatTimeout: heartbeatMs,
    retry: { initialInterval: pollFirstMs, maximumInterval: pauseMaxMs, backoffCoefficient: 2 },
    summary: 'Emite la fila siguiente, o mira el resultado de la que está en curso',
  });
}
