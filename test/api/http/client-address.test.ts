/** Which address a failed login counts for: without a proxy, behind a declared proxy and behind an undeclared one. */
import express, { type Request } from 'express';
import { createClientOf, readAddress } from '../../../src/api/http/client-address.js';
import type { ApiConfig } from '../../../src/api/deps.js';
import { createLog } from '../../../src/shared/log.js';

const log = createLog({ role: 'test', level: 'silent' });

/** Express compiles the trust setting here, as it does for a real request. */
function clientOf(trustProxy: ApiConfig['trustProxy'], remoteAddress: string, headers: object) {
  const app = express().set('trust proxy', trustProxy);
  return createClientOf(log)({ app, socket: { remoteAddress }, headers } as unknown as Request);
}

test.each<{ name: string; trust: ApiConfig['trustProxy']; peer: string; header?: string; network: string }>([
  { name: 'no proxy', trust: false, peer: '203.0.113.9', network: '203.0.113.9' },
  { name: 'no proxy, forged', trust: false, peer: '203.0.113.9', header: '1.2.3.4', network: '203.0.113.9' },
  {
    name: 'a declared address',
    trust: ['10.0.0.5'],
    peer: '10.0.0.5',
    header: '1.2.3.4',
    network: '1.2.3.4',
  },
  { name: 'another address', trust: ['10.0.0.5'], peer: '10.0.0.6', header: '1.2.3.4', network: '10.0.0.6' },
  {
    name: 'a declared network',
    trust: ['10.0.0.0/8'],
    peer: '10.9.9.9',
    header: '1.2.3.4',
    network: '1.2.3.4',
  },
  {
    name: 'a declared proxy on a dual-stack socket',
    trust: ['10.0.0.0/8'],
    peer: '::ffff:10.9.9.9',
    header: '1.2.3.4',
    network: '1.2.3.4',
  },
  {
    name: 'two declared proxies',
    trust: ['loopback', '10.0.0.5'],
    peer: '127.0.0.1',
    header: '9.9.9.9, 1.2.3.4, 10.0.0.5:41234',
    network: '1.2.3.4',
  },
  {
    name: 'two proxies declared by number',
    trust: 2,
    peer: '192.0.2.1',
    header: '9.9.9.9, 1.2.3.4, 192.0.2.2',
    network: '1.2.3.4',
  },
  { name: 'fewer hops than declared', trust: 2, peer: '192.0.2.1', header: '1.2.3.4', network: '1.2.3.4' },
  { name: 'a declared proxy that sends no header', trust: 1, peer: '192.0.2.1', network: '192.0.2.1' },
  { name: 'nonsense from a declared proxy', trust: 1, peer: '192.0.2.1', header: 'x', network: '192.0.2.1' },
  {
    name: 'nonsense behind a proxy behind a proxy',
    trust: 3,
    peer: '192.0.2.1',
    header: '1.2.3.4, _hidden, 192.0.2.2',
    network: '192.0.2.2',
  },
  { name: 'IPv6', trust: false, peer: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::/64' },
  { name: 'IPv6 with few groups', trust: false, peer: '2001:db8::1', network: '2001:db8:0:0::/64' },
  { name: 'IPv6 that ends with zeros', trust: false, peer: '2001:db8:1::', network: '2001:db8:1:0::/64' },
  { name: 'IPv6 of this machine', trust: false, peer: '::1', network: '0:0:0:0::/64' },
  { name: 'IPv6 with a zone', trust: false, peer: 'fe80::1%eth0', network: 'fe80:0:0:0::/64' },
  { name: 'IPv4 in IPv6', trust: false, peer: '::ffff:203.0.113.9', network: '203.0.113.9' },
])('$name: $network', ({ trust, peer, header, network }) => {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header };
  expect(clientOf(trust, peer, headers).network).toBe(network);
});

test.each([
  { header: 'x-forwarded-for', trust: false as const, shared: true },
  { header: 'forwarded', trust: false as const, shared: true },
  { header: 'x-real-ip', trust: false as const, shared: true },
  { header: 'x-forwarded-for', trust: ['10.0.0.5'], shared: true },
  { header: 'x-forwarded-for', trust: ['203.0.113.9'], shared: false },
  { header: 'user-agent', trust: false as const, shared: false },
])('$header from a peer, with $trust declared: shared $shared', ({ header, trust, shared }) => {
  expect(clientOf(trust, '203.0.113.9', { [header]: '1.2.3.4' }).shared).toBe(shared);
});

test.each([
  { text: '1.2.3.4', address: '1.2.3.4' },
  { text: ' 1.2.3.4 ', address: '1.2.3.4' },
  { text: '1.2.3.4:5678', address: '1.2.3.4' },
  { text: '::FFFF:1.2.3.4', address: '1.2.3.4' },
  { text: '::ffff:102:304', address: '1.2.3.4' },
  { text: '[2001:DB8:0::1]:443', address: '2001:db8::1' },
  { text: '[2001:db8::1]', address: '2001:db8::1' },
  { text: 'fe80::1%3', address: 'fe80::1' },
  ...[
    '',
    'x',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.4:',
    '1.2.3.4:123456',
    '1.2.3.4.5',
    '[1.2.3.4',
    '::1::',
    '"::1"',
  ].map((text) => ({ text, address: undefined })),
])('"$text" is $address', ({ text, address }) => {
  expect(readAddress(text)).toBe(address);
});
