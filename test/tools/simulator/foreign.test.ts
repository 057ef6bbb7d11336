/** The simulator answers programs of this machine, but no foreign web page. */
import { request } from 'node:http';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { makeWorld } from './client.js';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await makeWorld().start();
});

/** Sends the headers exactly as given, which undici and fetch would not do. */
function status(method: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = simulator;
    request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const seed = '/testecf/autenticacion/api/autenticacion/semilla';
const own = () => `127.0.0.1:${simulator.port}`;

test.each(['dgii.example', '127.0.0.1.dgii.example', '10.0.0.1', '127.0.0.2', 'localhost.'])(
  'Host: %s is refused, by the services and by the control endpoints',
  async (host) => {
    for (const path of [seed, '/_simulator/counts']) expect(await status('GET', path, { host })).toBe(403);
    const port = `${host}:${simulator.port}`;
    expect(await status('GET', seed, { host: port })).toBe(403);
  },
);

test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('Host: %s is this machine', async (host) => {
  expect(await status('GET', seed, { host })).toBe(200);
  expect(await status('GET', '/_simulator/counts', { host: `${host}:1` })).toBe(200);
});

const writes = [
  { method: 'POST', path: '/_simulator/revoke-tokens' },
  { method: 'PUT', path: '/_simulator/settings' },
  { method: 'POST', path: '/testecf/autenticacion/api/autenticacion/validarsemilla' },
];

test.each([
  { name: 'another site’s page', headers: { origin: 'https://dgii.example' } },
  { name: 'a page without an origin', headers: { origin: 'null' } },
  { name: 'a page of another port', headers: { origin: 'http://localhost:3000' } },
  { name: 'a cross-site request', headers: { 'sec-fetch-site': 'cross-site' } },
  { name: 'a same-site request', headers: { 'sec-fetch-site': 'same-site' } },
])('$name may not write, but may open a link', async ({ headers }) => {
  for (const { method, path } of writes) expect(await status(method, path, headers as never)).toBe(403);
  expect(await status('GET', '/_simulator/counts', headers as never)).toBe(200);
});

test('a program and the simulator’s own pages may write', async () => {
  const path = '/_simulator/revoke-tokens';
  expect(await status('POST', path, {})).toBe(200);
  expect(await status('POST', path, { origin: `http://${own()}`, 'sec-fetch-site': 'same-origin' })).toBe(
    200,
  );
});
