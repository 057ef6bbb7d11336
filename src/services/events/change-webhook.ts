/** Adds, changes and removes the endpoints of a company's events. */
import { randomBytes } from 'node:crypto';
import type { EventType } from '../../ecf/messages/event-types.js';
import { hourMs } from '../../ecf/durations.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';
import type { WebhookRecord, WebhookSecret } from '../../ledger/events/webhook-record.js';
import type { WebhookChange } from '../../ledger/events/webhooks.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { UploadKeyDeps } from '../certificates/upload-certificate.js';
import type { Ledger, ProcessRefusal } from '../deps.js';
import { makeWebhookSecret } from './webhook-secret.js';
import { webhookUrlOf, type AddressRules } from './webhook-input.js';

export interface WebhookRef extends FeedRef {
  readonly webhookId: string;
}

export type AddWebhookDeps = UploadKeyDeps & Ledger<'putWebhook' | 'latestSeq' | 'listWebhooks'>;
export type ChangeWebhookDeps = Ledger<
  'findWebhook' | 'changeWebhook' | 'latestSeq' | 'wakeWebhook' | 'abandonDeliveries'
>;

export interface WebhookOrder {
  readonly url: string;
  readonly types?: readonly EventType[];
  readonly description?: string;
}

export interface ShownSecret {
  readonly outcome: 'done';
  readonly webhook: WebhookRecord;
  /** Shown once. */
  readonly secret: string;
}

/** Its events begin with the next one. */
export async function addWebhook(
  deps: AddWebhookDeps,
  { companyId, environment }: FeedRef,
  { url: given, types = [], description = '' }: WebhookOrder,
  rules: AddressRules,
): Promise<ShownSecret | Refused<'WEBHOOK_URL_INVALID' | 'WEBHOOK_LIMIT'> | ProcessRefusal> {
  const checked = webhookUrlOf(given, rules);
  if (checked.outcome === 'refused') return checked;
  const webhookId = `wh_${randomBytes(12).toString('hex')}`;
  const made = await makeWebhookSecret(deps, companyId, webhookId);
  if (made.outcome === 'refused') return made;
  const webhook = await deps.store.putWebhook({
    _id: webhookId,
    companyId,
    environment,
    url: checked.url,
    types: [...new Set(types)],
    description,
    secret: made.stored,
    cursor: await deps.store.latestSeq({ companyId, environment }),
    now: deps.clock(),
  });
  return webhook === undefined ? refused('WEBHOOK_LIMIT') : { outcome: 'done', webhook, secret: made.secret };
}

export interface WebhookChanges {
  readonly url?: string;
  readonly types?: readonly EventType[];
  readonly description?: string;
  readonly active?: boolean;
  /** With `active: true`. `cursor`, the default: every event since it was disabled. `now`: only what happens from now on. */
  readonly from?: 'cursor' | 'now';
}

export type WebhookChanged =
  | { readonly outcome: 'done'; readonly webhook: WebhookRecord }
  | Refused<'WEBHOOK_NOT_FOUND' | 'WEBHOOK_URL_INVALID' | 'WEBHOOK_CHANGED'>;

export async function changeWebhook(
  deps: ChangeWebhookDeps,
  ref: WebhookRef,
  { from = 'cursor', url, types, ...changes }: WebhookChanges,
  rules: AddressRules,
): Promise<WebhookChanged> {
  const { store, clock } = deps;
  const webhook = await findWebhook(deps, ref);
  if (webhook === undefined) return refused('WEBHOOK_NOT_FOUND');
  const checked = url === undefined ? undefined : webhookUrlOf(url, rules);
  if (checked?.outcome === 'refused') return checked;
  // Enabling what is active would forget its failures.
  const { active, ...others } = changes;
  const turned = active === webhook.active ? undefined : active;
  const fromNow = turned === true && from === 'now';
  const change: WebhookChange = {
    ...others,
    ...(checked && { url: checked.url }),
    ...(types && { types: [...new Set(types)] }),
    ...(turned !== undefined && { active: turned }),
    ...(fromNow && { cursor: await store.latestSeq(ref) }),
  };
  if (fromNow) await store.abandonDeliveries(webhook._id);
  const changed = await store.changeWebhook(webhook, change, clock());
  if (changed === undefined) return refused('WEBHOOK_CHANGED');
  if (turned === true) await store.wakeWebhook(webhook._id);
  return { outcome: 'done', webhook: changed };
}

/** Nothing goes there any more. What was under way at this moment may still arrive. */
export async function removeWebhook(
  deps: Ledger<'findWebhook' | 'removeWebhook'>,
  ref: WebhookRef,
): Promise<{ readonly outcome: 'done' } | Refused<'WEBHOOK_NOT_FOUND'>> {
  const webhook = await findWebhook(deps, ref);
  const removed = webhook !== undefined && (await deps.store.removeWebhook(webhook._id));
  return removed ? { outcome: 'done' } : refused('WEBHOOK_NOT_FOUND');
}

/** A week is enough to change any receiver, and a secret that may be known to others should not sign for longer. */
export const graceHoursMax = 168;
export const graceHoursDefault = 24;

export type RotatedSecret =
  | ShownSecret
  | Refused<'WEBHOOK_NOT_FOUND' | 'WEBHOOK_CHANGED'>
  | Refused<'WEBHOOK_SECRET_IN_GRACE', { readonly graceUntil: Date }>
  | ProcessRefusal;

/** Both secrets sign during the grace, so a receiver may change whenever it wants. A third one would make the first one useless. */
export async function rotateSecret(
  deps: UploadKeyDeps & Ledger<'findWebhook' | 'changeWebhook'>,
  ref: WebhookRef,
  graceHours: number,
): Promise<RotatedSecret> {
  const { store, clock } = deps;
  const webhook = await findWebhook(deps, ref);
  if (webhook === undefined) return refused('WEBHOOK_NOT_FOUND');
  const now = clock();
  const graceUntil = graceEnd(webhook, now);
  if (graceUntil !== undefined) return refused('WEBHOOK_SECRET_IN_GRACE', { graceUntil });
  const made = await makeWebhookSecret(deps, ref.companyId, webhook._id);
  if (made.outcome === 'refused') return made;
  const expiresAt = new Date(now.getTime() + graceHours * hourMs);
  const earlier = webhook.secrets.slice(0, 1).map((one): WebhookSecret => ({ ...one, expiresAt }));
  const secrets = [made.stored, ...(graceHours === 0 ? [] : earlier)];
  const changed = await store.changeWebhook(webhook, { secrets }, now);
  return changed === undefined
    ? refused('WEBHOOK_CHANGED')
    : { outcome: 'done', webhook: changed, secret: made.secret };
}

/** Until when an earlier secret signs too. Undefined: only one does. */
export function graceEnd({ secrets }: Pick<WebhookRecord, 'secrets'>, now: Date): Date | undefined {
  return secrets.map(({ expiresAt }) => expiresAt).find((at) => at !== undefined && at > now);
}

/** Undefined also if it is another company's, or of another environment. */
export async function findWebhook(
  { store }: Ledger<'findWebhook'>,
  { webhookId, companyId, environment }: WebhookRef,
): Promise<WebhookRecord | undefined> {
  const webhook = await store.findWebhook(webhookId);
  const own = webhook?.companyId === companyId && webhook.environment === environment;
  return own ? webhook : undefined;
}
