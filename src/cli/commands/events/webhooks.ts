/** `webhook …`: the endpoints to which a company's events go. */
import { changeWebhook, findWebhook, type WebhookChanges } from '../../../services/events/change-webhook.js';
import type { WebhookRecord } from '../../../ledger/events/webhook-record.js';
import { argument, command, flag } from '../../command.js';
import { placeOf, type ChangingContext, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { table } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';
import { anyText } from '../../terminal/values.js';
import { place } from '../parts.js';

const triesShown = 10;
const example = 'wh_5f1d3c9a7b2e4f6081c2d3e4 --company 999999992';

const one = { webhook: argument('<webhook>', 'su identificador', anyText), ...place };

const list = command({
  name: 'list',
  does: 'los webhooks de una empresa',
  example: '--company 999999992',
  takes: place,
  work: async (context, { company, environment: where }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const webhooks = (await context.store.listWebhooks(companyId, environment)).map(shown);
    return {
      data: webhooks,
      text: table(webhooks, 'La empresa no tiene webhooks en este ambiente.', {
        Webhook: ({ id }) => id,
        Estado: ({ state }) => state,
        Desde: ({ since }) => (since === null ? '' : moment(since)),
        Dirección: ({ url }) => url,
      }),
    };
  },
});

const show = command({
  name: 'show',
  does: 'un webhook y sus últimas entregas',
  example,
  takes: one,
  work: async (context, { webhook: id, ...where }) => {
    const webhook = await webhookOf(context, id, where);
    const { rows } = await context.store.listDeliveries({ webhookId: id, limit: triesShown });
    const deliveries = rows.map(({ seq, type, state, attempts, tries }) => {
      const last = tries.at(-1);
      return { seq, type, state, attempts, last: last?.status ?? last?.code ?? null };
    });
    const texts = table(deliveries, 'No hay entregas.', {
      Evento: ({ seq }) => seq,
      Tipo: ({ type }) => type,
      Estado: ({ state }) => state,
      Intentos: ({ attempts }) => attempts,
      Último: ({ last }) => last ?? '',
    });
    const { url, state } = shown(webhook);
    return { data: { ...shown(webhook), deliveries }, text: `${url}: ${state}\n${texts}` };
  },
});

const enable = command({
  name: 'enable',
  does: 'activa un webhook: continúa donde se detuvo',
  example,
  takes: { ...one, fromNow: flag('--from-now', 'solo los eventos desde ahora') },
  changes: 'webhook.change',
  work: (context, { fromNow, ...rest }) =>
    change(context, rest, { active: true, ...(fromNow && { from: 'now' }) }),
});

const disable = command({
  name: 'disable',
  does: 'desactiva un webhook: no recibe más eventos',
  example,
  takes: one,
  changes: 'webhook.change',
  work: (context, where) => change(context, where, { active: false }),
});

export const webhookCommands = [list, show, enable, disable];

interface Where {
  readonly company: string;
  readonly environment?: WebhookRecord['environment'];
}

async function webhookOf(context: CliContext, webhookId: string, { company, environment: where }: Where) {
  const { companyId, environment } = await placeOf(context, company, where);
  const webhook = await findWebhook(context, { webhookId, companyId, environment });
  if (webhook === undefined) throw new CliError('WEBHOOK_NOT_FOUND');
  return webhook;
}

async function change(
  context: ChangingContext,
  { webhook: id, ...where }: Where & { readonly webhook: string },
  changes: WebhookChanges,
) {
  const { companyId, environment } = await webhookOf(context, id, where);
  const begun = await context.begin({ companyIds: [companyId], environment, target: id });
  const ref = { webhookId: id, companyId, environment };
  const { webhook } = doneOr(await changeWebhook(begun, ref, changes, { privateAddresses: 'refuse' }));
  return { data: shown(webhook), text: `Webhook ${id}: ${shown(webhook).state}.` };
}

function shown({ _id, url, types, active, disabled, probe, failingSince, cursor }: WebhookRecord) {
  const reason = disabled === undefined ? '' : ` (${reasons[disabled.reason]})`;
  const working = probe === undefined ? 'activo' : 'no recibe: se prueba con un evento';
  return {
    id: _id,
    url,
    types,
    state: active ? working : `desactivado${reason}`,
    since: disabled?.at ?? failingSince ?? null,
    cursor,
  };
}

const reasons = { person: 'por una persona', gone: 'respondió 410', failing: 'falló cinco días' } as const;
