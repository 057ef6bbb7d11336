/** Lists of vouchers, whose rare filters read for seconds: companies take turns, and a page that takes too long is refused. */
import { randomUUID } from 'node:crypto';
import { MongoServerError } from 'mongodb';
import { createInbox } from '../../../src/ledger/received/inbox.js';
import type { Collections } from '../../../src/ledger/collections.js';
import { until } from '../../harness/until.js';
import { startApi, type Api } from '../harness.js';

const path = '/api/v2/ecf-received';
const lists = [
  { list: path, find: 'findReceptions' },
  { list: '/api/v2/dgii-ecf/documents', find: 'findVouchers' },
] as const;
const empty = { rows: [], next: undefined };

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

test.each(lists)('three pages of $list of a company at once, and those of others go on', async (one) => {
  const { list: path, find } = one;
  const asked: number[] = [];
  const open: (() => void)[] = [];
  api.store[find] = async ({ companyId }: { readonly companyId: number }) => {
    asked.push(companyId);
    if (companyId === 1) await new Promise<void>((end) => open.push(end));
    return empty;
  };
  const slow = Array.from({ length: 10 }, () => api.call('GET', path, { token: api.tokenOf(1) }));
  await until('the first company has its turns', async () => open.length === 3);
  expect((await api.call('GET', path, { token: api.tokenOf(2) })).status).toBe(200);
  expect(asked).toEqual([1, 1, 1, 2]);
  const ended = Promise.all(slow);
  const ending = setInterval(() => open.splice(0).forEach((end) => end()), 10);
  const answers = await ended;
  clearInterval(ending);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});

// A file may have 16 MB, and an annulment a thousand ranges.
test.each([
  { of: 'the XML of a received voucher', path: '/api/v2/ecf-received/131880681/E310000000001/xml' },
  { of: 'the XML of an issued voucher', path: '/api/v2/dgii-ecf/document-xml/E310000000001' },
  { of: 'the printed form', path: '/api/v2/dgii-ecf/document-print/E310000000001' },
  { of: 'the list of annulments', path: '/api/v2/ecf-sequences/annulments' },
  { of: 'the state of an annulment', path: `/api/v2/ecf-sequences/annulments/${randomUUID()}` },
])('$of is read for three requests of a company at once', async ({ path: one }) => {
  const open: (() => void)[] = [];
  const slow = async () => {
    await new Promise<void>((end) => open.push(end));
    throw new Error('enough');
  };
  const file = { file: 'f', sha256: 's' };
  const record = { companyId: 1, ...file, signed: file, contentFile: 'f', encf: 'E310000000001' };
  Object.assign(api.store, {
    findReception: () => Promise.resolve(record),
    findDocument: () => Promise.resolve(record),
    getFileBytes: slow,
    listRangeAnnulments: slow,
    findRangeAnnulment: slow,
  });
  const asked = Promise.all(
    Array.from({ length: 10 }, () => api.call('GET', one, { token: api.tokenOf(1) })),
  );
  asked.catch(() => undefined);
  await until('the company has its turns', async () => open.length === 3);
  // The others have arrived too, and wait.
  expect((await api.call('GET', '/api/v2/ecf-sequences', { token: api.tokenOf(2) })).status).toBe(200);
  expect(open).toHaveLength(3);
  const ending = setInterval(() => open.splice(0).forEach((end) => end()), 10);
  await asked;
  clearInterval(ending);
});

test.each(lists)(
  'a page of $list that takes too long is refused, with what to do',
  async ({ list, find }) => {
    api.store[find] = () => Promise.resolve('too-slow');
    const { status, body } = await api.call('GET', list, { token: api.tokenOf(1) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ codigo: 400, mensaje: expect.stringContaining('desde y hasta') });
  },
);

test('MongoDB ends the query of a page at its time limit', async () => {
  const asked: object[] = [];
  const cursor = {
    sort: () => cursor,
    limit: () => cursor,
    toArray: () => Promise.reject(new MongoServerError({ message: 'time limit', code: 50 })),
  };
  const receptions = {
    find: (_filter: object, options: object) => {
      asked.push(options);
      return cursor;
    },
  } as unknown as Collections['receptions'];
  const query = { companyId: 1, environment: 'pre-certification', limit: 50 } as const;
  expect(await createInbox({ receptions }).findReceptions(query)).toBe('too-slow');
  expect(asked).toMatchObject([{ maxTimeMS: 5_000 }]);
});
