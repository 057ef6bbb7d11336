/** Where a redirect of the registry's server may lead: to the open Internet, and never into the operator's own network. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchRegistry } from '../../../src/dgii/fetch-registry.js';
import { isPublicAddress } from '../../../src/shared/public-address.js';

let dir: string;
let server: Server;
let base: string;
let location: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ecf-fetch-'));
  server = createServer((request, response) => {
    if (request.url === '/file.csv') response.end('RNC');
    else response.writeHead(302, { location }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(dir, { recursive: true, force: true });
});

const fetched = () =>
  fetchRegistry({ url: `${base}/RNC`, known: {}, dir, signal: AbortSignal.timeout(20_000) });

test.each([
  ['an IPv4 address of a private network', 'https://10.1.2.3/RNC.zip'],
  ['a cloud’s metadata service', 'https://169.254.169.254/latest/meta-data'],
  ['this machine', 'https://127.0.0.1/RNC.zip'],
  ['this machine, otherwise written', 'https://2130706433/RNC.zip'],
  ['this machine, by IPv6', 'https://[::1]/RNC.zip'],
  ['this machine, as IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/RNC.zip'],
  ['a private network, by IPv6', 'https://[fd00::1]/RNC.zip'],
  ['plain HTTP', 'http://dgii.example/RNC.zip'],
  ['another scheme', 'file:///etc/passwd'],
  ['a password', 'https://u:p@dgii.example/RNC.zip'],
])('a redirect to %s is refused', async (_, to) => {
  location = to;
  await expect(fetched()).rejects.toMatchObject({ problem: 'ADDRESS_REFUSED' });
});

test('a redirect to another port of this machine is refused, by address and by name; nobody connects', async () => {
  let connections = 0;
  const other = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    for (const to of [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
    ]) {
      location = to;
      await expect(fetched()).rejects.toMatchObject({ problem: 'ADDRESS_REFUSED' });
    }
    expect(connections).toBe(0);
  } finally {
    other.close();
  }
});

test('the server that the operator chose may lead to another of its own paths, wherever it is', async () => {
  location = '/file.csv';
  await expect(fetched()).resolves.toMatchObject({ outcome: 'fetched' });
});

test.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255', '192.168.1.1'],
  ...['198.19.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8', '64:ff9b::a00:1'],
  ...['fc00::1', 'fe80::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', 'dgii.example', ''],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '223.255.255.255', '2606:4700::1111', '2a00::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
