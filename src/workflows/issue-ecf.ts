/**
 * One attempt to issue one voucher: prepare → submit → query, which records the verdict; a voucher without one is parked.
 *
 * The ledger is what is true; a run is only what is being done about it. Every step reads the ledger first and goes on from
 * there, so starting a run is always harmless. The workflow branches on the state that a step returns, and on nothing else.
 * History holds references, codes and times only. No argument or result permits a step to send: the ledger does
 * (docs/adr/0007-quick-steps.md).
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { IssueEcfActivities, NotTriedResult, StepResult } from '../activities/create-activities.js';
import type { AttemptRef, IssueEcfInput, IssueEcfState } from './contract.js';
import { openRun, type IssueEcfRun } from './issue-ecf-run.js';

/** The completer starts another run this much later for a voucher that a whole run brought to no end. */
const parkedMs = 6 * 3_600_000;

/** Building, checking and signing 1,000 lines takes well below a second; the ledger may be slow. */
const ledgerStepMs = 20_000;

/** Longer pauses between two tries are timers: an outage of the ledger must not hold workflow tasks and fill histories. */
const localRetryMaxMs = 4_000;

/** An activity keeps its own deadline. Temporal's comes this much later. */
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

  // A full history is no reason to wait: the next run goes on at once.
  if (!run.isFinal()) await park(run.reachedTimeBound() ? parkedMs : 0);
  return run.end();
}

interface Pauses {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** A step of the voucher. @param pauseMs the pause that follows when the voucher has to wait */
type Step = (pauseMs: number) => Promise<StepResult>;

/** Takes a step until the voucher leaves `states`, or the run must end. Pauses between two tries, longer each time. */
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
    pauseMs = woken ? pauses.firstMs : Math.min(pauseMs * 2, pauses.maxMs);
  }
}

/**
 * A quick step is a local activity: it runs within the workflow task and saves two round trips. What may take long is a regular
 * activity, which the Web UI shows while it lasts. Activities refuse by value. They throw only while the ledger is unreachable,
 * and Temporal then tries them again without end.
 */
function stepsOf(input: IssueEcfInput, run: IssueEcfRun) {
  const { timings } = input;
  const ref = refOf(input);
  const retry = {
    initialInterval: timings.retryFirstMs,
    maximumInterval: timings.retryMaxMs,
    backoffCoefficient: 2,
  };
  const local = (summary: string, startToCloseTimeout: number) =>
    proxyLocalActivities<IssueEcfActivities>({
      startToCloseTimeout,
      localRetryThreshold: localRetryMaxMs,
      retry,
      summary,
    });
  const regular = (summary: string, timeoutMs: number, heartbeatTimeout?: number) =>
    proxyActivities<IssueEcfActivities>({
      startToCloseTimeout: timeoutMs + marginMs,
      ...(heartbeatTimeout === undefined ? {} : { heartbeatTimeout }),
      retry,
      summary,
    });

  const { quickSubmitTimeoutMs, quickQueryTimeoutMs, submitTimeoutMs, queryTimeoutMs, heartbeatMs } = timings;
  const signing = local('Construye, valida y firma', ledgerStepMs);
  const quickDelivery = local('Entrega a la DGII', quickSubmitTimeoutMs + marginMs);
  const delivery = regular('Entrega a la DGII', submitTimeoutMs, heartbeatMs);
  const quickQuestion = local('Consulta el resultado', quickQueryTimeoutMs + marginMs);
  const question = regular('Consulta el resultado', queryTimeoutMs);
  const parking = local('Sin veredicto: queda para más tarde', ledgerStepMs);

  return {
    prepare: (pauseMs: number) => signing.prepare(ref, pauseMs),
    submit: quickFirst(
      run,
      (pauseMs) => quickDelivery.submit(ref, { pauseMs, quickMs: quickSubmitTimeoutMs }),
      (pauseMs) => delivery.submit(ref, { pauseMs }),
    ),
    query: quickFirst(
      run,
      (pauseMs) => quickQuestion.query(ref, { pauseMs, timeoutMs: quickQueryTimeoutMs, quick: true }),
      (pauseMs) => question.query(ref, { pauseMs, timeoutMs: queryTimeoutMs }),
    ),
    park: async (forMs: number) => run.show(await parking.park(ref, forMs)),
  };
}

/** The first time within the workflow task. Patiently when that is not possible now, and every later time. */
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
      run.note(result.text);
    }
    run.publish();
    return (await patient(pauseMs)) as StepResult;
  };
}

function refOf({ companyId, environment, encf, attempt }: IssueEcfInput): AttemptRef {
  return { companyId, environment, encf, attempt };
}
