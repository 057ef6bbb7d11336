/** A workflow that reserves a number itself, as those of the web application will. A test's worker runs it. */
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { NumberingActivities } from '../../src/activities/create-activities.js';
import type { ReservedSequence } from '../../src/activities/numbers/reserve-sequence.js';

const { reserveSequence } = proxyActivities<NumberingActivities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '50ms', maximumInterval: '200ms' },
});

/** Reserves twice for the same voucher, as a workflow does when it runs again after a crash. */
export async function takeNumbers(
  companyId: number,
  environment: 'pre-certification' | 'certification',
  ecfType: number,
): Promise<readonly ReservedSequence[]> {
  const reference = `${workflowInfo().workflowId}:1`;
  const input = { companyId, environment, ecfType, reference };
  return [await reserveSequence(input), await reserveSequence(input)];
}
