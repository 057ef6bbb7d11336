/** The api's side of Temporal: start or join an attempt's workflow, and wait for it no longer than the caller does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client';
import { documentStates } from '../../ecf/model/document-states.js';
import type { Log } from '../../shared/log.js';
import {
  inquiryStartOf,
  inquiryWorkflowType,
  startOptionsOf,
  updateIds,
  updates,
  workflowType,
  type DocumentRef,
  type InquiryTimings,
  type IssueEcfInput,
  type IssueEcfTimings,
  type IssueEcfState,
} from '../../workflows/contract.js';
import type { Issuing } from './issuing.js';

export interface TemporalIssuingOptions {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly timings: IssueEcfTimings;
  readonly inquiryTimings: InquiryTimings;
  readonly log: Log;
}

/** Starting alone takes this long at most; a Temporal that is down must not hold the answer. */
const startTimeoutMs = 3_000;
const readyTimeoutMs = 2_000;
/** A wait shorter than this is none: the workflow is started, and the answer read from the ledger. */
const shortestWaitMs = 50;
/** `waitForFinal=0s` answers at once: a start that takes longer than this goes on behind the answer. */
const startGraceMs = 200;

type Start = ReturnType<typeof startOptionsOf>;
type IssueEcfWorkflow = (input: IssueEcfInput) => Promise<IssueEcfState>;

/** A run that ended without the stage reached is followed by one more; beyond that the ledger has the answer. */
const runsMax = 2;

const isFinal = ({ state }: IssueEcfState) => state !== 'unknown' && documentStates[state].final;
const stages = {
  'handed-over': {
    update: updates.awaitHandedOver,
    updateId: updateIds.awaitHandedOver,
    reached: (view: IssueEcfState) => view.state === 'submitted' || isFinal(view),
  },
  final: { update: updates.awaitFinal, updateId: updateIds.awaitFinal, reached: isFinal },
} as const;

export interface TemporalIssuing extends Issuing {
  /** True when Temporal answers. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** Connects lazily: the api starts, and answers, while Temporal is down. */
export function createTemporalIssuing(options: TemporalIssuingOptions): TemporalIssuing {
  const connection = Connection.lazy({ address: options.address, connectTimeout: startTimeoutMs });
  const client = new Client({ connection, namespace: options.namespace });

  return {
    process: async (ref, about, stage, waitMs) => {
      try {
        const start = startOptionsOf(options.taskQueue, inputOf(options, ref, about));
        if (waitMs < shortestWaitMs) await Promise.race([startOnly(start, ref), sleep(startGraceMs)]);
        else await startAndWait(start, stage, waitMs);
      } catch (error) {
        // The wait ended, no worker polls, or Temporal is down: all one to the caller, who is answered from the ledger.
        options.log.debug({ err: error, encf: ref.encf }, 'the wait ended early');
      }
    },
    inquire: async (kind, inquiryId) => {
      const { taskQueue, inquiryTimings } = options;
      const start = inquiryStartOf(taskQueue, kind, { inquiryId, ...inquiryTimings });
      try {
        // Temporal being down shows here, before the long wait.
        await client.withDeadline(Date.now() + startTimeoutMs, () =>
          client.workflow.start(inquiryWorkflowType, start),
        );
        await client.withDeadline(Date.now() + inquiryTimings.giveUpMs, () =>
          client.workflow.getHandle(start.workflowId).result(),
        );
      } catch (error) {
        options.log.warn({ err: error, kind, inquiryId }, 'a question to DGII was not answered');
      }
    },
    ready: async () => {
      try {
        await client.withDeadline(Date.now() + readyTimeoutMs, () =>
          connection.workflowService.getSystemInfo({}),
        );
        return true;
      } catch {
        return false;
      }
    },
    close: () => connection.close(),
  };

  /** Bounded and never rejects; what it does not start, the completer does. */
  async function startOnly(start: Start, ref: DocumentRef): Promise<void> {
    try {
      await client.withDeadline(Date.now() + startTimeoutMs, () =>
        client.workflow.start(workflowType, start),
      );
    } catch (error) {
      options.log.debug({ err: error, encf: ref.encf }, 'the workflow was not started');
    }
  }

  async function startAndWait(start: Start, stage: keyof typeof stages, waitMs: number): Promise<void> {
    const { update, updateId, reached } = stages[stage];
    // The wait is the caller's deadline, never a timer of the workflow: whoever comes later joins the same update.
    await client.withDeadline(Date.now() + waitMs, async () => {
      for (let runs = 0; runs < runsMax; runs += 1) {
        const view = await client.workflow.executeUpdateWithStart<IssueEcfWorkflow, IssueEcfState, []>(
          update,
          {
            updateId,
            startWorkflowOperation: new WithStartWorkflowOperation(workflowType, start),
          },
        );
        if (reached(view)) return;
        // Answered by a run that ended before: this starts the next one, and finds the one that runs.
        await client.workflow.start(workflowType, start);
      }
    });
  }
}

function inputOf(
  options: TemporalIssuingOptions,
  ref: DocumentRef,
  about: { readonly tipoeCF: number; readonly correlationId: string },
): IssueEcfInput {
  return { ...ref, ...about, timings: options.timings };
}
