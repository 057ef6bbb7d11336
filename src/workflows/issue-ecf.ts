/**
 * One attempt to issue one voucher: prepare → submit → query → record.
 *
 * The ledger is what is true; a run is only what is being done about it. Every run begins by reading the ledger and goes
 * on from the step recorded there, so starting one is always harmless. History holds references, codes and times only.
 */
import { condition, proxyActivities, proxyLocalActivities, allHandlersFinished } from '@temporalio/workflow';
import type { IssueEcfActivities, StepView } from '../activities/create-activities.js';
import type { DocumentRef, IssueEcfInput, IssueEcfTimings, IssueEcfView } from './contract.js';
import { openView, type RunView } from './run-view.js';

/** The completer looks this much later again at a voucher that a whole run brought to no end. */
const parkedMs = 6 * 3_600_000;

/** Margin over a timeout that the activity itself keeps, so that Temporal's comes second. */
const marginMs = 2_000;

export async function issueEcf(input: IssueEcfInput): Promise<IssueEcfView> {
  const { timings } = input;
  const ref = refOf(input);
  const { quick, delivery, inquiry, firstInquiry } = activitiesOf(timings);
  const run = openView(input);

  run.show(await quick.resume(ref));

  await repeat(run, stepPauses(timings), ['admitted'], (pauseMs) => quick.prepare(ref, pauseMs));
  await repeat(run, stepPauses(timings), ['signed', 'submitting'], (pauseMs) =>
    delivery.submit(ref, pauseMs),
  );

  let first = true;
  await repeat(run, pollPauses(timings), ['submitted'], async (pauseMs) => {
    const { query } = first ? firstInquiry : inquiry;
    const answer = await query(ref, first ? timings.firstQueryTimeoutMs : timings.queryTimeoutMs, pauseMs);
    first = false;
    return answer.reply === undefined ? answer : quick.record(ref, answer.reply);
  });

  if (!run.final()) await quick.park(ref, parkedMs);
  run.end();
  await condition(allHandlersFinished);
  return run.view();
}

/** Takes a step until the voucher leaves `states`, pausing longer each time, and no longer than the run may last. */
async function repeat(
  run: RunView,
  pauses: Pauses,
  states: readonly IssueEcfView['state'][],
  step: (pauseMs: number) => Promise<StepView>,
): Promise<void> {
  let pauseMs = pauses.firstMs;
  while (states.includes(run.view().state) && !run.over()) {
    run.show(await step(pauseMs));
    if (!states.includes(run.view().state)) return;
    const wish = await run.pause(pauseMs);
    pauseMs = wish ? pauses.firstMs : Math.min(pauseMs * 2, pauses.maxMs);
  }
}

interface Pauses {
  readonly firstMs: number;
  readonly maxMs: number;
}

function stepPauses(timings: IssueEcfTimings): Pauses {
  return { firstMs: timings.retryFirstMs, maxMs: timings.retryMaxMs };
}

function pollPauses(timings: IssueEcfTimings): Pauses {
  return { firstMs: timings.pollFirstMs, maxMs: timings.pollMaxMs };
}

/**
 * Steps that end within a workflow task run as local activities: one round trip less. A delivery to DGII, and every
 * query but the first, may take long: those are regular activities, seen in the Web UI while they last. Activities
 * refuse by value; what they throw is the ledger being unreachable, which Temporal tries again without end.
 */
function activitiesOf(timings: IssueEcfTimings) {
  const retry = {
    initialInterval: timings.retryFirstMs,
    maximumInterval: timings.retryMaxMs,
    backoffCoefficient: 2,
  };
  return {
    quick: proxyLocalActivities<IssueEcfActivities>({ startToCloseTimeout: 20_000, retry }),
    firstInquiry: proxyLocalActivities<IssueEcfActivities>({
      startToCloseTimeout: timings.firstQueryTimeoutMs + marginMs,
      retry,
    }),
    delivery: proxyActivities<IssueEcfActivities>({
      startToCloseTimeout: timings.submitTimeoutMs + marginMs,
      heartbeatTimeout: timings.heartbeatMs,
      retry,
      summary: 'Entrega a la DGII',
    }),
    inquiry: proxyActivities<IssueEcfActivities>({
      startToCloseTimeout: timings.queryTimeoutMs + marginMs,
      retry,
      summary: 'Consulta del resultado',
    }),
  };
}

function refOf({ companyId, environment, encf, attempt }: IssueEcfInput): DocumentRef {
  return { companyId, environment, encf, attempt };
}
