/**
 * The addresses from which an attack comes. Behind the real proxy each is an address of this machine's loopback network (Linux has 16
 * million), because the proxy believes no header. Without one, the attacker plays the proxy and names the address itself.
 */
import { Agent, type Dispatcher } from 'undici';
import { trustedAuthority } from '../../bench/http.js';

export const addresses = 100;

export type Strangers = ReturnType<typeof createStrangers>;

export function createStrangers({ proxied }: { readonly proxied: boolean }) {
  const agents = new Map<number, Dispatcher>();
  return {
    /** What a request of this stranger needs. */
    from(stranger: number): { headers: Readonly<Record<string, string>>; dispatcher?: Dispatcher } {
      const number = stranger % addresses;
      if (!proxied) return { headers: { 'x-forwarded-for': `203.0.113.${number}` } };
      const localAddress = addressOf(number);
      const agent = agents.get(number) ?? new Agent({ connect: trustedAuthority(), localAddress });
      agents.set(number, agent);
      return { headers: {}, dispatcher: agent };
    },
    /** The local address of this stranger's sockets. Undefined: the system chooses. */
    localAddress: (stranger: number): string | undefined =>
      proxied ? addressOf(stranger % addresses) : undefined,
  };
}

/** The other company's requests come from 127.0.0.1. */
function addressOf(number: number): string {
  return `127.1.0.${number + 1}`;
}
