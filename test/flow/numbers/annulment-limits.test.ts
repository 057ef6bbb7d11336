/** How much of the ledger a request to void numbers reads, however many the company has made before. */
import { randomUUID } from 'node:crypto';
import type { EncfRange } from '../../../src/ecf/annulment/encf-ranges.js';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import { annulmentsUnderWayMax } from '../../../src/ledger/numbers/range-annulments.js';
import { requestAnnulment } from '../../../src/services/numbers/request-annulment.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-20T15:00:00Z');
const by = 'ana';
let ledger: TestLedger;
let companyId = 0;

beforeAll(async () => {
  ledger = await openLedger();
}, 60_000);
beforeEach(() => {
  companyId += 1;
});

/** `count` numbers from `from`. */
const ranges = (from: number, count = 1): EncfRange[] => [
  { desde: formatEncf(31, from), hasta: formatEncf(31, from + count - 1) },
];
const ask = (from: number, count?: number) =>
  requestAnnulment(
    { store: ledger.store, clock: () => now },
    {
      company: { companyId, environment, rnc: '131880681' },
      ranges: ranges(from, count),
      by,
      note: '',
      firstCheckMs: 0,
    },
  );
const wanted = (from: number, count = 1, at = now) => ({
  _id: randomUUID(),
  companyId,
  environment,
  rnc: '131880681',
  by,
  note: 'x',
  requestedAt: at,
  count,
  ranges: ranges(from, count),
  firstCheckMs: 0,
});
/** An annulment that has ended, or that waits for a person. */
async function ended(
  from: number,
  state: 'annulled' | 'partly' | 'refused' | 'uncertain',
  count?: number,
  at?: Date,
) {
  const record = await ledger.store.putRangeAnnulment(wanted(from, count, at));
  const final = state !== 'uncertain';
  await ledger.store.changeRangeAnnulment(record, { state, final }, { now, remove: ['dueAt'] });
  return record._id;
}

test('a company may have 20,000 numbers under way; those that wait for a person, and those of other companies, do not count', async () => {
  await ended(100_001, 'annulled', 10_000);
  await ended(200_001, 'uncertain', 10_000);
  expect(await ask(1, 10_000)).toMatchObject({ outcome: 'requested' });
  expect(await ask(10_001, 9_999)).toMatchObject({ outcome: 'requested' });
  expect(await ask(20_000, 2)).toMatchObject({ refusal: 'TOO_MANY_ANNULMENTS' });
  expect(await ask(20_000, 1)).toMatchObject({ outcome: 'requested' });
  // The answer to an earlier request is not new work.
  expect(await ask(100_001, 10_000)).toMatchObject({ outcome: 'requested', reused: true });
  companyId += 1;
  expect(await ask(1, 10_000)).toMatchObject({ outcome: 'requested' });
});

test('a company may have 200 requests under way, and the limit reads the keys of no more', async () => {
  for (let n = 0; n <= annulmentsUnderWayMax; n += 1) await ledger.store.putRangeAnnulment(wanted(n * 2 + 1));
  expect(await ask(5_000)).toMatchObject({ refusal: 'TOO_MANY_ANNULMENTS' });
  const [read] = await profiled(ledger.db, 'rangeAnnulments', () =>
    ledger.store.annulmentsUnderWay(companyId),
  );
  expect(read?.keysExamined).toBeLessThanOrEqual(annulmentsUnderWayMax);
  expect(read?.docsExamined).toBe(0);
});

test('the annulment that a repeated request asks for is found with one key, and the latest one is the answer', async () => {
  for (let n = 1; n <= 50; n += 1) await ended(n * 2, 'annulled');
  const later = await ended(20, 'annulled', 1, new Date(now.getTime() + 1_000));
  for (let n = 1; n <= 20; n += 1) await ended(n * 2 + 200, 'annulled', 1, new Date(now.getTime() + 2_000));
  const [read, ...others] = await profiled(ledger.db, 'rangeAnnulments', async () => {
    expect(await ask(20)).toMatchObject({ reused: true, record: { _id: later } });
  });
  expect(read).toMatchObject({ keysExamined: 1, docsExamined: 1 });
  expect(others).toEqual([]);
  expect(await ledger.store.findSameRequest(wanted(20, 2))).toBeUndefined();
});

test('a repeated request gets the one that is open or voided some numbers, and not one that was refused', async () => {
  const first = await ask(1);
  expect(first).toMatchObject({ outcome: 'requested', reused: false });
  expect(await ask(1)).toEqual({ ...first, reused: true });
  for (const state of ['uncertain', 'partly'] as const) {
    const from = state === 'partly' ? 20 : 30;
    const id = await ended(from, state);
    expect(await ask(from)).toMatchObject({ reused: true, record: { _id: id } });
  }
  await ended(40, 'refused');
  expect(await ask(40)).toMatchObject({ outcome: 'requested', reused: false });
});

test('a request that nobody made before reads at most the latest 200 of the company', async () => {
  for (let n = 1; n <= 220; n += 1) await ended(n * 2, 'refused');
  const reads = await profiled(ledger.db, 'rangeAnnulments', async () => {
    expect(await ledger.store.findSameRequest(wanted(1_001))).toBeUndefined();
  });
  expect(reads.map(({ docsExamined }) => docsExamined)).toEqual([0, 200]);
});
