/**
 * The contract between api, worker and operators: names, ids, inputs, updates, queries and search attributes of the
 * workflows. It has no side effects, so any role may import it.
 */
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import type { DocumentState, WaitingReason } from '../ecf/model/document-states.js';
import type { AttemptRef } from '../ecf/model/encf.js';
import type { Environment } from '../ecf/model/environments.js';

export type { AttemptRef, DocumentState, Environment, WaitingReason };

/** Intervals of one run, in milliseconds. They are inputs, so a replay uses the recorded values and a test sets its own. */
export interface IssueEcfTimings {
  /** First pause between two queries for the result; doubled each time up to `pollMaxMs`. */
  readonly pollFirstMs: number;
  readonly pollMaxMs: number;
  /** First pause before a step is tried again (DGII down, certificate unusable…); doubled each time up to `retryMaxMs`. */
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  /** A run ends after this time. The completer then starts another one. */
  readonly runMaxMs: number;
  /** Time limits of a delivery and of a query within a workflow task. */
  readonly quickSubmitTimeoutMs: number;
  readonly quickQueryTimeoutMs: number;
  /** Time limits of a patient delivery (including the question about an earlier one) and of a patient query. */
  readonly submitTimeoutMs: number;
  readonly queryTimeoutMs: number;
  /** If a worker sends no heartbeat for this long during a delivery, Temporal takes it for dead. */
  readonly heartbeatMs: number;
}

export interface IssueEcfInput extends AttemptRef {
  readonly tipoeCF: number;
  readonly correlationId: string;
  readonly timings: IssueEcfTimings;
}

/** What updates and the query return: the state only. The api reads the answer for the client from the ledger. */
export interface IssueEcfState {
  readonly state: DocumentState | 'unknown';
  readonly waiting: WaitingReason | null;
}

export const workflowType = 'issueEcf';

/** `ecf-{companyId}-{environment}-{encf}-{attempt}`: one workflow for each attempt, so a second start finds the first. */
export function workflowIdOf(ref: AttemptRef): string {
  return `ecf-${ref.companyId}-${ref.environment}-${ref.encf}-${ref.attempt}`;
}

/** Names of the updates and the query; each returns an `IssueEcfState`. */
export const updates = {
  /** Returns when DGII has the voucher, when the voucher is final, or when the run ends. */
  awaitHandedOver: 'awaitHandedOver',
  /** Returns when the voucher is final or the run ends. */
  awaitFinal: 'awaitFinal',
  /** An operator's order: try again now, whatever the voucher waits for. */
  retryNow: 'retryNow',
} as const;

/** A worker sends it when what the voucher waits for has changed. The run tries again now. The sender needs no answer. */
export const wakeSignal = 'wake';

export const stateQuery = 'state';

/**
 * Fixed update ids. A run accepts 10 updates in flight and 2,000 in its life. But any number of callers may share one update
 * id, and all of them get the answer.
 */
export const updateIds = { awaitHandedOver: 'await-handed-over', awaitFinal: 'await-final' } as const;

/**
 * One question to DGII outside the steps of a voucher. History holds only its id and these times. The ledger keeps the
 * question and its answer for an hour.
 */
export interface InquiryInput {
  readonly inquiryId: string;
  /** Time limit of one try. */
  readonly answerTimeoutMs: number;
  /** Retries stop after this time, because nobody waits any more. */
  readonly giveUpMs: number;
}

/** `answered`: the answer is in the ledger. `expired`: the question is no longer in the ledger. */
export type InquiryEnd = 'answered' | 'expired';

export type InquiryTimings = Omit<InquiryInput, 'inquiryId'>;

export const inquiryWorkflowType = 'inquiry';

/** What a question is about, for people and for turns. */
export interface InquiryTopic {
  readonly kind: string;
  /** Absent when it concerns no company. */
  readonly companyId?: number;
}

/** How the api or an operator sends a question to a worker. */
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

/** `acknowledged`: the signed ARECF is in the ledger. `unknown`: there is no such reception. */
export type ReceiveEnd = 'acknowledged' | 'certificate-unusable' | 'unknown';

export const receiveWorkflowType = 'receive';

/** If no worker comes back in this time, the next try of the sender starts another run. */
const receiveLimitMs = 3_600_000;

/** How the api asks a worker to sign the acknowledgement of a reception. Copies of one voucher join one run. */
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

/** Times of the registry's renewal, in milliseconds. */
export interface RegistryTimings {
  /** Time limit of one try: the download of 27 MB over a slow line, and the import. */
  readonly tryMs: number;
  /** Retries stop after this time. The next day starts again. */
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
  /** `unchanged`: DGII has nothing newer. */
  readonly outcome: 'imported' | 'unchanged';
  readonly rows: number;
  readonly malformed: number;
  readonly dataDate: string;
}

export const registryWorkflowType = 'refreshRegistry';

export interface RegistryScheduleOptions {
  readonly taskQueue: string;
  /** Time of day in Santo Domingo. */
  readonly at: { readonly hour: number; readonly minute: number };
  readonly timings: RegistryTimings;
}

/** One schedule for each task queue, because several installations may share a namespace. */
export function registryScheduleOf({ taskQueue, at, timings }: RegistryScheduleOptions) {
  return {
    scheduleId: `registry-${taskQueue}`,
    spec: {
      calendars: [{ hour: at.hour, minute: at.minute, comment: 'Cada día' }],
      timezone: 'America/Santo_Domingo',
      // So that the installations do not all start at the same second.
      jitter: 10 * 60_000,
    },
    action: {
      type: 'startWorkflow' as const,
      workflowType: registryWorkflowType,
      workflowId: `registry-${taskQueue}`,
      taskQueue,
      args: [timings] as [RegistryTimings],
    },
    // Temporal catches up on a renewal that it missed while it was down. It skips a renewal while another one runs.
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
 * If a worker does not finish a workflow task in this time, the server gives it to another worker. So a killed worker's
 * vouchers wait this long. A quick delivery and a quick query together take less than half of it.
 */
export const workflowTaskTimeoutMs = 10_000;

/** A second start joins the existing run. A workflow that has ended may start again; if nothing is left to do, it ends at once. */
export const joining = {
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
} as const;

/** When tasks queue up, the server gives the companies turns (its dynamic setting matching.enableFairness). */
export function turnOf(companyId: number) {
  return { fairnessKey: String(companyId) };
}

/** The input of an attempt's workflow: what it needs of a voucher's record, and no more. */
export function inputOf(
  { companyId, environment, encf, attempt, tipoeCF, correlationId }: Omit<IssueEcfInput, 'timings'>,
  timings: IssueEcfTimings,
): IssueEcfInput {
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
