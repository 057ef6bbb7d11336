/** The rehearsal's balancer serves the apis in turn, and only those that work. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBalancer } from '../../../tools/rehearsal/parts/balancer.js';
import { own } from '../../harness/own.js';

async function startApi(name: string): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => response.end(name)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  own(name, () => new Promise<void>((resolve) => server.close(() => resolve())));
  return { server, port: (server.address() as AddressInfo).port };
}

test('each api gets its turn; when one ends, the others get all connections', async () => {
  const apis = await Promise.all(['one', 'two'].map(startApi));
  const balancer = await startBalancer(apis.map(({ port }) => port));
  own('the balancer', () => balancer.stop());
  const ask = async () => {
    const answer = await fetch(balancer.url, { headers: { connection: 'close' } });
    return answer.text();
  };
  const two = async () => [await ask(), await ask()].sort();

  expect(await two()).toEqual(['one', 'two']);
  apis[0]?.server.closeAllConnections();
  apis[0]?.server.close();
  expect(await two()).toEqual(['two', 'two']);
});
