/** A receiver of webhooks on this machine, as an integrator would write one: it takes only what one of its secrets signed just now. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Nobody on the network can send here. */
const loopback = '127.0.0.1';
/** Standard Webhooks 1.0.0: an event is smaller than this. */
const bodyBytesMax = 20 * 1024;
const toleranceSeconds = 300;
/** The service waits 15 s for an answer. */
const requestMs = 15_000;
const secretForm = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

export interface ReceivedEvent {
  readonly id: string;
  /** The body as it came: `{type, timestamp, data}`. */
  readonly text: string;
}

export interface Receiver {
  /** Ends with a slash. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  /** 0: any free one. */
  readonly port: number;
  /** Undefined: nothing is received there. */
  readonly secretFor: (path: string) => string | undefined;
  readonly received: (event: ReceivedEvent) => void;
}

export function isWebhookSecret(text: string): boolean {
  return secretForm.test(text);
}

export async function startReceiver({ port, secretFor, received }: ReceiverOptions): Promise<Receiver> {
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs },
    (request, response) => {
      void bodyOf(request).then((body) => {
        const secret = secretFor(request.url ?? '');
        const genuine = body !== undefined && secret !== undefined && isGenuine(request, body, secret);
        // Without its rest, a request that is too long would keep the connection busy.
        if (body === undefined) response.setHeader('connection', 'close');
        response.writeHead(genuine ? 204 : 401).end();
        if (genuine) received({ id: textOf(request, 'webhook-id'), text: body.toString('utf8') });
      });
    },
  );
  server.listen(port, loopback);
  await once(server, 'listening');
  return {
    url: `http://${loopback}:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** Undefined: too long, or cut off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > bodyBytesMax) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

/** One valid signature is enough: during a rotation there are two. */
function isGenuine(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const timestamp = textOf(request, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${textOf(request, 'webhook-id')}.${timestamp}.`)
    .update(body)
    .digest();
  return textOf(request, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

function textOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
