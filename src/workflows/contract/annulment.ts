/** The contract of range annulments, like contract.ts: names, ids and inputs, without side effects. */
import { TypedSearchAttributes } from '@temporalio/common';
import { joining, searchAttributeKeys, turnOf, workflowTaskTimeoutMs } from '../contract.js';

/** Times of one run, in milliseconds. They are inputs, so a replay uses the recorded values. */
export interface AnnulmentTimings {
  /** First pause before a step is tried again; doubled each time up to `retryMaxMs`. */
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  /** A run ends after this time. A worker starts another one while something is left to do. */
  readonly runMaxMs: number;
  /** Time limit of one step. */
  readonly submitTimeoutMs: number;
  /** If a worker sends no heartbeat for this long during a step, Temporal takes it for dead. */
  readonly heartbeatMs: number;
}

export interface AnnulRangesInput {
  readonly annulmentId: string;
  readonly timings: AnnulmentTimings;
}

/** Which step comes next. `end`: the annulment is over, or it waits for a person. */
export type AnnulmentNext = 'lock' | 'send' | 'ask' | 'settle' | 'end';

/** What a step returns: codes and times only. */
export interface AnnulmentStep {
  /** For operators, in Spanish. */
  readonly text: string;
  readonly state: string;
  readonly next: AnnulmentNext;
  /** The step changed nothing, so a pause follows. */
  readonly waits: boolean;
}

export const annulRangesType = 'annulRanges';

/** `annul-{annulmentId}`: a second start finds the first. */
export function annulWorkflowIdOf(annulmentId: string): string {
  return `annul-${annulmentId}`;
}

export interface AnnulmentTopic {
  readonly companyId: number;
  readonly environment: string;
  /** How many numbers. */
  readonly count: number;
}

/** How the api, a worker or an operator starts an annulment. */
export function annulStartOf(
  taskQueue: string,
  { companyId, environment, count }: AnnulmentTopic,
  { annulmentId, timings }: AnnulRangesInput,
) {
  const { retryFirstMs, retryMaxMs, runMaxMs, submitTimeoutMs, heartbeatMs } = timings;
  const kept = { retryFirstMs, retryMaxMs, runMaxMs, submitTimeoutMs, heartbeatMs };
  return {
    workflowId: annulWorkflowIdOf(annulmentId),
    taskQueue,
    args: [{ annulmentId, timings: kept }] as [AnnulRangesInput],
    workflowTaskTimeout: workflowTaskTimeoutMs,
    priority: turnOf(companyId),
    ...joining,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributeKeys.EcfCompanyId, value: companyId },
    ]),
    memo: { empresa: companyId, ambiente: environment, cantidad: count },
    staticSummary: `Anulación de ${count} e-NCF · empresa ${companyId} · ${environment}`,
  };
}
