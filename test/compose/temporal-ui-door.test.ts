/** The service before Temporal's Web UI, as docker-compose.yml starts it: it answers under its own names only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { load } from 'js-yaml';
import { fileAt } from '../tidy/project-files.js';
import { own } from '../harness/own.js';

const compose = load(fileAt('docker-compose.yml').text) as {
  services: Record<string, { entrypoint: readonly string[]; command: readonly string[] }>;
};

async function openDoor(uiPort: number): Promise<number> {
  const { entrypoint, command } = compose.services['temporal-ui-door']!;
  const [, ...args] = [...entrypoint, ...command].map((part) => part.replaceAll('$$', '$'));
  const child = spawn(process.execPath, args, {
    env: {
      TEMPORAL_UI_HOSTS: '127.0.0.1, Temporal.example,[::1]',
      UI_HOST: '127.0.0.1',
      UI_PORT: String(uiPort),
      DOOR_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  own('the door', async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return Number(/^ready (\d+)/.exec(said.toString())?.[1]);
}

async function ask(port: number, host: string, { method = 'GET', path = '/' } = {}) {
  const asked = request({ host: '127.0.0.1', port, method, path, headers: { host } });
  asked.end(method === 'POST' ? 'a body' : undefined);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

const seen: string[] = [];
let port: number;

beforeAll(async () => {
  const ui = createServer((req, res) => {
    void text(req).then((body) => {
      seen.push(`${req.method} ${req.url} ${body}`);
      res.writeHead(200, { 'content-type': 'text/plain' }).end('the Web UI');
    });
  });
  ui.listen(0, '127.0.0.1');
  await once(ui, 'listening');
  own('the Web UI', () => void ui.close());
  port = await openDoor((ui.address() as AddressInfo).port);
});

test.each([
  '127.0.0.1',
  '127.0.0.1:9999',
  'temporal.example',
  'TEMPORAL.example:9999',
  '[::1]',
  '[::1]:9999',
])('the Web UI answers under %s', async (host) => {
  expect(await ask(port, host)).toEqual({ status: 200, body: 'the Web UI' });
});

test.each([
  'hostile.example',
  'hostile.example:9999',
  '127.0.0.1.hostile.example',
  'hostile.example:127.0.0.1',
  'localhost',
  '[::2]',
  '[::1',
])('a request for "%s" does not reach it', async (host) => {
  const before = seen.length;
  expect(await ask(port, host)).toEqual({ status: 403, body: 'Host: not one of TEMPORAL_UI_HOSTS' });
  expect(seen).toHaveLength(before);
});

test('path, method and body go through', async () => {
  await ask(port, '127.0.0.1', { method: 'POST', path: '/api/v1/namespaces?x=1' });
  expect(seen.at(-1)).toBe('POST /api/v1/namespaces?x=1 a body');
});

test('without a Web UI it says so', async () => {
  const nobody = await openDoor(1);
  expect(await ask(nobody, '127.0.0.1')).toEqual({ status: 502, body: 'the Web UI does not answer' });
});
