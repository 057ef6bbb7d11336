/**
 * Sends one mail. The activity reads the mail from the ledger and fails with the relay's code while the mail must wait; Temporal repeats it
 * with growing pauses. If the run is lost, a worker starts another one, which continues from the ledger.
 */
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { MailActivities } from '../activities/mail/mail-activities.js';
import type { MailEnd, SendMailInput } from './contract/mail.js';
import { laneQueueOf } from './lanes.js';

/** An activity has its own time limit. Temporal's limit is longer by this margin. */
const marginMs = 10_000;

export function sendMail({ mailId, timings }: SendMailInput): Promise<MailEnd> {
  const { deliverMail } = proxyActivities<MailActivities>({
    taskQueue: laneQueueOf(workflowInfo().taskQueue, 'mail'),
    startToCloseTimeout: timings.tryMs + marginMs,
    scheduleToCloseTimeout: timings.runMaxMs,
    heartbeatTimeout: timings.heartbeatMs,
    retry: {
      initialInterval: timings.retryFirstMs,
      maximumInterval: timings.retryMaxMs,
      backoffCoefficient: 2,
    },
    summary: 'Entrega el correo al servidor de correo',
  });
  return deliverMail(mailId);
}
