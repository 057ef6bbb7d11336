/** The contract of deliveries to buyers, like vouchers.ts for vouchers: names, ids and inputs, without side effects. */
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { BuyerStepResult } from '../../activities/buyers/buyer-steps.js';
import { attributesOf, memoOf, searchAttributeKeys, startOf, fairnessOf } from './vouchers.js';

/** The times of one run, in milliseconds. They are inputs, so a replay uses the recorded values. */
export interface BuyerTimings {
  /** The first pause before the next try. Each further pause is twice as long, up to `retryMaxMs`. */
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  /** A run ends after this time. A worker starts another one while anything is left to do. */
  readonly runMaxMs: number;
  readonly tryTimeoutMs: number;
  /** If a worker sends no heartbeat for this long during a try, Temporal considers it dead. */
  readonly heartbeatMs: number;
}

export interface DeliverToBuyerInput extends AttemptRef {
  readonly tipoeCF: number;
  readonly correlationId: string;
  readonly timings: BuyerTimings;
  /** The result of the first try, which a worker made without a workflow. Absent: the run makes the next try at once. */
  readonly first?: BuyerStepResult;
}

export const deliverToBuyerType = 'deliverToBuyer';

/** Lower than the priority of vouchers on their way to DGII. Temporal's default is 3, and 5 is the lowest priority. */
const priorityKey = 4;

/** `deliver-{companyId}-{environment}-{encf}-{attempt}`, so that a second start finds the first run. */
export function deliverWorkflowIdOf(ref: AttemptRef): string {
  return `deliver-${ref.companyId}-${ref.environment}-${ref.encf}-${ref.attempt}`;
}

/** How a worker or an operator starts the delivery of one voucher. */
export function deliverStartOf(taskQueue: string, input: DeliverToBuyerInput) {
  return {
    ...startOf(taskQueue, input.companyId, input, attributesOf(input)),
    workflowId: deliverWorkflowIdOf(input),
    priority: { priorityKey, ...fairnessOf(input.companyId) },
    memo: memoOf(input),
    staticSummary: `Entrega al comprador de ${input.encf} · empresa ${input.companyId} · ${input.environment}`,
  };
}

/** History holds only the reception's id. */
export interface ApproveInput {
  readonly receptionId: string;
  readonly timings: BuyerTimings;
  /** As in `DeliverToBuyerInput`. */
  readonly first?: BuyerStepResult;
}

export const approveType = 'approve';

/** What a person reads about the reception in Temporal's Web UI. */
interface ApproveTopic {
  readonly companyId: number;
  readonly environment: string;
  readonly encf: string;
}

/** How a worker starts the deliveries of one approval: `approve-{receptionId}`. */
export function approveStartOf(taskQueue: string, topic: ApproveTopic, input: ApproveInput) {
  const { companyId, environment, encf } = topic;
  return {
    ...startOf(taskQueue, companyId, input, [{ key: searchAttributeKeys.EcfEncf, value: encf }]),
    workflowId: `approve-${input.receptionId}`,
    priority: { priorityKey, ...fairnessOf(companyId) },
    memo: { empresa: companyId, ambiente: environment, encf },
    staticSummary: `Aprobación comercial de ${encf} · empresa ${companyId} · ${environment}`,
  };
}
