/**
 * One attempt to issue one voucher: advance → submit → query. While DGII answers at once the first step is the whole way.
 *
 * The ledger is what is true; a run is only what is being done about it. Every step reads the ledger first, and a run goes on from
 * what it finds there, so starting one is always harmless. History holds references, codes and times only.
 */
import { condition, proxyActivities, proxyLocalActivities, allHandlersFinished } from '@temporalio/workflow';
import type { IssueEcfActivities, StepView } from '../activities/create-activities.js';
import type { DocumentRef, IssueEcfInput, IssueEcfTimings, IssueEcfView } from './contract.js';
import { openView, type RunView } from './run-view.js';

/** The completer looks this much later again at a voucher that a whole run brought to no end. */
const parkedMs = 6 * 3_600_000;

/** Building, checking and signing 1,000 lines takes well below a second; the ledger may be slow. */
const quickMs = 20_000;

const localRetryMaxMs = 4_000;

/** Margin over a timeout that the activity itself keeps, so that Temporal's comes second. */
const marginMs = 2_000;

export async function issueEcf(input: IssueEcfInput): Promise<IssueEcfView> {
  const { timings } = input;
  const ref = refOf(input);
  const steps = stepsOf(timings);
  const atOnce = { deliveryMs: timings.deliverAtOnceTimeoutMs, queryMs: timings.firstQueryTimeoutMs };
  const run = openView(input);

  await repeat(run, stepPauses(timings), ['unknown', 'admitted'], (pauseMs) =>
    steps.advance(ref, atOnce, pauseMs),
  );
  await repeat(run, stepPauses(timings), ['signed', 'submitting'], (pauseMs) => steps.submit(ref, pauseMs));

  // Right after the hand-over a result is likely to be there: asked for within the same workflow task.
  let first = !run.asked();
  if (!first) await run.pause(timings.pollFirstMs);
  await repeat(run, pollPauses(timings), ['submitted'], async (pauseMs) => {
    const query = first ? steps.firstQuery : steps.query;
    const timeoutMs = first ? timings.firstQueryTimeoutMs : timings.queryTimeoutMs;
    first = false;
    return query(ref, timeoutMs, pauseMs);
  });

  // A history that grew full is no reason to wait: the next run goes on at once.
  if (!run.final()) await steps.park(ref, run.exhausted() ? parkedMs : 0);
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
    const told = await step(pauseMs);
    await run.answered();
    run.show(told);
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
function stepsOf(timings: IssueEcfTimings) {
  const retry = {
    initialInterval: timings.retryFirstMs,
    maximumInterval: timings.retryMaxMs,
    backoffCoefficient: 2,
  };
  const quick = (summary: string, startToCloseTimeout = quickMs) =>
    proxyLocalActivities<IssueEcfActivities>({
      startToCloseTimeout,
      // Longer pauses are timers: an outage of the ledger must not hold workflow tasks and fill histories.
      localRetryThreshold: localRetryMaxMs,
      retry,
      summary,
    });
  const patient = (summary: string, timeoutMs: number, heartbeatTimeout?: number) =>
    proxyActivities<IssueEcfActivities>({
      startToCloseTimeout: timeoutMs + marginMs,
      ...(heartbeatTimeout === undefined ? {} : { heartbeatTimeout }),
      retry,
      summary,
    });
  return {
    advance: quick('Lee el registro; firma, y entrega si la DGII responde al momento').advance,
    submit: patient('Entrega a la DGII', timings.submitTimeoutMs, timings.heartbeatMs).submit,
    firstQuery: quick('Consulta y anota el resultado', timings.firstQueryTimeoutMs + marginMs).query,
    query: patient('Consulta y anota el resultado', timings.queryTimeoutMs).query,
    park: quick('Sin veredicto: queda para más tarde').park,
  };
}

function refOf({ companyId, environment, encf, attempt }: IssueEcfInput): DocumentRef {
  return { companyId, environment, encf, attempt };
}
