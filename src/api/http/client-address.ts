/**
 * Finds the client's address, for the limits on failed logins. It reads X-Forwarded-For from right to left and takes the first
 * address that is not a declared proxy (TRUST_PROXY). Anyone can write the entries further left, so they are ignored.
 */
import { isIP, SocketAddress } from 'node:net';
import type { Request } from 'express';
import type { Log } from '../../shared/log.js';

export interface Client {
  /** An IPv4 address, or the /64 of an IPv6 address. A customer owns at least a /64, so its 2^64 addresses are one caller. */
  readonly network: string;
  /**
   * The request has a forwarding header but does not come from a declared proxy. Either an undeclared proxy sent it, and many
   * callers share its address, or the caller wrote the header itself. We cannot know which.
   */
  readonly shared: boolean;
}

/** Headers in which a proxy names its client. We read the address from the first one only. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

export function createClientOf(log: Log): (req: Request) => Client {
  let warned = false;
  return (req) => {
    const trusts = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
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
    // If the entry is not an address, the proxy that sent it counts as the client.
    const next = trusts(address, index) ? readAddress(hop) : undefined;
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** `1.2.3.4:5678`, `[2001:db8::1]:443`, `::ffff:1.2.3.4` → the address, in one spelling. Undefined: not an address. */
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

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before, after] = address.split('::').map((text) => (text === '' ? [] : text.split(':')));
  const [head = [], tail = []] = [before, after];
  const zeros = after === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
