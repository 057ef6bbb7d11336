/** What listens to the companies' events during a run: a reader of each feed, and two webhooks of each company. */
import type { DemoCompany } from '../../demo/demo-data.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import type { ShownEvent, WebhookArrival, WebhookEvidence } from '../check/event-evidence.js';
import { eventsAtRest } from '../check/event-ledger.js';
import { describe, type Answered } from './api.js';
import type { CompanyRequests } from './company-requests.js';
import { createFeedReaders, readerActions } from './feed-reader.js';
import { receiverAnswers, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

const subscriptions: readonly (readonly string[])[] = [
  [],
  ['ecf.accepted', 'ecf.rejected', 'ecf.delivered', 'received.created'],
];
const pageMax = 100;

interface Webhook {
  readonly company: DemoCompany;
  readonly id: string;
  readonly types: readonly string[];
  readonly arrivals: readonly WebhookArrival[];
}

export interface EventClientsOptions {
  readonly stack: Pick<OwnStack, 'mongoUri'>;
  readonly seed: number;
  readonly requests: CompanyRequests;
  readonly companies: readonly DemoCompany[];
}

export type EventClients = Awaited<ReturnType<typeof openEventClients>>;

/** Call it before the first voucher and the first outage. */
export async function openEventClients({ stack, seed, requests, companies }: EventClientsOptions) {
  const startedAt = new Date();
  const receiver = await startWebhookReceiver(seed);
  const readers = createFeedReaders({ seed, requests, companies });
  const webhooks = await addWebhooks(receiver, requests, companies);

  return {
    play: readers.play,
    objections: () => [...readers.objections, ...receiver.objections],
    /** Takes everything that is left. */
    async settle() {
      receiver.behave();
      for (const webhook of webhooks) await orderAgain(requests, webhook, startedAt);
      const { feeds, ledger } = await eventsAtRest(stack, companies, readers.readToEnd);
      const { webhookDeliveries, ...records } = ledger;
      const got = webhooks.map(({ company: { companyId }, id, types, arrivals }): WebhookEvidence => {
        const deliveries = webhookDeliveries.filter(({ webhookId }) => webhookId === id);
        return { companyId, types, arrivals, deliveries };
      });
      return { ...records, feeds, webhooks: got };
    },
    counts: () => ({ did: readers.did, answered: receiver.answered }),
    close: () => receiver.close(),
  };
}

/** A run in which readers did not die, or the receiver did not fail, tested nothing. */
export function eventGaps(
  { did, answered }: ReturnType<EventClients['counts']>,
  webhooks: readonly WebhookEvidence[],
): string[] {
  const repeated = webhooks.some(
    ({ arrivals }) => new Set(arrivals.map(({ id }) => id)).size < arrivals.length,
  );
  return [
    ...readerActions
      .filter((action) => !did.has(action))
      .map((one) => `MET-NOTHING: no reader of a feed did ${one}`),
    ...receiverAnswers
      .filter((answer) => !answered.has(answer))
      .map((one) => `MET-NOTHING: no webhook was answered with ${one}`),
    ...(repeated ? [] : ['MET-NOTHING: no event arrived twice at a webhook']),
  ];
}

async function addWebhooks(
  receiver: WebhookReceiver,
  requests: CompanyRequests,
  companies: readonly DemoCompany[],
): Promise<readonly Webhook[]> {
  const added: Webhook[] = [];
  for (const company of companies)
    for (const [index, types] of subscriptions.entries()) {
      const { url, arrivals, learnSecret } = receiver.open(`/${company.companyId}/${index}`);
      const answer = await requests.post(company, '/api/v2/webhooks', { body: { url, types } });
      if (answer.status !== 200) throw new Error(`webhook: ${describe(answer)}`);
      const { id, secret } = dataOf(answer) as { readonly id: string; readonly secret: string };
      learnSecret(secret);
      added.push({ company, id, types, arrivals });
    }
  return added;
}

/** Orders what waits for its next try, which may be minutes away, and what a person would order after an outage of the receiver. */
async function orderAgain(
  requests: CompanyRequests,
  { company, id }: Pick<Webhook, 'company' | 'id'>,
  since: Date,
): Promise<void> {
  const path = `/api/v2/webhooks/${id}`;
  const waiting = await requests.get(company, `${path}/deliveries?status=waiting&limit=${pageMax}`);
  if (waiting.status !== 200) throw new Error(`deliveries: ${describe(waiting)}`);
  for (const { eventId } of dataOf(waiting) as readonly { readonly eventId: string }[]) {
    const answer = await requests.post(company, `${path}/redeliver`, { body: { eventId } });
    if (answer.status !== 200) throw new Error(`redeliver: ${describe(answer)}`);
  }
  const answer = await requests.post(company, `${path}/recover`, { body: { since: since.toISOString() } });
  if (answer.status !== 200) throw new Error(`recover: ${describe(answer)}`);
}

function dataOf({ body }: Answered): unknown {
  return body.data;
}

export function arrivalsOf(
  webhooks: readonly WebhookEvidence[],
  feeds: readonly { readonly events: readonly ShownEvent[] }[],
) {
  const arrived = webhooks.flatMap(({ arrivals }) => arrivals);
  return {
    events: feeds.reduce((sum, { events }) => sum + events.length, 0),
    arrived: arrived.length,
    deliveries: webhooks.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
  };
}
