/**
 * The queries of the inbox and of the questions to DGII: each one reads an index in the order of its answer, whatever the filters.
 */
import type { InboxQuery } from '../../../src/ledger/received/inbox.js';
import type { ReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-23T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const busy = 1;
const receptionsOfBusy = 4_000;
const others = 200;
let ledger: TestLedger;

const rncOf = (n: number) => `1310${String(n).padStart(5, '0')}`;
const encfOf = (n: number) => `E31${String(n).padStart(10, '0')}`;

/** Forty issuers use the same hundred numbers. Each tenth voucher is approved, and few are rejected. */
function reception(n: number, companyId: number, askDgiiAt: Date) {
  const estado = n % 10 === 0 ? 'aprobado' : n % 97 === 0 ? 'rechazado' : undefined;
  return {
    ...{
      _id: `${companyId}-${n}` as never,
      companyId,
      environment,
      sha256: 'x',
      receivedAt: minutesAgo(n),
      askDgiiAt,
    },
    ...{ rncEmisor: rncOf(Math.floor(n / 100)), encf: encfOf(n % 100) },
    ...(estado && { decision: { estado, by: 'prueba', at: now } }),
  };
}

beforeAll(async () => {
  ledger = await openLedger();
  const ofBusy = Array.from({ length: receptionsOfBusy }, (_, n) => reception(n, busy, minutesAgo(1)));
  // Every second of the others has one that is due.
  const ofOthers = Array.from({ length: others }, (_, at) =>
    reception(at, at + 2, at % 2 === 0 ? now : new Date(now.getTime() + 1)),
  );
  await ledger.db.collection('receptions').insertMany([...ofBusy, ...ofOthers]);
}, 60_000);

const choices = {
  rncEmisor: [undefined, rncOf(7)],
  encf: [undefined, encfOf(7)],
  estado: [undefined, 'pendiente', 'aprobado', 'rechazado'],
  from: [undefined, minutesAgo(3_000)],
  before: [undefined, minutesAgo(10)],
  cursor: [undefined, { receivedAt: minutesAgo(20), id: '1-20' }],
} as const satisfies { [Filter in keyof InboxQuery]?: readonly InboxQuery[Filter][] };

const combinations = Object.entries(choices).reduce<Partial<InboxQuery>[]>(
  (queries, [name, values]) =>
    queries.flatMap((query) =>
      values.map((value) => (value === undefined ? query : { ...query, [name]: value })),
    ),
  [{}],
);

const limit = 50;
const pageOf = (query: Partial<InboxQuery>) =>
  ledger.store.findReceptions({ companyId: busy, environment, limit, ...query });

test('every combination of filters reads an index, in the order of the list', async () => {
  expect(combinations).toHaveLength(128);
  const plans = await profiled(ledger.db, 'receptions', async () => {
    for (const query of combinations) await pageOf(query);
  });
  expect(plans).toHaveLength(combinations.length);
  const wrong = plans.filter(
    ({ planSummary, hasSortStage }) => hasSortStage || !planSummary.startsWith('IXSCAN'),
  );
  expect(wrong).toEqual([]);
});

test.each<{ name: string; filters: Partial<InboxQuery> }>([
  { name: 'no filter', filters: {} },
  { name: 'a later page', filters: { cursor: choices.cursor[1] } },
  { name: 'a period', filters: { from: choices.from[1], before: choices.before[1] } },
  { name: 'undecided', filters: { estado: 'pendiente' } },
  { name: 'a rare decision', filters: { estado: 'rechazado' } },
  { name: 'an issuer', filters: { rncEmisor: choices.rncEmisor[1] } },
  { name: 'a number', filters: { encf: choices.encf[1] } },
])('a page costs as much as it shows: $name', async ({ filters }) => {
  const [plan] = await profiled(ledger.db, 'receptions', () => pageOf(filters));
  expect(plan?.docsExamined).toBeLessThanOrEqual(limit + 3);
  expect(plan?.keysExamined).toBeLessThanOrEqual(limit + 5);
});

test('the count of undecided vouchers reads no more than its bound', async () => {
  const [plan] = await profiled(ledger.db, 'receptions', async () => {
    expect(await ledger.store.countUndecided(busy, environment, 100)).toBe(100);
  });
  expect(plan?.planSummary).toMatch(/^IXSCAN|^COUNT_SCAN/);
  expect(plan?.keysExamined).toBeLessThanOrEqual(101);
});

describe('the questions to DGII', () => {
  const later = () => new Date(now.getTime() + 3_600_000);
  const claim = async (after: number, busy: readonly number[] = []) =>
    (await ledger.store.claimQuestion(now, later, { after, busy }))?.companyId;

  test('the next company has the turn, its longest due reception first', async () => {
    const first = await ledger.store.claimQuestion(now, later, { after: 0, busy: [] });
    expect(first).toMatchObject({ companyId: busy });
    expect(await claim(busy)).toBe(2);
    // The third company has nothing that is due.
    expect(await claim(2)).toBe(4);
    // After the last company the first one has its turn again, unless it is busy.
    expect(await claim(1_000)).toBe(busy);
    expect(await claim(1_000, [busy, 6])).toBe(8);
    const claimed = await ledger.db.collection<ReceptionRecord>('receptions').findOne({ _id: first!._id });
    expect(claimed?.askDgiiAt).toEqual(later());
  });

  test('a company with many due receptions costs one key', async () => {
    const reads = (await profiled(ledger.db, 'receptions', () => claim(busy))).filter(
      ({ op }) => op === 'query',
    );
    expect(reads).toMatchObject([{ docsExamined: 1 }]);
    expect(reads[0]?.keysExamined).toBeLessThanOrEqual(20);
  });

  test('when nothing is due, each company costs at most two keys', async () => {
    const reads = await profiled(ledger.db, 'receptions', async () => {
      expect(await ledger.store.claimQuestion(minutesAgo(60), later, { after: 0, busy: [] })).toBeUndefined();
    });
    expect(reads.map(({ docsExamined }) => docsExamined)).toEqual([0, 0]);
    expect(reads[0]?.keysExamined).toBeLessThanOrEqual(2 * (others + 1) + 2);
  });

  test('simultaneous claims get different questions', async () => {
    const claims = await Promise.all(
      Array.from({ length: 40 }, () => ledger.store.claimQuestion(now, later, { after: 0, busy: [] })),
    );
    const ids = claims.map((one) => one?._id);
    expect(new Set(ids).size).toBe(40);
  });
});
