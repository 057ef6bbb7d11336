/** The runs of workflows that scenarios drive from outside, each on a Temporal of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  WithStartWorkflowOperation,
  type Client,
  type WorkflowHandle,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import { inquiryStartOf, inquiryWorkflowType } from '../../../src/workflows/contract/inquiry.js';
import { receiveStartOf, receiveWorkflowType } from '../../../src/workflows/contract/receive.js';
import { registryWorkflowType, type RegistryTimings } from '../../../src/workflows/contract/registry.js';
import {
  startOptionsOf,
  stateQuery,
  updateIds,
  updates,
  wakeSignal,
  workflowIdOf,
  workflowType,
  type IssueEcfInput,
  type IssueEcfWorkflow,
  type IssueEcfState,
  type IssueEcfTimings,
} from '../../../src/workflows/contract.js';
import { certificationStartOf, certificationType } from '../../../src/workflows/contract/certification.js';
import { annulRangesType, annulStartOf } from '../../../src/workflows/contract/annulment.js';
import type { PausingRun, PlainRun, VoucherRun, VoucherScenario } from './scenario.js';

export const taskQueue = 'ecf-recording';
const lookEveryMs = 25;

/** A run with its handle, for the recorder. `id` selects the script. */
export interface Opened<R extends PlainRun> {
  readonly id: string;
  readonly run: R;
  readonly handle: WorkflowHandle;
}

const voucherTimings: IssueEcfTimings = {
  pollFirstMs: 20,
  pollMaxMs: 80,
  retryFirstMs: 20,
  retryMaxMs: 80,
  runMaxMs: 60_000,
  submitTimeoutMs: 10_000,
  quickSubmitTimeoutMs: 3_000,
  quickQueryTimeoutMs: 1_000,
  queryTimeoutMs: 5_000,
  heartbeatMs: 5_000,
};
const registryTimings: RegistryTimings = {
  tryMs: 5_000,
  giveUpMs: 2_000,
  retryFirstMs: 20,
  retryMaxMs: 80,
  heartbeatMs: 500,
};

/** @param serial of its e-NCF @param release releases the steps that the script holds */
export function openVoucher(
  client: Client,
  scenario: VoucherScenario,
  serial: number,
  release: () => void,
): Opened<VoucherRun> {
  const input: IssueEcfInput = {
    companyId: 1,
    environment: 'pre-certification',
    encf: encfOf(serial),
    attempt: 1,
    tipoeCF: 31,
    correlationId: 'recording',
    timings: { ...voucherTimings, ...scenario.timings },
  };
  const start = startOptionsOf(taskQueue, input);
  const handle = client.workflow.getHandle(workflowIdOf(input));
  const run: VoucherRun = {
    ...pausesOf(handle),
    start: () => client.workflow.start(workflowType, start),
    send: (update) =>
      client.workflow.executeUpdateWithStart<IssueEcfWorkflow, IssueEcfState, []>(updates[update], {
        updateId: updateIds[update],
        startWorkflowOperation: new WithStartWorkflowOperation(workflowType, start),
      }),
    retryNow: () => handle.executeUpdate(updates.retryNow, { updateId: 'retry-now' }),
    until: async (condition) => {
      while (!condition(await handle.query<IssueEcfState>(stateQuery))) await delay(lookEveryMs);
    },
    release,
  };
  return { id: input.encf, run, handle };
}

/** One question to DGII. */
export function openInquiry(client: Client, serial: number) {
  const inquiryId = uuidOf(serial);
  const input = { inquiryId, answerTimeoutMs: 500, giveUpMs: 2_000 };
  const start = inquiryStartOf(taskQueue, { kind: 'external-status' }, input);
  return opened(client, inquiryId, inquiryWorkflowType, start);
}

/** One annulment of numbers. */
export function openAnnulment(client: Client, serial: number) {
  const annulmentId = uuidOf(serial, 9);
  const topic = { companyId: 1, environment: 'pre-certification', count: 2 };
  const timings = { ...voucherTimings, submitTimeoutMs: 500, heartbeatMs: 400 };
  const start = annulStartOf(taskQueue, topic, { annulmentId, timings });
  return opened(client, annulmentId, annulRangesType, start);
}

/** One certification run. */
export function openCertification(client: Client, serial: number) {
  const runId = uuidOf(serial, 'a');
  const timings = { ...voucherTimings, submitTimeoutMs: 500, heartbeatMs: 400 };
  const start = certificationStartOf(taskQueue, { companyId: 1, runId, timings });
  return opened(client, runId, certificationType, start);
}

/** The acknowledgement of one reception, as the api asks for it. */
export function openReception(client: Client, serial: number) {
  const receptionId = uuidOf(serial);
  const start = receiveStartOf(taskQueue, 1, { receptionId });
  return opened(client, receptionId, receiveWorkflowType, start);
}

/** One renewal of the registry, as the Schedule starts it. Its activity gets no id. */
export function openRegistry(client: Client) {
  const start = { workflowId: 'registry-recording', taskQueue, args: [registryTimings] };
  return opened(client, '', registryWorkflowType, start);
}

export function opened(
  client: Client,
  id: string,
  type: string,
  start: WorkflowStartOptions,
): Opened<PausingRun> {
  const handle = client.workflow.getHandle(start.workflowId);
  return { id, handle, run: { ...pausesOf(handle), start: () => client.workflow.start(type, start) } };
}

/** @param variant tells apart the ids of different kinds of runs */
export function uuidOf(serial: number, variant: 8 | 9 | 'a' = 8): string {
  return `00000000-0000-4000-${variant}000-${String(serial).padStart(12, '0')}`;
}

export function encfOf(serial: number): string {
  return formatEncf(31, serial);
}

function pausesOf(handle: WorkflowHandle): Omit<PausingRun, 'start'> {
  return {
    end: () => handle.result(),
    failure: async () => {
      const failed = await handle.result().then(
        () => false,
        () => true,
      );
      if (!failed) throw new Error('The run was expected to fail');
    },
    wake: () => handle.signal(wakeSignal),
    untilTasks: async (count) => {
      while ((await tasksOf(handle)) < count) await delay(lookEveryMs);
    },
  };
}

async function tasksOf(handle: WorkflowHandle): Promise<number> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).filter(({ workflowTaskStartedEventAttributes: task }) => task != null).length;
}
