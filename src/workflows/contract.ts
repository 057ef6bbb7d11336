/**
 * The contract between api, worker and operators: names, ids, inputs, updates, queries and search attributes of the
 * workflows. It has no side effects, so any role may import it.
 */
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import type { DocumentState, WaitingReason } from '../ecf/model/document-states.js';
import type { AttemptRef } from '../ecf/model/encf.js';

/** The intervals of one run, in milliseconds. They are inputs, so a replay uses the recorded values, and a test sets its own. */
export interface IssueEcfTimings {
  /** The first pause between two queries for the result. Each further pause is twice as long, up to `pollMaxMs`. */
  readonly pollFirstMs: number;
  readonly pollMaxMs: number;
  /**
   * The first pause before a step is tried again (DGII down, certificate unusable…). Each further pause is twice as long, up to
   * `retryMaxMs`.
   */
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  /** A run ends after this time. The completer then starts another one. */
  readonly runMaxMs: number;
  /** The time limits of a delivery and of a query that run within a workflow task. */
  readonly quickSubmitTimeoutMs: number;
  readonly quickQueryTimeoutMs: number;
  /** The time limits of a regular delivery, including the question about an earlier one, and of a regular query. */
  readonly submitTimeoutMs: number;
  readonly queryTimeoutMs: number;
  /** If a worker sends no heartbeat for this long during a delivery, Temporal considers it dead. */
  readonly heartbeatMs: number;
}

export interface IssueEcfInput extends AttemptRef {
  readonly tipoeCF: number;
  readonly correlationId: string;
  readonly timings: IssueEcfTimings;
}

/** What the updates and the query return: only the state. The api reads its answer to the client from the ledger. */
export interface IssueEcfState {
  readonly state: DocumentState | 'unknown';
  readonly waiting: WaitingReason | null;
}

export const workflowType = 'issueEcf';

/** `ecf-{companyId}-{environment}-{encf}-{attempt}`: each attempt has one workflow, so a second start finds the first run. */
export function workflowIdOf(ref: AttemptRef): string {
  return `ecf-${ref.companyId}-${ref.environment}-${ref.encf}-${ref.attempt}`;
}

/** Names of the updates and the query; each returns an `IssueEcfState`. */
export const updates = {
  /** Returns when DGII has the voucher, when the voucher is final, or when the run ends. */
  awaitHandedOver: 'awaitHandedOver',
  /** Returns when the voucher is final or the run ends. */
  awaitFinal: 'awaitFinal',
  /** An operator orders: try again now, whatever the voucher waits for. */
  retryNow: 'retryNow',
} as const;

/**
 * A worker sends this signal when the reason why the voucher waits may be gone. The run then tries again now. The sender needs no answer.
 */
export const wakeSignal = 'wake';

export const stateQuery = 'state';

/**
 * Fixed update ids. A run accepts only 10 updates in flight and 2,000 in its life, but any number of callers may share one update id, and
 * each of them gets the answer.
 */
export const updateIds = { awaitHandedOver: 'await-handed-over', awaitFinal: 'await-final' } as const;

/**
 * One question to DGII that is not a step of a voucher. History holds only its id and these times; the ledger keeps question and answer for
 * an hour.
 */
export interface InquiryInput {
  readonly inquiryId: string;
  /** The time limit of one try. */
  readonly answerTimeoutMs: number;
  /** Retries stop after this time, because nobody waits for the answer any more. */
  readonly giveUpMs: number;
}

/** `answered`: the answer is in the ledger. `expired`: the ledger has deleted the question. */
export type InquiryEnd = 'answered' | 'expired';

export type InquiryTimings = Omit<InquiryInput, 'inquiryId'>;

export const inquiryWorkflowType = 'inquiry';

/** The subject of a question: people see it in the Web UI, and companies take turns by it. */
export interface InquiryTopic {
  readonly kind: string;
  /** Absent if the question concerns no company. */
  readonly companyId?: number;
}

/** How the api or an operator starts the workflow of one question. */
export function inquiryStartOf(
  taskQueue: string,
  { kind, companyId = 0 }: InquiryTopic,
  input: InquiryInput,
) {
  return {
    workflowId: `inquiry-${kind}-${input.inquiryId}`,
    taskQueue,
    priority: turnOf(companyId),
    args: [input] as [InquiryInput],
    // If no worker runs, the question must not stay in Temporal for ever.
    workflowExecutionTimeout: input.giveUpMs * 2,
    staticSummary: `Consulta a la DGII: ${kind}`,
  };
}

/** History holds only the id of the reception or of the refusal. */
export interface ReceiveInput {
  readonly receptionId: string;
}

/** `acknowledged`: the signed ARECF is in the ledger. `unknown`: the ledger has no such reception. */
export type ReceiveEnd = 'acknowledged' | 'certificate-unusable' | 'unknown';

export const receiveWorkflowType = 'receive';

/** If no worker returns within this time, the run ends; when the sender tries again, another one starts. */
const receiveLimitMs = 3_600_000;

/** How the api asks a worker to sign an acknowledgement. Repeated requests for the same reception join one run. */
export function receiveStartOf(taskQueue: string, companyId: number, input: ReceiveInput) {
  return {
    workflowId: `receive-${input.receptionId}`,
    taskQueue,
    priority: turnOf(companyId),
    args: [input] as [ReceiveInput],
    ...joining,
    workflowExecutionTimeout: receiveLimitMs,
    staticSummary: `Acuse de recibo · empresa ${companyId}`,
  };
}

/** The times of the registry's renewal, in milliseconds. */
export interface RegistryTimings {
  /** The time limit of one try: the download of 27 MB over a slow line, and the import. */
  readonly tryMs: number;
  /** Retries stop after this time. The schedule tries again the next day. */
  readonly giveUpMs: number;
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  readonly heartbeatMs: number;
}

export const registryTimings: RegistryTimings = {
  tryMs: 30 * 60_000,
  giveUpMs: 8 * 3_600_000,
  retryFirstMs: 60_000,
  retryMaxMs: 3_600_000,
  heartbeatMs: 60_000,
};

/** The result of a renewal. */
export interface RegistryRefreshed {
  /** `unchanged`: DGII has no newer file. */
  readonly outcome: 'imported' | 'unchanged';
  readonly rows: number;
  readonly malformed: number;
  readonly dataDate: string;
}

export const registryWorkflowType = 'refreshRegistry';

export interface RegistryScheduleOptions {
  readonly taskQueue: string;
  /** The time of day, in Santo Domingo. */
  readonly at: { readonly hour: number; readonly minute: number };
  readonly timings: RegistryTimings;
}

/** The schedule of the renewal. Each task queue has its own, because several installations may share a namespace. */
export function registryScheduleOf({ taskQueue, at, timings }: RegistryScheduleOptions) {
  return {
    scheduleId: `registry-${taskQueue}`,
    spec: {
      calendars: [{ hour: at.hour, minute: at.minute, comment: 'Cada día' }],
      timezone: 'America/Santo_Domingo',
      // Keeps many installations from starting in the same second.
      jitter: 10 * 60_000,
    },
    action: {
      type: 'startWorkflow' as const,
      workflowType: registryWorkflowType,
      workflowId: `registry-${taskQueue}`,
      taskQueue,
      args: [timings] as [RegistryTimings],
    },
    // After an outage Temporal starts the renewal that it missed. It starts none while an earlier one still runs.
    policies: { overlap: 'SKIP' as const, catchupWindow: 24 * 3_600_000 },
    state: { note: 'Registro de contribuyentes de la DGII, para consult-rnc' },
  };
}

/** Temporal search attributes. The set-up registers them, and a worker checks them when it starts. */
export const searchAttributes = {
  EcfCompanyId: 'INT',
  EcfType: 'INT',
  EcfEncf: 'KEYWORD',
  EcfStatus: 'KEYWORD',
  EcfWaitingReason: 'KEYWORD',
  EcfCorrelationId: 'KEYWORD',
} as const;

export const searchAttributeKeys = {
  EcfCompanyId: defineSearchAttributeKey('EcfCompanyId', searchAttributes.EcfCompanyId),
  EcfType: defineSearchAttributeKey('EcfType', searchAttributes.EcfType),
  EcfEncf: defineSearchAttributeKey('EcfEncf', searchAttributes.EcfEncf),
  EcfStatus: defineSearchAttributeKey('EcfStatus', searchAttributes.EcfStatus),
  EcfWaitingReason: defineSearchAttributeKey('EcfWaitingReason', searchAttributes.EcfWaitingReason),
  EcfCorrelationId: defineSearchAttributeKey('EcfCorrelationId', searchAttributes.EcfCorrelationId),
};

/**
 * If a worker does not finish a workflow task in this time, the server gives the task to another worker. So the vouchers of a killed worker
 * wait this long. A quick delivery and a quick query together take less than half of it.
 */
export const workflowTaskTimeoutMs = 10_000;

/**
 * A second start joins the run that exists. After the workflow has ended, a start makes a new run, which ends at once if nothing is left
 * to do.
 */
export const joining = {
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
} as const;

/** When tasks queue up, the server lets the companies take turns (its dynamic setting matching.enableFairness). */
export function turnOf(companyId: number) {
  return { fairnessKey: String(companyId) };
}

/** The input of an attempt's workflow, or of its delivery to the buyer: what it needs of a voucher's record, and no more. */
export function inputOf<Timings>(
  { companyId, environment, encf, attempt, tipoeCF, correlationId }: Omit<IssueEcfInput, 'timings'>,
  timings: Timings,
) {
  return { companyId, environment, encf, attempt, tipoeCF, correlationId, timings };
}

/** How the api, the completer or an operator starts an attempt's workflow. */
export function startOptionsOf(taskQueue: string, input: IssueEcfInput) {
  return {
    workflowId: workflowIdOf(input),
    taskQueue,
    args: [input] as [IssueEcfInput],
    workflowTaskTimeout: workflowTaskTimeoutMs,
    priority: turnOf(input.companyId),
    ...joining,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributeKeys.EcfCompanyId, value: input.companyId },
      { key: searchAttributeKeys.EcfType, value: input.tipoeCF },
      { key: searchAttributeKeys.EcfEncf, value: input.encf },
      { key: searchAttributeKeys.EcfCorrelationId, value: input.correlationId },
      { key: searchAttributeKeys.EcfStatus, value: 'Recibido' },
    ]),
    memo: { empresa: input.companyId, ambiente: input.environment, encf: input.encf, intento: input.attempt },
    staticSummary: `e-CF ${input.tipoeCF} ${input.encf} · empresa ${input.companyId} · ${input.environment}`,
  };
}
