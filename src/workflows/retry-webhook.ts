/** Tries again what an endpoint did not take. Each step reads the ledger first, so an extra run does no harm. */
import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { WebhookActivities, WebhookStepResult } from '../activities/events/webhook-activities.js';
import type { RetryWebhookInput } from './contract/events.js';
import { wakeSignal } from './contract/vouchers.js';
import { laneQueueOf } from './lanes.js';

/** The pauses before Temporal retries an activity that could not reach the ledger. */
const retry = { initialInterval: 1_000, maximumInterval: 60_000, backoffCoefficient: 2 };
/** The current details show only the latest lines. */
const linesMax = 20;

const wake = defineSignal(wakeSignal);

/** @returns the state of the endpoint at the end of the run */
export async function retryWebhook({
  webhookId,
  timings,
}: RetryWebhookInput): Promise<WebhookStepResult['state']> {
  const { retryDeliveries } = proxyActivities<WebhookActivities>({
    taskQueue: laneQueueOf(workflowInfo().taskQueue, 'webhooks'),
    startToCloseTimeout: timings.tryTimeoutMs,
    heartbeatTimeout: timings.heartbeatMs,
    retry,
    summary: 'Reintentos del webhook',
  });
  let wakesAsked = 0;
  setHandler(wake, () => {
    wakesAsked += 1;
  });
  let lines: string[] = [];
  let pausedMs = 0;
  for (;;) {
    const wakesServed = wakesAsked;
    const result = await retryDeliveries(webhookId);
    lines = [...lines, `- ${result.text} (${result.ms} ms)`].slice(-linesMax);
    setCurrentDetails([`**${result.status}** · ${webhookId}`, '', ...lines].join('\n'));
    const full = pausedMs >= timings.runMaxMs || workflowInfo().continueAsNewSuggested;
    if (result.pauseMs === undefined || full) return result.state;
    const woken = await condition(() => wakesAsked > wakesServed, result.pauseMs);
    if (!woken) pausedMs += result.pauseMs;
  }
}
