/** Sends a test to an endpoint. It is signed as an event is, never enters the feed, and counts neither as a success nor as a failure. */
import { randomUUID } from 'node:crypto';
import type { InquiryKinds, WebhookTestAnswer } from '../../ledger/inquiries/inquiries.js';
import { messageOf } from './webhook-message.js';
import { post, type WebhookDeps } from './webhook-sender.js';

export async function testWebhook(
  deps: WebhookDeps,
  { companyId, webhookId }: InquiryKinds['webhook-test']['about'],
  cancelled: AbortSignal,
): Promise<WebhookTestAnswer | undefined> {
  const webhook = await deps.store.findWebhook(webhookId);
  if (webhook?.companyId !== companyId) return { outcome: 'gone' };
  const id = `evt_${companyId}_${webhook.environment}_test_${randomUUID()}`;
  const message = messageOf(id, { type: 'webhook.test', at: deps.clock(), data: { webhookId } });
  const posted = await post(deps, webhook, message, cancelled);
  if (posted === 'busy') return { outcome: 'busy' };
  return posted === 'stopped' ? undefined : { outcome: 'tried', eventId: id, attempt: posted.attempt };
}
