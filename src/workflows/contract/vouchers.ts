/** The contract of a voucher's workflow, and what all workflows share. It has no side effects, so any role may import it. */
import {
  defineSearchAttributeKey,
  TypedSearchAttributes,
  type SearchAttributePair,
} from '@temporalio/common';
import type { DocumentState, WaitingReason } from '../../ecf/model/document-states.js';
import type { AttemptRef } from '../../ecf/model/encf.js';

/**
 * The intervals of one run, in milliseconds. They are inputs, so a replay uses the recorded values, and a test sets its own. The other
 * workflows have some of them.
 */
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
  /** A run ends after this time. A worker then starts another one while anything is left to do. */
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
  /** Of the trace that the run continues (W3C). Absent: none is kept. No decision depends on it. */
  readonly traceparent?: string;
}

/** What the updates and the query return: only the state. The api reads its answer to the client from the ledger. */
export interface IssueEcfState {
  readonly state: DocumentState | 'unknown';
  readonly waiting: WaitingReason | null;
}

/** The workflow's form, for a call that starts it and sends an update at once. */
export type IssueEcfWorkflow = (input: IssueEcfInput) => Promise<IssueEcfState>;

export const workflowType = 'issueEcf';

/** Each attempt has one workflow id, so a second start finds the first run. */
export function workflowIdOf(ref: AttemptRef): string {
  return `ecf-${ref.companyId}-${ref.environment}-${ref.encf}-${ref.attempt}`;
}

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

/** Fixed update ids. A run accepts only 10 updates in flight and 2,000 in its life, but any number of callers may share one update id. */
export const updateIds = { awaitHandedOver: 'await-handed-over', awaitFinal: 'await-final' } as const;

/** Temporal search attributes. The set-up registers them, and a worker checks them when it starts. */
export const searchAttributeKeys = {
  EcfCompanyId: defineSearchAttributeKey('EcfCompanyId', 'INT'),
  EcfType: defineSearchAttributeKey('EcfType', 'INT'),
  EcfEncf: defineSearchAttributeKey('EcfEncf', 'KEYWORD'),
  EcfStatus: defineSearchAttributeKey('EcfStatus', 'KEYWORD'),
  EcfWaitingReason: defineSearchAttributeKey('EcfWaitingReason', 'KEYWORD'),
  EcfCorrelationId: defineSearchAttributeKey('EcfCorrelationId', 'KEYWORD'),
};

export const searchAttributes = Object.fromEntries(
  Object.values(searchAttributeKeys).map(({ name, type }) => [name, type]),
);

/**
 * If a worker does not finish a workflow task in this time, the server gives the task to another worker. So the vouchers of a killed worker
 * wait this long. A quick delivery and a quick query together take less than half of it.
 */
const workflowTaskTimeoutMs = 10_000;

export function startOf<Input>(
  taskQueue: string,
  companyId: number,
  input: Input,
  attributes: readonly SearchAttributePair[] = [],
) {
  return {
    taskQueue,
    args: [input] as [Input],
    workflowTaskTimeout: workflowTaskTimeoutMs,
    priority: fairnessOf(companyId),
    ...startOrJoin,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributeKeys.EcfCompanyId, value: companyId },
      ...attributes,
    ]),
  };
}

/**
 * A second start joins the run that exists. After the workflow has ended, a start makes a new run, which ends at once if nothing is left
 * to do.
 */
export const startOrJoin = {
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
} as const;

/** When tasks queue up, the server lets the companies take turns (its dynamic setting matching.enableFairness). */
export function fairnessOf(companyId: number) {
  return { fairnessKey: String(companyId) };
}

/** The input of an attempt's workflow, or of its delivery to the buyer: what it needs of a voucher's record, and no more. */
export function inputOf<Timings>(
  { companyId, environment, encf, attempt, tipoeCF, correlationId }: Omit<IssueEcfInput, 'timings'>,
  timings: Timings,
  traceparent?: string,
) {
  return {
    companyId,
    environment,
    encf,
    attempt,
    tipoeCF,
    correlationId,
    timings,
    ...(traceparent !== undefined && { traceparent }),
  };
}

export function attributesOf({
  tipoeCF,
  encf,
  correlationId,
}: Omit<IssueEcfInput, 'timings'>): SearchAttributePair[] {
  return [
    { key: searchAttributeKeys.EcfType, value: tipoeCF },
    { key: searchAttributeKeys.EcfEncf, value: encf },
    { key: searchAttributeKeys.EcfCorrelationId, value: correlationId },
  ];
}

export function memoOf({ companyId, environment, encf, attempt }: AttemptRef) {
  return { empresa: companyId, ambiente: environment, encf, intento: attempt };
}

export function startOptionsOf(taskQueue: string, input: IssueEcfInput) {
  return {
    ...startOf(taskQueue, input.companyId, input, [
      ...attributesOf(input),
      { key: searchAttributeKeys.EcfStatus, value: 'Recibido' },
    ]),
    workflowId: workflowIdOf(input),
    memo: memoOf(input),
    staticSummary: `e-CF ${input.tipoeCF} ${input.encf} · empresa ${input.companyId} · ${input.environment}`,
  };
}
