/** The contract of the retries of webhooks, like vouchers.ts for vouchers: names, ids and inputs, without side effects. */
import { startOf, fairnessOf } from './vouchers.js';

export interface RetryWebhookTimings {
  /** A run ends after this time. A worker starts another one while anything is left to try. */
  readonly runMaxMs: number;
  /** The longest activity. */
  readonly tryTimeoutMs: number;
  /** If a worker sends no heartbeat for this long during a try, Temporal considers it dead. */
  readonly heartbeatMs: number;
}

/** History holds only the endpoint's id, counts and times. */
export interface RetryWebhookInput {
  readonly webhookId: string;
  readonly timings: RetryWebhookTimings;
}

export const retryWebhookType = 'retryWebhook';

/** Lower than the priority of vouchers on their way to DGII. Temporal's default is 3, and 5 is the lowest priority. */
const priorityKey = 5;

/** What a person reads about the endpoint in Temporal's Web UI. */
interface WebhookTopic {
  readonly companyId: number;
  readonly environment: string;
}

/** `webhook-{webhookId}`, so that a second start finds the first run. */
export function retryWorkflowIdOf(webhookId: string): string {
  return `webhook-${webhookId}`;
}

/** How a worker or an operator starts the retries of one endpoint. */
export function retryStartOf(
  taskQueue: string,
  { companyId, environment }: WebhookTopic,
  input: RetryWebhookInput,
) {
  return {
    ...startOf(taskQueue, companyId, input),
    workflowId: retryWorkflowIdOf(input.webhookId),
    priority: { priorityKey, ...fairnessOf(companyId) },
    memo: { empresa: companyId, ambiente: environment, webhook: input.webhookId },
    staticSummary: `Reintentos del webhook ${input.webhookId} · empresa ${companyId} · ${environment}`,
  };
}
