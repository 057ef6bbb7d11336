/**
 * What a run of `issueEcf` shows: to its callers by updates and a query, and to operators in Temporal's Web UI by search attributes and
 * current details. It also knows when the run may pause and when it must end. It calls no activity.
 */
import {
  allHandlersFinished,
  condition,
  defineQuery,
  defineSignal,
  defineUpdate,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { searchAttributeKeys, stateQuery, updates, wakeSignal } from './contract/vouchers.js';
import type { IssueEcfInput, IssueEcfState } from './contract/vouchers.js';
import type { StepResult } from '../activities/create-activities.js';

export interface IssueEcfRun {
  isIn(states: readonly IssueEcfState['state'][]): boolean;
  isFinal(): boolean;
  /** True if whatever ends the voucher's wait wakes this run. */
  isTriedRarely(): boolean;
  /** True if the run has reached its limit of time or of history. The completer then starts another run. */
  mustEnd(): boolean;
  reachedTimeBound(): boolean;
  /** Shows a step's result to callers and operators, after pending update handlers have finished. */
  show(result: StepResult): Promise<void>;
  addLine(text: string): void;
  /** Writes the status into the search attributes. Called only before something slow, so that a quick voucher writes it once. */
  publish(): void;
  /** Pauses. Returns true if the pause ended early, because somebody asked for another try during it or since the last pause. */
  pause(ms: number): Promise<boolean>;
  /** Ends the run and answers all callers that still wait. */
  end(): Promise<IssueEcfState>;
}

const handedOver = defineUpdate<IssueEcfState>(updates.awaitHandedOver);
const final = defineUpdate<IssueEcfState>(updates.awaitFinal);
const retryNow = defineUpdate<IssueEcfState>(updates.retryNow);
const wake = defineSignal(wakeSignal);
const state = defineQuery<IssueEcfState>(stateQuery);

/** The current details show only the latest lines. Most vouchers have three lines; a voucher that waits for days has many. */
const linesMax = 20;

/** Registers the handlers before the run's first step, so that they exist when an update starts the run. */
export function openRun(input: IssueEcfInput): IssueEcfRun {
  let step: StepResult = {
    text: '',
    state: 'unknown',
    status: 'Recibido',
    final: false,
    handedOver: false,
    waiting: null,
  };
  let published: Pick<StepResult, 'status' | 'waiting'> | undefined;
  let lines: string[] = [];
  let ended = false;
  let wakesAsked = 0;
  let wakesServed = 0;
  // The sum of the pauses stands for the run's age, because almost all of a long run is pauses.
  let pausedMs = 0;

  const reachedTimeBound = () => pausedMs >= input.timings.runMaxMs;
  const current = (): IssueEcfState => ({ state: step.state, waiting: step.waiting });
  const addLine = (text: string) => {
    lines = [...lines, `- ${text}`].slice(-linesMax);
    setCurrentDetails([titleOf(input, step), ...lines].join('\n'));
  };
  const publish = () => {
    if (published?.status === step.status && published.waiting === step.waiting) return;
    published = step;
    upsertSearchAttributes([
      { key: searchAttributeKeys.EcfStatus, value: step.status },
      { key: searchAttributeKeys.EcfWaitingReason, value: step.waiting },
    ]);
  };

  setHandler(handedOver, async () => {
    await condition(() => step.handedOver || step.final || ended);
    return current();
  });
  setHandler(final, async () => {
    await condition(() => step.final || ended);
    return current();
  });
  setHandler(retryNow, () => {
    wakesAsked += 1;
    return current();
  });
  setHandler(wake, () => {
    wakesAsked += 1;
  });
  setHandler(state, current);

  return {
    isIn: (states) => states.includes(step.state),
    isFinal: () => step.final,
    isTriedRarely: () => step.triedRarely === true,
    mustEnd: () => reachedTimeBound() || workflowInfo().continueAsNewSuggested,
    reachedTimeBound,
    show: async (result) => {
      // If an update arrives while a local step ends, the first execution sees the step's result after the update, but a replay sees
      // both together. Pending update handlers finish first, so that both run in the same order.
      await handlersHadTheirTurn();
      step = result;
      addLine(`${result.text}${result.ms === undefined ? '' : ` (${result.ms} ms)`}`);
    },
    addLine,
    publish,
    pause: async (ms) => {
      publish();
      const woken = await condition(() => wakesAsked > wakesServed, ms);
      wakesServed = wakesAsked;
      if (!woken) pausedMs += ms;
      return woken;
    },
    end: async () => {
      publish();
      ended = true;
      await condition(allHandlersFinished);
      return current();
    },
  };
}

function handlersHadTheirTurn(): Promise<void> {
  // Temporal checks a condition at once, and again after everything else, handlers included, has run. The second check ends this wait.
  let checks = 0;
  return condition(() => (checks += 1) > 1);
}

function titleOf(input: IssueEcfInput, { status, waiting, why }: StepResult): string {
  const about = `**${status}** · e-CF ${input.tipoeCF} ${input.encf} · empresa ${input.companyId}`;
  const title = `${about} · ${input.environment} · intento ${input.attempt}\n`;
  return waiting === null ? title : `${title}\nEspera por **${waiting}**: ${why ?? ''}\n`;
}
