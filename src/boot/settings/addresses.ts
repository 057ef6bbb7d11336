/** The settings that are addresses: DGII, the registry, Temporal and the proxies. */
import { isIP } from 'node:net';
import { ConfigError, integer, text, textOrOff, type Environment } from './read-setting.js';

/** DGII's own hosts, by the name of the setting that replaces each one. */
export const dgiiHosts = {
  DGII_ECF_HOST: 'https://ecf.dgii.gov.do',
  DGII_FC_HOST: 'https://fc.dgii.gov.do',
  DGII_STATUS_HOST: 'https://statusecf.dgii.gov.do',
} as const;

/** Plain http is allowed on this machine only: over a network someone could change the file, and clients would get wrong data. */
export function registryUrl(env: Environment, name: string): string {
  const given = textOrOff(env, name);
  if (given !== '') absoluteHttps(name, given);
  return given;
}

/** An address that a browser opens, without a slash at its end; empty: not set. */
export function webUrl(env: Environment, name: string): string {
  const given = textOrOff(env, name);
  if (given === '') return '';
  const { protocol, origin, pathname } = absoluteUrl(name, given);
  if (!['http:', 'https:'].includes(protocol)) throw new ConfigError(`${name} must use http or https`);
  return `${origin}${pathname}`.replace(/\/$/, '');
}

/** It may have a path, for a proxy that serves the api below one. */
export function publicUrl(env: Environment, name: string): string {
  const given = textOrOff(env, name);
  if (given === '') return '';
  const { href, search, hash } = absoluteHttps(name, given);
  if (search !== '' || hash !== '') throw new ConfigError(`${name} must not carry a query or fragment`);
  return href.replace(/\/$/, '');
}

/** Plain http is for this machine only. */
function absoluteHttps(name: string, given: string): URL {
  const url = absoluteUrl(name, given);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))
    throw new ConfigError(`${name} must use https`);
  return url;
}

function absoluteUrl(name: string, given: string): URL {
  if (!URL.canParse(given)) throw new ConfigError(`${name} is not an absolute URL`);
  const url = new URL(given);
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(`${name} must not carry a user or password`);
  return url;
}

/** True only for DGII's own address. The default port and a slash at the end make no difference. */
export function isDgiiHost(name: keyof typeof dgiiHosts, address: string): boolean {
  return new URL(address).href === new URL(dgiiHosts[name]).href;
}

/** The host without the environment, which is added later. */
export function dgiiHost(env: Environment, name: keyof typeof dgiiHosts, allowHttp: boolean): string {
  const given = text(env, name, dgiiHosts[name]);
  const { protocol, search, hash } = absoluteUrl(name, given);
  if (protocol !== 'https:' && !(protocol === 'http:' && allowHttp))
    throw new ConfigError(`${name} must use https (http only with DGII_ALLOW_HTTP=true)`);
  if (search !== '' || hash !== '') throw new ConfigError(`${name} must not carry a query or fragment`);
  return given;
}

export function temporalAddress(env: Environment, name: string): string {
  const given = text(env, name, '');
  const match = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(given);
  if (given !== '' && (match === null || Number(match[1] ?? 1) < 1 || Number(match[1] ?? 1) > 65_535))
    throw new ConfigError(`${name} is not of the form host:port`);
  return given;
}

/** No one has more proxies in a row than this, so a larger number is a mistake. */
const proxyHopsMax = 10;
/** Express's names for private address ranges. */
const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** The addresses of the proxies, or how many there are in front of the api; false: there are no proxies. */
export function trustedProxies(env: Environment, name: string): false | number | readonly string[] {
  const given = text(env, name, 'false');
  if (given === 'false') return false;
  if (given === 'true')
    throw new ConfigError(
      `${name}=true would believe every caller: name the addresses of your proxies, such as 10.0.0.5,10.1.0.0/16 or ` +
        'loopback,linklocal,uniquelocal, or give their number',
    );
  if (/^\d+$/.test(given)) return integer(env, name, 0, [1, proxyHopsMax]);
  const proxies = given.split(',').map((entry) => entry.trim());
  const wrong = proxies.find((entry) => !proxyRanges.includes(entry) && !isNetwork(entry));
  if (wrong !== undefined)
    throw new ConfigError(
      `${name}: "${wrong}" is no address, no network such as 10.1.0.0/16, and not one of ${proxyRanges.join(', ')}`,
    );
  return proxies;
}

/** An address, with or without a prefix length. Prefix length 0 would be the whole Internet, so we refuse it. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  const bits = version === 4 ? 32 : 128;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
