/** The receiver of the companies' webhooks. It verifies with a library that is not ours, and fails as receivers do. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { createDice, type Dice } from '../../bench/dice.js';
import type { WebhookArrival } from '../check/event-evidence.js';

/** Standard Webhooks 1.0.0: an event is smaller than this. */
const bodyBytesMax = 20 * 1024;
/** Longer than the service waits for a receiver (service-settings.ts). */
const tooLateMs = 3_000;
const slowMsMax = 1_500;

/** `too-late` and `drop`: the receiver has processed the event, but the service cannot know that. */
export const receiverAnswers = ['take', 'slow', 'error', 'busy', 'too-late', 'drop'] as const;
type ReceiverAnswer = (typeof receiverAnswers)[number];
/** The endpoint works most of the time, or the service would only probe it. */
const usual: readonly ReceiverAnswer[] = [
  ...receiverAnswers,
  ...Array.from({ length: 10 }, () => 'take' as const),
];

interface Endpoint {
  readonly arrivals: WebhookArrival[];
  readonly dice: Dice;
  /** Each answer once, before chance decides. */
  readonly first: ReceiverAnswer[];
  secret?: string;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

export async function startWebhookReceiver(seed: number) {
  const endpoints = new Map<string, Endpoint>();
  const objections: string[] = [];
  const answered = new Map<ReceiverAnswer, number>();
  let behaves = false;

  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      // A worker that was killed cuts its request. It comes again.
      if (!request.complete) return;
      objections.push(`WEBHOOK-RECEIVER: ${String(error)}`);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    objections: objections as readonly string[],
    answered: answered as ReadonlyMap<string, number>,
    open(path: string) {
      const dice = createDice(`${seed}:receiver:${path}`);
      const endpoint: Endpoint = { arrivals: [], dice, first: dice.shuffled(receiverAnswers) };
      endpoints.set(path, endpoint);
      const learnSecret = (secret: string) => void (endpoint.secret = secret);
      return { url: `${url}${path}`, arrivals: endpoint.arrivals as readonly WebhookArrival[], learnSecret };
    },
    /** From now on it takes everything at once. */
    behave: () => void (behaves = true),
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = endpoints.get(request.url ?? '');
    const body = await bodyOf(request);
    const id = String(request.headers['webhook-id']);
    if (endpoint?.secret === undefined || body === undefined) {
      objections.push(
        `WEBHOOK-RECEIVER: ${id} came to ${request.url}, with ${body?.length ?? 'too many'} bytes`,
      );
      response.writeHead(400).end();
      return;
    }
    try {
      new Webhook(endpoint.secret).verify(body, request.headers as Record<string, string>);
    } catch (error) {
      objections.push(`WEBHOOK-SIGNATURE: ${id} at ${request.url}: ${String(error)}`);
      response.writeHead(401).end();
      return;
    }
    const answer = behaves ? 'take' : (endpoint.first.shift() ?? endpoint.dice.pick(usual));
    answered.set(answer, (answered.get(answer) ?? 0) + 1);
    // Before the answer: once the service has a 200, the arrival must be known.
    const mayBeTaken = answer === 'take' || answer === 'slow' || answer === 'too-late';
    endpoint.arrivals.push({ id, body, mayBeTaken });
    await give(answer, endpoint.dice, response);
  }
}

async function give(answer: ReceiverAnswer, dice: Dice, response: ServerResponse): Promise<void> {
  switch (answer) {
    case 'error':
      return void response.writeHead(500).end('error');
    case 'busy':
      return void response.writeHead(503, { 'retry-after': '1' }).end();
    case 'drop':
      return void response.destroy();
    case 'slow':
      await sleep(dice.between(100, slowMsMax));
      break;
    case 'too-late':
      await sleep(tooLateMs);
      break;
    case 'take':
      break;
  }
  response.writeHead(204).end();
}

/** Undefined: longer than the standard allows. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
