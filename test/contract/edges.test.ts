/** Requests that no HTTP library sends. Each one gets an answer in the envelope, and never a 5xx. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { startApi, voucher, type Api } from '../api/harness.js';
import { expectErrorEnvelope } from '../harness/http/described.js';
import { answersTo, hurryOnceBegun, type RawAnswer } from '../harness/http/raw-http.js';

let api: Api;
/** Has short timeouts, for headers that never end. */
let hasty: Api;
/** Times out only after a request has started, for bodies that never end. */
let patient: Api;
beforeAll(async () => {
  [api, hasty, patient] = await Promise.all([
    startApi(),
    startApi({ headersTimeout: 1_000, requestTimeout: 2_000, connectionsCheckingInterval: 50 }),
    startApi({ connectionsCheckingInterval: 50 }),
  ]);
});
beforeEach(() => {
  for (const one of [api, hasty, patient]) one.reset();
});

const answerTo = async (request: string | Uint8Array, at = api): Promise<RawAnswer> => {
  const [answer] = await answersTo(at.port, request);
  if (answer === undefined) throw new Error('The connection was closed without an answer');
  if (answer.status >= 400 && answer.body !== '') expectErrorEnvelope(JSON.parse(answer.body));
  return answer;
};
/** Undefined for an empty body and for the redirect of `/`, which have no code. */
const codeOf = ({ status, body }: RawAnswer): string | undefined =>
  body === '' || status === 302 ? undefined : (JSON.parse(body) as { data?: { code?: string } }).data?.code;

afterEach(() => {
  for (const { log } of [api, hasty, patient])
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

const encf = 'E310000000001';
const status = `/api/v2/dgii-ecf/document-status/${encf}`;
const statusV1 = `/api/v1/dgii-ecf/document-status/999999992/${encf}`;
const validate = '/api/v2/dgii-ecf/validate';
const send = '/api/v2/dgii-ecf/send';

const auth = () => `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${api.tokenOf(1)}\r\n`;
const json = 'Content-Type: application/json\r\n';
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${auth()}${headers}\r\n`;
const post = (target: string, body: string | Uint8Array, headers = json) =>
  Buffer.concat([
    Buffer.from(
      `POST ${target} HTTP/1.1\r\n${auth()}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    ),
    Buffer.from(body as string),
  ]);
const headersOf = (count: number) => Array.from({ length: count }, (_, i) => `x${i}: y\r\n`).join('');

describe('targets and methods', () => {
  test.each<{ name: string; request: () => string | Uint8Array; status: number; code: string | undefined }>([
    {
      name: 'a fragment',
      request: () => get('/api/v2/ecf-sequences#x'),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'a fragment, without a token',
      request: () => post('/api/v2/Auth/login#x', '{}'),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'absolute form',
      request: () => get(`http://other.example${status}`),
      status: 404,
      code: 'ECF_NOT_FOUND',
    },
    {
      name: 'absolute form, v1',
      request: () => get(`HTTP://x:1${statusV1}`),
      status: 404,
      code: 'ECF_NOT_FOUND',
    },
    { name: 'absolute form, no path', request: () => get('http://x'), status: 302, code: undefined },
    { name: 'absolute form, only a query', request: () => get('http://x?a'), status: 302, code: undefined },
    { name: 'two slashes at the start', request: () => get(`/${status}`), status: 404, code: 'NOT_FOUND' },
    {
      name: 'two slashes in the middle',
      request: () => get(status.replace('/v2/', '/v2//')),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'encoded slash',
      request: () => get(status.replace('ecf/', 'ecf%2F')),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'dots',
      request: () => get('/api/v2/dgii-ecf/document-status/../send'),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'encoded dots in {encf}',
      request: () => get(status.replace(encf, '..%2F..%2Fetc%2Fpasswd')),
      status: 400,
      code: 'ENCF_INVALID',
    },
    {
      name: 'zero byte in {encf}',
      request: () => get(status.replace(encf, `${encf}%00`)),
      status: 400,
      code: 'ENCF_INVALID',
    },
    {
      name: 'line break in {encf}',
      request: () => get(statusV1.replace(encf, 'E31%0d%0aX-Evil:%20y')),
      status: 400,
      code: 'ENCF_INVALID',
    },
    {
      name: 'line break in {companyId}',
      request: () => post('/api/v1/dgii-ecf/send/%0d%0aX-Evil:%20y', '{}'),
      status: 403,
      code: 'COMPANY_NOT_ALLOWED',
    },
    {
      name: 'line break in {rnc}',
      request: () => get(statusV1.replace('999999992', '%0d%0aX-Evil:%20y')),
      status: 403,
      code: 'COMPANY_NOT_ALLOWED',
    },
    {
      name: 'broken percent',
      request: () => get(status.replace(encf, '%zz')),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'overlong UTF-8',
      request: () => get(status.replace(encf, '%c0%af')),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'broken percent in the query',
      request: () => get(`${status}?environment=%zz`),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'a path in other letter case',
      request: () => get(status.replace('/api', '/API').replace('dgii', 'Dgii')),
      status: 404,
      code: 'ECF_NOT_FOUND',
    },
    { name: 'a slash at the end', request: () => get(`${status}/`), status: 404, code: 'ECF_NOT_FOUND' },
    { name: 'fragment', request: () => get(`${status}#x`), status: 400, code: 'ENCF_INVALID' },
    {
      name: 'backslashes',
      request: () => get(status.replaceAll('/', '\\')),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    { name: 'bytes beyond ASCII', request: () => get('/api/v2/é'), status: 400, code: 'REQUEST_INVALID' },
    {
      name: 'an unknown parameter',
      request: () => get(`${status}?x=1`),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'OPTIONS',
      request: () => get(status).replace('GET', 'OPTIONS'),
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    },
    {
      name: 'OPTIONS *',
      request: () => `OPTIONS * HTTP/1.1\r\n${auth()}\r\n`,
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      name: 'TRACE',
      request: () => get(status).replace('GET', 'TRACE'),
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    },
    {
      name: 'CONNECT',
      request: () => `CONNECT x:443 HTTP/1.1\r\n${auth()}\r\n`,
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    },
    {
      name: 'an invented method',
      request: () => get(status).replace('GET', 'FETCH'),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'a method in a header',
      request: () => post(status, '', 'X-HTTP-Method-Override: GET\r\n'),
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    },
    {
      name: 'HEAD on an operation without GET',
      request: () => get(validate).replace('GET', 'HEAD'),
      status: 405,
      code: undefined,
    },
    {
      name: 'HTTP/2 without negotiation',
      request: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'an upgrade',
      request: () => get(status, 'Upgrade: websocket\r\n').replace('close', 'Upgrade, close'),
      status: 404,
      code: 'ECF_NOT_FOUND',
    },
  ])('$name → $status $code', async ({ request, status: expected, code }) => {
    const answer = await answerTo(request());
    expect([answer.status, codeOf(answer)]).toEqual([expected, code]);
    expect(answer.head).not.toMatch(/^X-Evil/im);
  });

  test('HEAD answers like GET, without the body', async () => {
    await api.call('POST', send, { token: api.tokenOf(1), body: voucher() });
    const [got, head] = [await answerTo(get(status)), await answerTo(get(status).replace('GET', 'HEAD'))];
    const lasting = (raw: RawAnswer) => raw.head.replace(/^(X-Correlation-Id|Date):.*\r\n/gim, '');
    expect([got.status, head.status, head.body]).toEqual([200, 200, '']);
    expect(lasting(head)).toBe(lasting(got));
    const options = await answerTo(get(status).replace('GET', 'OPTIONS'));
    expect(options.head).toMatch(/^Allow: GET, HEAD$/im);
  });

  test('pipelined requests are answered in their order', async () => {
    const together = get('/healthz').replace('Connection: close\r\n', '') + get(status);
    const answers = await answersTo(api.port, together);
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [200, undefined],
      [404, 'ECF_NOT_FOUND'],
    ]);
  });

  test('a refusal of nonsense after a pending request is not sent as the answer to that request', async () => {
    let reached = (): void => undefined;
    const processing = new Promise<void>((resolve) => (reached = resolve));
    let release = (): void => undefined;
    api.onProcess = () => {
      reached();
      return new Promise<void>((resolve) => (release = resolve));
    };
    const socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const request = post(`${send}?waitForFinal=10s`, JSON.stringify(voucher()));
    socket.write(Buffer.from(request.toString().replace('Connection: close\r\n', '')));
    await processing;
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'close');
    release();
    expect(answer).toBe('');
    expect(api.store.admitted).toHaveLength(1);
  });
});

describe('headers', () => {
  test.each<{ name: string; request: () => string | Uint8Array; status: number; code: string | undefined }>([
    {
      name: 'two Host headers',
      request: () => get(status, 'Host: y\r\n'),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'no Host header',
      request: () => `GET ${status} HTTP/1.1\r\nConnection: close\r\n\r\n`,
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'no Host header in HTTP/1.0',
      request: () => `GET ${status} HTTP/1.0\r\n\r\n`,
      status: 401,
      code: 'TOKEN_MISSING',
    },
    {
      name: 'two Authorization headers',
      request: () => get(status, 'Authorization: Bearer x\r\n'),
      status: 401,
      code: 'TOKEN_INVALID',
    },
    {
      name: 'headers named like members of every object',
      request: () => get(status, '__proto__: x\r\nconstructor: x\r\nhasOwnProperty: x\r\n'),
      status: 404,
      code: 'ECF_NOT_FOUND',
    },
    {
      name: '201 headers',
      request: () => get(status, headersOf(198)),
      status: 431,
      code: 'HEADERS_TOO_LARGE',
    },
    { name: '200 headers', request: () => get(status, headersOf(197)), status: 404, code: 'ECF_NOT_FOUND' },
    {
      name: 'thousands of headers',
      request: () => get(status, 'a:b\r\n'.repeat(2_500)),
      status: 431,
      code: 'HEADERS_TOO_LARGE',
    },
    {
      name: '17 KB of headers',
      request: () => get(status, `X: ${'x'.repeat(17_000)}\r\n`),
      status: 431,
      code: 'HEADERS_TOO_LARGE',
    },
    {
      name: 'a length and chunks',
      request: () => post(validate, '0\r\n\r\n', `${json}Transfer-Encoding: chunked\r\n`),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'two lengths',
      request: () => post(validate, '{}', `${json}Content-Length: 3\r\n`),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'a line break in a header',
      request: () => get(status, 'X-Correlation-Id: a\rSet-Cookie: b\r\n'),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'a line feed alone in a header',
      request: () => get(status, 'X-Correlation-Id: a\nSet-Cookie: b\r\n'),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'a line break as text in a correlation id',
      request: () => get(status, 'X-Correlation-Id: a%0d%0aSet-Cookie:b\r\n'),
      status: 404,
      code: 'ECF_NOT_FOUND',
    },
    {
      name: 'a folded correlation id',
      request: () => get(status, 'X-Correlation-Id: a\r\n Set-Cookie: b\r\n'),
      status: 400,
      code: 'REQUEST_INVALID',
    },
    {
      name: 'an empty correlation id',
      request: () => get(status, 'X-Correlation-Id: \r\n'),
      status: 400,
      code: 'CORRELATION_ID_INVALID',
    },
    {
      name: 'a correlation id beyond ASCII',
      request: () => get(status, 'X-Correlation-Id: é\r\n'),
      status: 400,
      code: 'CORRELATION_ID_INVALID',
    },
    {
      name: 'a correlation id that is too long',
      request: () => get(status, `X-Correlation-Id: ${'x'.repeat(129)}\r\n`),
      status: 400,
      code: 'CORRELATION_ID_INVALID',
    },
  ])('$name → $status $code', async ({ request, status: expected, code }) => {
    const answer = await answerTo(request());
    expect([answer.status, codeOf(answer)]).toEqual([expected, code]);
    expect(answer.head).not.toMatch(/^Set-Cookie/im);
  });
});

describe('bodies of validate: always 200, and never reported as a valid voucher', () => {
  const body = JSON.stringify(voucher());
  test.each<{ name: string; request: () => Uint8Array; code: string }>([
    {
      name: 'two Content-Types, the right one first',
      request: () => post(validate, body, `${json}Content-Type: text/plain\r\n`),
      code: 'CONTENT_TYPE_INVALID',
    },
    {
      name: 'two Content-Types, the right one last',
      request: () => post(validate, body, `Content-Type: text/plain\r\n${json}`),
      code: 'CONTENT_TYPE_INVALID',
    },
    { name: 'no Content-Type', request: () => post(validate, body, ''), code: 'CONTENT_TYPE_INVALID' },
    {
      name: 'gzip',
      request: () => post(validate, body, `${json}Content-Encoding: gzip\r\n`),
      code: 'CONTENT_TYPE_INVALID',
    },
    {
      name: 'gzip twice',
      request: () => post(validate, body, `${json}Content-Encoding: identity\r\nContent-Encoding: gzip\r\n`),
      code: 'CONTENT_TYPE_INVALID',
    },
    { name: 'UTF-16', request: () => post(validate, Buffer.from(body, 'utf16le')), code: 'JSON_INVALID' },
    {
      name: 'invalid UTF-8',
      request: () => post(validate, Buffer.from([0x22, 0xff, 0xfe, 0x22])),
      code: 'JSON_INVALID',
    },
    {
      name: '100 levels',
      request: () => post(validate, '['.repeat(100) + ']'.repeat(100)),
      code: 'JSON_INVALID',
    },
    { name: '100,000 levels', request: () => post(validate, '{"a":'.repeat(100_000)), code: 'JSON_INVALID' },
    {
      name: 'a key twice',
      request: () => post(validate, body.replace('"Version"', '"Version":"1.0","Version"')),
      code: 'ESTRUCTURA-14',
    },
    {
      name: '__proto__',
      request: () => post(validate, body.replace('{"ECF"', '{"__proto__":{"valido":true},"ECF"')),
      code: 'ESTRUCTURA-01',
    },
    {
      name: 'constructor',
      request: () =>
        post(validate, body.replace('"Version"', '"constructor":{"prototype":{"x":1}},"Version"')),
      code: 'ESTRUCTURA-01',
    },
    { name: 'an empty body', request: () => post(validate, ''), code: 'JSON_INVALID' },
  ])('$name → $code', async ({ request, code }) => {
    const answer = await answerTo(request());
    const { data } = JSON.parse(answer.body) as { data: { valido: boolean; errores: { code: string }[] } };
    expect([answer.status, data.valido, data.errores.map((fault) => fault.code)]).toEqual([
      200,
      false,
      expect.arrayContaining([code]),
    ]);
    expect(({} as Record<string, unknown>)['valido']).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test.each<{ name: string; request: () => string | Uint8Array }>([
    { name: 'a byte-order mark', request: () => post(validate, `\ufeff${body}`) },
    { name: 'Expect: 100-continue', request: () => post(validate, body, `${json}Expect: 100-continue\r\n`) },
    { name: 'another Expect header', request: () => post(validate, body, `${json}Expect: 200-maybe\r\n`) },
    {
      name: 'Content-Encoding: identity',
      request: () => post(validate, body, `${json}Content-Encoding: identity\r\n`),
    },
    {
      name: 'chunks of one byte',
      request: () =>
        `POST ${validate} HTTP/1.1\r\n${auth()}${json}Transfer-Encoding: chunked\r\n\r\n` +
        `${body
          .split(/(?=.)/s)
          .map((character) => `1\r\n${character}\r\n`)
          .join('')}0\r\n\r\n`,
    },
  ])('$name is accepted', async ({ request }) => {
    const answer = (await answersTo(api.port, request())).at(-1)!;
    const { data } = JSON.parse(answer.body) as { data: object };
    expect([answer.status, data]).toEqual([200, expect.objectContaining({ valido: true, errores: [] })]);
  });
});

describe.each([
  {
    operation: 'login',
    target: '/api/v2/Auth/login',
    fields: '"usuario":"x","clave":"y","rnc":"999999992"',
    bytesMax: 4 * 1024,
  },
  {
    operation: 'next',
    target: '/api/v2/ecf-sequences/next',
    fields: '"ecfType":31',
    bytesMax: 100 * 1024,
  },
])('bodies of $operation', ({ target, fields, bytesMax }) => {
  test.each<{ name: string; body: string; status: number; code: string }>([
    { name: '__proto__', body: `{"__proto__":{"x":1},${fields}}`, status: 400, code: 'REQUEST_INVALID' },
    {
      name: 'constructor',
      body: `{"constructor":{"prototype":{"x":1}},${fields}}`,
      status: 400,
      code: 'REQUEST_INVALID',
    },
    { name: 'a key twice', body: `{${fields},${fields}}`, status: 400, code: 'REQUEST_INVALID' },
    { name: '100 levels', body: '['.repeat(100) + ']'.repeat(100), status: 400, code: 'JSON_INVALID' },
    { name: 'as many levels as fit in', body: '['.repeat(bytesMax), status: 400, code: 'JSON_INVALID' },
    { name: 'a byte too many', body: ' '.repeat(bytesMax + 1), status: 413, code: 'BODY_TOO_LARGE' },
  ])('$name → $status $code', async ({ body, status: expected, code }) => {
    const answer = await answerTo(post(target, body));
    expect([answer.status, codeOf(answer)]).toEqual([expected, code]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(api.store.nextRequests).toEqual([]);
  });
});

test.each(['__proto__[x]=1', 'constructor[prototype][x]=1', '__proto__=1'])(
  'the query %s pollutes nothing',
  async (query) => {
    const answer = await answerTo(get(`/api/v2/ecf-sequences/unused?${query}`));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'REQUEST_INVALID']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  },
);

describe('requests that never end', () => {
  const slow = (head: string) => `POST ${head} HTTP/1.1\r\n${auth()}${json}`;
  const begun = () => {
    hurryOnceBegun(patient.server);
    return patient;
  };
  test.each<{ name: string; at: () => Api; request: () => string; status: number; v1: boolean }>([
    {
      name: 'headers',
      at: () => hasty,
      request: () => `POST ${send} HTTP/1.1\r\nHost: x\r\n`,
      status: 408,
      v1: false,
    },
    {
      name: 'a body',
      at: begun,
      request: () => `${slow(send)}Content-Length: 9\r\n\r\n{`,
      status: 408,
      v1: false,
    },
    {
      name: 'a body of v1',
      at: begun,
      request: () => `${slow('/api/v1/dgii-ecf/send/0')}Content-Length: 9\r\n\r\n{`,
      status: 408,
      v1: true,
    },
    {
      name: 'chunks',
      at: begun,
      request: () => `${slow(send)}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      status: 408,
      v1: false,
    },
    {
      name: 'a chunk extension',
      at: () => api,
      request: () => `${slow(send)}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`,
      status: 413,
      v1: false,
    },
  ])('$name → $status', async ({ at, request, status: expected, v1 }) => {
    const answer = await answerTo(request(), at());
    expect(answer.status).toBe(expected);
    const id = /^X-Correlation-Id: (\S+)\r?$/im.exec(answer.head)?.[1];
    expect(JSON.parse(answer.body)).toMatchObject({ codigo: expected, data: { correlationId: id } });
    expect([/^Deprecation: true\r?$/im.test(answer.head), /^Link: <\/api\/v2\//im.test(answer.head)]).toEqual(
      [v1, v1],
    );
  });

  test.each([
    { name: 'announced', head: `Content-Length: ${16 * 1024 * 1024 + 1}`, rest: '' },
    {
      name: 'in chunks',
      head: 'Transfer-Encoding: chunked',
      rest: `1100000\r\n${' '.repeat(0x1100000)}\r\n`,
    },
  ])('17 MB, $name → 413', async ({ head, rest }) => {
    const answer = await answerTo(`${slow(send)}${head}\r\n\r\n${rest}`);
    expect([answer.status, codeOf(answer)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

test.each([
  { path: '/api/v1', link: '</docs/>; rel="deprecation"' },
  { path: '/api/v1/nothing', link: '</docs/>; rel="deprecation"' },
  { path: '/API/V1/dgii-ecf/validate/0', link: '</api/v2/dgii-ecf/validate>; rel="successor-version"' },
  { path: statusV1, link: `</api/v2/dgii-ecf/document-status/${encf}>; rel="successor-version"` },
])('§9.2 $path says that version 1 is deprecated, errors included', async ({ path, link }) => {
  const { head } = await answerTo(get(path));
  expect(/^Link: (.*)$/im.exec(head)?.[1]).toBe(link);
  expect(head).toMatch(/^Deprecation: true$/im);
});
