/**
 * Replays recorded histories with today's workflow, because a run that an earlier version started must be able to continue.
 * After the first release, a change that fails here belongs under `patched` (or in a workflow with another name). Never change
 * the recordings instead.
 */
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { createLog } from '../../src/shared/log.js';
import { givenBundle } from '../harness/given.js';
import { takeTemporalLog } from '../harness/temporal-log.js';
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

/** A replay logs every determinism error at length, and most of them are expected here. */
beforeAll(() => takeTemporalLog(createLog({ role: 'test', level: 'silent' })));

/** @returns the error of the replay; undefined when it passes */
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

test.each(historyNames)('today’s workflow replays %s', async (name) => {
  expect(await replay(readHistory(name))).toBeUndefined();
});

test('what waits for DGII or for a taxpayer was recorded in its lane: a replay does not compare task queues', () => {
  const lanes = historyNames.flatMap((name) =>
    readHistory(name).events.flatMap((event) => {
      if (event.eventType !== 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED') return [];
      const { activityType, taskQueue } = attributesOf(event) as Record<string, { name: string }>;
      return [`${name.startsWith('summary') ? 'summary: ' : ''}${activityType!.name} in ${taskQueue!.name}`];
    }),
  );
  expect([...new Set(lanes)].sort()).toEqual([
    'answerInquiry in ecf-recording-inquiries',
    'askAnnulment in ecf-recording-inquiries',
    'deliverMail in ecf-recording-mail',
    'deliverVoucher in ecf-recording-buyers',
    'lockAnnulment in ecf-recording-inquiries',
    'query in ecf-recording-ecf',
    'refreshRegistry in ecf-recording',
    'retryDeliveries in ecf-recording-webhooks',
    'sendAnnulment in ecf-recording-inquiries',
    'sendApproval in ecf-recording-buyers',
    'settleAnnulment in ecf-recording-inquiries',
    'submit in ecf-recording-ecf',
    'summary: submit in ecf-recording-fc',
    'takeRow in ecf-recording-inquiries',
  ]);
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
    name: 'there is no pause before the second query',
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
    name: 'retryNow did not cancel the pause',
    of: 'retry-now-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_CANCELED'),
  },
  {
    name: 'two deliveries run at the same time',
    of: 'accepted-patiently-v1',
    says: 'No command scheduled for event',
    alter: (history) =>
      repeatEvent(history, 'ACTIVITY_TASK_SCHEDULED', (copy) => {
        attributesOf(copy)['activityId'] = 'second';
      }),
  },
  {
    name: 'no patient delivery follows one that was not tried',
    of: 'summary-patiently-v1',
    says: 'No command scheduled for event',
    alter: (history) =>
      answerOfLocalStep(history, 'submit', { state: 'submitted', final: false, notTried: undefined }),
  },
  {
    name: 'a final voucher is queried again',
    of: 'accepted-v1',
    says: 'Missing associated machine for LocalActivity(3)',
    alter: (history) => answerOfLocalStep(history, 'submit', { state: 'accepted', final: true }),
  },
  {
    name: 'the result is queried again without a pause',
    of: 'handed-over-then-final-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_STARTED'),
  },
  {
    name: 'the run ended without parking the voucher',
    of: 'run-bound-parked-v1',
    says: 'No command scheduled for event',
    alter: (history) => removeLocalStep(history, 'park'),
  },
  {
    name: 'an annulment sends before it locks',
    of: 'annulment-voided-v1',
    says: "Activity type of scheduled event 'sendFirst'",
    alter: (history) => renameActivity(history, 'lockAnnulment', 'sendFirst', 'regular'),
  },
  {
    name: 'an annulment tries again without a pause',
    of: 'annulment-waited-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_STARTED'),
  },
  {
    name: 'a voucher is approved instead of delivered',
    of: 'to-buyer-delivered-v1',
    says: "Activity type of scheduled event 'sendApproval'",
    alter: (history) => renameActivity(history, 'deliverVoucher', 'sendApproval', 'regular'),
  },
  {
    name: 'a delivery tries again without a pause',
    of: 'to-buyer-tried-three-times-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_STARTED'),
  },
  {
    name: 'an approval goes out twice at the same time',
    of: 'approval-delivered-v1',
    says: 'No command scheduled for event',
    alter: (history) =>
      repeatEvent(history, 'ACTIVITY_TASK_SCHEDULED', (copy) => {
        attributesOf(copy)['activityId'] = 'second';
      }),
  },
  {
    name: 'a signal did not end the pause of an approval',
    of: 'approval-woken-v1',
    says: 'Timer machine does not handle',
    alter: (history) => removeEvent(history, 'TIMER_CANCELED'),
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

test('an alteration that is undone passes: the altering itself breaks nothing', async () => {
  const history = readHistory('accepted-v1');
  renameActivity(history, 'submit', 'entregar');
  swapLocalSteps(history, 'prepare', 'query');
  swapLocalSteps(history, 'prepare', 'query');
  renameActivity(history, 'entregar', 'submit');
  expect(await replay(history)).toBeUndefined();
});
