/** What happened to a company in one environment, and the endpoints to which the service sends it. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf, QueryOf } from './answers.js';
import { answerOf, cursorPages, given, service } from './client.js';
import { pollEvery, pollRarely } from './polling.js';
import type { Place } from './vouchers.js';

const environmentPath = '/companies/{companyId}/{environment}';
const listPath = `${environmentPath}/webhooks` as const;
const onePath = `${listPath}/{webhookId}` as const;
/** The feed reports an event, and not what became of its deliveries. */
const newOnesEveryMs = 30_000;

export interface WebhookOf extends Place {
  readonly webhookId: string;
}

export const eventsQuery = (path: Place) =>
  queryOptions({
    queryKey: ['events', path],
    queryFn: ({ signal }) => answerOf(service.GET(`${environmentPath}/events`, { params: { path }, signal })),
    refetchInterval: pollRarely,
  });

/** As long as the service lets a request wait. */
const waitSeconds = 25;

/** Waits for the next event. @param after absent: the events of the last half minute, at once */
export const nextEvents = (path: Place, after: string | undefined, signal: AbortSignal) =>
  answerOf(
    service.GET(`${environmentPath}/events/next`, {
      params: { path, query: after === undefined ? {} : { after, wait: waitSeconds } },
      signal,
    }),
  );

export const webhooksQuery = ({ companyId, environment }: Place) =>
  queryOptions({
    queryKey: ['webhooks', { companyId, environment }],
    queryFn: ({ signal }) =>
      answerOf(service.GET(listPath, { params: { path: { companyId, environment } }, signal })),
    refetchInterval: () => pollEvery(newOnesEveryMs),
  });

export const webhookQuery = (path: WebhookOf) =>
  queryOptions({
    queryKey: ['webhook', path],
    queryFn: ({ signal }) => answerOf(service.GET(onePath, { params: { path }, signal })),
    refetchInterval: () => pollEvery(newOnesEveryMs),
  });

export type DeliveryFilter = NonNullable<QueryOf<'listDeliveries'>['status']>;

export const deliveriesQuery = (path: WebhookOf, status?: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhook-deliveries', path, status ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        service.GET(`${onePath}/deliveries`, {
          params: { path, query: given({ ...pageParam, status }) },
          signal,
        }),
      ),
    ...cursorPages,
    refetchInterval: () => pollEvery(newOnesEveryMs),
  });

export const allDeliveries = (path: WebhookOf) => ({ queryKey: ['webhook-deliveries', path] });

export const addWebhook = (path: Place, body: BodyOf<'addWebhook'>) =>
  answerOf(service.POST(listPath, { params: { path }, body }));
/** `from` counts only with `active: true`. */
export const changeWebhook = (path: WebhookOf, change: BodyOf<'changeWebhook'>) =>
  answerOf(service.PATCH(onePath, { params: { path }, body: change }));
export const removeWebhook = (path: WebhookOf) => answerOf(service.DELETE(onePath, { params: { path } }));
export const testWebhook = (path: WebhookOf) =>
  answerOf(service.POST(`${onePath}/test`, { params: { path }, body: {} }));
export const rotateWebhookSecret = (path: WebhookOf, body: BodyOf<'rotateWebhookSecret'>) =>
  answerOf(service.POST(`${onePath}/rotate-secret`, { params: { path }, body }));
export const redeliverEvent = (path: WebhookOf, body: BodyOf<'redeliverEvent'>) =>
  answerOf(service.POST(`${onePath}/redeliver`, { params: { path }, body }));
export const recoverWebhook = (path: WebhookOf, body: BodyOf<'recoverWebhook'>) =>
  answerOf(service.POST(`${onePath}/recover`, { params: { path }, body }));
