/**
 * HTTP to other taxpayers' receivers. Strangers choose these addresses, so a connection goes only to a public address. The check is made on
 * the very address of the connection, so changing what a name points to gains nothing.
 */
import type { LookupFunction } from 'node:net';
import { lookupPublic } from '../../shared/public-address.js';
import { exchangeOver, openAgent, type ExchangeObserver, type Http } from '../http.js';
import { mayCall, type PrivateAddresses } from './addresses.js';

/** The most connections to one address. A buyer usually gets our vouchers one after the other. */
const connectionsMax = 4;
/** The most requests under way, because slow buyers must not fill the memory of a worker. */
const inFlightMax = 200;

export interface BuyerHttpOptions {
  readonly timeoutMaxMs: number;
  readonly privateAddresses: PrivateAddresses;
  readonly observe?: ExchangeObserver | undefined;
}

/** Like DGII's client, it follows no redirect and limits the size of an answer. */
export function createBuyerHttp({ timeoutMaxMs, privateAddresses, observe }: BuyerHttpOptions): Http {
  const lookup = privateAddresses === 'allow' ? {} : { lookup: lookupPublic as LookupFunction };
  const agent = openAgent(timeoutMaxMs, { connections: connectionsMax, ...lookup });
  let inFlight = 0;
  const refused = (reason: 'unreachable' | 'overloaded', detail: string) =>
    ({ outcome: 'failed', started: false, reason, detail }) as const;
  return {
    exchange: async (request, signal) => {
      if (!mayCall(request.url, privateAddresses)) return refused('unreachable', 'ADDRESS_REFUSED');
      if (inFlight >= inFlightMax) return refused('overloaded', `${inFlightMax} in flight`);
      inFlight += 1;
      const startedMs = performance.now();
      try {
        const exchange = await exchangeOver(agent, { ...request, unpack: true }, signal);
        const answered = exchange.outcome === 'answered';
        const outcome = answered ? `${Math.floor(exchange.status / 100)}xx` : exchange.reason;
        observe?.(request.url, outcome, (performance.now() - startedMs) / 1_000);
        return exchange;
      } finally {
        inFlight -= 1;
      }
    },
    close: () => agent.close(),
  };
}
