/**
 * Recorded histories against today's workflow: a run that an earlier version started must be able to go on. From the first release
 * on, a change that fails here belongs under `patched` (or into a workflow of another name), never into the recordings.
 */
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { givenBundle } from '../harness/given.js';
import {
  answerOfLocalStep,
  endBefore,
  removeEvent,
  removeLocalStep,
  renameActivity,
  repeatEvent,
  swapLocalSteps,
} from './alterations.js';
import { attributesOf, historyNames, historyOf, readHistory, type HistoryJson } from './histories.js';

/** Replays tell of every determinism error at length, and most of them are wanted here. */
Runtime.install({
  logger: new DefaultLogger('ERROR', () => undefined),
  telemetryOptions: { logging: { forward: {}, filter: 'OFF' } },
});

/** What a replay objects to; undefined: nothing. */
async function replay(json: HistoryJson): Promise<Error | undefined> {
  const history = historyOf(json);
  const results = Worker.runReplayHistories({ workflowBundle: givenBundle() }, [
    { workflowId: 'ecf-1-pre-certification-E310000000001-1', history },
  ]);
  let error: Error | undefined;
  for await (const result of results) error = result.error;
  return error;
}

test('there are recordings', () => {
  expect(historyNames.length).toBeGreaterThanOrEqual(29);
  for (const name of historyNames) expect(name).toMatch(/^[a-z0-9-]+-v[1-9]\d*$/);
});

test.each(historyNames)('%s is replayed by today’s workflow', async (name) => {
  expect(await replay(readHistory(name))).toBeUndefined();
});

test.each([
  {
    name: 'the patient delivery is another activity',
    of: 'accepted-patiently-v1',
    says: "Activity type of scheduled event 'entregar'",
    alter: (history) => renameActivity(history, 'submit', 'entregar', 'regular'),
  },
  {
    name: 'the quick delivery is another activity',
    of: 'accepted-v1',
    says: "Activity type of recorded marker 'entregar'",
    alter: (history) => renameActivity(history, 'submit', 'entregar'),
  },
  {
    name: 'the queries are another activity',
    of: 'polled-three-times-v1',
    says: "Activity type of recorded marker 'consultar'",
    alter: (history) => renameActivity(history, 'query', 'consultar'),
  },
  {
    name: 'the first step is another activity',
    of: 'accepted-v1',
    says: "Activity type of recorded marker 'preparar'",
    alter: (history) => renameActivity(history, 'prepare', 'preparar'),
  },
  {
    name: 'querying comes before preparing',
    of: 'accepted-v1',
    says: "Activity type of recorded marker 'query'",
    alter: (history) => swapLocalSteps(history, 'prepare', 'query'),
  },
  {
    name: 'querying comes before the delivery',
    of: 'accepted-v1',
    says: "Activity type of recorded marker 'query'",
    alter: (history) => swapLocalSteps(history, 'submit', 'query'),
  },
  {
    name: 'nothing was prepared',
    of: 'accepted-v1',
    says: 'Missing associated machine for LocalActivity(2)',
    alter: (history) => removeLocalStep(history, 'prepare'),
  },
  {
    name: 'nothing was delivered quickly',
    of: 'accepted-v1',
    says: 'Missing associated machine for LocalActivity(3)',
    alter: (history) => removeLocalStep(history, 'submit'),
  },
  {
    name: 'no pause before the second query',
    of: 'polled-three-times-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_STARTED'),
  },
  {
    name: 'nothing was delivered patiently',
    of: 'summary-patiently-v1',
    says: 'Activity machine does not handle',
    alter: (history) => removeEvent(history, 'ACTIVITY_TASK_SCHEDULED'),
  },
  {
    name: 'the state was not shown to operators',
    of: 'accepted-v1',
    says: 'UpsertWorkflowSearchAttributesMachine does not handle',
    alter: (history) => removeEvent(history, 'UPSERT_WORKFLOW_SEARCH_ATTRIBUTES'),
  },
  {
    name: 'the update was not answered',
    of: 'accepted-v1',
    says: 'Update machine does not handle',
    alter: (history) => removeEvent(history, 'WORKFLOW_EXECUTION_UPDATE_COMPLETED'),
  },
  {
    name: 'a wish to try again cancelled no pause',
    of: 'retry-now-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_CANCELED'),
  },
  {
    name: 'two deliveries at once',
    of: 'accepted-patiently-v1',
    says: 'No command scheduled for event',
    alter: (history) =>
      repeatEvent(history, 'ACTIVITY_TASK_SCHEDULED', (copy) => {
        attributesOf(copy)['activityId'] = 'second';
      }),
  },
  {
    name: 'a delivery that was not tried is followed by no patient one',
    of: 'summary-patiently-v1',
    says: 'No command scheduled for event',
    alter: (history) =>
      answerOfLocalStep(history, 'submit', { state: 'submitted', final: false, notTried: undefined }),
  },
  {
    name: 'a voucher that is final is asked about again',
    of: 'accepted-v1',
    says: 'Missing associated machine for LocalActivity(3)',
    alter: (history) => answerOfLocalStep(history, 'submit', { state: 'accepted', final: true }),
  },
  {
    name: 'the result is asked for again at once',
    of: 'handed-over-then-final-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_STARTED'),
  },
  {
    name: 'the run ended without being parked',
    of: 'run-bound-parked-v1',
    says: 'No command scheduled for event',
    alter: (history) => removeLocalStep(history, 'park'),
  },
  {
    name: 'the run ended instead of pausing',
    of: 'waited-for-certificate-v1',
    says: 'Timer machine does not handle',
    alter: (history) => endBefore(history, 'TIMER_STARTED'),
  },
] satisfies readonly { name: string; of: string; says: string; alter: (history: HistoryJson) => void }[])(
  'a workflow in which $name fails on $of',
  async ({ of, says, alter }) => {
    const history = readHistory(of);
    alter(history);
    const error = await replay(history);
    expect(error).toBeInstanceOf(DeterminismViolationError);
    expect(error?.message).toContain(`Nondeterminism error: ${says}`);
  },
);

test('an alteration that is undone again passes: altering by itself breaks nothing', async () => {
  const history = readHistory('accepted-v1');
  renameActivity(history, 'submit', 'entregar');
  swapLocalSteps(history, 'prepare', 'query');
  swapLocalSteps(history, 'prepare', 'query');
  renameActivity(history, 'entregar', 'submit');
  expect(await replay(history)).toBeUndefined();
});
