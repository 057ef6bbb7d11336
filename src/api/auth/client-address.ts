/**
 * Where a request came from, for the limits on failed logins: the nearest address that no declared proxy (TRUST_PROXY)
 * vouches for. What stands further left in X-Forwarded-For anybody may have written.
 */
import { isIP, SocketAddress } from 'node:net';
import type { Request } from 'express';
import type { Log } from '../../shared/log.js';

export interface Client {
  /** An IPv4 address, or the /64 of an IPv6 address: a customer has one at least, and its 2^64 addresses are one caller. */
  readonly network: string;
  /**
   * The request names another client, but comes from an undeclared proxy: many callers may share its address. Or the caller
   * wrote the header itself; nobody can tell.
   */
  readonly shared: boolean;
}

/** Headers by which a proxy names its client. Only the first one is ever believed. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

export function createClientOf(log: Log): (req: Request) => Client {
  let warned = false;
  return (req) => {
    const trusts = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
    // Absent once the connection is gone.
    const peer = readAddress(req.socket.remoteAddress ?? '') ?? '';
    const forwarded = forwardingHeaders.some((name) => req.headers[name] !== undefined);
    const shared = forwarded && !trusts(peer, 0);
    if (shared && !warned) {
      warned = true;
      log.warn(
        { peer },
        'X-Forwarded-For of an undeclared proxy is ignored: its clients share one limit on failed logins. Name the proxy in TRUST_PROXY',
      );
    }
    return { network: networkOf(clientAddress(peer, req.headers['x-forwarded-for'], trusts)), shared };
  };
}

/** Each hop is named by the one before it, and believed while that one is trusted. */
function clientAddress(
  peer: string,
  forwardedFor: string | string[] | undefined,
  trusts: (address: string, hop: number) => boolean,
): string {
  const hops = String(forwardedFor ?? '')
    .split(',')
    .reverse();
  let address = peer;
  for (const [index, hop] of hops.entries()) {
    // What is no address names nobody: the proxy that sent it stands for its client.
    const next = trusts(address, index) ? readAddress(hop) : undefined;
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** `1.2.3.4:5678`, `[2001:db8::1]:443`, `::ffff:1.2.3.4` → the address, in one spelling. Undefined: it is none. */
export function readAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(trimmed)?.[1] ??
    trimmed;
  const [address = ''] = bare.split('%');
  const version = isIP(address);
  if (version === 0) return undefined;
  const { address: spelt } = new SocketAddress({ address, family: version === 4 ? 'ipv4' : 'ipv6' });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(spelt)?.[1] ?? spelt;
}

/** @param address as `readAddress` spells it */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before, after] = address.split('::').map((text) => (text === '' ? [] : text.split(':')));
  const [head = [], tail = []] = [before, after];
  const zeros = after === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
