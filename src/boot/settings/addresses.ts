/** The kinds of settings that are addresses: DGII, the registry, Temporal and the proxies. */
import { isIP } from 'node:net';
import { ConfigError, given, givenOrOff, wholeNumber, type Setting } from './setting.js';

/** A setting of this kind, without its form. */
type Row = Pick<Setting, 'name' | 'text' | 'readers' | 'production' | 'unset'>;

/** DGII's own hosts, by the name of the setting that replaces each one. */
export const dgiiHosts = {
  DGII_ECF_HOST: 'https://ecf.dgii.gov.do',
  DGII_FC_HOST: 'https://fc.dgii.gov.do',
  DGII_STATUS_HOST: 'https://statusecf.dgii.gov.do',
} as const;

/** Plain http is allowed on this machine only: over a network someone could change the file, and clients would get wrong data. */
export function registryUrl(row: Row): Setting<string> {
  return {
    ...row,
    allowed: 'an https address (http on this machine), or `off`',
    fallback: '',
    read: (env) => {
      const address = givenOrOff(env, row.name);
      if (address !== '') absoluteHttps(row.name, address);
      return address;
    },
  };
}

/** An address that a browser opens, without a slash at its end; empty: not set. */
export function webUrl(row: Row): Setting<string> {
  const { name } = row;
  return {
    ...row,
    allowed: 'an http or https address, or `off`',
    fallback: '',
    read: (env) => {
      const address = givenOrOff(env, name);
      if (address === '') return '';
      const { protocol, origin, pathname } = absoluteUrl(name, address);
      if (!['http:', 'https:'].includes(protocol)) throw new ConfigError(`${name} must use http or https`);
      return `${origin}${pathname}`.replace(/\/$/, '');
    },
  };
}

/** It may have a path, for a proxy that serves the api below one. */
export function publicUrl(row: Row): Setting<string> {
  return {
    ...row,
    allowed: 'an https address (http on this machine), with or without a path, or `off`',
    fallback: '',
    read: (env) => {
      const address = givenOrOff(env, row.name);
      if (address === '') return '';
      const { href, search, hash } = absoluteHttps(row.name, address);
      if (search !== '' || hash !== '')
        throw new ConfigError(`${row.name} must not carry a query or fragment`);
      return href.replace(/\/$/, '');
    },
  };
}

/** Plain http is for this machine only. */
function absoluteHttps(name: string, address: string): URL {
  const url = absoluteUrl(name, address);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))
    throw new ConfigError(`${name} must use https`);
  return url;
}

function absoluteUrl(name: string, address: string): URL {
  if (!URL.canParse(address)) throw new ConfigError(`${name} is not an absolute URL`);
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(`${name} must not carry a user or password`);
  return url;
}

/** True only for DGII's own address. The default port and a slash at the end make no difference. */
export function isDgiiHost(name: keyof typeof dgiiHosts, address: string): boolean {
  return new URL(address).href === new URL(dgiiHosts[name]).href;
}

/** The host without the environment, which is added later. */
export function dgiiHost(
  row: Row & { readonly name: keyof typeof dgiiHosts },
  allowHttp: Setting<boolean>,
): Setting<string> {
  const { name } = row;
  return {
    ...row,
    allowed: 'an https address without query or fragment',
    fallback: dgiiHosts[name],
    read: (env) => {
      const address = given(env, name) || dgiiHosts[name];
      const { protocol, search, hash } = absoluteUrl(name, address);
      if (protocol !== 'https:' && !(protocol === 'http:' && allowHttp.read(env)))
        throw new ConfigError(`${name} must use https (http only with ${allowHttp.name}=true)`);
      if (search !== '' || hash !== '') throw new ConfigError(`${name} must not carry a query or fragment`);
      return address;
    },
  };
}

export function temporalAddress(row: Row): Setting<string> {
  return {
    ...row,
    allowed: '`host:port`',
    fallback: '',
    read: (env) => {
      const address = given(env, row.name);
      const match = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(address);
      const port = Number(match?.[1] ?? 1);
      if (address !== '' && (match === null || port < 1 || port > 65_535))
        throw new ConfigError(`${row.name} is not of the form host:port`);
      return address;
    },
  };
}

/** No one has more proxies in a row than this, so a larger number is a mistake. */
const proxyHopsMax = 10;
const proxyRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** The addresses of the proxies, or how many there are in front of the api; false: there are no proxies. */
export function trustedProxies(row: Row): Setting<false | number | readonly string[]> {
  return {
    ...row,
    allowed:
      `\`false\`, the number of proxies from 1 to ${proxyHopsMax}, or by comma: addresses, networks such as \`10.1.0.0/16\`, ` +
      proxyRanges.map((range) => `\`${range}\``).join(', '),
    fallback: 'false',
    read: (env) => readProxies(row.name, given(env, row.name) || 'false'),
  };
}

function readProxies(name: string, value: string): false | number | readonly string[] {
  if (value === 'false') return false;
  if (value === 'true')
    throw new ConfigError(
      `${name}=true would believe every caller: name the addresses of your proxies, such as 10.0.0.5,10.1.0.0/16 or ` +
        'loopback,linklocal,uniquelocal, or give their number',
    );
  if (/^\d+$/.test(value)) return wholeNumber(name, value, [1, proxyHopsMax]);
  const proxies = value.split(',').map((entry) => entry.trim());
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
