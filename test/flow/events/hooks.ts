/** What tests of webhooks share: a receiver that answers as the test says, and a worker's part that delivers, with a clock of its own. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { createWebhookHttp } from '../../../src/dgii/webhook-http.js';
import { createFirstTries } from '../../../src/activities/events/first-tries.js';
import { retryWebhook } from '../../../src/activities/events/retry-webhook.js';
import type { WebhookDeps } from '../../../src/activities/events/webhook-sender.js';
import { createWebhookSlots } from '../../../src/activities/events/webhook-slots.js';
import type { EventType } from '../../../src/ecf/messages/event-types.js';
import { feedId, type EventRecord } from '../../../src/ledger/events/event-record.js';
import {
  secretContextOf,
  type WebhookDeliveryRecord,
  type WebhookRecord,
} from '../../../src/ledger/events/webhook-record.js';
import { seal } from '../../../src/signing/keys/seal.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { createLog } from '../../../src/shared/log.js';
import type { TestLedger } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';

export interface Got {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (req: IncomingMessage, res: ServerResponse, got: Got) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_req, res) => {
    res.writeHead(code, headers).end('texto');
  };

/** A receiver on this machine. `answer` may be replaced at any time. */
export async function openReceiver() {
  const got: Got[] = [];
  const receiver = { url: '', port: 0, got, answer: status(204), ids: () => got.map(({ id }) => id) };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const one = {
        id: String(req.headers['webhook-id']),
        path: req.url ?? '',
        headers: req.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      got.push(one);
      receiver.answer(req, res, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own('a receiver', () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${receiver.port}/eventos`;
  return receiver;
}

export const environment = 'production';
export const masterKey = randomBytes(32);

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const bytesOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');

export function sealed(companyId: number, webhookId: string, secret: string): string {
  return seal(bytesOf(secret), masterKey, secretContextOf(companyId, webhookId));
}

/** @throws if no given secret signed it, or if the signature is older than five minutes */
export function verified(
  secret: string,
  { body, headers }: Got,
): { type: string; timestamp: string; data: object } {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as ReturnType<typeof verified>;
}

let webhooks = 0;

export async function addWebhook(
  { store }: Pick<TestLedger, 'store'>,
  {
    companyId,
    url,
    types = [],
    secret = newSecret(),
    now = new Date(),
  }: {
    companyId: number;
    url: string;
    types?: readonly EventType[];
    secret?: string;
    now?: Date;
  },
): Promise<WebhookRecord> {
  webhooks += 1;
  const _id = `wh_${String(webhooks).padStart(24, '0')}`;
  const webhook = await store.putWebhook({
    _id,
    companyId,
    environment,
    url,
    types,
    description: '',
    secret: { sealed: sealed(companyId, _id, secret), createdAt: now },
    cursor: 0,
    now,
  });
  if (webhook === undefined) throw new Error('no room for an endpoint');
  return webhook;
}

/** Puts events into the feed as a publisher does. */
export async function publish(
  { db, store }: Pick<TestLedger, 'db' | 'store'>,
  companyId: number,
  count: number,
  type: EventType = 'ecf.accepted',
): Promise<readonly string[]> {
  const last = await store.latestSeq({ companyId, environment });
  const events = Array.from({ length: count }, (_, index): EventRecord => {
    const seq = last + index + 1;
    return {
      _id: `${companyId}:${environment}:${seq}`,
      companyId,
      environment,
      seq,
      key: `E31${seq}:1:accepted`,
      type,
      at: new Date(),
      data: { ecf: `E31${String(seq).padStart(10, '0')}`, attempt: 1, status: 'Aceptado' },
      createdAt: new Date(),
    };
  });
  await db.collection<EventRecord>('events').insertMany(events);
  await db
    .collection<{ _id: string }>('feeds')
    .updateOne(
      { _id: feedId({ companyId, environment }) },
      { $max: { last: last + count }, $set: { companyId } },
      { upsert: true },
    );
  return events.map(({ seq }) => `evt_${companyId}_${environment}_${seq}`);
}

export interface Deliverer {
  readonly deps: WebhookDeps;
  /** Moves this worker's clock. */
  later(ms: number): void;
  now(): Date;
  /** One round of first tries, until all its turns are over. */
  round(): Promise<void>;
  retry(webhookId: string): ReturnType<typeof retryWebhook>;
  /** As when the worker is killed: what is under way is cut, and nothing is recorded. */
  stop(): void;
}

const log = createLog({ role: 'test', level: 'silent' });

export function openDeliverer(
  store: Store,
  {
    timeoutMs = 2_000,
    privateAddresses = 'allow',
    change = {},
  }: {
    timeoutMs?: number;
    privateAddresses?: 'allow' | 'refuse';
    change?: Partial<Store>;
  } = {},
): Deliverer {
  const http = createWebhookHttp({ timeoutMs, privateAddresses });
  own('the connections to receivers', () => http.close());
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const deps: WebhookDeps = {
    store: { ...store, ...change },
    http,
    slots: createWebhookSlots(),
    masterKeys: [masterKey],
    clock,
    log,
    tried: () => undefined,
    disabled: () => undefined,
  };
  const first = createFirstTries({ ...deps, timeoutMs });
  const stopping = new AbortController();
  return {
    deps,
    later: (ms) => void (offsetMs += ms),
    now: clock,
    round: async () => {
      await first.round(stopping.signal);
      await first.ended();
    },
    retry: (id) => retryWebhook(deps, id, stopping.signal),
    stop: () => stopping.abort(),
  };
}

export async function deliveriesOf({ store }: Pick<TestLedger, 'store'>, webhookId: string) {
  const { rows } = await store.listDeliveries({ webhookId, limit: 100 });
  return new Map(rows.map((row): [number, WebhookDeliveryRecord] => [row.seq, row]));
}
