/** The workflow that sends one mail: its name, its times and how it starts. */
import { startOf } from './vouchers.js';

/** The times of one run in milliseconds. They are inputs, so a replay uses the recorded values. */
export interface MailTimings {
  readonly tryMs: number;
  /** If a worker sends no heartbeat for this long during a try, Temporal considers it dead. */
  readonly heartbeatMs: number;
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
  /** The run ends then in any case. The activity reads from the ledger when to give up, which is earlier. */
  readonly runMaxMs: number;
}

/** History holds the mail's id and codes, and no address, text or link. */
export interface SendMailInput {
  readonly mailId: string;
  readonly timings: MailTimings;
}

/** `unknown`: the ledger has no such mail. `open`: another try took over. */
export type MailEnd = 'sent' | 'failed' | 'open' | 'unknown';

export const sendMailType = 'sendMail';

/** The lowest of Temporal's priorities: a mail never delays a voucher. */
const priorityKey = 5;

/** The id is the same for each start of a mail, so a second start joins the first run. */
export function mailWorkflowIdOf(mailId: string): string {
  return `mail-${mailId}`;
}

export function sendMailStartOf(
  taskQueue: string,
  { companyId, kind }: { readonly companyId: number; readonly kind: string },
  input: SendMailInput,
) {
  const start = startOf(taskQueue, companyId, input);
  return {
    ...start,
    workflowId: mailWorkflowIdOf(input.mailId),
    priority: { priorityKey, ...start.priority },
    staticSummary: `Correo: ${kind} · empresa ${companyId}`,
  };
}
