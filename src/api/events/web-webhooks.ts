/** The endpoints of the company's events, for people. The answers are those of the public API (webhooks.ts). */
import type { DeliveriesQuery } from '../../ledger/events/webhook-deliveries.js';
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  graceHoursDefault,
  removeWebhook,
  rotateSecret,
  type WebhookChanges,
  type WebhookOrder,
} from '../../services/events/change-webhook.js';
import { recover, redeliver, testWebhook } from '../../services/events/deliver-again.js';
import { atMostInHour } from '../limits/rate-limit.js';
import { webhookTestsLimit } from '../limits/limits.js';
import { pageAnswer, pageCursor, pageSize } from '../web/list-page.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import {
  askingWorker,
  get,
  patch,
  post,
  remove,
  type RouteDeps,
  type WebRequest,
  type WebRoute,
} from '../web/web-route.js';
import { deliveryAnswer, tryAnswer, webhookAnswer } from './webhook-answer.js';
import { testsPerHourMax } from './webhooks.js';

const list = '/companies/:companyId/:environment/webhooks';
const one = `${list}/:webhookId`;

export function webhookRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, clock } = deps;
  const rules = deps.config.webhooks;
  const asking = askingWorker(deps);
  return [
    get(list, 'read', async ({ company: { companyId }, environment }) => {
      const webhooks = await store.listWebhooks(companyId, environment);
      return webhooks.map((webhook) => webhookAnswer(webhook, clock()));
    }),
    post(
      list,
      { permission: 'webhooks', audit: 'webhook.add', freshCode: 'or-password', turn: asking },
      async ({ company: { companyId }, environment, body, about }) => {
        const added = doneOr(await addWebhook(deps, { companyId, environment }, body as WebhookOrder, rules));
        about(added.webhook._id);
        return { ...webhookAnswer(added.webhook, clock()), secret: added.secret };
      },
    ),
    get(one, 'read', async (request) => webhookAnswer(await webhookAskedFor(deps, request), clock())),
    patch(one, { permission: 'webhooks', audit: 'webhook.change' }, async (request) => {
      const changed = await changeWebhook(deps, refOf(request), request.body as WebhookChanges, rules);
      return webhookAnswer(doneOr(changed).webhook, clock());
    }),
    remove(one, { permission: 'webhooks', audit: 'webhook.remove' }, async (request) => {
      doneOr(await removeWebhook(deps, refOf(request)));
      return {};
    }),
    get(`${one}/deliveries`, 'read', async (request) => {
      const { _id: webhookId } = await webhookAskedFor(deps, request);
      const { status } = request.query;
      const cursor = pageCursor(request.query);
      const page = await store.listDeliveries({
        webhookId,
        limit: pageSize(request.query),
        ...(status !== undefined && { state: status as NonNullable<DeliveriesQuery['state']> }),
        ...(cursor && { cursor }),
      });
      return pageAnswer(page, deliveryAnswer);
    }),
    post(`${one}/redeliver`, { permission: 'webhooks', audit: 'webhook.redeliver' }, async (request) => {
      const { eventId } = request.body as { readonly eventId: string };
      request.about(`${refOf(request).webhookId} ${eventId}`);
      doneOr(await redeliver(deps, refOf(request), eventId));
      return {};
    }),
    post(`${one}/recover`, { permission: 'webhooks', audit: 'webhook.recover' }, async (request) => {
      const { since } = request.body as { readonly since: string };
      request.about(`${refOf(request).webhookId} ${since}`);
      const { retried } = doneOr(await recover(deps, refOf(request), new Date(since)));
      return { retried };
    }),
    post(`${one}/test`, { permission: 'webhooks', audit: 'webhook.test', turn: asking }, async (request) => {
      await atMostInHour(deps, webhookTestsLimit, request.company.companyId, testsPerHourMax);
      const { eventId, attempt } = doneOr(await testWebhook(deps, refOf(request)));
      return { eventId, ...tryAnswer(attempt) };
    }),
    post(
      `${one}/rotate-secret`,
      { permission: 'webhooks', audit: 'webhook.rotate-secret', freshCode: 'or-password', turn: asking },
      async (request) => {
        const { graceHours = graceHoursDefault } = request.body as { readonly graceHours?: number };
        const { webhook, secret } = doneOr(await rotateSecret(deps, refOf(request), graceHours));
        return { ...webhookAnswer(webhook, clock()), secret };
      },
    ),
  ];
}

function refOf({ company: { companyId }, environment, params }: WebRequest) {
  return { companyId, environment, webhookId: params['webhookId'] ?? '' };
}

async function webhookAskedFor(deps: RouteDeps, request: WebRequest) {
  const webhook = await findWebhook(deps, refOf(request));
  if (webhook === undefined) throw new WebError('WEBHOOK_NOT_FOUND');
  return webhook;
}
