/** Lets a worker sign the acknowledgement of a reception. It is one step within a workflow task, because the sender waits for it. */
import { proxyLocalActivities } from '@temporalio/workflow';
import type { ReceivingActivities } from '../activities/create-activities.js';
import type { ReceiveEnd, ReceiveInput } from './contract/received.js';

const { acknowledge } = proxyLocalActivities<ReceivingActivities>({
  startToCloseTimeout: '5s',
  // The pauses are short: if the ledger is back within seconds, the waiting sender still gets its answer.
  retry: { initialInterval: 200, maximumInterval: 5_000, backoffCoefficient: 2 },
  summary: 'Firma el acuse de recibo',
});

export function receive({ receptionId }: ReceiveInput): Promise<ReceiveEnd> {
  return acknowledge(receptionId);
}
