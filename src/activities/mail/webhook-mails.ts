/**
 * Mails the administrators of a company when an endpoint of its events takes nothing: after an hour, after a day, and when it is disabled. A
 * round finds it in the ledger, so no mail is lost when a worker dies right after it has recorded a failure.
 */
import { dayMs, hourMs } from '../../ecf/durations.js';
import type { Store } from '../../ledger/ledger.js';
import type { WebhookRecord } from '../../ledger/events/webhook-record.js';
import { mailAdministrators } from '../../services/mail/mail-administrators.js';
import type { MailDeps } from '../../services/mail/queue-mail.js';

/** The round reads on until it has all. */
const webhooksMax = 500;
/** What happened earlier was mailed, unless no worker ran. Then it is still news. */
const newsMs = 7 * dayMs;

export interface WebhookMailDeps extends MailDeps {
  readonly store: MailDeps['store'] & Pick<Store, 'listPeople' | 'webhooksInTrouble'>;
}

/** Each mail goes once, because its key names the endpoint, the failure and the threshold. Several workers may do this at once. */
export async function mailAboutWebhooks(deps: WebhookMailDeps, stopping: AbortSignal): Promise<false> {
  const { store, clock } = deps;
  const now = clock().getTime();
  const wanted = { since: new Date(now - newsMs), failingMs: hourMs, limit: webhooksMax };
  let after = '';
  for (;;) {
    const webhooks = await store.webhooksInTrouble({ ...wanted, after });
    for (const webhook of webhooks) {
      if (stopping.aborted) return false;
      await mailAbout(deps, webhook);
    }
    const last = webhooks.at(-1);
    if (last === undefined || webhooks.length < webhooksMax) return false;
    after = last._id;
  }
}

async function mailAbout(deps: WebhookMailDeps, webhook: WebhookRecord): Promise<void> {
  const { _id, companyId, environment, url, disabled, failingSince = disabled?.at, lastFailureAt } = webhook;
  if (failingSince === undefined) return;
  // The address itself may have a secret in its path.
  const data = { environment, webhookId: _id, host: new URL(url).host, since: failingSince };
  if (disabled !== undefined) {
    const key = `${_id}:${disabled.at.getTime()}`;
    await mailAdministrators(deps, 'webhook-disabled', { companyId, key, data });
    return;
  }
  const failingMs = (lastFailureAt ?? failingSince).getTime() - failingSince.getTime();
  const key = `${_id}:${failingSince.getTime()}:${failingMs >= dayMs ? 'day' : 'hour'}`;
  await mailAdministrators(deps, 'webhook-failing', { companyId, key, data });
}
