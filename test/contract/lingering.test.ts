/**
 * A client that is refused while it still sends must be able to read the answer. Most clients read only after they have written
 * everything. If the server closes before that, the connection is reset.
 */
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createLimits } from '../../src/api/limits/limits.js';
import { bodyLimits } from '../../src/api/http/request-body.js';
import { startApi, voucher, type Api } from '../api/harness.js';
import { hurryOnceBegun } from '../harness/http/raw-http.js';

const mb = 1024 * 1024;
const tooLarge = bodyLimits.ecf + mb;
const login = '/api/v2/Auth/login';
const send = '/api/v2/dgii-ecf/send';

let api: Api;
/** Times out only after a request has started. */
let patient: Api;
/** Cuts off in a moment a request that takes too long. */
let brief: Api;
beforeAll(async () => {
  [api, patient, brief] = await Promise.all([
    startApi(),
    startApi({ connectionsCheckingInterval: 50 }),
    startApi({ headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 }),
  ]);
});

const head = (target: string, length: string, at = api) =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${at.tokenOf(1)}\r\n` +
  `Content-Type: application/json\r\n${length}\r\n\r\n`;
const announced = (bytes: number) => `Content-Length: ${bytes}`;
const chunked = 'Transfer-Encoding: chunked';
const chunk = (bytes: number) =>
  Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), Buffer.alloc(bytes, ' '), Buffer.from('\r\n')]);

/** Opens a socket that reads nothing until `read` is called. */
function open(at: Api): Socket {
  const socket = connect({ port: at.port, host: '127.0.0.1' });
  socket.pause();
  return socket;
}

/** Resolves when all bytes are written. Rejects when the connection is reset before that. */
function write(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.write(bytes, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

/** Reads one answer. Rejects when the connection is reset. */
async function read(socket: Socket): Promise<{ status: number; code: unknown }> {
  let text = '';
  socket.resume();
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    text += bytes.toString();
    const [head, body = ''] = text.split('\r\n\r\n');
    const length = Number(/^content-length: (\d+)/im.exec(head ?? '')?.[1]);
    if (Buffer.byteLength(body) === length) break;
  }
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const { data } = JSON.parse(body) as { data: { code: unknown } };
  return { status: Number(head.slice(9, 12)), code: data.code };
}

const refused = (status: number, code: string) => ({ status, code });

test.each([
  {
    name: 'send, announced',
    target: send,
    length: announced(tooLarge),
    body: () => Buffer.alloc(tooLarge, ' '),
  },
  {
    name: 'send, in chunks',
    target: send,
    length: chunked,
    body: () => Buffer.concat([...Array<Buffer>(17).fill(chunk(mb)), Buffer.from('0\r\n\r\n')]),
  },
  {
    name: 'login, announced',
    target: login,
    length: announced(8 * mb),
    body: () => Buffer.alloc(8 * mb, ' '),
  },
])('a client that writes everything before it reads gets 413: $name', async ({ target, length, body }) => {
  const socket = open(api);
  await write(socket, head(target, length));
  await write(socket, body());
  expect(await read(socket)).toEqual(refused(413, 'BODY_TOO_LARGE'));
});

test('fetch gets 413', async () => {
  const response = await fetch(`${api.url}${send}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.tokenOf(1)}`, 'content-type': 'application/json' },
    body: Buffer.alloc(tooLarge, ' '),
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ data: { code: 'BODY_TOO_LARGE' } });
});

test('a client that asked to close gets the refusal of its token while it sends 17 MB', async () => {
  const socket = open(api);
  await write(
    socket,
    `POST ${send} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${announced(tooLarge)}\r\n\r\n`,
  );
  await write(socket, Buffer.alloc(tooLarge, ' '));
  expect(await read(socket)).toEqual(refused(401, 'TOKEN_MISSING'));
});

test('a slow client that continues to send gets 408, and the late bytes are not admitted', async () => {
  hurryOnceBegun(patient.server);
  const refusal = once(patient.server, 'clientError');
  const socket = open(patient);
  const body = Buffer.from(JSON.stringify(voucher()) + ' '.repeat(8 * mb));
  await write(socket, head(send, announced(body.length), patient));
  await refusal;
  await write(socket, body);
  expect(await read(socket)).toEqual(refused(408, 'REQUEST_TIMEOUT'));
  expect(patient.store.admitted).toEqual([]);
});

test('a client whose body nobody reads yet gets 408', async () => {
  const arrived = new EventEmitter();
  const { companyArrivals } = createLimits();
  const never = () => {
    arrived.emit('request');
    return new Promise<never>(() => undefined);
  };
  const busy = await startApi(
    { connectionsCheckingInterval: 50 },
    { limits: { companyArrivals: { ...companyArrivals, fairStart: never } } },
  );
  hurryOnceBegun(busy.server);
  const [waits, refusal] = [once(arrived, 'request'), once(busy.server, 'clientError')];
  const socket = open(busy);
  const written = write(socket, head(send, announced(8 * mb), busy)).then(() =>
    write(socket, Buffer.alloc(8 * mb, ' ')),
  );
  await Promise.all([waits, refusal]);
  await written;
  expect(await read(socket)).toEqual(refused(408, 'REQUEST_TIMEOUT'));
});

test('a client that sends 8 MB of headers gets 431', async () => {
  const socket = open(api);
  await write(socket, `GET / HTTP/1.1\r\nHost: x\r\nX: `);
  await write(socket, Buffer.alloc(8 * mb, 'x'));
  expect(await read(socket)).toEqual(refused(431, 'HEADERS_TOO_LARGE'));
});

test('a client that sends 8 MB of nonsense gets 400', async () => {
  const socket = open(api);
  await write(socket, Buffer.alloc(8 * mb, 'x'));
  expect(await read(socket)).toEqual(refused(400, 'REQUEST_INVALID'));
});

test('a client that never stops is cut off when its request has taken too long', async () => {
  const [connection, socket] = [once(brief.server, 'connection'), open(brief)];
  socket.on('error', () => undefined);
  await write(socket, head(send, chunked, brief));
  const [server] = (await connection) as [Socket];
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const endless = chunk(mb);
  const pour = (): void => void socket.write(endless, (error) => error ?? pour());
  pour();
  await closed;
  expect(brief.store.admitted).toEqual([]);
});

test.each([
  { name: 'stays silent', at: () => brief, leaves: () => undefined },
  { name: 'closes', at: () => api, leaves: (socket: Socket) => void socket.end() },
])('a refused client that $name in the middle of its body loses the connection', async ({ at, leaves }) => {
  const connection = once(at().server, 'connection');
  const socket = connect({ port: at().port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).on('data', () => leaves(socket));
  socket.write(head(send, announced(tooLarge), at()));
  const [server] = (await connection) as [Socket];
  await new Promise((resolve) => server.once('close', resolve));
  expect(server.bytesRead).toBeLessThan(mb);
  socket.destroy();
});

test('after a completely read body the connection stays open for the next request', async () => {
  const socket = connect(api.port, '127.0.0.1');
  const request = `POST /nothing HTTP/1.1\r\nHost: x\r\n${announced(2)}\r\n\r\n{}`;
  for (const _ of [1, 2]) {
    socket.write(request);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 [^]*connection: keep-alive/i);
  }
  socket.destroy();
});
