/**
 * The runs whose histories `record-histories.mjs` records: what each step returns, in order (the last result repeats), and what
 * happens from outside meanwhile. Each scenario leads to commands that no other scenario has.
 *
 * `registry`: the renewal of the taxpayer registry, and what its activity returns.
 * `inquiry`: a question to DGII instead of a voucher, and what its activity returns.
 *
 * A result is a state of the ledger, `state/WAITING_REASON`, `…+held` of a step that returns when its scenario says so, or one of:
 * `not-tried` the step did not run within the workflow task: the patient activity of the same step comes next;
 * `unavailable` the step throws, as it does when the ledger is unreachable;
 * `dies` the step neither returns nor sends a heartbeat.
 * The first delivery and the first query are quick; later ones are patient.
 */

const happy = {
  prepare: ['signed'],
  submit: ['submitted'],
  query: ['accepted'],
};

/** DGII is slow: no step runs within the workflow task. */
const patiently = { ...happy, submit: ['not-tried', 'submitted'], query: ['not-tried', 'accepted'] };

/** Longer than any recording: only retryNow ends such a pause. */
const endlessMs = 3_600_000;
const endlessRetry = { retryFirstMs: endlessMs, retryMaxMs: endlessMs };

const sendAndEnd = async (run) => {
  await run.send('awaitFinal');
  await run.end();
};

const resumedFrom = (state) => ({
  name: `resumed-from-${state}`,
  script: { ...happy, prepare: [state] },
  drive: sendAndEnd,
});

const askAndEnd = async (run) => {
  await run.start();
  await run.end();
};

/** @type {readonly import('./record-histories.mjs').Scenario[]} */
export const scenarios = [
  { name: 'accepted', script: happy, drive: sendAndEnd },
  { name: 'accepted-patiently', script: patiently, drive: sendAndEnd },
  {
    name: 'delivered-patiently-asked-quickly',
    script: { ...patiently, query: ['accepted'] },
    drive: sendAndEnd,
  },
  { name: 'rejected', script: { ...happy, query: ['rejected'] }, drive: sendAndEnd },
  {
    name: 'conditionally-accepted',
    script: { ...happy, query: ['conditionally-accepted'] },
    drive: sendAndEnd,
  },
  {
    name: 'quick-delivery-without-an-answer',
    script: { ...happy, submit: ['submitting/DGII_UNAVAILABLE', 'submitting', 'submitted'] },
    drive: sendAndEnd,
  },
  // DGII answers a summary's delivery with the verdict.
  { name: 'summary', script: { ...happy, submit: ['accepted'] }, drive: sendAndEnd },
  { name: 'summary-patiently', script: { ...happy, submit: ['not-tried', 'accepted'] }, drive: sendAndEnd },
  {
    name: 'recovered-by-asking',
    script: {
      ...happy,
      prepare: ['submitting'],
      submit: ['not-tried', 'submitting', 'submitting', 'submitted'],
    },
    drive: sendAndEnd,
  },
  {
    name: 'suspended-company',
    script: { ...happy, submit: ['signed/NOT_DELEGATED', 'signed/CERTIFICATE_UNUSABLE', 'submitted'] },
    drive: sendAndEnd,
  },
  {
    name: 'signed-anew',
    script: { ...happy, submit: ['signed/CERTIFICATE_UNUSABLE', 'rejected'] },
    drive: sendAndEnd,
  },
  {
    name: 'handed-over-then-final',
    script: { ...happy, query: ['submitted', 'accepted'] },
    // Long enough that the second update comes while the run waits.
    timings: { pollFirstMs: 1_000, pollMaxMs: 1_000 },
    drive: async (run) => {
      await run.send('awaitHandedOver');
      await run.send('awaitFinal');
      await run.end();
    },
  },
  {
    name: 'started-without-waiting',
    script: happy,
    drive: async (run) => {
      await run.start();
      await run.end();
    },
  },
  {
    name: 'polled-three-times',
    script: {
      ...happy,
      query: ['submitted', 'submitted/DGII_SILENT', 'submitted/DGII_UNAVAILABLE', 'accepted'],
    },
    drive: sendAndEnd,
  },
  {
    name: 'waited-for-certificate',
    script: {
      ...happy,
      prepare: ['admitted/CERTIFICATE_UNUSABLE', 'admitted/CERTIFICATE_UNUSABLE', 'signed'],
    },
    drive: sendAndEnd,
  },
  {
    // A note: the voucher that it modifies becomes final, and the worker that recorded this wakes the note.
    name: 'note-wait',
    script: {
      ...happy,
      prepare: ['admitted/REFERENCE_PENDING', 'signed'],
    },
    timings: endlessRetry,
    drive: async (run) => {
      await run.start();
      await run.until(({ waiting }) => waiting === 'REFERENCE_PENDING');
      await run.wake();
      await run.end();
    },
  },
  {
    name: 'note-refused',
    script: { ...happy, prepare: ['admitted/REFERENCE_PENDING', 'refused'] },
    drive: sendAndEnd,
  },
  {
    name: 'submitted-again-after-dgii-was-down',
    script: { ...patiently, submit: ['not-tried', 'submitting/DGII_UNAVAILABLE', 'submitting', 'submitted'] },
    drive: sendAndEnd,
  },
  {
    name: 'retry-now',
    script: { ...happy, submit: ['submitting/NOT_DELEGATED', 'submitted'] },
    timings: endlessRetry,
    drive: async (run) => {
      await run.start();
      await run.until(({ waiting }) => waiting === 'NOT_DELEGATED');
      await run.retryNow();
      await run.end();
    },
  },
  resumedFrom('signed'),
  resumedFrom('submitting'),
  resumedFrom('submitted'),
  resumedFrom('accepted'),
  {
    name: 'ledger-unreachable-for-a-while',
    script: {
      ...happy,
      prepare: ['unavailable', 'unavailable', 'signed'],
      submit: ['not-tried', 'unavailable', 'submitted'],
    },
    drive: sendAndEnd,
  },
  {
    // The step takes longer than a workflow task (10 s), so the worker has to extend the task.
    name: 'ledger-unreachable-beyond-a-workflow-task',
    script: { ...happy, prepare: ['unavailable', 'unavailable', 'unavailable', 'signed'] },
    timings: { retryFirstMs: 3_000, retryMaxMs: 6_000 },
    drive: sendAndEnd,
  },
  {
    // An update arrives just as a local step ends that took longer than its workflow task (10 s). At first the update comes before
    // the step's result; in a replay both come together.
    name: 'asked-while-a-local-step-ended',
    script: { ...happy, prepare: ['submitted'], query: ['submitted/DGII_UNAVAILABLE+held', 'accepted'] },
    timings: { quickQueryTimeoutMs: 20_000 },
    drive: async (run) => {
      await run.start();
      await run.untilTasks(1);
      const asked = run.send('awaitHandedOver');
      await run.untilTasks(2);
      run.release();
      await asked;
      await run.end();
    },
  },
  {
    name: 'submit-timed-out-by-heartbeat',
    script: { ...happy, submit: ['not-tried', 'dies', 'submitted'] },
    timings: { heartbeatMs: 500 },
    drive: sendAndEnd,
  },
  {
    // Its delivery is open in the ledger, so the next try is the patient activity, which asks DGII first.
    name: 'quick-delivery-timed-out',
    script: { ...happy, submit: ['dies', 'not-tried', 'submitted'] },
    timings: { quickSubmitTimeoutMs: 100 },
    drive: sendAndEnd,
  },
  {
    name: 'ledger-unreachable-in-a-quick-delivery',
    script: { ...happy, submit: ['unavailable', 'not-tried', 'submitted'] },
    drive: sendAndEnd,
  },
  {
    name: 'quick-query-timed-out',
    script: { ...happy, query: ['dies', 'accepted'] },
    timings: { quickQueryTimeoutMs: 100 },
    drive: sendAndEnd,
  },
  {
    name: 'run-bound-parked',
    script: { ...happy, query: ['submitted'], park: ['submitted'] },
    timings: { runMaxMs: 150 },
    drive: sendAndEnd,
  },
  {
    // A run that is still open when a new version of the worker takes over: these recordings exist for this case.
    name: 'still-waiting-for-dgii',
    script: { ...happy, query: ['submitted'] },
    timings: { pollFirstMs: endlessMs, pollMaxMs: endlessMs },
    drive: async (run) => {
      await run.send('awaitHandedOver');
      await run.until(({ state }) => state === 'submitted');
    },
  },
  {
    name: 'still-waiting-for-certificate',
    script: { ...happy, prepare: ['admitted/CERTIFICATE_UNUSABLE'] },
    timings: endlessRetry,
    drive: async (run) => {
      await run.start();
      await run.until(({ waiting }) => waiting === 'CERTIFICATE_UNUSABLE');
    },
  },
  { name: 'inquiry-answered', inquiry: ['answered'], drive: askAndEnd },
  { name: 'inquiry-expired', inquiry: ['expired'], drive: askAndEnd },
  { name: 'inquiry-ledger-unreachable', inquiry: ['unavailable', 'answered'], drive: askAndEnd },
  { name: 'inquiry-asked-again', inquiry: ['dies', 'answered'], drive: askAndEnd },
  {
    // Nobody waits any more: the run fails, and the question stays unanswered in the ledger.
    name: 'inquiry-given-up',
    inquiry: ['unavailable'],
    drive: async (run) => {
      await run.start();
      await run.failure();
    },
  },
  { name: 'registry-imported', registry: ['imported'], drive: askAndEnd },
  { name: 'registry-unchanged-after-outage', registry: ['unavailable', 'unchanged'], drive: askAndEnd },
  { name: 'registry-worker-died', registry: ['dies', 'imported'], drive: askAndEnd },
  {
    name: 'registry-given-up',
    registry: ['unavailable'],
    drive: async (run) => {
      await run.start();
      await run.failure();
    },
  },
];
