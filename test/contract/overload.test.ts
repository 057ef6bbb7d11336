/**
 * Attacks that try to use up one process: memory, open requests, waits and password checks. Another company, a known office
 * and /healthz must still be served. The attackers are real sockets.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readConfig } from '../../src/boot/config.js';
import { createByteLimit, requestBytes } from '../../src/api/limits/body-memory.js';
import { clave, startApi, startOfTest, voucher, type Api, type ApiChange } from '../api/harness.js';
import { serverLimits } from '../../src/api/server.js';
import { own } from '../harness/own.js';
import { until } from '../harness/until.js';

const sendPath = '/api/v2/dgii-ecf/send';
const loginPath = '/api/v2/Auth/login';
const good = { usuario: 'integracion', clave, rnc: '999999992' };

/** A hog may call as often as it likes: these limits must hold without the one on calls. */
const start = (change: ApiChange = {}): Promise<Api> =>
  startApi({}, { callsPerMinute: 0, trustProxy: ['loopback'], ...change });

function open(api: Api): Socket {
  const socket = connect(api.port, '127.0.0.1');
  socket.on('error', () => undefined);
  own('a connection', () => socket.destroy());
  return socket;
}

interface Raw {
  readonly path: string;
  readonly headers?: readonly string[];
  readonly contentType?: string;
  readonly body: string | Uint8Array;
  /** More than the body has: the request never ends. */
  readonly announced?: number;
}

function requestOf({
  path,
  headers = [],
  contentType = 'application/json',
  body,
  announced = Buffer.byteLength(body),
}: Raw): Buffer {
  const lines = ['Host: x', `Content-Type: ${contentType}`, `Content-Length: ${announced}`, ...headers];
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Sends a POST on a connection of its own. */
function post(api: Api, request: Raw): Socket {
  const socket = open(api);
  socket.write(requestOf(request));
  return socket;
}

const bearer = (api: Api, companyId: number) => `Authorization: Bearer ${api.tokenOf(companyId)}`;
const from = (address: string) => `X-Forwarded-For: ${address}`;
const statusOf = async (socket: Socket) => Number(String((await once(socket, 'data'))[0]).slice(9, 12));
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const encfOf = (index: number) => `E31${String(index + 1).padStart(10, '0')}`;

/** Company 2 takes its numbers from the service. */
function sendOfOther(api: Api, index = 0) {
  const encf = encfOf(index);
  const facts = { reservation: 'reserved', annulled: false, expiresOn: '31-12-2027' } as const;
  api.store.numbers.set(encf, facts);
  const body = voucher({ encf, rncEmisor: '999999982' });
  return api.call('POST', sendPath, { token: api.tokenOf(2), body });
}

describe('bodies that never end', () => {
  test('logins of 100 KB take no memory from companies', async () => {
    const api = await start();
    const body = Buffer.alloc(100 * 1024 - 1, ' ');
    const attack = times(100, (i) =>
      post(api, { path: loginPath, body, announced: body.length + 1, headers: [from(`203.0.${i}.1`)] }),
    );
    await until('all logins arrived', async () =>
      attack.every((socket) => socket.bytesWritten > body.length),
    );
    expect((await sendOfOther(api)).status).toBe(200);
    expect((await api.call('POST', loginPath, { body: good })).status).toBe(200);
    expect(api.limits.companyBytes.inUse).toBe(0);
    for (const socket of attack) socket.destroy();
  });

  test('of strangers: the receiver reads a few large ones at a time, does not make small ones wait, and refuses what is no form', async () => {
    const receiver = { ...readConfig({}).receiver, authorities: '' };
    const api = await start({ receiver });
    const { largeReceptions } = api.limits;
    const contentType = 'multipart/form-data; boundary=q';
    const reception = (body: Uint8Array, change: Partial<Raw> = {}) =>
      post(api, { path: '/fe/recepcion/api/ecf', contentType, body, ...change });
    const large = Buffer.alloc(300_000, ' ');
    const unfinished = times(3, () => reception(Buffer.alloc(0), { announced: large.length }));
    const next = statusOf(reception(large));
    await until('the next one waits', async () => largeReceptions.waiting === 1);
    expect(await statusOf(reception(Buffer.from('not a form')))).toBe(400);
    expect(await statusOf(reception(large, { headers: [from('203.0.113.2')] }))).toBe(400);
    expect(largeReceptions.waiting).toBe(1);
    for (const socket of unfinished) socket.destroy();
    expect(await next).toBe(400);
    const junk = Buffer.from('--q\r\nContent-Disposition: form-data; name="a"\r\n\r\nA\r\n'.repeat(2));
    expect(await statusOf(reception(junk, { announced: large.length }))).toBe(400);
  });

  test('sends of one company, a byte at a time, leave memory for another company', async () => {
    const companyBytes = createByteLimit<number>('bytes', 40 * requestBytes, 2);
    const api = await start({ limits: { companyBytes } });
    const trickle = () =>
      post(api, { path: sendPath, body: '{', announced: 1_000, headers: [bearer(api, 1)] });
    const attack = times(29, trickle);
    await until('the company has its part', async () => companyBytes.inUse >= 29 * requestBytes + 29);
    for (const socket of attack) socket.write(' ');
    expect(await statusOf(trickle())).toBe(429);
    expect((await sendOfOther(api)).status).toBe(200);
    for (const socket of attack) socket.destroy();
    await until('the company may call again', async () => companyBytes.inUse === 0);
  });

  test('bytes of one company leave memory for another company; when all is full, a newcomer gets 503', async () => {
    const companyBytes = createByteLimit<number>('bytes', 1_000_000, 2);
    const api = await start({ limits: { companyBytes } });
    const large = (companyId: number, bytes: number) =>
      post(api, {
        path: sendPath,
        body: Buffer.alloc(bytes, ' '),
        announced: bytes + 1,
        headers: [bearer(api, companyId)],
      });
    large(1, 750_000 - requestBytes);
    await until('the company has its part', async () => companyBytes.inUse === 750_000);
    const refused = await once(large(1, 5_000), 'data');
    expect(String(refused[0])).toMatch(/^HTTP\/1\.1 429 [^]*^Retry-After: \d+\r\n[^]*TOO_MANY_REQUESTS/m);
    expect((await sendOfOther(api)).status).toBe(200);
    const newcomer = await once(large(2, 500_000), 'data');
    expect(String(newcomer[0])).toMatch(/^HTTP\/1\.1 503 [^]*^Retry-After: \d+\r\n[^]*OVERLOADED/m);
  });
});

describe('answers that nobody reads', () => {
  const path = '/api/v2/ecf-sequences/unused';
  /** 30 MB: far more than the operating system takes. */
  const numbers = times(200_000, (i) => ({
    encf: encfOf(i),
    ecfType: 31 as const,
    ref: 'x'.repeat(60),
    reservedAt: new Date(startOfTest),
    expiresOn: '31-12-2027',
  }));
  function ask(api: Api): Socket {
    const socket = open(api);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${bearer(api, 2)}\r\n\r\n`);
    return socket;
  }

  test('belong to the company until they are read', async () => {
    const companyBytes = createByteLimit<number>('bytes', 64 * 1024 * 1024, 2);
    const api = await start({ limits: { companyBytes } });
    api.store.page = { numbers, next: undefined };
    const unread = ask(api);
    await until('the answer is under way', async () => companyBytes.inUse > 20e6);
    const second = ask(api);
    second.resume();
    expect(await statusOf(second)).toBe(429);
    expect((await api.call('POST', sendPath, { token: api.tokenOf(1), body: voucher() })).status).toBe(200);
    unread.resume();
    await until('nothing is held', async () => companyBytes.inUse === 0);
  });

  test('are cut off in time', async () => {
    const companyBytes = createByteLimit<number>('bytes', 64 * 1024 * 1024, 2);
    const api = await start({ limits: { companyBytes } });
    api.store.page = { numbers, next: undefined };
    const connected = once(api.server, 'connection');
    ask(api);
    const [server] = (await connected) as [Socket];
    await until('the answer is under way', async () => companyBytes.inUse > 20e6);
    // The same limit, but shorter from here on: making the answer may take long on a busy machine.
    expect(server.timeout).toBe(serverLimits.silenceTimeout);
    server.setTimeout(50);
    await once(server, 'close');
    await until('nothing is held', async () => companyBytes.inUse === 0);
  });
});

describe('passwords', () => {
  test('an office that logged in before succeeds while 100 addresses guess on many connections', async () => {
    const api = await start({ userFailuresMax: 0, addressFailuresMax: 0, everywhereFailuresMax: 0 });
    const { firstLogins } = api.limits;
    const office = () =>
      api.call('POST', loginPath, { body: good, headers: { 'x-forwarded-for': '198.51.100.7' } });
    expect((await office()).status).toBe(200);
    // A user that does not exist takes the whole work of a check.
    const guess = JSON.stringify({ usuario: 'nadie', clave: 'x', rnc: '999999992' });
    let guessed = 0;
    const attack = times(500, (i) => {
      const socket = post(api, { path: loginPath, body: guess, headers: [from(`203.0.113.${i % 100}`)] });
      return socket.on('data', () => (guessed += 1));
    });
    await until('the guesses wait', async () => firstLogins.waiting + guessed > 450);
    const guessedBefore = guessed;
    for (let i = 0; i < 3; i += 1) expect((await office()).status).toBe(200);
    // No login waits for a guess. The guesses take a minute.
    expect(guessed - guessedBefore).toBeLessThan(20);
    for (const socket of attack) socket.destroy();
    await until('nobody waits', async () => firstLogins.waiting === 0);
  });
});

describe('hundreds of sends of one company at one moment', () => {
  test('leave /healthz and the sends of another company prompt answers', async () => {
    const api = await start();
    const { waitingSends } = api.limits;
    const hog = 400;
    let release = () => {};
    const final = new Promise<void>((resolve) => (release = resolve));
    api.onProcess = ({ ref }) => (ref.companyId === 1 ? final : undefined);
    // The first request compiles the contract.
    expect((await sendOfOther(api, 0)).status).toBe(200);
    const sockets = times(hog, () => open(api));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const headers = [bearer(api, 1), from('203.0.113.1')];
    for (const [i, socket] of sockets.entries()) {
      const body = JSON.stringify(voucher({ encf: encfOf(i) }));
      socket.write(requestOf({ path: `${sendPath}?waitForFinal=120s`, headers, body }));
    }

    /** How many of them came before each answer of /healthz. A time would include pauses of this machine. */
    const beforeHealth: number[] = [];
    let others = 1;
    while (waitingSends.inUse < hog) {
      const { inUse } = waitingSends;
      expect((await api.call('GET', '/healthz', { undescribed: true })).status).toBe(200);
      beforeHealth.push(waitingSends.inUse - inUse);
      expect((await sendOfOther(api, others)).status).toBe(200);
      others += 1;
    }
    expect(Math.max(...beforeHealth)).toBeLessThan(hog / 10);
    // In the order of arrival, or of connection, the other company's first send would come after all of them.
    expect(others).toBeGreaterThan(hog / 20);
    release();
    await until('nobody waits', async () => waitingSends.inUse === 0);
  }, 120_000);
});
