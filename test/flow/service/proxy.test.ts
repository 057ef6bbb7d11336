/** The real nginx with deploy/proxy in front of an api, and in front of a server that records what comes through. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { errorTable } from '../../../src/shared/errors.js';
import {
  authorityOf,
  makeProxyCertificate,
  missingForProxy,
  startProxy,
  type Proxy,
  type ProxyCertificate,
} from '../../../tools/proxy/start-proxy.js';
import { own } from '../../harness/own.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const missing = missingForProxy();

function withNginx(name: string, tests: () => void): void {
  if (missing.length === 0) describe(name, tests);
  else console.warn(`NOT CHECKED: the proxy of docker-compose.yml: this machine has no ${missing.join(' ')}`);
}

const template = readFileSync(join(process.cwd(), 'deploy/proxy/ecf.conf.template'), 'utf8');

test('nginx refuses with the texts and the statuses of the error table', () => {
  const refusals = [...template.matchAll(/return (\d+) '(\{.*\})';/g)].map(([, status, text = '']) => {
    const body = JSON.parse(text) as {
      codigo: number;
      mensaje: string;
      procesado: boolean;
      data: { code: string };
    };
    return { ...body, status: Number(status) };
  });
  expect(refusals.map(({ data }) => data.code).sort()).toEqual([
    'BODY_TOO_LARGE',
    'HEADERS_TOO_LARGE',
    'LEDGER_UNAVAILABLE',
    'REQUEST_TIMEOUT',
    'TOO_MANY_REQUESTS',
  ]);
  for (const { status, codigo, mensaje, procesado, data } of refusals) {
    expect({ status: codigo, mensaje }).toEqual(errorTable[data.code as keyof typeof errorTable]);
    expect([status, procesado]).toEqual([codigo, false]);
  }
});

test('nginx waits longer for an answer than waitForFinal may ask', () => {
  expect(Number(/proxy_read_timeout (\d+)s;/.exec(template)?.[1])).toBeGreaterThan(120);
});

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Any address of this machine's loopback network. */
  readonly from?: string;
}

interface Come {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

withNginx('nginx', () => {
  let certificate: ProxyCertificate;
  let ca: string;
  const agents = new Map<string, Agent>();

  beforeAll(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ecf-proxy-tls-'));
    own('the certificate', () => rmSync(dir, { recursive: true, force: true }));
    certificate = await makeProxyCertificate(dir);
    ca = authorityOf(certificate);
  });

  async function front(apiUrl: string, environment: Readonly<Record<string, string>> = {}): Promise<Proxy> {
    const dataDir = mkdtempSync(join(tmpdir(), 'ecf-proxy-'));
    own('the folder of nginx', () => rmSync(dataDir, { recursive: true, force: true }));
    const proxy = await startProxy({ dataDir, certificate, apis: [new URL(apiUrl).host], environment });
    own('nginx', () => proxy.running.stop());
    return proxy;
  }

  async function ask(url: string, { method = 'GET', body, headers = {}, from = '127.0.0.1' }: Asked = {}) {
    const dispatcher = agents.get(from) ?? new Agent({ connect: { ca }, localAddress: from });
    if (!agents.has(from)) own(`the connections from ${from}`, () => dispatcher.destroy());
    agents.set(from, dispatcher);
    const answer = await request(url, { dispatcher, method, body: body ?? null, headers });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text };
  }

  function codeOf({ text }: { readonly text: string }): string {
    return (JSON.parse(text) as { data: { code: string } }).data.code;
  }

  describe('in front of a server that records', () => {
    const come: Come[] = [];
    let connections = 0;
    let proxy: Proxy;
    let recorderPort = 0;
    /** Strangers' systems have a port of their own. */
    let receiverCome = 0;

    beforeAll(async () => {
      const recorder = createServer((asked, answer) => {
        const { method = '', url = '', headers } = asked;
        come.push({ method, url, headers });
        if (url.startsWith('/broken')) {
          asked.socket.destroy();
          return;
        }
        asked.resume().once('end', () => {
          answer.setHeader('X-Correlation-Id', `${come.length}`);
          answer.setHeader(
            'Cache-Control',
            url.startsWith('/app/assets/') ? 'public, max-age=60' : 'no-store',
          );
          answer.end(`answer ${come.length}`);
        });
      });
      recorder.on('connection', () => (connections += 1));
      const receiver = createServer((_asked, answer) => {
        receiverCome += 1;
        answer.end('receiver');
      });
      for (const server of [recorder, receiver]) {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        own('a server', () => {
          server.closeAllConnections();
          server.close();
        });
      }
      const port = (server: typeof recorder) => (server.address() as AddressInfo).port;
      recorderPort = port(recorder);
      proxy = await front(`http://127.0.0.1:${recorderPort}`, { RECEIVER_PORT: String(port(receiver)) });
    });

    beforeEach(() => {
      come.length = 0;
      connections = 0;
    });

    test('http leads to https with the same path and query, and nothing reaches the api', async () => {
      const answer = await ask(`${proxy.httpUrl}/api/v2/x?y=1`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(308);
      expect(answer.headers.location).toBe(`${proxy.url}/api/v2/x?y=1`);
      expect(come).toEqual([]);
    });

    test('the api learns the real address, scheme and host, whatever the client claims', async () => {
      const headers = {
        'x-forwarded-for': '203.0.113.9, 10.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=203.0.113.9',
      };
      await ask(`${proxy.url}/c/some-link`, { headers, from: '127.9.0.7' });
      expect(come.map(({ url }) => url)).toEqual(['/c/some-link']);
      expect(come[0]?.headers).toMatchObject({
        'x-forwarded-for': '127.9.0.7',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': new URL(proxy.url).host,
        host: new URL(proxy.url).host,
      });
      expect(come[0]?.headers).not.toHaveProperty('forwarded');
    });

    test('connections to the api are used again', async () => {
      for (let index = 0; index < 10; index += 1) await ask(`${proxy.url}/healthz`);
      expect(come).toHaveLength(10);
      // nginx has two workers with connections of their own.
      expect(connections).toBeLessThanOrEqual(2);
    });

    test('a body in tiny pieces reaches the api only when it is complete', async () => {
      const { hostname, port } = new URL(proxy.url);
      const socket = connect({ host: hostname, port: Number(port), ca });
      own('a slow client', () => socket.destroy());
      let answered = '';
      socket.on('data', (part: Buffer) => (answered += part.toString()));
      const body = '{"a":"bc"}';
      socket.setNoDelay(true);
      socket.write(`POST /api/v2/x HTTP/1.1\r\nHost: slow\r\nContent-Length: ${body.length}\r\n\r\n`);
      for (const piece of body.slice(0, -1)) {
        await new Promise((resolve) => socket.write(piece, resolve));
        // Another request shows that nginx and the api had time for this one.
        await ask(`${proxy.url}/meanwhile`);
      }
      expect(come.filter(({ url }) => url === '/api/v2/x')).toEqual([]);
      socket.write(body.slice(-1));
      await until('the answer', () => Promise.resolve(answered.startsWith('HTTP/1.1 200')));
      expect(come.filter(({ url }) => url === '/api/v2/x')).toHaveLength(1);
    });

    test.each(['GET', 'POST'] as const)('a broken %s is answered 503 and not repeated', async (method) => {
      const answer = await ask(`${proxy.url}/broken`, { method, ...(method === 'POST' && { body: '{}' }) });
      expect([answer.status, codeOf(answer)]).toEqual([503, 'LEDGER_UNAVAILABLE']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(come).toHaveLength(1);
    });

    test.each([
      ['/api/v2/dgii-ecf/send', 16 * 1024 * 1024 + 1],
      ['/api/v2/Auth/login', 4 * 1024 + 1],
      ['/api/V1/auth/LOGIN/', 4 * 1024 + 1],
      ['/app/api/session', 4 * 1024 + 1],
    ])('a body too large for %s is answered 413 and does not reach the api', async (path, bytes) => {
      const answer = await ask(proxy.url + path, { method: 'POST', body: Buffer.alloc(bytes) });
      expect([answer.status, codeOf(answer)]).toEqual([413, 'BODY_TOO_LARGE']);
      expect(come).toEqual([]);
    });

    test.each(['/api/v2/Auth/login', '/APP/api/session'])(
      'guesses at %s from one address are slowed down, those of another address are not',
      async (path) => {
        const from = `127.8.0.${path.length}`;
        const guesses = Array.from({ length: 40 }, () =>
          ask(proxy.url + path, { method: 'POST', body: '{}', from }),
        );
        const refused = (await Promise.all(guesses)).filter(({ status }) => status !== 200);
        expect(refused.length).toBeGreaterThan(0);
        for (const answer of refused) {
          expect([answer.status, codeOf(answer)]).toEqual([429, 'TOO_MANY_REQUESTS']);
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        }
        expect((await ask(proxy.url + path, { method: 'POST', body: '{}' })).status).toBe(200);
        // A page that asks who is logged in guesses nothing.
        if (path.includes('session')) expect((await ask(proxy.url + path, { from })).status).toBe(200);
      },
    );

    test('other taxpayers’ systems reach the receiver’s port, and strangers are limited there', async () => {
      const asked = Array.from({ length: 80 }, () =>
        ask(`${proxy.url}/fe/recepcion/api/ecf`, { method: 'POST', body: 'x', from: '127.8.1.1' }),
      );
      const answers = await Promise.all(asked);
      expect(receiverCome).toBe(answers.filter(({ status }) => status === 200).length);
      expect(receiverCome).toBeGreaterThan(0);
      expect(answers.some(({ status }) => status === 429)).toBe(true);
      expect(come).toEqual([]);
    });

    test('links of buyers that one address opens too fast are slowed down, those of another address are not', async () => {
      const from = '127.8.2.1';
      const opened = await Promise.all(Array.from({ length: 80 }, () => ask(`${proxy.url}/c/x`, { from })));
      const refused = opened.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused)
        expect([answer.status, codeOf(answer)]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect((await ask(`${proxy.url}/c/x`, { from: '127.8.2.2' })).status).toBe(200);
    });

    test('nginx reads its configuration again when the api’s name has another address', async () => {
      const programs = mkdtempSync(join(tmpdir(), 'ecf-proxy-programs-'));
      own('the programs', () => rmSync(programs, { recursive: true, force: true }));
      const found = join(programs, 'found');
      // Two addresses of one name, and no need to wait five seconds.
      const scripts = { getent: `cat ${found}`, sleep: 'exec /bin/sleep 0.05' };
      for (const [name, line] of Object.entries(scripts))
        writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
      writeFileSync(found, '10.0.0.1');
      const named = await front(`http://localhost:${recorderPort}`, {
        PATH: `${programs}:${process.env['PATH'] ?? ''}:/usr/sbin`,
      });
      const file = join(named.environment['ECF_PROXY_DIR'] ?? '', 'ecf.conf');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('location / {', 'location / { return 204;'));
      expect((await ask(`${named.url}/x`)).status).toBe(200);
      writeFileSync(found, '10.0.0.2');
      await until('the new configuration', async () => (await ask(`${named.url}/x`)).status === 204);
    });

    test('only static files are kept, whatever the query', async () => {
      const described = '/openapi-management.json';
      for (const path of ['/app/assets/a.js', '/app/assets/a.js?x=1', '/docs/', '/docs/?y', '/app/', '/app/'])
        await ask(proxy.url + path);
      for (const path of [described, described]) await ask(proxy.url + path);
      await ask(`${proxy.url}/api/v2/dgii-ecf/document-status/E310000000001`);
      await ask(`${proxy.url}/api/v2/dgii-ecf/document-status/E310000000001`);
      expect(come.map(({ url }) => url)).toEqual([
        ...['/app/assets/a.js', '/docs/', '/app/', '/app/', described],
        ...[
          '/api/v2/dgii-ecf/document-status/E310000000001',
          '/api/v2/dgii-ecf/document-status/E310000000001',
        ],
      ]);
    });
  });

  describe('in front of the api', () => {
    let service: Service;
    let proxy: Proxy;
    const next = encfs(31);
    const failuresMax = 3;

    beforeAll(async () => {
      service = await startService({
        env: { TRUST_PROXY: '127.0.0.1', ECF_LOGIN_FAILURES_PER_ADDRESS: String(failuresMax) },
      });
      proxy = await front(service.apiUrl);
    }, 120_000);

    test('a send that waits for its result passes, with HSTS', async () => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${await service.token()}`,
      };
      const answer = await ask(`${proxy.url}/api/v2/dgii-ecf/send?waitForFinal=120s`, {
        method: 'POST',
        headers,
        body: JSON.stringify(sampleEcf({ encf: next() })),
      });
      expect(JSON.parse(answer.text)).toMatchObject({ codigo: 200, data: { accepted: 1 } });
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    });

    test('wrong logins count for the real address, whatever address the guesser claims', async () => {
      const login = (from: string, clave: string, claimed: string) =>
        ask(`${proxy.url}/api/v2/Auth/login`, {
          from,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
          body: JSON.stringify({ usuario: 'prueba', clave, rnc: service.rnc }),
        });
      const statuses: number[] = [];
      for (let index = 0; index <= failuresMax; index += 1)
        statuses.push((await login('127.5.0.1', 'wrong', `198.51.100.${index}`)).status);
      expect(statuses).toEqual([401, 401, 401, 429]);
      // The right password of another address, which claims the guesser's.
      expect((await login('127.6.0.1', 'prueba-2026', '127.5.0.1')).status).toBe(200);
    });

    test('the public port shows no more than without the proxy: no metrics', async () => {
      for (const path of ['/metrics', '/healthz', '/readyz']) {
        const direct = await ask(service.apiUrl + path);
        const through = await ask(proxy.url + path);
        expect(through.status).toBe(direct.status);
        expect(through.status).toBe(path === '/metrics' ? 404 : 200);
        expect(through.text.length).toBe(direct.text.length);
      }
    });
  });
});
