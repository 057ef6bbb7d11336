/** HTTP itself: paths, methods, headers, broken requests, health, documentation. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { OpenApiDocument } from '../../../src/api/http/openapi-document.js';
import { bodyLimits } from '../../../src/api/http/request-body.js';
import { companyBytesMax } from '../../../src/api/limits/limits.js';
import { CheckerBusyError } from '../../../src/documents/threads/checker-threads.js';
import { ThreadEndedError } from '../../../src/documents/threads/threads.js';
import { QueueFullError } from '../../../src/shared/fair-queue.js';
import { shownError } from '../../../src/shared/log.js';
import { answersTo } from '../../harness/http/raw-http.js';
import { startApi, voucher, type Api } from '../harness.js';

let api: Api;
/** Only for requests that never end, because on a busy machine any other request could also exceed these timeouts. */
let hasty: Api;
beforeAll(async () => {
  api = await startApi();
  hasty = await startApi({ headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 });
});
beforeEach(() => {
  for (const one of [api, hasty]) one.reset();
});

/** Repeats until the condition is true. Jest's own time limit ends it. */
const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition()));
};

test.each([
  { method: 'POST', path: '/', status: 404, code: 'NOT_FOUND' },
  { method: 'GET', path: '/api/v3/dgii-ecf/send', status: 404, code: 'NOT_FOUND' },
  { method: 'POST', path: '/api/v1/dgii-ecf/send', status: 404, code: 'NOT_FOUND' },
  { method: 'POST', path: '/api/v2/dgii-ecf/send/0', status: 404, code: 'NOT_FOUND' },
  { method: 'GET', path: '/api/v2/dgii-ecf/document-status/%zz', status: 404, code: 'NOT_FOUND' },
  { method: 'GET', path: '/docs/../../package.json', status: 404, code: 'NOT_FOUND' },
  { method: 'GET', path: '/api/v2/dgii-ecf/send', status: 405, code: 'METHOD_NOT_ALLOWED', allow: 'POST' },
  { method: 'DELETE', path: '/api/v1/Auth/login', status: 405, code: 'METHOD_NOT_ALLOWED', allow: 'POST' },
  {
    method: 'POST',
    path: '/api/v2/dgii-ecf/document-status/E310000000001',
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    allow: 'GET, HEAD',
  },
])('$method $path → $code', async ({ method, path, status, code, allow }) => {
  const { status: got, body, headers } = await api.call(method, path);
  expect([got, body.codigo, body.procesado, body.data.code]).toEqual([status, status, false, code]);
  expect(headers['allow']).toBe(allow);
  expect(body.data.correlationId).toBe(headers['x-correlation-id']);
});

test('every answer has the basic headers and does not name the software', async () => {
  for (const path of ['/healthz', '/nothing', '/docs/', '/openapi.json']) {
    const { headers } = await api.call('GET', path, { undescribed: true });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['permissions-policy']).toContain('camera=(), ');
    // It came by http, and the api does not know an https address of its own.
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

test.each([
  {
    name: 'came by https through a trusted proxy',
    change: { trustProxy: ['loopback'] },
    proto: 'https',
    told: true,
  },
  {
    name: 'came by http through a trusted proxy',
    change: { trustProxy: ['loopback'] },
    proto: 'http',
    told: false,
  },
  { name: 'says https, but no proxy is trusted', change: {}, proto: 'https', told: false },
  {
    name: 'reached an api with an https address',
    change: { publicUrl: 'https://ecf.example' },
    proto: '',
    told: true,
  },
])('to a request that $name, a browser is held to https: $told', async ({ change, proto, told }) => {
  const one = await startApi({}, change);
  const headers: Record<string, string> = proto === '' ? {} : { 'x-forwarded-proto': proto };
  for (const path of ['/healthz', '/nothing', '/docs/', '/app/']) {
    const answer = await one.call('GET', path, { undescribed: true, headers });
    expect(answer.headers['strict-transport-security']).toBe(told ? 'max-age=31536000' : undefined);
  }
});

test('an outage of the ledger is one line of the log, without a stack', async () => {
  const token = api.tokenOf(1);
  const path = '/api/v2/dgii-ecf/document-status/E310000000001';
  // The company is known from now on, so the outage alone makes the second call fail.
  expect((await api.call('GET', path, { token })).status).toBe(404);
  api.log.length = 0;
  api.store.down = true;
  expect((await api.call('GET', path, { token })).status).toBe(503);
  const [line, ...others] = api.log.filter(({ level }) => level === 'warn' || level === 'error');
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: 'warn', line: { code: 'LEDGER_UNAVAILABLE' } });
  expect(line!.line['outage']).toBeInstanceOf(Error);
  expect(line!.line).not.toHaveProperty('err');
});

test.each<{ name: string; cause: Error; level: string; named: string }>([
  { name: 'the queue is full', cause: new QueueFullError(true), level: 'warn', named: 'outage' },
  {
    name: 'a thread ended with its voucher, which is a defect',
    cause: new ThreadEndedError({ cause: new Error('out of heap') }),
    level: 'error',
    named: 'err',
  },
])('the checker is busy because $name: logged as $level', async ({ cause, level, named }) => {
  const { parse } = api.checker;
  const refused = new CheckerBusyError({ cause });
  Object.assign(api.checker, { parse: () => Promise.reject(refused) });
  try {
    const { status } = await api.call('POST', '/api/v2/dgii-ecf/validate', {
      token: api.tokenOf(1),
      body: {},
    });
    expect(status).toBe(503);
    const lines = api.log.filter((line) => line.level === 'warn' || line.level === 'error');
    expect(lines).toMatchObject([{ level, line: { code: 'OVERLOADED', [named]: refused } }]);
  } finally {
    Object.assign(api.checker, { parse });
  }
});

test("every answer repeats the caller's correlation id, refusals too", async () => {
  const headers = { 'x-correlation-id': 'Factura 1/2 ~!' };
  const { headers: got, body } = await api.call('GET', '/nothing', { headers });
  expect([got['x-correlation-id'], body.data.correlationId]).toEqual(['Factura 1/2 ~!', 'Factura 1/2 ~!']);
});

test('a defect is answered without internal details and logged once with its cause', async () => {
  api.store.findDocument = () => Promise.reject(new Error('connection string with secrets'));
  try {
    const { status, body, text } = await api.call('POST', '/api/v2/dgii-ecf/send', {
      token: api.tokenOf(1),
      body: voucher(),
      headers: { 'x-correlation-id': 'FAC-9' },
    });
    expect([status, body.data.code, body.data.correlationId]).toEqual([500, 'INTERNAL_ERROR', 'FAC-9']);
    expect(text).not.toContain('secrets');
    const logged = api.log.filter(({ level }) => level === 'error');
    expect(logged).toHaveLength(1);
    expect(logged[0]!.line['err']).toBeInstanceOf(Error);
  } finally {
    Reflect.deleteProperty(api.store, 'findDocument');
  }
});

test('no log line contains the RNC of a query, because it may be a person’s cédula', async () => {
  api.store.findTaxpayer = () => Promise.reject(new Error('defect of 001-2345678-9'));
  try {
    const cedula = '00123456789';
    const paths = [
      `/api/v1/dgii-ecf/consult-rnc/${cedula}`,
      `/api/v2/dgii-ecf/consult-rnc?rnc=${cedula}`,
      `/api/v1/dgii-ecf/document-status/${cedula}/E310000000001`,
      `/api/v1/dgii-ecf/consult-rnc/${cedula}/more`,
      '/api/v2/consult/001-2345678-9',
      '/api/v2/consult/%30%30%31%32%33%34%35%36%37%38%39',
    ];
    for (const path of paths) await api.call('GET', path, { token: api.tokenOf(1), undescribed: true });
    const lines = api.log.map(({ line }) =>
      JSON.stringify(line['err'] === undefined ? line : { ...line, err: shownError(line['err']) }),
    );
    expect(lines.length).toBeGreaterThanOrEqual(paths.length);
    expect(lines.filter((line) => /001-?2345678-?9|%30%30%31/.test(line))).toEqual([]);
    const requests = api.log.map(({ line }) => [line['path'], line['encf']]);
    expect(requests).toContainEqual(['/api/v1/dgii-ecf/document-status/:rnc/:encf', 'E310000000001']);
    expect(requests).toContainEqual(['/api/v#/consult/###-#######-#', undefined]);
  } finally {
    Reflect.deleteProperty(api.store, 'findTaxpayer');
  }
});

describe("refusals of Node's parser use the envelope", () => {
  test.each([
    { name: 'not HTTP', text: 'nonsense\r\n\r\n', status: 400, code: 'REQUEST_INVALID' },
    {
      name: 'no Host',
      text: 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'headers too long',
      text: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      status: 431,
      code: 'HEADERS_TOO_LARGE',
    },
    {
      name: 'headers that never end',
      text: 'GET / HTTP/1.1\r\nHost: x\r\n',
      status: 408,
      code: 'REQUEST_TIMEOUT',
    },
    {
      name: 'a body that never ends',
      text: 'POST /api/v2/Auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      status: 408,
      code: 'REQUEST_TIMEOUT',
    },
  ])('$name → $code', async ({ text, status, code }) => {
    const { port } = status === 408 ? hasty : api;
    const [answer, ...more] = await answersTo(port, text);
    expect([answer?.status, more]).toEqual([status, []]);
    expect(answer?.head).toMatch(/^X-Correlation-Id: /im);
    const body: unknown = JSON.parse(answer?.body ?? '');
    expect(body).toMatchObject({ codigo: status, procesado: false, data: { code } });
  });

  test('an endless chunked body is cut off at the limit', async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    const head =
      'POST /api/v2/Auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';
    const endless = `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}0\r\n\r\n`;
    const [answer] = await answersTo(api.port, endless);
    expect(answer?.status).toBe(413);
  });
});

test('a client that leaves during its wait breaks nothing: the voucher stays', async () => {
  let release = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    api.onProcess = () => {
      resolve();
      return new Promise<void>((done) => (release = done));
    };
  });
  const body = JSON.stringify(voucher());
  const socket = connect(api.port, '127.0.0.1');
  socket.write(
    `POST /api/v2/dgii-ecf/send?waitForFinal=10s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.tokenOf(1)}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await reached;
  socket.destroy();
  await once(socket, 'close');
  release();
  const status = '/api/v2/dgii-ecf/document-status/E310000000001';
  expect((await api.call('GET', status, { token: api.tokenOf(1) })).body.data.status).toBe('Recibido');
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});

describe('health', () => {
  test.each([
    { path: '/healthz', down: true, status: 200 },
    { path: '/readyz', down: false, status: 200 },
    { path: '/readyz', down: true, status: 503 },
  ])('$path (ledger down: $down) → $status', async ({ path, down, status }) => {
    Object.assign(api.store, { down });
    const answer = await api.call('GET', path, { undescribed: true });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(['status']);
  });
});

describe('documentation', () => {
  const get = (path: string) => api.call('GET', path, { undescribed: true });

  test('/ leads to /docs', async () => {
    const { status, headers } = await get('/');
    expect([status, headers['location']]).toEqual([302, 'docs/']);
  });

  test('/openapi.json contains the schemas of all voucher types that can be issued', async () => {
    const { text } = await get('/openapi.json');
    const { components, paths } = JSON.parse(text) as OpenApiDocument;
    const { Ecf } = components.schemas as { Ecf: { oneOf: readonly { $ref: string }[] } };
    const names = Ecf.oneOf.map(({ $ref }) => $ref.split('/').at(-1)!);
    expect(names).toHaveLength(10);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(components.schemas).toHaveProperty(name!);
    for (const name of names) expect(components.schemas[name]).toHaveProperty('properties.ECF');
    const { requestBody } = paths['/api/v2/dgii-ecf/send']!['post']!;
    expect(requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Ecf' });
  });
});

test('logins with different Content-Type parameters leave nothing behind', async () => {
  for (let i = 0; i < 5; i++) {
    const headers = { 'content-type': `application/json; x=${i}` };
    const { body } = await api.call('POST', '/api/v2/Auth/login', { body: { usuario: 'x' }, headers });
    expect(body.data.code).toBe('REQUEST_INVALID');
  }
});

test('bodies beyond the part of one company get 429; when others are gone there is room again', async () => {
  const patient = await startApi();
  const token = patient.tokenOf(1);
  const send = (encf: string) =>
    patient.call('POST', '/api/v2/dgii-ecf/send', { token, body: voucher({ encf }) });
  const large = Buffer.alloc(bodyLimits.ecf - 1, ' ');
  const unfinished = Array.from({ length: Math.floor(companyBytesMax / large.length) + 1 }, () => {
    const socket = connect(patient.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/v2/dgii-ecf/send HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${bodyLimits.ecf}\r\n\r\n`,
    );
    socket.write(large);
    return socket;
  });
  const refused = await Promise.race(unfinished.map((socket) => once(socket, 'data')));
  expect(String(refused[0])).toMatch(/^HTTP\/1\.1 429 [^]*^Retry-After: \d+\r\n[^]*TOO_MANY_REQUESTS/m);
  for (const socket of unfinished) socket.destroy();
  await until(async () => (await send('E310000000001')).status === 200);
  await patient.close();
  expect(patient.log.filter(({ level }) => level === 'error')).toEqual([]);
});
