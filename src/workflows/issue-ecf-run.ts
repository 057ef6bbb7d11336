/**
 * What a run of `issueEcf` shows: to its callers (updates, query) and to operators in Temporal's Web UI (search attributes,
 * current details). It also knows when the run may pause and when it must end. It takes no step.
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
import { searchAttributeKeys, stateQuery, updates, wakeSignal } from './contract.js';
import type { IssueEcfInput, IssueEcfState } from './contract.js';
import type { StepResult } from '../activities/create-activities.js';

export interface IssueEcfRun {
  isIn(states: readonly IssueEcfState['state'][]): boolean;
  isFinal(): boolean;
  /** The run reached its bound in time or in history. The completer starts another one. */
  mustEnd(): boolean;
  /** Its bound in time: a whole run brought the voucher to no end. */
  reachedTimeBound(): boolean;
  /** Shows a step's result to callers and operators. */
  show(result: StepResult): Promise<void>;
  /** A line for operators about a step that was not taken. */
  note(text: string): void;
  /** Writes the status into the search attributes. Before whatever may take long, so that a quick voucher writes it once. */
  publish(): void;
  /** Ends early when somebody asks to try again now, or has asked since the last pause: then true. */
  pause(ms: number): Promise<boolean>;
  /** Answers all callers that wait. */
  end(): Promise<IssueEcfState>;
}

const handedOver = defineUpdate<IssueEcfState>(updates.awaitHandedOver);
const final = defineUpdate<IssueEcfState>(updates.awaitFinal);
const retryNow = defineUpdate<IssueEcfState>(updates.retryNow);
const wake = defineSignal(wakeSignal);
const state = defineQuery<IssueEcfState>(stateQuery);

/** Current details show the latest lines. Most vouchers have three; one that waits for days has many. */
const linesMax = 20;

/** Registers the handlers before the run's first step, so that they are there for an update that starts the run. */
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
  // Not read from a clock: a run is long because of its pauses.
  let pausedMs = 0;

  const reachedTimeBound = () => pausedMs >= input.timings.runMaxMs;
  const current = (): IssueEcfState => ({ state: step.state, waiting: step.waiting });
  const note = (text: string) => {
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
    mustEnd: () => reachedTimeBound() || workflowInfo().continueAsNewSuggested,
    reachedTimeBound,
    show: async (result) => {
      await handlersHadTheirTurn();
      step = result;
      note(`${result.text}${result.ms === undefined ? '' : ` (${result.ms} ms)`}`);
    },
    note,
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

/**
 * Lets pending update handlers finish before a step's result is shown: a replay would run them in another order. A local step that
 * ends while an update arrives comes after the update at first, and together with it in a replay.
 */
function handlersHadTheirTurn(): Promise<void> {
  // A condition is checked at once, and again when nothing else is left to do, so after the handlers.
  let checks = 0;
  return condition(() => (checks += 1) > 1);
}

function titleOf(input: IssueEcfInput, { status, waiting, why }: StepResult): string {
  const about = `**${status}** · e-CF ${input.tipoeCF} ${input.encf} · empresa ${input.companyId}`;
  const title = `${about} · ${input.environment} · intento ${input.attempt}\n`;
  return waiting === null ? title : `${title}\nEspera por **${waiting}**: ${why ?? ''}\n`;
}
