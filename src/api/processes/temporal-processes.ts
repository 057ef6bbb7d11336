/** `Issuing` over Temporal: starts or joins the workflow of a voucher's attempt, and waits no longer than the caller. */
import { WithStartWorkflowOperation } from '@temporalio/client';
import { documentStates } from '../../ecf/model/document-states.js';
import { createFairQueue } from '../../shared/fair-queue.js';
import type { Log } from '../../shared/log.js';
import { answersNow, temporalClient, type TemporalServer } from '../../shared/temporal-client.js';
import { noTraces, type Traces } from '../../shared/traces.js';
import { within } from '../../shared/within.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import {
  inputOf,
  startOptionsOf,
  updateIds,
  updates,
  workflowType,
  type IssueEcfWorkflow,
  type IssueEcfTimings,
  type IssueEcfState,
} from '../../workflows/contract/vouchers.js';
import { workflowStartLimits } from '../limits/limits.js';
import type { Issuing, Stage } from './processes.js';
import { createOtherWorkflows, startNow, startTimeoutMs } from './other-workflows.js';
import { createSharedPolls } from './shared-polls.js';

interface TemporalIssuingOptions extends TemporalServer {
  readonly taskQueue: string;
  readonly timings: IssueEcfTimings;
  readonly log: Log;
  readonly traces?: Traces;
}

/** With a shorter wait than this we start the workflow, do not wait for it, and answer from the ledger. */
const shortestWaitMs = 50;
/** `waitForFinal=0s` must answer at once. If the start takes longer than this, we answer and the start continues. */
const startGraceMs = 200;

type Start = ReturnType<typeof startOptionsOf>;

/** If a run ended before it reached the stage, we start one more. After that the caller gets what the ledger has. */
const runsMax = 2;

const isFinal = ({ state }: IssueEcfState) => state !== 'unknown' && documentStates[state].final;
const stages = {
  'handed-over': {
    update: updates.awaitHandedOver,
    updateId: updateIds.awaitHandedOver,
    reached: (state: IssueEcfState) => state.state === 'submitted' || isFinal(state),
  },
  final: { update: updates.awaitFinal, updateId: updateIds.awaitFinal, reached: isFinal },
} as const;

interface TemporalIssuing extends Issuing {
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

export function createTemporalIssuing(options: TemporalIssuingOptions): TemporalIssuing {
  const { traces = noTraces } = options;
  const client = temporalClient(options, startTimeoutMs);
  const starts = createFairQueue<number>(workflowStartLimits);
  const pollFor = createSharedPolls<IssueEcfState>();

  return {
    startAndWait: async (ref, about, stage, waitMs) => {
      try {
        await traces.part('start and wait', { 'ecf.encf': ref.encf, 'ecf.stage': stage }, async () => {
          const input = inputOf({ ...ref, ...about }, options.timings, traces.traceparent());
          const start = startOptionsOf(options.taskQueue, input);
          if (waitMs < shortestWaitMs) await within(startGraceMs, startOnly(start, ref), undefined);
          else await within(waitMs, waitForStage(start, ref, stage, Date.now() + waitMs), undefined);
        });
      } catch (error) {
        // The time is over, no worker polls, or Temporal is down. In each case the caller is answered from the ledger.
        options.log.debug({ err: error, encf: ref.encf }, 'the wait ended early');
      }
    },
    ...createOtherWorkflows({ ...options, client, starts }),
    ready: () => answersNow(client),
    close: () => client.connection.close(),
  };

  /** Limited in time; never rejects. If the start fails, the completer starts the workflow later. */
  async function startOnly(start: Start, ref: AttemptRef): Promise<void> {
    try {
      await starts.run(ref.companyId, () => startNow(client, workflowType, start));
    } catch (error) {
      options.log.debug({ err: error, encf: ref.encf }, 'the workflow was not started');
    }
  }

  async function waitForStage(start: Start, ref: AttemptRef, stage: Stage, endsAt: number): Promise<void> {
    const { update, updateId, reached } = stages[stage];
    const startAndUpdate = async () => {
      if (Date.now() >= endsAt) {
        await startNow(client, workflowType, start);
        throw new Error('The wait ended before the start');
      }
      // A worker accepts the update in the workflow's first task.
      return client.withDeadline(endsAt, () =>
        client.workflow.startUpdateWithStart<IssueEcfWorkflow, IssueEcfState, []>(update, {
          updateId,
          waitForStage: 'ACCEPTED',
          startWorkflowOperation: new WithStartWorkflowOperation(workflowType, start),
        }),
      );
    };
    // The caller's deadline limits the wait, not a timer in the workflow: later callers can join the same update.
    for (let runs = 0; runs < runsMax; runs += 1) {
      const awaited = await starts.run(ref.companyId, startAndUpdate);
      const ofRun = `${start.workflowId}/${awaited.workflowRunId}/${updateId}`;
      const state = await pollFor(ofRun, endsAt, (until) =>
        client.withDeadline(until, () => awaited.result()),
      );
      if (state === undefined || reached(state)) return;
      // This answer came from a run that has already ended. Start the next run, or use the one that is running now.
      await client.withDeadline(endsAt, () => client.workflow.start(workflowType, start));
    }
  }
}
