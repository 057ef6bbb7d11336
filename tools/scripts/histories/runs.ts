/** The runs of workflows that scenarios drive from outside, each on a Temporal of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { WithStartWorkflowOperation, type Client, type WorkflowHandle } from '@temporalio/client';
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
import type {
  InquiryRun,
  PausingRun,
  PlainRun,
  RegistryRun,
  VoucherRun,
  VoucherScenario,
} from './scenario.js';

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
export function openInquiry(client: Client, serial: number): Opened<InquiryRun> {
  const inquiryId = `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
  const start = inquiryStartOf(
    taskQueue,
    { kind: 'external-status' },
    {
      inquiryId,
      answerTimeoutMs: 500,
      giveUpMs: 2_000,
    },
  );
  const handle = client.workflow.getHandle(start.workflowId);
  const run = { ...endsOf(handle), start: () => client.workflow.start(inquiryWorkflowType, start) };
  return { id: inquiryId, run, handle };
}

/** One annulment of numbers. */
export function openAnnulment(client: Client, serial: number): Opened<PlainRun> {
  const annulmentId = `00000000-0000-4000-9000-${String(serial).padStart(12, '0')}`;
  const topic = { companyId: 1, environment: 'pre-certification', count: 2 };
  const timings = { ...voucherTimings, submitTimeoutMs: 500, heartbeatMs: 400 };
  const start = annulStartOf(taskQueue, topic, { annulmentId, timings });
  const handle = client.workflow.getHandle(start.workflowId);
  const run = { ...endsOf(handle), start: () => client.workflow.start(annulRangesType, start) };
  return { id: annulmentId, run, handle };
}

/** One certification run. */
export function openCertification(client: Client, serial: number): Opened<PlainRun> {
  const runId = `00000000-0000-4000-a000-${String(serial).padStart(12, '0')}`;
  const timings = { ...voucherTimings, submitTimeoutMs: 500, heartbeatMs: 400 };
  const start = certificationStartOf(taskQueue, { companyId: 1, runId, timings });
  const handle = client.workflow.getHandle(start.workflowId);
  const run = { ...endsOf(handle), start: () => client.workflow.start(certificationType, start) };
  return { id: runId, run, handle };
}

/** The acknowledgement of one reception, as the api asks for it. */
export function openReception(client: Client, serial: number): Opened<PlainRun> {
  const receptionId = `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
  const start = receiveStartOf(taskQueue, 1, { receptionId });
  const handle = client.workflow.getHandle(start.workflowId);
  const run = { ...endsOf(handle), start: () => client.workflow.start(receiveWorkflowType, start) };
  return { id: receptionId, run, handle };
}

/** One renewal of the registry, as the Schedule starts it. Its activity gets no id. */
export function openRegistry(client: Client): Opened<RegistryRun> {
  const start = { workflowId: 'registry-recording', taskQueue, args: [registryTimings] };
  const handle = client.workflow.getHandle(start.workflowId);
  const run = { ...endsOf(handle), start: () => client.workflow.start(registryWorkflowType, start) };
  return { id: '', run, handle };
}

export function encfOf(serial: number): string {
  return formatEncf(31, serial);
}

export function pausesOf(handle: WorkflowHandle): Omit<PausingRun, 'start'> {
  return {
    ...endsOf(handle),
    wake: () => handle.signal(wakeSignal),
    untilTasks: async (count) => {
      while ((await tasksOf(handle)) < count) await delay(lookEveryMs);
    },
  };
}

function endsOf(handle: WorkflowHandle): Pick<PlainRun, 'end' | 'failure'> {
  return {
    end: () => handle.result(),
    async failure() {
      const failed = await handle.result().then(
        () => false,
        () => true,
      );
      if (!failed) throw new Error('The run was expected to fail');
    },
  };
}

async function tasksOf(handle: WorkflowHandle): Promise<number> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).filter(({ workflowTaskStartedEventAttributes: task }) => task != null).length;
}
