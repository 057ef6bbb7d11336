/** Counters and limits on a real MongoDB, with two api processes' worth of connections. */
import { randomInt } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { createCompanyLimit } from '../../src/api/company-limit.js';
import { createLog } from '../../src/log.js';
import { connectStore, type Store } from '../../src/store/connect.js';

const uri = process.env['TEST_MONGODB_URI'] ?? '';
const name = `ecf_limits_${randomInt(1e9)}`;
const log = createLog({ role: 'test', level: 'silent' });
let stores: readonly Store[];
beforeAll(async () => {
  stores = await Promise.all([connectStore(uri, name), connectStore(uri, name)]);
});
afterAll(() => Promise.all(stores.map((store) => store.close())));

test('counts of several processes at once are all counted', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const counts = await Promise.all(
    Array.from({ length: 200 }, (_, i) => stores[i % 2]!.count('a', 1, expiresAt)),
  );
  expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  expect(await stores[0]!.counted(['b', 'a'])).toEqual([0, 200]);
});

test('MongoDB forgets them by itself', async () => {
  const client = await MongoClient.connect(uri);
  try {
    const indexes = await client.db(name).collection('counters').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    const counter = await client.db(name).collection('counters').findOne({});
    expect(counter).toMatchObject({ expiresAt: expect.any(Date) });
  } finally {
    await client.close();
  }
});

test('two processes together let exactly the limit through', async () => {
  const now = new Date();
  const limits = stores.map((store) => createCompanyLimit(store, 3_000, () => now, log));
  const calls = Array.from({ length: 700 }, (_, i) => limits[i % 2]!(1));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(500);
});
