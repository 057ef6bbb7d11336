/** Counters and limits on a real MongoDB, with connections for two api processes. */
import { createRateLimit } from '../../../src/api/limits/rate-limit.js';
import { createLog } from '../../../src/shared/log.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';

const log = createLog({ role: 'test', level: 'silent' });
let ledger: TestLedger;
let stores: readonly Store[];
beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  ({ stores } = ledger);
});

test('counts from several processes at the same time are all kept', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const counts = await Promise.all(
    Array.from({ length: 200 }, (_, i) => stores[i % 2]!.count('a', 1, expiresAt)),
  );
  expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  expect(await stores[0]!.counted(['b', 'a'])).toEqual([0, 200]);
});

test('MongoDB deletes old counts by itself', async () => {
  const counters = ledger.db.collection('counters');
  const indexes = await counters.indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  expect(await counters.findOne({})).toMatchObject({ expiresAt: expect.any(Date) });
});

test('two processes together allow exactly the limit', async () => {
  const now = new Date();
  const limits = stores.map((store) => createRateLimit({ store, clock: () => now, log }, 'calls', 3_000));
  // Each process makes as many calls as the limit allows to both. One that made fewer could end with calls it took and did not use.
  const calls = Array.from({ length: 1_000 }, (_, i) => limits[i % 2]!(1));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(500);
});
