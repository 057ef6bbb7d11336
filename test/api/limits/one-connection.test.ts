/** What a single connection may cost: requests sent ahead of their answers, and bodies in tiny pieces. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startApi, voucher, type Api } from '../harness.js';
import { answersTo } from '../../harness/http/raw-http.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';

const validate = '/api/v2/dgii-ecf/validate';

let api: Api;
beforeEach(async () => {
  api = await startApi();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const chunksOf = (body: string, bytes: number) =>
  (body.match(new RegExp(`[^]{1,${bytes}}`, 'g')) ?? [])
    .map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`)
    .join('') + '0\r\n\r\n';
const post = (body: string) =>
  `POST ${validate} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.tokenOf(1)}\r\nConnection: close\r\n` +
  `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;

describe('requests sent ahead of their answers', () => {
  test('sixteen are answered; the next one is refused and ends the connection', async () => {
    const answers = await answersTo(api.port, get('/nada').repeat(10_000));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(16).fill(404), 429]);
    const last = answers.at(-1);
    expect(last?.headers).toMatchObject({ 'retry-after': '2', connection: 'close' });
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ data: { code: 'TOO_MANY_REQUESTS' } });
  });

  test('a client that reads between its requests may send as many as it likes', async () => {
    const socket = connect(api.port, '127.0.0.1');
    own('a connection', () => socket.destroy());
    for (let count = 0; count < 40; count += 1) {
      socket.write(get('/nada'));
      expect(await statusOf(socket)).toBe(404);
    }
  });

  test('are served one after the other, and a client that leaves frees what they hold', async () => {
    let asked = 0;
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    api.store.findReceptions = async () => {
      asked += 1;
      await slow;
      return { rows: [], next: undefined };
    };
    const socket = connect(api.port, '127.0.0.1');
    own('a connection', () => socket.destroy());
    socket.write(
      `GET /api/v2/ecf-received HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.tokenOf(1)}\r\n\r\n`.repeat(
        3,
      ),
    );
    await until('the first is under way', () => Promise.resolve(asked === 1));
    await served();
    expect(api.shares.companyRequests.held).toBe(1);
    socket.resetAndDestroy();
    answer();
    await until('nothing is held', () => Promise.resolve(api.shares.companyRequests.held === 0));
    await served();
    expect(asked).toBe(1);
  });

  /** When it returns, a request that arrived before has started. */
  const served = async () => {
    expect(
      (await answersTo(api.port, get('/nada').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')))[0]
        ?.status,
    ).toBe(404);
  };

  test('a client that is still sending can read the refusal', async () => {
    const socket = connect(api.port, '127.0.0.1');
    own('a connection', () => socket.destroy());
    socket.pause();
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(get('/nada').repeat(200_000), () => resolve());
    });
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    const ended = once(socket, 'end');
    socket.resume();
    await ended;
    expect(text).toContain('HTTP/1.1 429 ');
  });
});

describe('a body in tiny pieces', () => {
  test('a usual voucher may come byte by byte', async () => {
    const [answer] = await answersTo(api.port, post(chunksOf(JSON.stringify(voucher()), 1)));
    expect(answer?.status).toBe(200);
  });

  test('a large body may come in pieces of a network packet', async () => {
    const body = JSON.stringify(voucher()) + ' '.repeat(3 * 1024 * 1024);
    const [answer] = await answersTo(api.port, post(chunksOf(body, 300)));
    expect(answer?.status).toBe(200);
  });

  test('a large body that comes byte by byte is refused', async () => {
    const body = JSON.stringify(voucher()) + ' '.repeat(100_000);
    const [answer] = await answersTo(api.port, post(chunksOf(body, 1)));
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ data: { code: 'REQUEST_INVALID' } });
  });
});

async function statusOf(socket: Socket): Promise<number> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return Number(bytes.toString().slice(9, 12));
}
