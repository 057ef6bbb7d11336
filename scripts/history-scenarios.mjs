/**
 * The runs whose histories `record-histories.mjs` records: what each step answers, one after the other (the last answer is
 * repeated), and what happens from outside meanwhile. Each meets commands that no other one does.
 *
 * `registry`: the renewal of the taxpayer registry, and what its activity answers.
 * `inquiry`: a question to DGII in place of a voucher, and what its activity answers, likewise.
 *
 * An answer is a state of the ledger, `state/WAITING_REASON`, `state+asked` of a step that asked for the
 * result too, or one of:
 * `unavailable` the step throws, as it does when the ledger cannot be reached;
 * `dies` the step neither answers nor gives a sign of life.
 *
 * One recording has no scenario: `asked-while-a-local-step-ended-v1`, of a run under torture, in which an update arrived while a
 * local step that had outlasted its workflow task was ending.
 */

const happy = {
  advance: ['signed'],
  submit: ['submitted'],
  query: ['accepted'],
};

/** Longer than any recording: only somebody's wish ends such a pause. */
const endlessMs = 3_600_000;
const endlessRetry = { retryFirstMs: endlessMs, retryMaxMs: endlessMs };

const sendAndEnd = async (run) => {
  await run.send('awaitFinal');
  await run.end();
};

const resumedFrom = (state) => ({
  name: `resumed-from-${state}`,
  script: { ...happy, advance: [state] },
  drive: sendAndEnd,
});

const askAndEnd = async (run) => {
  await run.start();
  await run.end();
};

/** @type {readonly import('./record-histories.mjs').Scenario[]} */
export const scenarios = [
  { name: 'accepted', script: happy, drive: sendAndEnd },
  { name: 'rejected', script: { ...happy, query: ['rejected'] }, drive: sendAndEnd },
  {
    name: 'conditionally-accepted',
    script: { ...happy, query: ['conditionally-accepted'] },
    drive: sendAndEnd,
  },
  // While DGII answers at once the first step is the whole way, for a voucher as for a summary.
  { name: 'delivered-at-once', script: { advance: ['accepted'] }, drive: sendAndEnd },
  {
    name: 'delivered-at-once-then-polled',
    script: { ...happy, advance: ['submitted+asked'], query: ['submitted', 'accepted'] },
    drive: sendAndEnd,
  },
  {
    name: 'delivered-at-once-without-an-answer',
    script: {
      ...happy,
      advance: ['submitting/DGII_UNAVAILABLE'],
      submit: ['submitting', 'submitting/DGII_UNAVAILABLE', 'submitted'],
    },
    drive: sendAndEnd,
  },
  // A summary's delivery is answered with the verdict.
  { name: 'summary', script: { ...happy, submit: ['accepted'] }, drive: sendAndEnd },
  {
    name: 'recovered-by-asking',
    script: { ...happy, advance: ['submitting'], submit: ['submitting', 'submitting', 'submitted'] },
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
    // Long enough for the second update to come while the run waits.
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
      advance: ['admitted/CERTIFICATE_UNUSABLE', 'admitted/CERTIFICATE_UNUSABLE', 'signed'],
    },
    drive: sendAndEnd,
  },
  {
    // A note: the voucher that it modifies becomes final, and the worker that recorded so wakes it.
    name: 'note-wait',
    script: {
      ...happy,
      advance: ['admitted/REFERENCE_PENDING', 'signed'],
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
    script: { ...happy, advance: ['admitted/REFERENCE_PENDING', 'refused'] },
    drive: sendAndEnd,
  },
  {
    name: 'submitted-again-after-dgii-was-down',
    script: { ...happy, submit: ['submitting/DGII_UNAVAILABLE', 'submitting', 'submitted'] },
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
      advance: ['unavailable', 'unavailable', 'signed'],
      submit: ['unavailable', 'submitted'],
    },
    drive: sendAndEnd,
  },
  {
    // The step outlasts a workflow task (10 s), which the worker then has to prolong.
    name: 'ledger-unreachable-beyond-a-workflow-task',
    script: { ...happy, advance: ['unavailable', 'unavailable', 'unavailable', 'signed'] },
    timings: { retryFirstMs: 3_000, retryMaxMs: 6_000 },
    drive: sendAndEnd,
  },
  {
    name: 'submit-timed-out-by-heartbeat',
    script: { ...happy, submit: ['dies', 'submitted'] },
    timings: { heartbeatMs: 500 },
    drive: sendAndEnd,
  },
  {
    name: 'first-query-timed-out',
    script: { ...happy, query: ['dies', 'accepted'] },
    timings: { firstQueryTimeoutMs: 100 },
    drive: sendAndEnd,
  },
  {
    name: 'run-bound-parked',
    script: { ...happy, query: ['submitted'], park: ['submitted'] },
    timings: { runMaxMs: 150 },
    drive: sendAndEnd,
  },
  {
    // A run that is still open when a new version of the worker takes over: the reason for all of this.
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
    script: { ...happy, advance: ['admitted/CERTIFICATE_UNUSABLE'] },
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
    // Nobody waits any more: the run fails, and the question lies unanswered in the ledger.
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
