/**
 * What a run shows of itself: to its callers (updates, query) and to operators in Temporal's Web UI (search attributes,
 * current details). Nothing here decides anything.
 */
import {
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
import type { IssueEcfInput, IssueEcfView } from './contract.js';
import type { StepView } from '../activities/create-activities.js';

export interface RunView {
  view(): IssueEcfView;
  show(step: StepView): void;
  /**
   * Ends when whoever may be answered by what is shown so far has the answer. A local step that ends beside the arrival of an
   * update comes after it at first and together with it in a replay, where its outcome would overtake the update's answer.
   */
  answered(): Promise<void>;
  final(): boolean;
  /** The run may not go on: it reached its bound in time or in history. The completer starts another one. */
  over(): boolean;
  /** The last step asked for the result already. */
  asked(): boolean;
  /** The bound in time: a whole run brought it to no end. */
  exhausted(): boolean;
  /** Waits, or less if somebody asks to try again now, or has asked since the last pause: then true. */
  pause(ms: number): Promise<boolean>;
  end(): void;
}

const handedOver = defineUpdate<IssueEcfView>(updates.awaitHandedOver);
const final = defineUpdate<IssueEcfView>(updates.awaitFinal);
const retryNow = defineUpdate<IssueEcfView>(updates.retryNow);
const wake = defineSignal(wakeSignal);
const state = defineQuery<IssueEcfView>(stateQuery);

/** Registers the handlers before the run's first step, so that an update that starts the run finds them. */
export function openView(input: IssueEcfInput): RunView {
  let step: StepView = {
    state: 'unknown',
    status: 'Recibido',
    final: false,
    handedOver: false,
    waiting: null,
  };
  let ended = false;
  let wishes = 0;
  let granted = 0;
  // Not read from a clock: the pauses are what makes a run long.
  let pausedMs = 0;

  const exhausted = () => pausedMs >= input.timings.runMaxMs;
  const view = (): IssueEcfView => ({ state: step.state, waiting: step.waiting });

  setHandler(handedOver, async () => {
    await condition(() => step.handedOver || step.final || ended);
    return view();
  });
  setHandler(final, async () => {
    await condition(() => step.final || ended);
    return view();
  });
  setHandler(retryNow, () => {
    wishes += 1;
    return view();
  });
  setHandler(wake, () => {
    wishes += 1;
  });
  setHandler(state, view);

  return {
    view,
    show: (next) => {
      if (next.status !== step.status || next.waiting !== step.waiting || step.state === 'unknown')
        publish(input, next);
      step = next;
    },
    answered: async () => {
      let later = false;
      void Promise.resolve().then(() => (later = true));
      // Conditions are looked at again when nothing else is left to do: not before the handlers had their turn.
      await condition(() => later);
    },
    final: () => step.final,
    over: () => exhausted() || workflowInfo().continueAsNewSuggested,
    asked: () => step.asked === true && step.state === 'submitted',
    exhausted,
    pause: async (ms) => {
      const woken = await condition(() => wishes > granted, ms);
      granted = wishes;
      if (!woken) pausedMs += ms;
      return woken;
    },
    end: () => {
      ended = true;
    },
  };
}

function publish(input: IssueEcfInput, step: StepView): void {
  upsertSearchAttributes([
    { key: searchAttributeKeys.EcfStatus, value: step.status },
    { key: searchAttributeKeys.EcfWaitingReason, value: step.waiting },
  ]);
  const waits = step.waiting === null ? '' : `\n\nEspera por **${step.waiting}**: ${step.why ?? ''}`;
  setCurrentDetails(
    `**${step.status}** · e-CF ${input.tipoeCF} ${input.encf} · empresa ${input.companyId} · ` +
      `${input.environment} · intento ${input.attempt}${waits}`,
  );
}
