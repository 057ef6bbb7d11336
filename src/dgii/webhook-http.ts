/**
 * HTTP to the endpoints that companies name for their events. Like a buyer's receiver (buyers/buyer-http.ts), a stranger chooses the address,
 * so a connection goes only to a public one, which is checked at the very connection.
 */
import type { LookupFunction } from 'node:net';
import { isWebhookAddress, lookupPublic } from '../shared/public-address.js';
import type { PrivateAddresses } from './buyers/addresses.js';
import { bounded, exchangeOver, notStarted, openAgent, type Exchange } from './http.js';

/** The most connections to one host. Many companies may have their endpoints at one provider. */
export const connectionsPerHost = 4;
export const webhooksInFlightMax = 200;
/** A receiver has nothing to say. We keep the beginning of what it does say. */
const answerBytesMax = 16 * 1024;

export interface WebhookHttpOptions {
  /** Of the whole exchange. A connection has five seconds of it. */
  readonly timeoutMs: number;
  readonly privateAddresses: PrivateAddresses;
}

export interface WebhookHttp {
  /** Never rejects. Follows no redirect. */
  post(
    url: URL,
    request: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
    cancelled: AbortSignal,
  ): Promise<Exchange>;
  close(): Promise<void>;
}

export function createWebhookHttp({ timeoutMs, privateAddresses }: WebhookHttpOptions): WebhookHttp {
  const lookup = privateAddresses === 'allow' ? {} : { lookup: lookupPublic as LookupFunction };
  const agent = openAgent(timeoutMs, { connections: connectionsPerHost, ...lookup });
  const exchange = bounded(webhooksInFlightMax, undefined, (request, signal) =>
    exchangeOver(agent, request, signal),
  );
  return {
    post: async (url, { headers, body }, cancelled) => {
      if (!isWebhookAddress(url, privateAddresses)) return notStarted('unreachable', 'ADDRESS_REFUSED');
      const signal = AbortSignal.any([cancelled, AbortSignal.timeout(timeoutMs)]);
      return exchange({ url, method: 'POST', headers, body, replyBytesMax: answerBytesMax }, signal);
    },
    close: () => agent.close(),
  };
}
