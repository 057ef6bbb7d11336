/**
 * The addresses of an attack: loopback addresses behind the real proxy, and without one a header as a proxy sends it.
 */
import { Agent, type Dispatcher } from 'undici';
import { trustedAuthority } from '../../bench/http.js';

export const addresses = 100;

export type Strangers = ReturnType<typeof createStrangers>;

export function createStrangers({ proxied }: { readonly proxied: boolean }) {
  const agents = new Map<number, Dispatcher>();
  return {
    from(stranger: number): { headers: Readonly<Record<string, string>>; dispatcher?: Dispatcher } {
      const number = stranger % addresses;
      if (!proxied) return { headers: { 'x-forwarded-for': `203.0.113.${number}` } };
      const localAddress = addressOf(number);
      const agent = agents.get(number) ?? new Agent({ connect: trustedAuthority(), localAddress });
      agents.set(number, agent);
      return { headers: {}, dispatcher: agent };
    },
    /** Undefined: the system chooses. */
    localAddress: (stranger: number): string | undefined =>
      proxied ? addressOf(stranger % addresses) : undefined,
  };
}

/** The other company's requests come from 127.0.0.1. */
function addressOf(number: number): string {
  return `127.1.0.${number + 1}`;
}
