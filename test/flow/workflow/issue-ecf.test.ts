/** The workflow alone, on a real Temporal with scripted activities: its order, waits, limits and updates. */
import { randomInt } from 'node:crypto';
import { jest } from '@jest/globals';
import { Connection, WithStartWorkflowOperation, type Client } from '@temporalio/client';
import type { IssueEcfActivities } from '../../../src/activities/create-activities.js';
import {
  stepResultOf,
  type NotTriedResult,
  type StepResult,
} from '../../../src/activities/vouchers/step-result.js';
import type { DocumentState, WaitingReason } from '../../../src/ecf/model/document-states.js';
import {
  startOptionsOf,
  stateQuery,
  updateIds,
  updates,
  workflowIdOf,
  workflowType,
  type IssueEcfInput,
  type IssueEcfState,
} from '../../../src/workflows/contract/vouchers.js';
import type { Issuing } from '../../../src/api/processes/processes.js';
import { createTemporalIssuing } from '../../../src/api/processes/temporal-processes.js';
import { createLog } from '../../../src/shared/log.js';
import { given, givenBundle } from '../../harness/given.js';
import { takeTemporalLog } from '../../harness/temporal-log.js';
import { startTestWorker } from '../../harness/temporal.js';
import { until } from '../../harness/until.js';
import { stepsInHistory, type HistoryJson } from '../../replay/histories.js';

const quiet = createLog({ role: 'test', level: 'silent' });
beforeAll(() => takeTemporalLog(quiet));

const taskQueue = `issue-ecf-${randomInt(1_000_000)}`;
const companyId = randomInt(1_000, 1_000_000_000);

type Step = keyof IssueEcfActivities;
type Result = StepResult | NotTriedResult;
/** What each step of one voucher returns, in order; the last result repeats. */
type Script = Partial<Record<Step, readonly Result[]>>;

const notTried: NotTriedResult = { text: 'No se hace al momento', notTried: 'dgii-slow' };

const at = (state: DocumentState, reason?: WaitingReason): StepResult =>
  stepResultOf({ state, ...(reason && { waiting: { reason, since: new Date(0), nextTryAt: new Date(0) } }) });

const happy: Script = {
  prepare: [at('signed')],
  submit: [at('submitted')],
  query: [at('accepted')],
};

let client: Client;
const scripts = new Map<string, Script>();
const parkedFor = new Map<string, number>();
/** With each `prepare` of one voucher, the pause that follows if the voucher has to wait. */
const pausesOf = new Map<string, readonly unknown[]>();
/** A patient delivery of this voucher waits for this promise. */
const hold = new Map<string, Promise<void>>();
/** The steps of one voucher in order; `quick` marks steps that ran within a workflow task. */
const taken = new Map<string, string[]>();

beforeAll(async () => {
  const step = (name: Step) => async (ref: { encf: string }, more?: unknown) => {
    const { quickMs, quick } = (more ?? {}) as { quickMs?: number; quick?: boolean };
    const isQuick = quickMs !== undefined || quick === true;
    if (name === 'prepare') pausesOf.set(ref.encf, [...(pausesOf.get(ref.encf) ?? []), more]);
    if (name === 'park') parkedFor.set(ref.encf, typeof more === 'number' ? more : -1);
    if (name === 'submit' && !isQuick) await hold.get(ref.encf);
    const steps = taken.get(ref.encf) ?? [];
    const before = steps.filter((one) => one.endsWith(name)).length;
    taken.set(ref.encf, [...steps, isQuick ? `quick ${name}` : name]);
    const answers = scripts.get(ref.encf)?.[name] ?? [];
    const answer = answers[Math.min(before, answers.length - 1)];
    if (answer === undefined) throw new Error(`No script for ${name} of ${ref.encf}`);
    return answer;
  };
  const names: readonly Step[] = ['prepare', 'submit', 'query', 'park'];
  client = await startTestWorker({
    taskQueue,
    workflowBundle: givenBundle(),
    activities: Object.fromEntries(names.map((name) => [name, step(name)])),
  });
}, 60_000);

let serial = 0;
function voucher(script: Script, timings: Partial<IssueEcfInput['timings']> = {}): IssueEcfInput {
  serial += 1;
  const encf = `E31${String(serial).padStart(10, '0')}`;
  scripts.set(encf, script);
  return {
    companyId,
    environment: 'pre-certification',
    encf,
    attempt: 1,
    tipoeCF: 31,
    correlationId: 'prueba',
    timings: {
      pollFirstMs: 10,
      pollMaxMs: 40,
      retryFirstMs: 10,
      retryMaxMs: 40,
      runMaxMs: 60_000,
      // A step that times out runs again, and the tests count the steps.
      submitTimeoutMs: 60_000,
      quickSubmitTimeoutMs: 60_000,
      quickQueryTimeoutMs: 60_000,
      queryTimeoutMs: 60_000,
      heartbeatMs: 60_000,
      ...timings,
    },
  };
}

function wait(
  input: IssueEcfInput,
  update: 'awaitHandedOver' | 'awaitFinal',
  waitMs: number,
): Promise<IssueEcfState> {
  return client.withDeadline(Date.now() + waitMs, () =>
    client.workflow.executeUpdateWithStart<(one: IssueEcfInput) => Promise<IssueEcfState>, IssueEcfState, []>(
      updates[update],
      {
        updateId: updateIds[update],
        startWorkflowOperation: new WithStartWorkflowOperation(
          workflowType,
          startOptionsOf(taskQueue, input),
        ),
      },
    ),
  );
}

const issuingOf = ({ timings }: IssueEcfInput) =>
  createTemporalIssuing({
    address: given('TEST_TEMPORAL_ADDRESS'),
    namespace: 'default',
    taskQueue,
    timings,
    log: quiet,
  });
const send = (issuing: Issuing, input: IssueEcfInput, waitMs: number) => {
  const { companyId, environment, encf, attempt, tipoeCF, correlationId } = input;
  const ref = { companyId, environment, encf, attempt };
  return issuing.startAndWait(ref, { tipoeCF, correlationId }, 'final', waitMs);
};

const handleOf = (input: IssueEcfInput) => client.workflow.getHandle(workflowIdOf(input));
const stepsOf = (input: IssueEcfInput) => taken.get(input.encf);
const waits = (input: IssueEcfInput, reason: WaitingReason) =>
  until(`the voucher waits for ${reason}`, async () => {
    const view = await handleOf(input).query<IssueEcfState>(stateQuery);
    return view.waiting === reason;
  });

test('runs the steps in order, and ends', async () => {
  const input = voucher(happy);
  expect(await wait(input, 'awaitFinal', 20_000)).toEqual({ state: 'accepted', waiting: null });
  expect(await handleOf(input).result()).toEqual({ state: 'accepted', waiting: null });
  expect(stepsOf(input)).toEqual(['prepare', 'quick submit', 'quick query']);
});

test.each([
  { recorded: 'signed', steps: ['prepare', 'quick submit', 'quick query'] },
  { recorded: 'submitting', steps: ['prepare', 'quick submit', 'quick query'] },
  { recorded: 'submitted', steps: ['prepare', 'quick query'] },
  { recorded: 'accepted', steps: ['prepare'] },
  { recorded: 'rejected', steps: ['prepare'] },
  { recorded: 'annulled', steps: ['prepare'] },
] as const)('continues from $recorded', async ({ recorded, steps }) => {
  const input = voucher({ ...happy, prepare: [at(recorded)] });
  await wait(input, 'awaitFinal', 20_000);
  expect(stepsOf(input)).toEqual(steps);
});

test('a delivery that is answered with the verdict is the last step', async () => {
  const input = voucher({ ...happy, submit: [at('accepted')] });
  expect(await wait(input, 'awaitFinal', 20_000)).toEqual({ state: 'accepted', waiting: null });
  expect(stepsOf(input)).toEqual(['prepare', 'quick submit']);
});

test('the regular step follows at once if the quick step was not tried', async () => {
  const endless = { pollFirstMs: 3_600_000, retryFirstMs: 3_600_000, retryMaxMs: 3_600_000 };
  const script = { ...happy, submit: [notTried, at('submitted')], query: [notTried, at('accepted')] };
  const input = voucher(script, endless);
  expect(await wait(input, 'awaitFinal', 20_000)).toEqual({ state: 'accepted', waiting: null });
  expect(stepsOf(input)).toEqual(['prepare', 'quick submit', 'submit', 'quick query', 'query']);
});

test('without a result at once, the next query comes after a pause and is a regular step', async () => {
  const input = voucher({ ...happy, query: [at('submitted'), at('accepted')] }, { pollFirstMs: 3_600_000 });
  await wait(input, 'awaitHandedOver', 20_000);
  await until('the first question is asked', async () => stepsOf(input)?.at(-1) === 'quick query');
  await handleOf(input).executeUpdate(updates.retryNow, { updateId: 'retry' });
  // Not `wait`: it would start another run if this one has already ended.
  expect(await handleOf(input).result()).toMatchObject({ state: 'accepted' });
  expect(stepsOf(input)).toEqual(['prepare', 'quick submit', 'quick query', 'query']);
});

test('history shows each step with its own name, summary, result and time', async () => {
  const submitted = { ...at('submitted'), text: 'Entrega 1: la DGII lo recibió', ms: 31 };
  const input = voucher({
    prepare: [{ ...at('signed'), text: 'Firmado', ms: 12 }],
    submit: [notTried, submitted],
    query: [{ ...at('accepted'), text: 'Aceptado', ms: 7 }],
  });
  await wait(input, 'awaitFinal', 20_000);
  await handleOf(input).result();
  const json = JSON.stringify(await handleOf(input).fetchHistory());
  const shown = stepsInHistory(JSON.parse(json) as HistoryJson);
  expect(shown.map(({ activity, summary, text, ms }) => ({ activity, summary, text, ms }))).toEqual([
    { activity: 'prepare', summary: 'Construye, valida y firma', text: 'Firmado', ms: 12 },
    { activity: 'submit', summary: 'Entrega a la DGII', text: 'No se hace al momento' },
    { activity: 'submit', summary: 'Entrega a la DGII', text: 'Entrega 1: la DGII lo recibió', ms: 31 },
    { activity: 'query', summary: 'Consulta el resultado', text: 'Aceptado', ms: 7 },
  ]);
  const metadata = await handleOf(input).query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  expect(metadata.currentDetails?.split('\n').slice(-4)).toEqual([
    '- Firmado (12 ms)',
    '- No se hace al momento',
    '- Entrega 1: la DGII lo recibió (31 ms)',
    '- Aceptado (7 ms)',
  ]);
});

test('polls until there is a verdict', async () => {
  const input = voucher({
    ...happy,
    query: [at('submitted'), at('submitted'), at('submitted', 'DGII_SILENT'), at('accepted')],
  });
  expect(await wait(input, 'awaitFinal', 20_000)).toMatchObject({ state: 'accepted' });
  expect(stepsOf(input)?.filter((step) => step.endsWith('query'))).toHaveLength(4);
});

test('a caller that sends an update after the run ended gets its answer, and no step is repeated', async () => {
  const input = voucher(happy);
  await wait(input, 'awaitFinal', 20_000);
  await handleOf(input).result();
  scripts.set(input.encf, { prepare: [at('accepted')] });
  expect(await wait(input, 'awaitFinal', 20_000)).toMatchObject({ state: 'accepted' });
  // Another update of a closed run starts a new one, which finds the voucher final and ends.
  expect(await wait(input, 'awaitHandedOver', 20_000)).toMatchObject({ state: 'accepted' });
  expect(stepsOf(input)?.filter((step) => step.endsWith('submit'))).toHaveLength(1);
});

test('200 retries of one waiting voucher are all served by one run, and leave no trace in its history', async () => {
  const input = voucher(
    { ...happy, submit: [at('submitting', 'DGII_UNAVAILABLE'), at('submitted')] },
    { retryFirstMs: 600_000, retryMaxMs: 600_000 },
  );
  await client.workflow.start(workflowType, startOptionsOf(taskQueue, input));
  await waits(input, 'DGII_UNAVAILABLE');
  await Promise.all(
    Array.from({ length: 200 }, () => wait(input, 'awaitFinal', 2_000).catch(() => undefined)),
  );
  await handleOf(input).executeUpdate(updates.retryNow);
  expect(await wait(input, 'awaitFinal', 20_000)).toMatchObject({ state: 'accepted' });
  const { historyLength } = await handleOf(input).describe();
  expect(historyLength).toBeLessThan(100);
});

test('an operator’s retryNow ends one long pause, and the pause after it is no longer', async () => {
  const reasons = ['CERTIFICATE_UNUSABLE', 'NOT_DELEGATED'] as const;
  const input = voucher(
    { ...happy, prepare: [...reasons.map((reason) => at('admitted', reason)), at('signed')] },
    { retryFirstMs: 600_000, retryMaxMs: 2_400_000 },
  );
  await client.workflow.start(workflowType, startOptionsOf(taskQueue, input));
  for (const reason of reasons) {
    await waits(input, reason);
    await handleOf(input).executeUpdate(updates.retryNow);
  }
  expect(await handleOf(input).result()).toMatchObject({ state: 'accepted' });
  expect(pausesOf.get(input.encf)).toEqual([600_000, 600_000, 600_000]);
});

test.each([
  { reason: 'CERTIFICATE_UNUSABLE', pauses: [10, 20, 40, 80, 160, 300, 300, 300] },
  { reason: 'REFERENCE_PENDING', pauses: [10, 20, 40, 80, 160, 300, 300, 300] },
  { reason: 'DGII_UNAVAILABLE', pauses: [10, 20, 20, 20, 20, 20, 20, 20] },
] as const)('pauses of a voucher that waits for $reason', async ({ reason, pauses }) => {
  const tries = pauses.map((_, n) => (n < pauses.length - 1 ? at('admitted', reason) : at('accepted')));
  const input = voucher({ ...happy, prepare: tries }, { retryMaxMs: 20 });
  await wait(input, 'awaitFinal', 20_000);
  expect(pausesOf.get(input.encf)).toEqual(pauses);
});

test('a run that reaches its time limit parks the voucher and ends', async () => {
  const input = voucher({ ...happy, query: [at('submitted')], park: [at('submitted')] }, { runMaxMs: 100 });
  expect(await wait(input, 'awaitFinal', 20_000)).toEqual({ state: 'submitted', waiting: null });
  expect(stepsOf(input)?.at(-1)).toBe('park');
});

test('an operator finds a run by its search attributes, and sees its company and e-NCF', async () => {
  const input = voucher(happy);
  await wait(input, 'awaitFinal', 20_000);
  const description = await handleOf(input).describe();
  expect(description.memo).toMatchObject({ empresa: companyId, encf: input.encf });
  expect(await description.staticSummary()).toContain(input.encf);
  const found = await until('the search attributes are indexed', async () => {
    const list = client.workflow.list({
      query: `EcfEncf = '${input.encf}' AND EcfCompanyId = ${companyId} AND EcfStatus = 'Aceptado'`,
    });
    for await (const one of list) return one.workflowId;
    return undefined;
  });
  expect(found).toBe(workflowIdOf(input));
});

test('a run that ends because its history is long is soon followed by another, not after 6 h', async () => {
  // Temporal calls a history long after 4,096 events or 4 MB; results of 100 KB make it long after few of them.
  const unavailable = { ...at('submitting', 'DGII_UNAVAILABLE'), text: 'x'.repeat(100_000) };
  const input = voucher(
    {
      ...happy,
      submit: [unavailable],
      park: [at('submitting', 'DGII_UNAVAILABLE')],
    },
    { retryFirstMs: 1, retryMaxMs: 1, runMaxMs: 72 * 3_600_000 },
  );
  await client.workflow.start(workflowType, startOptionsOf(taskQueue, input));
  await until('the run ends', async () => parkedFor.get(input.encf) !== undefined, { withinMs: 110_000 });
  expect(parkedFor.get(input.encf)).toBeLessThan(600_000);
}, 120_000);

test('a send that waits for a voucher whose run ended without a verdict starts the next run', async () => {
  const input = voucher({ ...happy, query: [at('submitted')], park: [at('submitted')] }, { runMaxMs: 100 });
  await wait(input, 'awaitFinal', 20_000);
  await handleOf(input).result();
  scripts.set(input.encf, { ...happy, prepare: [at('submitted')], query: [at('accepted')] });
  const issuing = issuingOf(input);
  await send(issuing, input, 20_000);
  await issuing.close();
  expect(stepsOf(input)?.at(-1)).toBe('quick query');
});

/** Sends wait for this voucher until `release` lets its delivery go on. */
function heldVoucher() {
  let release = () => {};
  const input = voucher({ ...happy, submit: [notTried, at('submitted')] });
  hold.set(
    input.encf,
    new Promise((resolve) => {
      release = resolve;
    }),
  );
  return { input, release: () => release() };
}

describe('sends that wait for one voucher', () => {
  /** With the calls that it makes to Temporal. */
  function watchedIssuing(input: IssueEcfInput) {
    const connect = jest.spyOn(Connection, 'lazy');
    const issuing = issuingOf(input);
    const { workflowService } = connect.mock.results[0]?.value as Connection;
    const starts = jest.spyOn(workflowService, 'executeMultiOperation');
    const polls = jest.spyOn(workflowService, 'pollWorkflowExecutionUpdate');
    return { issuing, starts, polls };
  }
  afterEach(() => jest.restoreAllMocks());

  test('share one long poll of Temporal', async () => {
    const { input, release } = heldVoucher();
    const { issuing, starts, polls } = watchedIssuing(input);
    const sends = Array.from({ length: 200 }, () => send(issuing, input, 30_000));
    await until('all are started', async () => starts.mock.calls.length === 200);
    await Promise.all(starts.mock.results.map(({ value }) => value as Promise<unknown>));
    await until('they wait', async () => polls.mock.calls.length > 0);
    release();
    await Promise.all(sends);
    expect(await handleOf(input).query(stateQuery)).toMatchObject({ state: 'accepted' });
    expect(polls).toHaveBeenCalledTimes(1);
    await issuing.close();
  }, 40_000);

  test('go on waiting after one of them gave up', async () => {
    const { input, release } = heldVoucher();
    const { issuing, polls } = watchedIssuing(input);
    const short = send(issuing, input, 1_000);
    await until('the short one waits', async () => polls.mock.calls.length === 1);
    const long = send(issuing, input, 30_000);
    await short;
    await until('another poll follows', async () => polls.mock.calls.length === 2);
    release();
    await long;
    expect(await handleOf(input).query(stateQuery)).toMatchObject({ state: 'accepted' });
    await issuing.close();
  }, 40_000);
});

test('a retryNow that comes during a step is not lost', async () => {
  let release = () => {};
  const input = voucher(
    { ...happy, submit: [notTried, at('submitting', 'DGII_UNAVAILABLE'), at('submitted')] },
    { retryFirstMs: 600_000, retryMaxMs: 600_000 },
  );
  hold.set(input.encf, new Promise((resolve) => (release = resolve)));
  await client.workflow.start(workflowType, startOptionsOf(taskQueue, input));
  await until('the delivery is under way', async () => {
    const { pendingActivities } = (await handleOf(input).describe()).raw;
    return (pendingActivities?.length ?? 0) > 0;
  });
  await handleOf(input).executeUpdate(updates.retryNow);
  release();
  expect(await handleOf(input).result()).toMatchObject({ state: 'accepted' });
  expect(stepsOf(input)).toEqual(['prepare', 'quick submit', 'submit', 'submit', 'quick query']);
}, 40_000);
