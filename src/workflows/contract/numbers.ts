/** The contract of range annulments, like vouchers.ts for vouchers: names, ids and inputs, without side effects. */
import { startOf, type IssueEcfTimings } from './vouchers.js';

/** A run's times in milliseconds, a part of those of a voucher's run. Each step has a delivery's time limits. */
export type AnnulmentTimings = Pick<
  IssueEcfTimings,
  'retryFirstMs' | 'retryMaxMs' | 'runMaxMs' | 'submitTimeoutMs' | 'heartbeatMs'
>;

export interface AnnulRangesInput {
  readonly annulmentId: string;
  readonly timings: AnnulmentTimings;
}

/** `end`: the annulment is over or waits for a person. */
export type AnnulmentNext = 'lock' | 'send' | 'ask' | 'settle' | 'end';

/** The result of a step: only codes and times. */
export interface AnnulmentStep {
  /** One line in Spanish, for operators. */
  readonly text: string;
  readonly state: string;
  readonly next: AnnulmentNext;
  /** True if the step changed nothing; the workflow then pauses. */
  readonly waits: boolean;
}

export const annulRangesType = 'annulRanges';

/** The id is the same for each start of an annulment, so a second start finds the first run. */
export function annulWorkflowIdOf(annulmentId: string): string {
  return `annul-${annulmentId}`;
}

export interface AnnulmentTopic {
  readonly companyId: number;
  readonly environment: string;
  readonly count: number;
}

export function annulStartOf(
  taskQueue: string,
  { companyId, environment, count }: AnnulmentTopic,
  { annulmentId, timings }: AnnulRangesInput,
) {
  const { retryFirstMs, retryMaxMs, runMaxMs, submitTimeoutMs, heartbeatMs } = timings;
  const kept = { retryFirstMs, retryMaxMs, runMaxMs, submitTimeoutMs, heartbeatMs };
  return {
    ...startOf<AnnulRangesInput>(taskQueue, companyId, { annulmentId, timings: kept }),
    workflowId: annulWorkflowIdOf(annulmentId),
    memo: { empresa: companyId, ambiente: environment, cantidad: count },
    staticSummary: `Anulación de ${count} e-NCF · empresa ${companyId} · ${environment}`,
  };
}
