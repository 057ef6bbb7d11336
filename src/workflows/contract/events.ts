/** The contract of the retries of webhooks, like vouchers.ts for vouchers: names, ids and inputs, without side effects. */
import { startOf, fairnessOf } from './vouchers.js';

export interface RetryWebhookTimings {
  /** A run ends after this time. A worker starts another one while anything is left to try. */
  readonly runMaxMs: number;
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

/** 5 is the lowest of Temporal's priorities: the retry of a webhook never delays a voucher. */
const priorityKey = 5;

interface WebhookTopic {
  readonly companyId: number;
  readonly environment: string;
}

/** The id is the same for each start of an endpoint's retries, so a second start finds the first run. */
export function retryWorkflowIdOf(webhookId: string): string {
  return `webhook-${webhookId}`;
}

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
