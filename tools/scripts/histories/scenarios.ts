/**
 * The runs whose histories `record-histories.ts` records. Each scenario leads to commands that no other scenario has. scenario.ts
 * explains the results. The first delivery and the first query are quick; later ones are patient.
 *
 * A scenario's place in the list gives its e-NCF.
 */
import type {
  AnnulmentScript,
  PlainScenario,
  Run,
  Scenario,
  VoucherRun,
  VoucherScenario,
  VoucherScript,
} from './scenario.js';

const happy: VoucherScript = { prepare: ['signed'], submit: ['submitted'], query: ['accepted'] };
/** DGII is slow: no step runs within the workflow task. */
const patiently: VoucherScript = { submit: ['not-tried', 'submitted'], query: ['not-tried', 'accepted'] };

/** Longer than any recording: only retryNow or a signal ends such a pause. */
const endlessMs = 3_600_000;
const endlessRetry = { retryFirstMs: endlessMs, retryMaxMs: endlessMs };

const sendAndEnd = async (run: VoucherRun) => {
  await run.send('awaitFinal');
  await run.end();
};

const startAndEnd = async (run: Run) => {
  await run.start();
  await run.end();
};

const startAndFail = async (run: Run) => {
  await run.start();
  await run.failure();
};

const startAndPause = async (run: Run) => {
  await run.start();
  await run.untilTasks(2);
};

const startAndWake = async (run: Run) => {
  await startAndPause(run);
  await run.wake();
  await run.end();
};

function voucher(
  name: string,
  script: VoucherScript = {},
  other: Partial<Pick<VoucherScenario, 'timings' | 'drive'>> = {},
): Scenario {
  return { kind: 'voucher', name, script: { ...happy, ...script }, drive: sendAndEnd, ...other };
}

function plain(kind: PlainScenario['kind']) {
  return (name: string, answers: readonly string[], drive = startAndEnd): Scenario => {
    return { kind, name: `${kind}-${name}`, answers, drive };
  };
}

const inquiry = plain('inquiry');
const reception = plain('reception');
const registry = plain('registry');
const certification = plain('certification');
const mail = plain('mail');

function annulment(name: string, script: AnnulmentScript = {}): Scenario {
  const voided = { lockAnnulment: ['send'], sendAnnulment: ['send', 'settle'], settleAnnulment: ['end'] };
  return { kind: 'annulment', name, script: { ...voided, ...script }, drive: startAndEnd };
}

const notAtFirst: PlainScenario['first'] = {
  text: 'Envío',
  status: 'Envío',
  state: 'waiting',
  ended: false,
  attempts: 1,
  ms: 5,
};

const deliveries = (['to-buyer', 'approval'] as const).flatMap((kind) => {
  const delivery = (
    name: string,
    answers: readonly string[],
    other: Partial<Pick<PlainScenario, 'timings' | 'first' | 'drive'>> = {},
  ): Scenario => ({ kind, name: `${kind}-${name}`, answers, drive: startAndEnd, ...other });
  return [
    delivery('delivered', ['delivered']),
    delivery('tried-three-times', ['waiting', 'waiting', 'delivered']),
    delivery('ledger-unreachable', ['unavailable', 'delivered']),
    delivery('worker-died', ['dies', 'delivered']),
    delivery('woken', ['waiting', 'delivered'], { timings: endlessRetry, drive: startAndWake }),
    // The run ends; the ledger has the time of the next check.
    delivery('run-bound', ['waiting'], { timings: { runMaxMs: 50 } }),
    // A worker made the first try without a run, so this one begins with the pause.
    delivery('handed-over', ['waiting', 'delivered'], { first: notAtFirst }),
    delivery('still-waiting', ['waiting'], { timings: endlessRetry, drive: startAndPause }),
  ];
});

const webhook = (
  name: string,
  answers: readonly string[],
  other: Partial<Pick<PlainScenario, 'timings' | 'drive'>> = {},
): Scenario => ({ kind: 'webhook', name: `webhook-${name}`, answers, drive: startAndEnd, ...other });

export const scenarios: readonly Scenario[] = [
  voucher('accepted'),
  voucher('accepted-patiently', patiently),
  voucher('delivered-patiently-asked-quickly', { ...patiently, query: ['accepted'] }),
  voucher('rejected', { query: ['rejected'] }),
  voucher('conditionally-accepted', { query: ['conditionally-accepted'] }),
  voucher('quick-delivery-without-an-answer', {
    submit: ['submitting/DGII_UNAVAILABLE', 'submitting', 'submitted'],
  }),
  // DGII answers a summary's delivery with the verdict.
  voucher('summary', { prepare: ['signed+summary'], submit: ['accepted'] }),
  voucher('summary-patiently', { prepare: ['signed+summary'], submit: ['not-tried', 'accepted'] }),
  voucher('recovered-by-asking', {
    prepare: ['submitting'],
    submit: ['not-tried', 'submitting', 'submitting', 'submitted'],
  }),
  voucher('suspended-company', {
    submit: ['signed/NOT_DELEGATED', 'signed/CERTIFICATE_UNUSABLE', 'submitted'],
  }),
  voucher('signed-anew', { submit: ['signed/CERTIFICATE_UNUSABLE', 'rejected'] }),
  voucher(
    'handed-over-then-final',
    { query: ['submitted', 'accepted'] },
    {
      // Long enough that the second update comes while the run waits.
      timings: { pollFirstMs: 1_000, pollMaxMs: 1_000 },
      drive: async (run) => {
        await run.send('awaitHandedOver');
        await run.send('awaitFinal');
        await run.end();
      },
    },
  ),
  voucher('started-without-waiting', {}, { drive: startAndEnd }),
  voucher('polled-three-times', {
    query: ['submitted', 'submitted/DGII_SILENT', 'submitted/DGII_UNAVAILABLE', 'accepted'],
  }),
  voucher('waited-for-certificate', {
    prepare: ['admitted/CERTIFICATE_UNUSABLE', 'admitted/CERTIFICATE_UNUSABLE', 'signed'],
  }),
  // A note: the voucher that it modifies becomes final, and the worker that recorded this wakes the note.
  voucher(
    'note-wait',
    { prepare: ['admitted/REFERENCE_PENDING', 'signed'] },
    {
      timings: endlessRetry,
      drive: async (run) => {
        await run.start();
        await run.until(({ waiting }) => waiting === 'REFERENCE_PENDING');
        await run.wake();
        await run.end();
      },
    },
  ),
  voucher('note-refused', { prepare: ['admitted/REFERENCE_PENDING', 'refused'] }),
  voucher('submitted-again-after-dgii-was-down', {
    ...patiently,
    submit: ['not-tried', 'submitting/DGII_UNAVAILABLE', 'submitting', 'submitted'],
  }),
  voucher(
    'retry-now',
    { submit: ['submitting/NOT_DELEGATED', 'submitted'] },
    {
      timings: endlessRetry,
      drive: async (run) => {
        await run.start();
        await run.until(({ waiting }) => waiting === 'NOT_DELEGATED');
        await run.retryNow();
        await run.end();
      },
    },
  ),
  ...['signed', 'submitting', 'submitted', 'accepted'].map((state) =>
    voucher(`resumed-from-${state}`, { prepare: [state] }),
  ),
  voucher('ledger-unreachable-for-a-while', {
    prepare: ['unavailable', 'unavailable', 'signed'],
    submit: ['not-tried', 'unavailable', 'submitted'],
  }),
  // The step takes longer than a workflow task (10 s), so the worker has to extend the task.
  voucher(
    'ledger-unreachable-beyond-a-workflow-task',
    { prepare: ['unavailable', 'unavailable', 'unavailable', 'signed'] },
    { timings: { retryFirstMs: 3_000, retryMaxMs: 6_000 } },
  ),
  // An update arrives just as a local step ends that took longer than its workflow task (10 s). In the first execution the update comes
  // before the step's result; in a replay both come together.
  voucher(
    'asked-while-a-local-step-ended',
    { prepare: ['submitted'], query: ['submitted/DGII_UNAVAILABLE+held', 'accepted'] },
    {
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
  ),
  voucher(
    'submit-timed-out-by-heartbeat',
    { submit: ['not-tried', 'dies', 'submitted'] },
    { timings: { heartbeatMs: 500 } },
  ),
  // Its delivery is open in the ledger, so the next try is the patient activity, which asks DGII first.
  voucher(
    'quick-delivery-timed-out',
    { submit: ['dies', 'not-tried', 'submitted'] },
    { timings: { quickSubmitTimeoutMs: 100 } },
  ),
  voucher('ledger-unreachable-in-a-quick-delivery', { submit: ['unavailable', 'not-tried', 'submitted'] }),
  voucher(
    'quick-query-timed-out',
    { query: ['dies', 'accepted'] },
    { timings: { quickQueryTimeoutMs: 100 } },
  ),
  voucher('run-bound-parked', { query: ['submitted'], park: ['submitted'] }, { timings: { runMaxMs: 150 } }),
  // A run that is still open when a new version of the worker takes over: these recordings exist for this case.
  voucher(
    'still-waiting-for-dgii',
    { query: ['submitted'] },
    {
      timings: { pollFirstMs: endlessMs, pollMaxMs: endlessMs },
      drive: async (run) => {
        await run.send('awaitHandedOver');
        await run.until(({ state }) => state === 'submitted');
      },
    },
  ),
  voucher(
    'still-waiting-for-certificate',
    { prepare: ['admitted/CERTIFICATE_UNUSABLE'] },
    {
      timings: endlessRetry,
      drive: async (run) => {
        await run.start();
        await run.until(({ waiting }) => waiting === 'CERTIFICATE_UNUSABLE');
      },
    },
  ),
  inquiry('answered', ['answered']),
  inquiry('expired', ['expired']),
  inquiry('ledger-unreachable', ['unavailable', 'answered']),
  inquiry('asked-again', ['dies', 'answered']),
  // Nobody waits any more: the run fails, and the question stays unanswered in the ledger.
  inquiry('given-up', ['unavailable'], startAndFail),
  reception('acknowledged', ['acknowledged']),
  reception('ledger-unreachable', ['unavailable', 'unavailable', 'acknowledged']),
  reception('without-certificate', ['certificate-unusable']),
  registry('imported', ['imported']),
  registry('unchanged-after-outage', ['unavailable', 'unchanged']),
  registry('worker-died', ['dies', 'imported']),
  registry('given-up', ['unavailable'], startAndFail),
  annulment('annulment-voided'),
  annulment('annulment-without-a-number', { lockAnnulment: ['settle'] }),
  annulment('annulment-waited', { sendAnnulment: ['send+waits', 'send+waits', 'settle'] }),
  annulment('annulment-answer-lost', {
    sendAnnulment: ['send', 'ask', 'settle'],
    askAnnulment: ['ask', 'send'],
  }),
  annulment('annulment-for-a-person', { sendAnnulment: ['send', 'ask'], askAnnulment: ['end'] }),
  annulment('annulment-worker-died', { sendAnnulment: ['send', 'dies', 'settle'] }),
  annulment('annulment-ledger-unreachable', { lockAnnulment: ['unavailable', 'send'] }),
  ...deliveries,
  certification('accepted', ['row', 'row+waits', 'row', 'end']),
  certification('waited', ['row+waits', 'row+waits', 'row+waits', 'row', 'end']),
  certification('ledger-unreachable', ['unavailable', 'unavailable', 'row', 'end']),
  certification('worker-died', ['row', 'dies', 'end']),
  webhook('done', ['done']),
  webhook('tried-three-times', ['20', '40', 'done']),
  webhook('ledger-unreachable', ['unavailable', 'done']),
  webhook('worker-died', ['dies', 'done']),
  webhook('woken', [String(endlessMs), 'done'], { drive: startAndWake }),
  webhook('run-bound', ['60'], { timings: { runMaxMs: 50 } }),
  webhook('still-waiting', [String(endlessMs)], { drive: startAndPause }),
  mail('sent', ['sent']),
  mail('refused', ['failed']),
  mail('tried-three-times', ['later', 'later', 'sent']),
  mail('ledger-unreachable', ['unavailable', 'sent']),
  mail('worker-died', ['dies', 'sent']),
  // The run fails. The mail is still open in the ledger, and a worker starts another run.
  mail('run-bound', ['later'], startAndFail),
];
