/** Passes one question for DGII to a worker, because only workers have certificates and tokens. History holds only the question's id. */
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { InquiryActivities } from '../activities/create-activities.js';
import type { InquiryEnd, InquiryInput } from './contract/inquiries.js';
import { laneQueueOf } from './lanes.js';

/** The pauses are short: if the ledger is back within seconds, the waiting client still gets its answer. */
const retry = { initialInterval: 200, maximumInterval: 2_000, backoffCoefficient: 2 };

export function inquiry({ inquiryId, answerTimeoutMs, giveUpMs }: InquiryInput): Promise<InquiryEnd> {
  const { answerInquiry } = proxyActivities<InquiryActivities>({
    taskQueue: laneQueueOf(workflowInfo().taskQueue, 'inquiries'),
    startToCloseTimeout: answerTimeoutMs,
    scheduleToCloseTimeout: giveUpMs,
    retry,
    summary: 'Pregunta a la DGII',
  });
  return answerInquiry(inquiryId);
}
