/**
 * HTTP to other taxpayers' receivers. Strangers choose these addresses, so a connection goes only to a public address. The check is made on
 * the very address of the connection, so changing what a name points to gains nothing.
 */
import type { LookupFunction } from 'node:net';
import { lookupPublic } from '../../shared/public-address.js';
import { bounded, exchangeOver, notStarted, openAgent, type Http } from '../http.js';
import { mayCall, type PrivateAddresses } from './addresses.js';

/** The most connections to one address. A buyer usually gets our vouchers one after the other. */
const connectionsMax = 4;
/** The most requests under way, because slow buyers must not fill the memory of a worker. */
const inFlightMax = 200;

interface BuyerHttpOptions {
  readonly timeoutMaxMs: number;
  readonly privateAddresses: PrivateAddresses;
}

export function createBuyerHttp({ timeoutMaxMs, privateAddresses }: BuyerHttpOptions): Http {
  const lookup = privateAddresses === 'allow' ? {} : { lookup: lookupPublic as LookupFunction };
  const agent = openAgent(timeoutMaxMs, { connections: connectionsMax, ...lookup });
  const exchange = bounded(inFlightMax, undefined, (request, signal) =>
    exchangeOver(agent, { ...request, unpack: true }, signal),
  );
  return {
    exchange: async (request, signal) =>
      mayCall(request.url, privateAddresses)
        ? exchange(request, signal)
        : notStarted('unreachable', 'ADDRESS_REFUSED'),
    close: () => agent.close(),
  };
}
