/**
 * A company that sends a lot at one moment leaves places in Temporal for the next company, and the companies take turns there. No worker
 * runs before the last test, so no place becomes free.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { Issuing } from '../../../src/api/processes/processes.js';
import { createTemporalIssuing } from '../../../src/api/processes/temporal-processes.js';
import { stepResultOf } from '../../../src/activities/vouchers/step-result.js';
import { workflowStartLimits } from '../../../src/api/limits/limits.js';
import { createLog } from '../../../src/shared/log.js';
import type { DocumentState } from '../../../src/ecf/model/document-states.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import {
  inputOf,
  startOptionsOf,
  workflowIdOf,
  workflowType,
} from '../../../src/workflows/contract/vouchers.js';
import { annulWorkflowIdOf } from '../../../src/workflows/contract/numbers.js';
import { given, givenBundle } from '../../harness/given.js';
import { takeTemporalLog } from '../../harness/temporal-log.js';
import { startTestWorker } from '../../harness/temporal.js';
import { until } from '../../harness/until.js';

const quiet = createLog({ role: 'test', level: 'silent' });
beforeAll(() => takeTemporalLog(quiet));

const address = given('TEST_TEMPORAL_ADDRESS');
const busyCompany = randomInt(1_000, 1_000_000_000);
const sends = 2 * workflowStartLimits.runningMax;
/** The places that a single company may take. */
const places = (workflowStartLimits.runningMax + 1) * (3 / 4);
let connection: Connection;
let client: Client;

beforeAll(async () => {
  connection = await Connection.connect({ address });
  client = new Client({ connection });
});

afterAll(() => connection.close());

const voucher = (companyId: number, n: number): AttemptRef => ({
  companyId,
  environment: 'pre-certification',
  attempt: 1,
  encf: `E31${String(n).padStart(10, '0')}`,
});

const isStarted = (ref: AttemptRef) => exists(workflowIdOf(ref));

async function exists(workflowId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

const timings = {
  pollFirstMs: 1_000,
  pollMaxMs: 1_000,
  retryFirstMs: 1_000,
  retryMaxMs: 1_000,
  runMaxMs: 60_000,
  quickSubmitTimeoutMs: 1_000,
  quickQueryTimeoutMs: 1_000,
  submitTimeoutMs: 1_000,
  queryTimeoutMs: 1_000,
  heartbeatMs: 10_000,
};

const createIssuing = () =>
  createTemporalIssuing({
    address,
    namespace: 'default',
    taskQueue: `no-worker-${busyCompany}`,
    timings,
    log: quiet,
  });
const annulment = (companyId: number) => ({
  _id: randomUUID(),
  companyId,
  environment: 'pre-certification',
  count: 1,
});
const isAnnulling = ({ _id }: { readonly _id: string }) => exists(annulWorkflowIdOf(_id));
const send = (issuing: Issuing, ref: AttemptRef, waitMs: number) =>
  issuing.startAndWait(ref, { tipoeCF: 31, correlationId: 'x' }, 'handed-over', waitMs);
const startedOf = async (refs: readonly AttemptRef[]) =>
  (await Promise.all(refs.map(isStarted))).filter(Boolean).length;

async function terminateAnnulment({ _id }: { readonly _id: string }): Promise<void> {
  await client.workflow.getHandle(annulWorkflowIdOf(_id)).terminate('the test ended');
}

async function terminate(refs: readonly AttemptRef[]): Promise<void> {
  for (const ref of refs)
    if (await isStarted(ref)) await client.workflow.getHandle(workflowIdOf(ref)).terminate('the test ended');
}

test('the sends of one company take three quarters of the places, and the send of another one starts at once', async () => {
  const issuing = createIssuing();
  const busy = Array.from({ length: sends }, (_, n) => voucher(busyCompany, n + 1));
  const other = voucher(busyCompany + 1, 1);
  const waits = busy.map((ref) => send(issuing, ref, 60_000));
  await until('its places are taken', async () => (await startedOf(busy)) === places);
  waits.push(send(issuing, other, 60_000));
  await until('the other one is started', () => isStarted(other));
  expect(await startedOf(busy)).toBe(places);

  await issuing.close();
  // Temporal ends the waits for a workflow that was terminated.
  await terminate([...busy, other]);
  await Promise.all(waits);
}, 60_000);

test('a send whose wait ends before its turn is answered, and its run starts all the same', async () => {
  const issuing = createIssuing();
  const busy = Array.from({ length: sends }, (_, n) => voucher(busyCompany + 2, n + 1));
  await Promise.all(busy.map((ref) => send(issuing, ref, 500)));
  // Not all of them start: a busy Temporal may accept no start in time, and this test has no completer.
  await until('more are started than have places', async () => (await startedOf(busy)) > places);
  await issuing.close();
  await terminate(busy);
}, 60_000);

test('an annulment waits for its company’s turn, and the annulment of another company starts at once', async () => {
  const issuing = createIssuing();
  const busy = Array.from({ length: sends }, (_, n) => voucher(busyCompany + 3, n + 1));
  const [own, other] = [annulment(busyCompany + 3), annulment(busyCompany + 4)];
  const waits = busy.map((ref) => send(issuing, ref, 60_000));
  await until('the places of the company are taken', async () => (await startedOf(busy)) === places);
  waits.push(issuing.annul(own, 60_000));
  waits.push(issuing.annul(other, 60_000));
  await until('the annulment of the other company is started', () => isAnnulling(other));
  expect(await isAnnulling(own)).toBe(false);

  // A caller does not wait longer than it asked for, whether its turn has come or not.
  await issuing.annul(annulment(busyCompany + 3), 100);
  await issuing.close();
  await terminate(busy);
  await terminateAnnulment(other);
  await Promise.all(waits);
}, 60_000);

test('a worker takes the voucher of a company before most of those that another company sent earlier', async () => {
  const taskQueue = `turns-${busyCompany}`;
  const sentBefore = 60;
  const start = (companyId: number, n: number) => {
    const about = { ...voucher(companyId, n), tipoeCF: 31, correlationId: 'x' };
    return client.workflow.start(workflowType, startOptionsOf(taskQueue, inputOf(about, timings)));
  };
  for (let n = 1; n <= sentBefore; n += 1) await start(busyCompany + 5, n);
  await start(busyCompany + 6, 1);

  const taken: number[] = [];
  const step = (state: DocumentState) => async (ref: AttemptRef) => {
    if (state === 'signed') taken.push(ref.companyId);
    return stepResultOf({ state });
  };
  const activities = { prepare: step('signed'), submit: step('submitted'), query: step('accepted') };
  await startTestWorker({ taskQueue, workflowBundle: givenBundle(), activities });
  await until('all are taken', async () => taken.length > sentBefore, { withinMs: 100_000 });
  // Without turns the voucher would be among the last that are taken, as it was sent last.
  expect(taken.indexOf(busyCompany + 6)).toBeLessThan(40);
}, 180_000);
