/**
 * The seam between api, worker and operators: names, ids, inputs, updates, queries and search attributes of the
 * workflows. Type definitions and constants only, so that any role may import it.
 */
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import type { DocumentState, WaitingReason } from '../ecf/model/document-states.js';
import type { Environment } from '../ecf/model/environments.js';

export type { DocumentState, Environment, WaitingReason };

/** Names one attempt to issue one voucher. */
export interface DocumentRef {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly attempt: number;
}

/** Intervals of one run, in milliseconds. They are inputs so that a replay and a test see their own. */
export interface IssueEcfTimings {
  /** First pause between two queries for the result; doubled each time up to `pollMaxMs`. */
  readonly pollFirstMs: number;
  readonly pollMaxMs: number;
  /** First pause before a step that waits (DGII down, certificate unusable…) is tried again; doubled up to the maximum. */
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  /** A run ends after this long; the completer then starts another one. */
  readonly runMaxMs: number;
  /** Longest delivery and query within a workflow task. */
  readonly quickSubmitTimeoutMs: number;
  readonly quickQueryTimeoutMs: number;
  /** Longest patient submission, with the question about an earlier one; longest patient query. */
  readonly submitTimeoutMs: number;
  readonly queryTimeoutMs: number;
  /** A worker that gives no sign of life for this long in a submission counts as dead. */
  readonly heartbeatMs: number;
}

export interface IssueEcfInput extends DocumentRef {
  readonly tipoeCF: number;
  readonly correlationId: string;
  readonly timings: IssueEcfTimings;
}

/** What updates and the query return: the state only. The answer for the client is read from the ledger. */
export interface IssueEcfState {
  readonly state: DocumentState | 'unknown';
  readonly waiting: WaitingReason | null;
}

export const workflowType = 'issueEcf';

/** `ecf-{companyId}-{environment}-{encf}-{attempt}`: one workflow for one attempt, so a second start finds the first. */
export function workflowIdOf(ref: DocumentRef): string {
  return `ecf-${ref.companyId}-${ref.environment}-${ref.encf}-${ref.attempt}`;
}

/** Names of the updates and the query; each returns an `IssueEcfState`. */
export const updates = {
  /** Returns when the voucher was handed over to DGII, is final, or the run ended. */
  awaitHandedOver: 'awaitHandedOver',
  /** Returns when the voucher is final or the run ended. */
  awaitFinal: 'awaitFinal',
  /** An operator's order: try again now, whatever the voucher waits for. */
  retryNow: 'retryNow',
} as const;

/** What the voucher waits for has changed: try again now. Sent by the worker; nobody waits for an answer. */
export const wakeSignal = 'wake';

export const stateQuery = 'state';

/**
 * Fixed update ids: a run takes 10 updates in flight and 2,000 in its life, but any number of callers with one id,
 * and all of them are answered.
 */
export const updateIds = { awaitHandedOver: 'await-handed-over', awaitFinal: 'await-final' } as const;

/**
 * One question to DGII that is no step of a voucher. History holds its id and these times alone: question and answer lie in
 * the ledger for an hour.
 */
export interface InquiryInput {
  readonly inquiryId: string;
  /** Longest try at an answer. */
  readonly answerTimeoutMs: number;
  /** Tries end after this long: nobody waits any more. */
  readonly giveUpMs: number;
}

/** `answered`: the answer lies in the ledger. `expired`: the question does so no more. */
export type InquiryEnd = 'answered' | 'expired';

export type InquiryTimings = Omit<InquiryInput, 'inquiryId'>;

export const inquiryWorkflowType = 'inquiry';

/** How a question is sent to a worker, by the api or an operator. @param kind of the question, for people. */
export function inquiryStartOf(taskQueue: string, kind: string, input: InquiryInput) {
  return {
    workflowId: `inquiry-${kind}-${input.inquiryId}`,
    taskQueue,
    args: [input] as [InquiryInput],
    // Without any worker the question must not lie in Temporal for ever.
    workflowExecutionTimeout: input.giveUpMs * 2,
    staticSummary: `Consulta a la DGII: ${kind}`,
  };
}

/** Of the registry's renewal, in milliseconds. */
export interface RegistryTimings {
  /** Longest try: 27 MB over a slow line, and the import. */
  readonly tryMs: number;
  /** Tries end after this long; the next day begins anew. */
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

/** What a renewal ended with. */
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
  /** In Santo Domingo. */
  readonly at: { readonly hour: number; readonly minute: number };
  readonly timings: RegistryTimings;
}

/** One for each task queue: several installations may share a namespace. */
export function registryScheduleOf({ taskQueue, at, timings }: RegistryScheduleOptions) {
  return {
    scheduleId: `registry-${taskQueue}`,
    spec: {
      calendars: [{ hour: at.hour, minute: at.minute, comment: 'Cada día' }],
      timezone: 'America/Santo_Domingo',
      // Not every installation at the same second.
      jitter: 10 * 60_000,
    },
    action: {
      type: 'startWorkflow' as const,
      workflowType: registryWorkflowType,
      workflowId: `registry-${taskQueue}`,
      taskQueue,
      args: [timings] as [RegistryTimings],
    },
    // A renewal that was missed while Temporal was down is made up for; two at once are of no use.
    policies: { overlap: 'SKIP' as const, catchupWindow: 24 * 3_600_000 },
    state: { note: 'Registro de contribuyentes de la DGII, para consult-rnc' },
  };
}

/** Temporal search attributes; registered by set-up and checked when a worker starts. */
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
 * The server gives a workflow task to another worker after this long without a sign of life. That is how long a killed worker's
 * vouchers wait. A quick delivery and a quick query together take less than half of it.
 */
export const workflowTaskTimeoutMs = 10_000;

interface WorkflowStart {
  readonly workflowIdConflictPolicy: 'USE_EXISTING';
  readonly workflowIdReusePolicy: 'ALLOW_DUPLICATE';
  readonly args: [IssueEcfInput];
  readonly [option: string]: unknown;
}

/** How an attempt's workflow is started, wherever it is started: by the api, the completer or an operator. */
export function startOptionsOf(taskQueue: string, input: IssueEcfInput) {
  return {
    workflowId: workflowIdOf(input),
    taskQueue,
    args: [input],
    workflowTaskTimeout: workflowTaskTimeoutMs,
    // A second start joins the run that is there; one that ended may be started again, it then ends at once.
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributeKeys.EcfCompanyId, value: input.companyId },
      { key: searchAttributeKeys.EcfType, value: input.tipoeCF },
      { key: searchAttributeKeys.EcfEncf, value: input.encf },
      { key: searchAttributeKeys.EcfCorrelationId, value: input.correlationId },
      { key: searchAttributeKeys.EcfStatus, value: 'Recibido' },
    ]),
    memo: { empresa: input.companyId, ambiente: input.environment, encf: input.encf, intento: input.attempt },
    staticSummary: `e-CF ${input.tipoeCF} ${input.encf} · empresa ${input.companyId} · ${input.environment}`,
  } satisfies WorkflowStart;
}
