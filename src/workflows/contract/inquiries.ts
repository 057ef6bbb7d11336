/** The workflow of one question to DGII that is not a step of a voucher. */
import { fairnessOf } from './vouchers.js';

/** History holds only the question's id and these times; the ledger keeps question and answer for an hour. */
export interface InquiryInput {
  readonly inquiryId: string;
  readonly answerTimeoutMs: number;
  /** Retries stop after this time, because nobody waits for the answer any more. */
  readonly giveUpMs: number;
}

/** `answered`: the answer is in the ledger. `expired`: the ledger has deleted the question, or nobody may make its change any more. */
export type InquiryEnd = 'answered' | 'expired';

export type InquiryTimings = Omit<InquiryInput, 'inquiryId'>;

export const inquiryWorkflowType = 'inquiry';

/** The subject of a question: people see it in the Web UI, and companies take turns by it. */
interface InquiryTopic {
  readonly kind: string;
  /** Absent if the question concerns no company. */
  readonly companyId?: number;
}

export function inquiryStartOf(
  taskQueue: string,
  { kind, companyId = 0 }: InquiryTopic,
  input: InquiryInput,
) {
  return {
    workflowId: `inquiry-${kind}-${input.inquiryId}`,
    taskQueue,
    priority: fairnessOf(companyId),
    args: [input] as [InquiryInput],
    // If no worker runs, the question must not stay in Temporal for ever.
    workflowExecutionTimeout: input.giveUpMs * 2,
    staticSummary: `Consulta a la DGII: ${kind}`,
  };
}
