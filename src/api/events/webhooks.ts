/** webhooks: the endpoints to which the service sends a company's events (version 2 only). */
import type { DeliveriesQuery } from '../../ledger/events/webhook-deliveries.js';
import type { Company } from '../../ledger/companies/company.js';
import type { ProcessRefusal } from '../../services/deps.js';
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
import { ServiceError } from '../../shared/errors.js';
import type { Refused } from '../../shared/refused.js';
import type { ApiDeps } from '../deps.js';
import {
  successAnswer,
  type Answer,
  type CompanyRequest,
  type HandlerDeps,
  type JsonRequest,
} from '../handler.js';
import { atMostInHour } from '../limits/rate-limit.js';
import { webhookTestsLimit } from '../limits/limits.js';
import { cursorAsked, pageAnswer } from '../page-cursor.js';
import { deliveryAnswer, tryAnswer, webhookAnswer } from './webhook-answer.js';

const limitDefault = 50;
const processRetrySeconds = 10;
const busyRetrySeconds = 5;
/** Each one sends a request to an address that the company chose. */
export const testsPerHourMax = 60;

export async function listWebhooks({ store, clock }: ApiDeps, { company }: CompanyRequest): Promise<Answer> {
  const webhooks = await store.listWebhooks(company.companyId, company.environment);
  return successAnswer(
    'Webhooks.',
    webhooks.map((webhook) => webhookAnswer(webhook, clock())),
  );
}

export async function addOne(deps: HandlerDeps, request: JsonRequest): Promise<Answer> {
  const company = await request.principal.readAgain();
  const order = request.body as WebhookOrder;
  const { webhook, secret } = await askWorker(deps, company, () =>
    addWebhook(deps, company, order, deps.config.webhooks),
  );
  return successAnswer('Webhook creado.', { ...webhookAnswer(webhook, deps.clock()), secret });
}

export async function showWebhook(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const webhook = await findWebhook(deps, refOf(request));
  if (webhook === undefined) throw new ServiceError('WEBHOOK_NOT_FOUND');
  return successAnswer('Webhook.', webhookAnswer(webhook, deps.clock()));
}

export async function changeOne(deps: ApiDeps, request: JsonRequest): Promise<Answer> {
  const ref = refOf(request, await request.principal.readAgain());
  const changes = request.body as WebhookChanges;
  const { webhook } = doneOr(await changeWebhook(deps, ref, changes, deps.config.webhooks));
  return successAnswer('Webhook cambiado.', webhookAnswer(webhook, deps.clock()));
}

export async function removeOne(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  doneOr(await removeWebhook(deps, refOf(request)));
  return successAnswer('Webhook eliminado.', { id: request.params['webhookId'] });
}

export async function listDeliveries(deps: ApiDeps, request: CompanyRequest): Promise<Answer> {
  const webhook = await findWebhook(deps, refOf(request));
  if (webhook === undefined) throw new ServiceError('WEBHOOK_NOT_FOUND');
  const { limit = limitDefault, status } = request.query;
  const cursor = cursorAsked(request.query['cursor']);
  const page = await deps.store.listDeliveries({
    webhookId: webhook._id,
    limit: Number(limit),
    ...(status !== undefined && { state: status as NonNullable<DeliveriesQuery['state']> }),
    ...(cursor && { cursor }),
  });
  return pageAnswer('Entregas.', page.rows.map(deliveryAnswer), page.next);
}

export async function redeliverOne(deps: ApiDeps, request: JsonRequest): Promise<Answer> {
  const { eventId } = request.body as { readonly eventId: string };
  doneOr(await redeliver(deps, refOf(request, await request.principal.readAgain()), eventId));
  return successAnswer('El evento se envía de nuevo.', { eventId });
}

export async function recoverSince(deps: ApiDeps, request: JsonRequest): Promise<Answer> {
  const { since } = request.body as { readonly since: string };
  const ref = refOf(request, await request.principal.readAgain());
  const { retried } = doneOr(await recover(deps, ref, new Date(since)));
  return successAnswer('Se envía de nuevo lo que no se entregó.', { since, retried });
}

export async function testOne(deps: HandlerDeps, request: JsonRequest): Promise<Answer> {
  const company = await request.principal.readAgain();
  await atMostInHour(deps, webhookTestsLimit, company.companyId, testsPerHourMax);
  const { eventId, attempt } = await askWorker(deps, company, () =>
    testWebhook(deps, refOf(request, company)),
  );
  return successAnswer('El webhook de prueba se envió.', { eventId, ...tryAnswer(attempt) });
}

export async function rotateOne(deps: HandlerDeps, request: JsonRequest): Promise<Answer> {
  const company = await request.principal.readAgain();
  const { graceHours = graceHoursDefault } = request.body as { readonly graceHours?: number };
  const { webhook, secret } = await askWorker(deps, company, () =>
    rotateSecret(deps, refOf(request, company), graceHours),
  );
  return successAnswer('Secreto cambiado.', { ...webhookAnswer(webhook, deps.clock()), secret });
}

function refOf({ company: asked, params }: CompanyRequest, company: Company = asked) {
  const { companyId, environment } = company;
  return { companyId, environment, webhookId: params['webhookId'] ?? '' };
}

async function askWorker<Done extends object>(
  { limits }: HandlerDeps,
  { companyId }: Company,
  ask: () => Promise<Done | WebhookRefusal>,
): Promise<Exclude<Done, WebhookRefusal>> {
  return doneOr(await limits.questions.run(companyId, ask));
}

type WebhookRefusal =
  | ProcessRefusal
  | Refused<
      | 'WEBHOOK_BUSY'
      | 'WEBHOOK_CHANGED'
      | 'WEBHOOK_DISABLED'
      | 'WEBHOOK_EVENT_NOT_FOUND'
      | 'WEBHOOK_LIMIT'
      | 'WEBHOOK_NOT_FOUND'
      | 'WEBHOOK_SINCE_INVALID'
      | 'WEBHOOK_URL_INVALID'
    >
  | Refused<'WEBHOOK_SECRET_IN_GRACE', { readonly graceUntil: Date }>;

function doneOr<Outcome extends object>(outcome: Outcome | WebhookRefusal): Exclude<Outcome, WebhookRefusal> {
  if (isRefusal(outcome)) throw errorOf(outcome);
  return outcome as Exclude<Outcome, WebhookRefusal>;
}

function isRefusal(outcome: object): outcome is WebhookRefusal {
  return 'refusal' in outcome;
}

function errorOf(refused: WebhookRefusal): ServiceError {
  switch (refused.refusal) {
    case 'PROCESS_UNAVAILABLE':
    case 'WORKER_SILENT':
    case 'CHANGE_UNCONFIRMED':
      return new ServiceError('PROCESS_UNAVAILABLE', {
        mensaje: 'Ningún proceso del servicio respondió a tiempo. Intente de nuevo.',
        retryAfterSeconds: processRetrySeconds,
      });
    case 'WEBHOOK_BUSY':
      return new ServiceError('WEBHOOK_BUSY', { retryAfterSeconds: busyRetrySeconds });
    case 'WEBHOOK_SECRET_IN_GRACE':
      return new ServiceError('WEBHOOK_SECRET_IN_GRACE', {
        data: { graceUntil: refused.facts.graceUntil.toISOString() },
      });
    default:
      return new ServiceError(refused.refusal);
  }
}
