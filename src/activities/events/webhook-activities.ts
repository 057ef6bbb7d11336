/** The activity of the retries of webhooks. To the workflow it returns states, counts and times, never an address or an answer. */
import { cancellationSignal } from '@temporalio/activity';
import type { ActivityDeps } from '../deps.js';
import { failWithCodeOnly, withHeartbeat } from '../activity-frame.js';
import { retryWebhook, type Retried } from './retry-webhook.js';
import type { WebhookDeps } from './webhook-sender.js';

export interface WebhookActivities {
  /** Tries what is due at the endpoint. The ledger alone decides what that is. */
  retryDeliveries(webhookId: string): Promise<WebhookStepResult>;
}

export interface WebhookStepResult extends Retried {
  readonly text: string;
  readonly status: string;
  readonly ms: number;
}

export function createWebhookActivities(
  { log }: Pick<ActivityDeps, 'log'>,
  webhooks: WebhookDeps,
): WebhookActivities {
  return {
    retryDeliveries: (webhookId) =>
      failWithCodeOnly({ log }, { webhookId }, 'the retries of an endpoint failed', async () => {
        const startedMs = performance.now();
        const retried = await withHeartbeat(() => retryWebhook(webhooks, webhookId, cancellationSignal()));
        const status = statuses[retried.state];
        const text = `Envíos: ${retried.tried}; ${status}`;
        return { ...retried, text, status, ms: Math.round(performance.now() - startedMs) };
      }),
  };
}

const statuses: Readonly<Record<Retried['state'], string>> = {
  disabled: 'Desactivado',
  failing: 'No recibe: se prueba con un evento',
  retrying: 'Con reintentos pendientes',
  done: 'Sin reintentos pendientes',
};
