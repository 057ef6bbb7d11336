/**
 * One attempt to issue one voucher: prepare → submit → query. The step that learns the verdict records it: `query`, `submit` for a summary,
 * or `prepare` for our own refusal. A voucher without a verdict is parked.
 *
 * The ledger holds what is true; a run only works on it. Every step continues from the ledger's record, so an extra run does no harm. A
 * quick step may use the copy that the step before returned. What follows depends only on a step's result (its state, final, tried rarely,
 * not tried, a signed summary), on wake-ups, and on the run's own limits of time and history. History holds only references, codes and
 * times. No argument or result permits a delivery: only the ledger does (docs/develop/adr/0007-quick-steps.md). The steps are in
 * src/activities/vouchers, in the files of the same names.
 */
import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { IssueEcfActivities, NotTriedResult, StepResult } from '../activities/create-activities.js';
import type { AttemptRef } from '../ecf/model/encf.js';
import type { IssueEcfInput, IssueEcfState } from './contract/vouchers.js';
import { openRun, type IssueEcfRun } from './issue-ecf-run.js';
import { laneQueueOf, type Lane } from './lanes.js';

/** The pause after a whole run without a verdict. Then the completer starts the next run. */
const parkedMs = 6 * 3_600_000;

/**
 * A voucher that waits for people, or for another voucher's result, may pause this many times longer. So a company with thousands of them
 * takes little of the workers' time. Whatever may end the wait makes the voucher's check due, and the completer wakes the run.
 */
const rarePauseFactor = 15;

/** The service builds, checks and signs 1,000 lines in well below a second. The rest of this time is for a slow ledger. */
const ledgerStepMs = 20_000;

/** Before a longer pause Temporal ends the workflow task and sets a timer, so that an outage of the ledger does not hold workflow tasks. */
const localRetryMaxMs = 4_000;

/** An activity has its own time limit. Temporal's limit is longer by this margin. */
const marginMs = 2_000;

export async function issueEcf(input: IssueEcfInput): Promise<IssueEcfState> {
  const { retryFirstMs, retryMaxMs, pollFirstMs, pollMaxMs } = input.timings;
  const retries: Pauses = { firstMs: retryFirstMs, maxMs: retryMaxMs };
  const polls: Pauses = { firstMs: pollFirstMs, maxMs: pollMaxMs };
  const run = openRun(input);
  const { prepare, submit, query, park } = stepsOf(input, run);

  await repeatWhile(run, ['unknown', 'admitted'], retries, prepare);
  await repeatWhile(run, ['signed', 'submitting'], retries, submit);
  await repeatWhile(run, ['submitted'], polls, query);

  // If the run ends only because its history is full, the next run need not wait.
  if (!run.isFinal()) await park(run.reachedTimeBound() ? parkedMs : 0);
  return run.end();
}

interface Pauses {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** A step of the voucher. @param pauseMs the pause that follows if the voucher has to wait */
type Step = (pauseMs: number) => Promise<StepResult>;

/** Repeats a step until the voucher leaves `states`, or the run must end. The pause between two tries grows each time. */
async function repeatWhile(
  run: IssueEcfRun,
  states: readonly IssueEcfState['state'][],
  pauses: Pauses,
  step: Step,
): Promise<void> {
  let pauseMs = pauses.firstMs;
  while (run.isIn(states) && !run.mustEnd()) {
    await run.show(await step(pauseMs));
    if (!run.isIn(states)) return;
    const woken = await run.pause(pauseMs);
    const maxMs = run.isTriedRarely() ? pauses.maxMs * rarePauseFactor : pauses.maxMs;
    pauseMs = woken ? pauses.firstMs : Math.min(pauseMs * 2, maxMs);
  }
}

function stepsOf(input: IssueEcfInput, run: IssueEcfRun) {
  const { quickSubmitTimeoutMs, quickQueryTimeoutMs, queryTimeoutMs } = input.timings;
  const { companyId, environment, encf, attempt, traceparent } = input;
  const ref: AttemptRef = { companyId, environment, encf, attempt };
  const trace: readonly [string?] = traceparent === undefined ? [] : [traceparent];
  const { localPrepare, quickSubmit, patientSubmit, quickQuery, patientQuery, localPark } =
    activitiesOf(input);

  let deliveryLane: Lane = 'ecf';
  return {
    prepare: async (pauseMs: number) => {
      const result = await localPrepare(ref, pauseMs, ...trace);
      deliveryLane = result.signed?.summary === undefined ? 'ecf' : 'fc';
      return result;
    },
    submit: quickFirst(
      run,
      (pauseMs) => quickSubmit(ref, { pauseMs, quickMs: quickSubmitTimeoutMs }, ...trace),
      (pauseMs) => patientSubmit(deliveryLane)(ref, { pauseMs }, ...trace),
    ),
    query: quickFirst(
      run,
      (pauseMs) => quickQuery(ref, { pauseMs, timeoutMs: quickQueryTimeoutMs, quick: true }, ...trace),
      (pauseMs) => patientQuery(ref, { pauseMs, timeoutMs: queryTimeoutMs }, ...trace),
    ),
    park: async (forMs: number) => run.show(await localPark(ref, forMs, ...trace)),
  };
}

/**
 * The activities. A local or quick one runs within the workflow task and saves two round trips to the server. A patient one may take long:
 * it is a regular activity in the lane of DGII's host, and the Web UI shows it while it runs. Activities return refusals as values. They
 * throw only while the ledger is unreachable; Temporal then retries them without limit.
 */
function activitiesOf({ timings }: IssueEcfInput) {
  const { retryFirstMs, retryMaxMs, heartbeatMs } = timings;
  const retry = { initialInterval: retryFirstMs, maximumInterval: retryMaxMs, backoffCoefficient: 2 };
  const local = (summary: string, startToCloseTimeout: number) =>
    proxyLocalActivities<IssueEcfActivities>({
      startToCloseTimeout,
      localRetryThreshold: localRetryMaxMs,
      retry,
      summary,
    });
  const { taskQueue } = workflowInfo();
  const regular = (lane: Lane, summary: string, timeoutMs: number, heartbeatTimeout?: number) =>
    proxyActivities<IssueEcfActivities>({
      taskQueue: laneQueueOf(taskQueue, lane),
      startToCloseTimeout: timeoutMs + marginMs,
      ...(heartbeatTimeout === undefined ? {} : { heartbeatTimeout }),
      retry,
      summary,
    });

  const delivers = 'Entrega a la DGII';
  const asks = 'Consulta el resultado';
  return {
    localPrepare: local('Construye, valida y firma', ledgerStepMs).prepare,
    quickSubmit: local(delivers, timings.quickSubmitTimeoutMs + marginMs).submit,
    patientSubmit: (lane: Lane) => regular(lane, delivers, timings.submitTimeoutMs, heartbeatMs).submit,
    quickQuery: local(asks, timings.quickQueryTimeoutMs + marginMs).query,
    // Only full vouchers are queried. The verdict on a summary is DGII's answer to its delivery.
    patientQuery: regular('ecf', asks, timings.queryTimeoutMs).query,
    localPark: local('Sin veredicto: queda para más tarde', ledgerStepMs).park,
  };
}

/**
 * Makes a step whose first try is quick, within the workflow task. If the quick activity returns `notTried`, the regular activity follows
 * at once. Every later try uses the regular activity, which never returns `notTried`.
 */
function quickFirst(
  run: IssueEcfRun,
  quick: (pauseMs: number) => Promise<StepResult | NotTriedResult>,
  patient: (pauseMs: number) => Promise<StepResult | NotTriedResult>,
): Step {
  let first = true;
  return async (pauseMs) => {
    if (first) {
      first = false;
      const result = await quick(pauseMs);
      if (!('notTried' in result)) return result;
      run.addLine(result.text);
    }
    run.publish();
    const result = await patient(pauseMs);
    if ('notTried' in result) throw new Error(`A regular activity was not tried: ${result.notTried}`);
    return result;
  };
}
