/** The workflow that signs the acknowledgement of a received voucher. */
import { startOrJoin, fairnessOf } from './vouchers.js';

/** History holds only the id of the reception or of the refusal. */
export interface ReceiveInput {
  readonly receptionId: string;
}

/** `acknowledged`: the signed ARECF is in the ledger. */
export type ReceiveEnd = 'acknowledged' | 'certificate-unusable' | 'unknown';

export const receiveWorkflowType = 'receive';

/** If no worker returns within this time, the run ends; when the sender tries again, another one starts. */
const receiveLimitMs = 3_600_000;

/** How the api asks a worker to sign an acknowledgement. Repeated requests for the same reception join one run. */
export function receiveStartOf(taskQueue: string, companyId: number, input: ReceiveInput) {
  return {
    workflowId: `receive-${input.receptionId}`,
    taskQueue,
    priority: fairnessOf(companyId),
    args: [input] as [ReceiveInput],
    ...startOrJoin,
    workflowExecutionTimeout: receiveLimitMs,
    staticSummary: `Acuse de recibo · empresa ${companyId}`,
  };
}
