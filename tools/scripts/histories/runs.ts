/** The runs of workflows that scenarios drive from outside, each on a Temporal of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  WithStartWorkflowOperation,
  type Client,
  type WorkflowHandle,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import {
  approveStartOf,
  approveType,
  deliverStartOf,
  deliverToBuyerType,
  type BuyerTimings,
} from '../../../src/workflows/contract/buyers.js';
import { retryStartOf, retryWebhookType } from '../../../src/workflows/contract/events.js';
import { inquiryStartOf, inquiryWorkflowType } from '../../../src/workflows/contract/inquiries.js';
import { sendMailStartOf, sendMailType, type MailTimings } from '../../../src/workflows/contract/mail.js';
import { receiveStartOf, receiveWorkflowType } from '../../../src/workflows/contract/received.js';
import { registryWorkflowType, type RegistryTimings } from '../../../src/workflows/contract/taxpayers.js';
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
} from '../../../src/workflows/contract/vouchers.js';
import { certificationStartOf, certificationType } from '../../../src/workflows/contract/certification.js';
import { annulRangesType, annulStartOf } from '../../../src/workflows/contract/numbers.js';
import type { Run, Scenario, VoucherRun, VoucherScenario } from './scenario.js';

export const taskQueue = 'ecf-recording';
const lookEveryMs = 25;

/** `id` selects the script. */
export interface Opened<R extends Run> {
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
/** Of a run that asks DGII once and waits: an annulment, a certification run. */
const stepTimings = { ...voucherTimings, submitTimeoutMs: 500, heartbeatMs: 400 };
const buyerTimings: BuyerTimings = {
  retryFirstMs: 20,
  retryMaxMs: 80,
  runMaxMs: 60_000,
  tryTimeoutMs: 500,
  heartbeatMs: 400,
};
const mailTimings: MailTimings = {
  tryMs: 500,
  heartbeatMs: 400,
  retryFirstMs: 20,
  retryMaxMs: 80,
  runMaxMs: 5_000,
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

interface Start {
  readonly id: string;
  readonly type: string;
  readonly options: WorkflowStartOptions;
}

export function openRun(
  client: Client,
  scenario: Exclude<Scenario, VoucherScenario>,
  serial: number,
): Opened<Run> {
  const { id, type, options } = startOf(scenario, serial);
  const handle = client.workflow.getHandle(options.workflowId);
  return { id, handle, run: { ...pausesOf(handle), start: () => client.workflow.start(type, options) } };
}

function startOf(scenario: Exclude<Scenario, VoucherScenario>, serial: number): Start {
  const { kind } = scenario;
  const encf = encfOf(serial);
  const topic = { companyId: 1, environment: 'pre-certification' } as const;
  switch (kind) {
    case 'inquiry': {
      const input = { inquiryId: uuidOf(serial), answerTimeoutMs: 500, giveUpMs: 2_000 };
      const options = inquiryStartOf(taskQueue, { kind: 'external-status' }, input);
      return { id: input.inquiryId, type: inquiryWorkflowType, options };
    }
    case 'annulment': {
      const input = { annulmentId: uuidOf(serial, 9), timings: stepTimings };
      const options = annulStartOf(taskQueue, { ...topic, count: 2 }, input);
      return { id: input.annulmentId, type: annulRangesType, options };
    }
    case 'certification': {
      const input = { companyId: 1, runId: uuidOf(serial, 'a'), timings: stepTimings };
      return { id: input.runId, type: certificationType, options: certificationStartOf(taskQueue, input) };
    }
    case 'mail': {
      const input = { mailId: uuidOf(serial, 'b'), timings: mailTimings };
      const options = sendMailStartOf(taskQueue, { companyId: 1, kind: 'password-changed' }, input);
      return { id: input.mailId, type: sendMailType, options };
    }
    // As the api asks for the acknowledgement.
    case 'reception': {
      const input = { receptionId: uuidOf(serial) };
      return {
        id: input.receptionId,
        type: receiveWorkflowType,
        options: receiveStartOf(taskQueue, 1, input),
      };
    }
    // As the Schedule starts it. Its activity gets no id.
    case 'registry': {
      const options = { workflowId: 'registry-recording', taskQueue, args: [registryTimings] };
      return { id: '', type: registryWorkflowType, options };
    }
    case 'to-buyer': {
      const timings = { ...buyerTimings, ...scenario.timings };
      const { first } = scenario;
      const voucher = { ...topic, attempt: 1, tipoeCF: 31, encf, correlationId: 'recording' };
      const input = { ...voucher, timings, ...(first && { first }) };
      return { id: encf, type: deliverToBuyerType, options: deliverStartOf(taskQueue, input) };
    }
    case 'webhook': {
      const timings = { ...buyerTimings, ...scenario.timings };
      const input = { webhookId: `wh_${String(serial).padStart(24, '0')}`, timings };
      return { id: input.webhookId, type: retryWebhookType, options: retryStartOf(taskQueue, topic, input) };
    }
    case 'approval': {
      const timings = { ...buyerTimings, ...scenario.timings };
      const { first } = scenario;
      const input = { receptionId: uuidOf(serial), timings, ...(first && { first }) };
      const options = approveStartOf(taskQueue, { ...topic, encf }, input);
      return { id: input.receptionId, type: approveType, options };
    }
  }
}

/** @param variant tells apart the ids of different kinds of runs */
function uuidOf(serial: number, variant: 8 | 9 | 'a' | 'b' = 8): string {
  return `00000000-0000-4000-${variant}000-${String(serial).padStart(12, '0')}`;
}

function encfOf(serial: number): string {
  return formatEncf(31, serial);
}

function pausesOf(handle: WorkflowHandle): Omit<Run, 'start'> {
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
