/** The list of vouchers for people: order, filters, pages, and what each page costs in a ledger of many vouchers. */
import type { Document } from 'mongodb';
import {
  documentStates,
  type DocumentState,
  type WaitingReason,
} from '../../../src/ecf/model/document-states.js';
import { simulationPlan } from '../../../src/ledger/certification/simulation-vouchers.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { customersPlan } from '../../../src/ledger/months/month-customers.js';
import { figuresPlan, type FiguresQuery } from '../../../src/ledger/months/month-figures.js';
import { waitingPlan, type WaitingQuery } from '../../../src/ledger/vouchers/lists/document-list.js';
import {
  issuedDayOf,
  planOf,
  type VoucherQuery,
  type VoucherRow,
} from '../../../src/ledger/vouchers/lists/voucher-pages.js';
import { reservationId, sequenceKey } from '../../../src/ledger/numbers/numbers.js';
import { admitInput, openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const companyId = 7;
const environment = 'pre-certification';
const first = Date.UTC(2026, 10, 20, 12);
const count = 2_000;
const buyer = '101000001';

let ledger: TestLedger;

/**
 * Of 2,000 vouchers: every 100th is rejected, every 50th waits; ten of them are of type 34. All others are accepted. Every tenth has the
 * buyer `buyer`, every other tenth none. The first half was issued on the 19th, the other one on the 20th.
 */
beforeAll(async () => {
  ledger = await openLedger();
  const records = Array.from({ length: count }, (_, n) => recordOf(n));
  const others = [
    { ...recordOf(0), companyId: 8 },
    { ...recordOf(0), environment: 'production' },
    // Many open vouchers of another company.
    ...Array.from({ length: 100 }, (_, n) => ({
      ...recordOf(3 + 50 * (n % 40)),
      companyId: 6,
      encf: `E31${n}`,
    })),
  ];
  await ledger.db.collection('documents').insertMany([...records, ...others]);
  // Each reference has a number of type 31, and the first one has a number of type 34 too.
  const reserved = records
    .filter(({ tipoeCF }, n) => n === 0 || tipoeCF === 31)
    .map(({ tipoeCF, encf }, n) => reservationOf(tipoeCF as number, encf as string, `ref-${Math.max(1, n)}`));
  // Another company's reservation, and one whose number has no voucher.
  const foreign = {
    ...reservationOf(31, 'E310000000002', 'ref-1'),
    _id: 'other',
    key: '8:pre-certification:31',
  };
  await ledger.db
    .collection('reservations')
    .insertMany([...reserved, foreign, reservationOf(31, 'E319999999999', 'unsent')] as Document[]);
});

function reservationOf(ecfType: number, encf: string, ref: string) {
  const key = sequenceKey({ companyId, environment, ecfType: ecfType as 31 });
  const n = Number(encf.slice(3));
  return { _id: reservationId(key, n), key, companyId, environment, ecfType, n, ref, state: 'used' };
}

/** The moment at which the voucher changed last: later for the vouchers that came earlier. Two vouchers changed in each moment. */
const changedAt = (n: number) => new Date(first + 3_600_000 - Math.floor(n / 2) * 1_000);

function recordOf(n: number): Document {
  const type = n % 200 === 0 ? 34 : 31;
  const state: DocumentState = n % 100 === 7 ? 'rejected' : n % 50 === 3 ? 'submitting' : 'accepted';
  const {
    content: _content,
    now: _now,
    firstCheckMs: _check,
    ...admitted
  } = admitInput({
    companyId,
    environment,
    tipoeCF: type,
    correlationId: `c-${n % 500}`,
    encf: `E${type}${String(n + 1).padStart(10, '0')}`,
    rncComprador: n % 10 === 3 ? buyer : n % 10 === 5 ? '' : '131880681',
    fechaEmision: n < count / 2 ? '19-11-2026' : '20-11-2026',
  });
  const waiting = { reason: n % 100 === 3 ? 'DGII_UNAVAILABLE' : 'NOT_DELEGATED', since: new Date(first) };
  // Of the rejections, one half has a trusted certificate.
  const signer = { chain: n % 80 === 0 ? 'trusted' : 'not-trusted' };
  const delivery = n % 80 === 10 ? 'refused' : n % 80 === 50 ? 'given-up' : 'delivered';
  return {
    ...(n % 40 === 0 && { buyerApproval: { estado: 'rechazado', signer } }),
    ...(n % 40 === 20 && { buyerApproval: { estado: 'aprobado', signer } }),
    ...(n % 40 === 10 && { buyerDelivery: { state: delivery } }),
    ...admitted,
    attempt: 1,
    state,
    final: documentStates[state].final,
    submissionCount: 0,
    submissions: [],
    trackIds: [],
    earlierTrackIds: [],
    // Two vouchers in each moment.
    receivedAt: new Date(first + Math.floor(n / 2) * 1_000),
    changedAt: changedAt(n),
    issuedDay: issuedDayOf(admitted.fechaEmision),
    ...(state === 'submitting' && { waiting }),
  };
}

type Filters = Omit<VoucherQuery, 'companyId' | 'environment' | 'limit'>;

async function allPages(filters: Filters, limit = 7): Promise<VoucherRow[]> {
  const rows: VoucherRow[] = [];
  let cursor: VoucherQuery['cursor'];
  do {
    const query = { companyId, environment, ...filters, limit, ...(cursor && { cursor }) } as const;
    const page = await ledger.store.findVouchers(query);
    if (page === 'too-slow') throw new Error(page);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}

test('the pages together have every voucher of the company and environment once, newest first', async () => {
  const rows = await allPages({}, 90);
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(({ encf }) => encf)).size).toBe(count);
  const sorted = [...rows].sort(
    (a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || (a.encf < b.encf ? 1 : -1),
  );
  expect(rows).toEqual(sorted);
});

const secondDay = issuedDayOf('20-11-2026');
const issued = { from: issuedDayOf('19-11-2026'), before: issuedDayOf('21-11-2026') };

test('with days of issue, the pages are in the order of these days, latest first', async () => {
  const rows = await allPages({ issued }, 90);
  const places = rows.map(({ fechaEmision, encf }) => fechaEmision + encf);
  expect(places).toHaveLength(count);
  expect(places).toEqual([...places].sort().reverse());
});

const reasons = ['DGII_UNAVAILABLE', 'NOT_DELEGATED'] as const satisfies WaitingReason[];

test.each<{ name: string; filters: Filters; found: number; hint: string }>([
  { name: 'final state', filters: { state: 'rejected' }, found: 20, hint: 'ended' },
  { name: 'state that is not final', filters: { state: 'submitting' }, found: 40, hint: 'open' },
  { name: 'no final result', filters: { pending: true }, found: 40, hint: 'open' },
  { name: 'waiting reason', filters: { waiting: reasons[0] }, found: 20, hint: 'waiting' },
  { name: 'any waiting reason', filters: { waiting: 'any' }, found: 40, hint: 'waiting' },
  {
    name: 'waiting reason and state',
    filters: { waiting: 'any', state: 'accepted' },
    found: 0,
    hint: 'waiting',
  },
  { name: 'reference', filters: { externalReference: 'ref-7' }, found: 1, hint: 'encf' },
  { name: 'reference of two types', filters: { externalReference: 'ref-1' }, found: 2, hint: 'encf' },
  {
    name: 'reference and type',
    filters: { externalReference: 'ref-1', type: 34 },
    found: 1,
    hint: 'encf',
  },
  { name: 'reference of no number', filters: { externalReference: 'REF-1' }, found: 0, hint: 'encf' },
  { name: 'reference of no voucher', filters: { externalReference: 'unsent' }, found: 0, hint: 'encf' },
  {
    name: 'reference and change',
    filters: { externalReference: 'ref-1', changedFrom: changedAt(0) },
    found: 2,
    hint: 'encf',
  },
  { name: 'change', filters: { changedFrom: changedAt(99) }, found: 100, hint: 'changed' },
  {
    name: 'change and state',
    filters: { changedFrom: changedAt(199), state: 'rejected' },
    found: 2,
    hint: 'changed',
  },
  {
    name: 'change and buyer',
    filters: { changedFrom: changedAt(99), rncComprador: buyer },
    found: 10,
    hint: 'changed',
  },
  {
    name: 'change, waiting',
    filters: { changedFrom: changedAt(99), waiting: 'any' },
    found: 2,
    hint: 'changed',
  },
  { name: 'correlation id', filters: { correlationId: 'c-3' }, found: 4, hint: 'correlation' },
  { name: 'buyer', filters: { rncComprador: buyer }, found: 200, hint: 'buyer' },
  { name: 'unknown buyer', filters: { rncComprador: '101999999' }, found: 0, hint: 'buyer' },
  {
    name: 'buyer and state',
    filters: { rncComprador: buyer, state: 'accepted' },
    found: 160,
    hint: 'buyer',
  },
  { name: 'buyer that waits', filters: { rncComprador: buyer, pending: true }, found: 40, hint: 'open' },
  { name: 'buyer and beginning', filters: { rncComprador: buyer, encf: 'E31' }, found: 200, hint: 'buyer' },
  { name: 'rejected by the buyer', filters: { atBuyer: 'rejected' }, found: 50, hint: 'buyerRejected' },
  { name: 'not received', filters: { atBuyer: 'not-received' }, found: 25, hint: 'undelivered' },
  { name: 'given up', filters: { atBuyer: 'given-up' }, found: 25, hint: 'undelivered' },
  { name: 'undelivered', filters: { atBuyer: 'undelivered' }, found: 50, hint: 'undelivered' },
  {
    name: 'undelivered, of a type and a state',
    filters: { atBuyer: 'undelivered', type: 31, state: 'accepted' },
    found: 50,
    hint: 'undelivered',
  },
  { name: 'e-NCF', filters: { encf: 'E310000000002' }, found: 1, hint: 'encf' },
  { name: 'beginning of an e-NCF', filters: { encf: 'E31000000000' }, found: 8, hint: 'encf' },
  { name: 'beginning and type', filters: { encf: 'E3', type: 34 }, found: 10, hint: 'encf' },
  { name: 'beginning and state', filters: { encf: 'E34', state: 'accepted' }, found: 10, hint: 'encf' },
  {
    name: 'beginning and waiting reason',
    filters: { encf: 'E31', waiting: 'any' },
    found: 40,
    hint: 'waiting',
  },
  { name: 'beginning of no e-NCF', filters: { encf: 'E3199' }, found: 0, hint: 'encf' },
  { name: 'e-NCF of another type', filters: { encf: 'E310000000002', type: 34 }, found: 0, hint: 'encf' },
  { name: 'type', filters: { type: 34 }, found: 10, hint: 'type' },
  { name: 'type and state', filters: { type: 34, state: 'rejected' }, found: 0, hint: 'ended' },
  {
    name: 'time of reception',
    filters: { from: new Date(first + 10_000), before: new Date(first + 20_000) },
    found: 20,
    hint: 'received',
  },
  { name: 'days of issue', filters: { issued: { from: secondDay } }, found: 1_000, hint: 'issued' },
  {
    name: 'days of issue, to the end',
    filters: { issued: { before: secondDay } },
    found: 1_000,
    hint: 'issued',
  },
  {
    name: 'days of issue and type',
    filters: { issued: { from: secondDay }, type: 34 },
    found: 5,
    hint: 'issued',
  },
  { name: 'days of issue and state', filters: { issued, state: 'rejected' }, found: 20, hint: 'issued' },
  {
    name: 'days of issue, waiting',
    filters: { issued: { from: secondDay }, waiting: 'any' },
    found: 20,
    hint: 'waiting',
  },
  {
    name: 'days of issue and of reception',
    filters: { issued, from: new Date(first + 990_000) },
    found: 20,
    hint: 'issued',
  },
])('filter: $name', async ({ filters, found, hint }) => {
  const rows = await allPages(filters);
  expect(rows).toHaveLength(found);
  expect(new Set(rows.map(({ encf }) => encf)).size).toBe(found);
  expect(planOf({ companyId, environment, ...filters, limit: 1 }).hint).toBe(hint);
});

test('with the beginning of an e-NCF, the pages are in the order of the e-NCFs, highest first', async () => {
  const encfs = (await allPages({ encf: 'E31000000' }, 90)).map(({ encf }) => encf);
  expect(encfs).toHaveLength(1_990);
  expect(encfs).toEqual([...encfs].sort().reverse());
});

test('with changes since a moment, the pages have the oldest change first, and each voucher once', async () => {
  const rows = await allPages({ changedFrom: changedAt(499) }, 7);
  const places = rows.map((row) => `${row.changedAt?.toISOString()} ${row.encf}`);
  expect(new Set(places).size).toBe(500);
  expect(places).toEqual([...places].sort());
});

interface Examined {
  readonly nReturned: number;
  readonly totalKeysExamined: number;
  readonly totalDocsExamined: number;
}

const limit = 50;
const middle = { at: new Date(first + 500_000), id: 'E310000001001' };

test.each<{ name: string; filters: Filters }>([
  { name: 'no filter', filters: {} },
  { name: 'a later page', filters: { cursor: middle } },
  { name: 'a period', filters: { from: new Date(first + 100_000), before: new Date(first + 900_000) } },
  { name: 'a final state', filters: { state: 'accepted' } },
  { name: 'a later page of a final state', filters: { state: 'accepted', cursor: middle } },
  { name: 'no final result', filters: { pending: true } },
  { name: 'a waiting reason', filters: { waiting: reasons[0] } },
  { name: 'any waiting reason', filters: { waiting: 'any' } },
  { name: 'a correlation id', filters: { correlationId: 'c-3' } },
  { name: 'a rare type', filters: { type: 34 } },
  { name: 'rejected by the buyer', filters: { atBuyer: 'rejected' } },
  { name: 'undelivered', filters: { atBuyer: 'undelivered' } },
  { name: 'a later page of undelivered', filters: { atBuyer: 'undelivered', cursor: middle } },
  { name: 'a buyer', filters: { rncComprador: buyer } },
  { name: 'a later page of a buyer', filters: { rncComprador: buyer, cursor: middle } },
  { name: 'the beginning of an e-NCF', filters: { encf: 'E31000' } },
  { name: 'a later page of a beginning', filters: { encf: 'E31000', cursor: middle } },
  { name: 'a later page of a type', filters: { type: 31, cursor: middle } },
  { name: 'days of issue', filters: { issued } },
  {
    name: 'a later page of days of issue',
    filters: { issued, cursor: { at: secondDay, id: 'E310000001101' } },
  },
  { name: 'days of issue and a type', filters: { issued, type: 31 } },
  { name: 'changes', filters: { changedFrom: changedAt(1_500) } },
  {
    name: 'a later page of changes',
    filters: { changedFrom: changedAt(1_500), cursor: { at: changedAt(800), id: 'E310000000801' } },
  },
])('a page reads no more than it shows: $name', async ({ filters }) => {
  const { filter, hint, order } = planOf({ companyId, environment, ...filters, limit });
  const plan = await ledger.db
    .collection('documents')
    .find(filter as Document, { hint })
    .sort(order)
    .limit(limit + 1)
    .explain('executionStats');
  const text = JSON.stringify(plan);
  expect(text).not.toContain('COLLSCAN');
  expect(text).not.toContain('"stage":"SORT"');
  const { executionStats } = plan as { executionStats: Examined };
  expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(limit + 3);
  // Each part of the index that is merged reads a few keys more.
  expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(limit + 20);
});

test.each<{ name: string; query: Omit<WaitingQuery, 'limit'> }>([
  { name: 'the first page', query: {} },
  { name: 'a reason', query: { reason: 'NOT_DELEGATED' } },
  {
    name: 'a later page',
    query: {
      after: {
        companyId,
        environment,
        reason: 'DGII_UNAVAILABLE',
        encf: 'E310000000104',
        receivedAt: new Date(first + 51_000),
      },
    },
  },
])('the vouchers of all companies that wait, $name: reads only what it shows', async ({ query }) => {
  const few = 5;
  const { filter, hint, order } = waitingPlan(query);
  const plan = await ledger.db
    .collection('documents')
    .find(filter as Document, { hint })
    .sort(order)
    .limit(few)
    .explain('executionStats');
  expect(JSON.stringify(plan)).not.toContain('"stage":"SORT"');
  const { executionStats } = plan as { executionStats: Examined };
  expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(few);
  expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(few + 10);
});

test('the vouchers of the simulation: reads only what it shows, and the few of runs', async () => {
  const { filter, hint, order } = simulationPlan({ companyId: 9, ecfType: 31, from: new Date(first) });
  const simulated = Array.from({ length: 120 }, (_, n) => ({
    ...recordOf(n),
    companyId: 9,
    environment: 'certification',
    // Two types, half of them before the day, and every tenth of a run.
    tipoeCF: n % 2 === 0 ? 31 : 32,
    receivedAt: new Date(first + (n < 60 ? -1 - n : n)),
    requestId: n % 20 === 0 ? 'run:1:0:0' : `web:${n}:0`,
  }));
  await ledger.db.collection('documents').insertMany(simulated);
  const plan = await ledger.db
    .collection('documents')
    .find(filter as Document, { hint })
    .sort(order)
    .explain('executionStats');
  expect(JSON.stringify(plan)).not.toMatch(/COLLSCAN|"stage":"SORT"/);
  const { executionStats } = plan as { executionStats: Examined };
  expect(executionStats).toMatchObject({ nReturned: 27, totalDocsExamined: 30 });
  expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(31);
  const found = await ledger.store.findSimulationVouchers({
    companyId: 9,
    ecfType: 31,
    from: new Date(first),
  });
  expect(found.map(({ receivedAt }) => receivedAt.getTime() - first)).toEqual(
    Array.from({ length: 30 }, (_, n) => 118 - 2 * n).filter((n) => n % 20 !== 0),
  );
});

test('a search for a reference reads one key of each type, and only its vouchers', async () => {
  const query = { companyId, environment, externalReference: 'ref-1', limit } as const;
  const search = async () => expect(await ledger.store.findVouchers(query)).toMatchObject({ rows: [{}, {}] });
  const [ofNumbers] = await profiled(ledger.db, 'reservations', search);
  expect(ofNumbers?.docsExamined).toBe(2);
  expect(ofNumbers?.keysExamined).toBeLessThanOrEqual(20);
  const [ofVouchers] = await profiled(ledger.db, 'documents', search);
  expect(ofVouchers?.docsExamined).toBeLessThanOrEqual(3);
});

test('a search for one e-NCF reads one key', async () => {
  const { filter, hint } = planOf({ companyId, environment, encf: 'E310000000002', limit });
  const { executionStats } = (await ledger.db
    .collection('documents')
    .find(filter as Document, { hint })
    .explain('executionStats')) as { executionStats: Examined };
  expect(executionStats).toMatchObject({ nReturned: 1, totalKeysExamined: 1, totalDocsExamined: 1 });
});

const countedSince = {
  today: new Date(first + 500_000),
  lately: new Date(first + 250_000),
  lastWeeks: new Date(first + 500_000),
};

test('what the summary says of the counted vouchers reads each of them once, and at most a hundred of a kind', async () => {
  const counts = await ledger.store.countVouchers(companyId, environment, countedSince);
  const since = { ...countedSince, lately: new Date(first), lastWeeks: new Date(first) };
  const plans = await profiled(ledger.db, 'documents', async () => {
    const involved = await ledger.store.findInvolved(companyId, environment, since, {
      ...counts,
      // There are 1,940, and the index of final vouchers has them.
      conditional: 0,
      refused: 0,
    });
    expect(involved).toMatchObject({
      rejected: { amount: '23600.00', since: new Date(first + 3_000) },
      refused: undefined,
      buyerRejected: { amount: '59000.00' },
      waiting: { NOT_DELEGATED: { amount: '23600.00' }, DGII_UNAVAILABLE: { since: new Date(first) } },
    });
  });
  for (const { docsExamined } of plans) expect(docsExamined).toBeLessThanOrEqual(101);
});

test('the counts of the summary read keys of indexes, and no records', async () => {
  const counts = await ledger.store.countVouchers(companyId, environment, countedSince);
  expect(counts).toEqual({
    open: 40,
    ended: 980,
    rejected: 15,
    refused: 0,
    conditional: 0,
    buyerRejected: 25,
    undelivered: 25,
    waiting: [
      { reason: 'NOT_DELEGATED', count: 20 },
      { reason: 'DGII_UNAVAILABLE', count: 20 },
    ],
  });
  const own = { companyId, environment };
  for (const [query, hint] of [
    [{ ...own, final: false }, 'open'],
    [{ ...own, final: true, state: { $in: ['accepted', 'rejected'] } }, 'ended'],
    [{ ...own, final: true, state: 'rejected', receivedAt: { $gte: new Date(first + 250_000) } }, 'ended'],
    [{ ...own, 'buyerApproval.estado': 'rechazado' }, 'buyerRejected'],
    [{ ...own, 'buyerDelivery.state': { $in: ['refused', 'given-up'] } }, 'undelivered'],
    [{ ...own, 'waiting.reason': 'NOT_DELEGATED' }, 'waiting'],
  ] as const) {
    const plan = await ledger.db
      .collection('documents')
      .aggregate([{ $match: query }, { $group: { _id: 1, n: { $sum: 1 } } }], { hint })
      .explain('executionStats');
    expect(JSON.stringify(plan)).toContain(`"indexName":"${hint}"`);
    expect(JSON.stringify(plan)).toMatch(/"totalDocsExamined":0[,}]/);
  }
});

test.each([
  ['day and type', figuresPlan],
  ['customer', (query: FiguresQuery) => customersPlan(query, 50)],
])('the sums of a month by %s read keys of one index, and no records', async (_by, planOf) => {
  const query = { companyId, environment, from: new Date(0), before: new Date('2100-01-01') } as const;
  const plan = await ledger.db
    .collection('documents')
    .aggregate(planOf(query), { hint: 'monthSums' })
    .explain('executionStats');
  expect(JSON.stringify(plan)).toContain('"indexName":"monthSums"');
  expect(JSON.stringify(plan)).toMatch(/"totalDocsExamined":0[,}]/);
  const counted = (await ledger.store.sumByDay(query)).reduce((sum, { count }) => sum + count, 0);
  expect(counted).toBeGreaterThan(900);
});

test('the count of open vouchers reads the keys of its own company only, and no records', async () => {
  const [plan, ...others] = (
    await profiled(ledger.db, 'documents', async () =>
      expect(await ledger.store.countPending(companyId)).toEqual({ [environment]: 40 }),
    )
  ).sort((a, b) => b.keysExamined - a.keysExamined);
  expect(plan).toMatchObject({ docsExamined: 0 });
  expect(plan?.planSummary).toMatch(/^COUNT_SCAN .*companyId|^IXSCAN .*companyId/);
  expect(plan?.keysExamined).toBeLessThanOrEqual(42);
  for (const other of others) expect(other.keysExamined + other.docsExamined).toBeLessThanOrEqual(2);
});

describe('the notes on a voucher', () => {
  const noted = 'E310000000500';
  const noteOn = (n: number, encf: string) => ({
    ...recordOf(n),
    encf: `E34${String(90_000 + n).padStart(10, '0')}`,
    tipoeCF: 34,
    modifies: { encf, codigo: '3' },
  });

  beforeAll(async () => {
    const few = Array.from({ length: 3 }, (_, n) => noteOn(n, 'E310000000499'));
    const many = Array.from({ length: 70 }, (_, n) => noteOn(10 + n, noted));
    const other = { ...noteOn(100, noted), companyId: 8 };
    await ledger.db.collection('documents').insertMany([...few, ...many, other]);
  });

  afterAll(() => ledger.db.collection('documents').deleteMany({ modifies: { $exists: true } }));

  test('are found newest first, and no others', async () => {
    const { rows, more } = await ledger.store.notesOn(companyId, environment, 'E310000000499');
    expect(rows.map(({ encf }) => encf)).toEqual(['E340000090002', 'E340000090000', 'E340000090001']);
    expect(more).toBe(false);
    expect(await ledger.store.notesOn(companyId, environment, 'E310000000001')).toEqual({
      rows: [],
      more: false,
    });
  });

  test('are read through their index, and no more than are shown', async () => {
    const [plan] = await profiled(ledger.db, 'documents', async () => {
      const { rows, more } = await ledger.store.notesOn(companyId, environment, noted);
      expect([rows.length, more]).toEqual([50, true]);
    });
    expect(plan?.planSummary).toMatch(/^IXSCAN .*modifies/);
    expect(plan?.docsExamined).toBeLessThanOrEqual(51);
    expect(plan?.keysExamined).toBeLessThanOrEqual(52);
  });
});

test('earlier attempts come latest first', async () => {
  const document = { ...recordOf(0), encf: 'E310000009999', attempt: 3 };
  const earlier = [1, 2].map((attempt) => ({
    _id: `${companyId}:${environment}:E310000009999:${attempt}` as never,
    document: { ...document, attempt },
  }));
  await ledger.db.collection('attempts').insertMany(earlier);
  const found = await ledger.store.earlierAttempts(document as unknown as DocumentRecord);
  expect(found.map(({ attempt }) => attempt)).toEqual([2, 1]);
});
