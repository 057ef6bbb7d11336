/** The contract of certification runs, like vouchers.ts for vouchers: names, ids and inputs, without side effects. */
import { startOf, type IssueEcfTimings } from './vouchers.js';

/**
 * The times of one execution of the workflow, in milliseconds: some of those of a voucher's run. It polls its rows, and each step has the
 * time limits of a delivery.
 */
export type CertificationTimings = Pick<
  IssueEcfTimings,
  'pollFirstMs' | 'pollMaxMs' | 'runMaxMs' | 'submitTimeoutMs' | 'heartbeatMs'
>;

export interface CertificationTopic {
  readonly companyId: number;
  readonly runId: string;
}

export interface CertificationInput extends CertificationTopic {
  readonly timings: CertificationTimings;
}

/** What a step reports. It has no XML and no text of DGII or of buyers, because history keeps it. */
export interface CertificationStep {
  /** One line in Spanish, for operators. */
  readonly text: string;
  /** True if the step changed nothing; the workflow then pauses. */
  readonly waits: boolean;
  /** True if the certification run is over, or waits for a person. */
  readonly ends: boolean;
}

export const certificationType = 'certify';

/** How the api or a worker starts the workflow of a run. A second start joins it. */
export function certificationStartOf(taskQueue: string, { companyId, runId, timings }: CertificationInput) {
  const { pollFirstMs, pollMaxMs, runMaxMs, submitTimeoutMs, heartbeatMs } = timings;
  const kept = { pollFirstMs, pollMaxMs, runMaxMs, submitTimeoutMs, heartbeatMs };
  return {
    ...startOf<CertificationInput>(taskQueue, companyId, { companyId, runId, timings: kept }),
    workflowId: `certification-${companyId}-${runId}`,
    memo: { empresa: companyId },
    staticSummary: `Certificación · empresa ${companyId}`,
  };
}
