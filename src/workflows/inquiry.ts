/** One question to DGII, asked by a worker: the running place that has certificates and tokens. It knows the question's id alone. */
import { proxyActivities } from '@temporalio/workflow';
import type { InquiryActivities } from '../activities/create-activities.js';
import type { InquiryEnd, InquiryInput } from './contract.js';

/** A ledger that is back within seconds still serves the client that waits. */
const retry = { initialInterval: 200, maximumInterval: 2_000, backoffCoefficient: 2 };

export function inquiry({ inquiryId, answerTimeoutMs, giveUpMs }: InquiryInput): Promise<InquiryEnd> {
  const { answerInquiry } = proxyActivities<InquiryActivities>({
    startToCloseTimeout: answerTimeoutMs,
    scheduleToCloseTimeout: giveUpMs,
    retry,
    summary: 'Pregunta a la DGII',
  });
  return answerInquiry(inquiryId);
}
