/** Public Internet addresses, and an agent that connects only to them, so that a redirect cannot lead into a private network. */
import { lookup as lookupName, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { Agent } from 'undici';

/** IANA's special-purpose blocks of IPv4: this network, private, shared, loopback, link-local, tests, multicast, reserved. */
const closedV4 = blockList('ipv4', [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'] as const),
  ...(['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'] as const),
]);
/** The only public block of IPv6. `closedV6` lists the exceptions in it: tunnels that carry IPv4 addresses, and documentation. */
const openV6 = blockList('ipv6', ['2000::/3']);
const closedV6 = blockList('ipv6', ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20']);

function blockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closedV4.check(address, 'ipv4');
  return isIP(address) === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
}

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

type LookupCallback = (
  error: Error | null,
  address: string | readonly LookupAddress[],
  family?: number,
) => void;

/**
 * Like Node's lookup, but fails if any address of the name is not public. The connection then uses exactly the addresses that were checked.
 */
export function lookupPublic(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) callback(error, []);
    else if (!addresses.every(({ address }) => isPublicAddress(address)))
      callback(new PrivateAddressError('a name of a private address'), []);
    else if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
}

/** Connects only to public addresses. An agent looks up names but not literal IP addresses, so `isPublicHost` must check those. */
export const publicOnly = new Agent({ connect: { lookup: lookupPublic as never } });

/** False if the host is a literal IP address that is not public. A name is checked later, when it is looked up. */
export function isPublicHost({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 || isPublicAddress(bare);
}

/**
 * Whether a file may be fetched from an address that a stranger chose: http or https without a user, at a public host and a port that no
 * other well-known service has. A name is checked once more when it is looked up.
 * @param addresses `any`: also private ones
 */
export function isDownloadAddress(url: URL, addresses: 'public' | 'any'): boolean {
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return false;
  return addresses === 'any' || (isPublicHost(url) && (url.port === '' || Number(url.port) > 1_023));
}

/**
 * Whether events may be sent to this address of a company: https to a public host, without a user, at a port that no well-known service
 * has. A name is checked once more when it is looked up.
 * @param privateAddresses `allow`: also http, and private addresses
 */
export function isWebhookAddress(url: URL, privateAddresses: 'refuse' | 'allow'): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (privateAddresses === 'allow') return url.protocol === 'https:' || url.protocol === 'http:';
  // URL leaves out the port that belongs to https.
  return url.protocol === 'https:' && isPublicHost(url) && (url.port === '' || Number(url.port) > 1_023);
}
