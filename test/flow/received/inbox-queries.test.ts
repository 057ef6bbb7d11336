/**
 * The queries of the inbox and of the questions to DGII: each one reads an index in the order of its answer, whatever the filters.
 */
import { dayMs } from '../../../src/ecf/durations.js';
import { createIndexingRound } from '../../../src/activities/rounds/index-vouchers.js';
import { soughtIn } from '../../../src/ecf/search-words.js';
import type { PageCursor } from '../../../src/ledger/pages.js';
import type { InboxQuery, InboxRow } from '../../../src/ledger/received/inbox.js';
import type { Refusal } from '../../../src/ledger/received/receptions.js';
import type { DgiiState } from '../../../src/ecf/codes/reception-states.js';
import type { ReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import type { ApprovalLegState } from '../../../src/ecf/codes/buyer-delivery.js';
import { profiled, type Profiled } from '../../harness/profile.js';

const environment = 'pre-certification' as const;
/** MongoDB deletes refusals 90 days after they came, so a fixed date would be over some day. */
const now = new Date();
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const busy = 1;
const receptionsOfBusy = 4_000;
const others = 200;
let ledger: TestLedger;

const rncOf = (n: number) => `1310${String(n).padStart(5, '0')}`;
const encfOf = (n: number) => `E31${String(n).padStart(10, '0')}`;

/** Each second voucher has a state at DGII: most of them are accepted, and few are rejected. */
const dgiiOf = (n: number): DgiiState | undefined =>
  n % 2 === 1 ? undefined : n % 96 === 0 ? 'rejected' : 'accepted';

const legs = (issuer: ApprovalLegState, dgii: ApprovalLegState) => ({
  approval: { issuer: { state: issuer }, dgii: { state: dgii } },
});
const undeliveredIn = [
  legs('refused', 'delivered'),
  legs('delivered', 'refused'),
  legs('not-electronic', 'delivered'),
  { heldApproval: { state: 'given-up', reason: 'VOUCHER_REJECTED', since: now } },
];

/** Five hundred vouchers are of one day. */
const issuedDaysAgo = (days: number) => new Date(Date.UTC(2026, 10, 20, 4) - days * dayMs);

/** Forty issuers use the same hundred numbers. Each tenth voucher is approved, and few are rejected. */
function reception(n: number, companyId: number, askDgiiAt: Date) {
  const estado = n % 10 === 0 ? 'aprobado' : n % 97 === 0 ? 'rechazado' : undefined;
  const dgii = dgiiOf(n);
  return {
    _id: `${companyId}-${n}` as never,
    companyId,
    environment,
    sha256: 'x',
    receivedAt: minutesAgo(n),
    issuedDay: issuedDaysAgo(Math.floor(n / 500)),
    askDgiiAt,
    rncEmisor: rncOf(Math.floor(n / 100)),
    encf: encfOf(n % 100),
    search: { version: 1, words: [n % 3 === 0 ? 'ventas' : 'tienda', ...(n % 400 === 0 ? ['pena'] : [])] },
    ...(dgii && { dgii: { estado: dgii, at: now } }),
    ...(estado && { decision: { estado, by: 'prueba', at: now } }),
    // The decision about each fortieth voucher did not arrive.
    ...(estado && n % 40 === 0 && undeliveredIn[(n / 40) % undeliveredIn.length]),
  };
}

beforeAll(async () => {
  ledger = await openLedger();
  const ofBusy = Array.from({ length: receptionsOfBusy }, (_, n) => reception(n, busy, minutesAgo(1)));
  // Every second one of the other companies has a reception that is due.
  const ofOthers = Array.from({ length: others }, (_, at) =>
    reception(at, at + 2, at % 2 === 0 ? now : new Date(now.getTime() + 1)),
  );
  await ledger.db.collection('receptions').insertMany([...ofBusy, ...ofOthers]);
}, 60_000);

const choices = {
  rncEmisor: [undefined, rncOf(7)],
  encf: [undefined, encfOf(7), 'E3100000000'],
  estado: [undefined, 'pendiente', 'aprobado', 'rechazado', 'no-llego'],
  dgii: [undefined, ['rejected'], ['accepted', 'conditionally-accepted', null]],
  from: [undefined, minutesAgo(3_000)],
  before: [undefined, minutesAgo(10)],
  issued: [undefined, { from: issuedDaysAgo(6), before: issuedDaysAgo(2) }],
  cursor: [undefined, { at: minutesAgo(20), id: '1-20', encf: encfOf(20) }],
} as const satisfies { [Filter in keyof InboxQuery]?: readonly InboxQuery[Filter][] };

const combinations = Object.entries(choices).reduce<Partial<InboxQuery>[]>(
  (queries, [name, values]) =>
    queries.flatMap((query) =>
      values.map((value) => (value === undefined ? query : { ...query, [name]: value })),
    ),
  [{}],
);

const decidable = ['accepted', 'conditionally-accepted'] as const satisfies InboxQuery['dgii'];
const profiledAtOnce = 96;
const limit = 50;
const pageOf = async (query: Partial<InboxQuery>) => {
  const page = await ledger.store.findReceptions({ companyId: busy, environment, limit, ...query });
  if (page === 'too-slow') throw new Error('The page took too long');
  return page;
};

/** The plans of the pages that sort in memory, or read no index. */
async function wrongPlansOf(all: readonly Partial<InboxQuery>[]): Promise<Profiled[]> {
  const plans: Profiled[] = [];
  // MongoDB keeps the profiles of some hundred queries.
  for (let at = 0; at < all.length; at += profiledAtOnce) {
    const queries = all.slice(at, at + profiledAtOnce);
    plans.push(
      ...(await profiled(ledger.db, 'receptions', async () => {
        for (const query of queries) await pageOf(query);
      })),
    );
  }
  expect(plans).toHaveLength(all.length);
  return plans.filter(({ planSummary, hasSortStage }) => hasSortStage || !planSummary.startsWith('IXSCAN'));
}

test('every combination of filters reads an index, in the order of the list', async () => {
  expect(combinations).toHaveLength(1_440);
  expect(await wrongPlansOf(combinations)).toEqual([]);
});

test('a search and the order by deadline read an index in the order of the list, whatever the filters', async () => {
  const { encf: _encf, from: _from, before: _before, ...fewer } = choices;
  const some = combinations.filter(
    (query) => query.encf === undefined && query.from === undefined && query.before === undefined,
  );
  const searches = [
    { sought: { words: ['tienda'], encfs: [] } },
    { sought: { words: ['ventas'], encfs: ['E3100000000'] }, oldestFirst: true },
    { sought: { words: ['tienda'], encfs: [encfOf(7)] } },
    { sought: { words: [], encfs: ['E310000'] } },
    { oldestFirst: true },
  ];
  expect(some).toHaveLength(Object.values(fewer).reduce((product, values) => product * values.length, 1));
  expect(await wrongPlansOf(some.flatMap((query) => searches.map((one) => ({ ...query, ...one }))))).toEqual(
    [],
  );
});

test.each([
  { name: 'a usual word', words: ['tienda'], rows: limit },
  { name: 'a usual word and a rare one', words: ['tienda', 'pena'], rows: 6 },
  { name: 'no word', words: ['nadie'], rows: 0 },
])('a page of a search reads no more than it shows: $name', async ({ words, rows }) => {
  const plans = await profiled(ledger.db, 'receptions', async () => {
    const found = await pageOf({ sought: { words, encfs: [] } });
    expect(found.rows).toHaveLength(rows);
    for (const row of found.rows) expect(row).not.toHaveProperty('search');
  });
  expect(plans.at(-1)?.docsExamined).toBeLessThanOrEqual(Math.max(11, rows + 1));
});

test('the pages by deadline together have each voucher once, the oldest first', async () => {
  const query = { estado: 'pendiente', dgii: decidable, oldestFirst: true, limit: 400 } as const;
  const seen: number[] = [];
  let cursor: PageCursor | undefined;
  do {
    const page = await pageOf({ ...query, ...(cursor && { cursor }) });
    seen.push(...page.rows.map(({ receivedAt }) => receivedAt.getTime()));
    cursor = page.next;
  } while (cursor !== undefined);
  const count = await ledger.store.countUndecided({ companyId: busy, environment, dgii: decidable }, 10_000);
  expect(new Set(seen).size).toBe(count);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test('receptions of an earlier version are indexed, a company at a time, and then found', async () => {
  const own = { companyId: 3, environment } as const;
  const receptions = ledger.db.collection('receptions');
  await receptions.updateMany(
    { companyId: 3 },
    {
      $set: { razonSocialEmisor: 'Suplidora Peña, S.R.L.', montoTotal: '54876.6' },
      $unset: { search: 1 },
    },
  );
  const found = async (text: string) => {
    const sought = soughtIn(text);
    if (typeof sought === 'string') throw new Error(sought);
    const page = await ledger.store.findReceptions({ ...own, sought, limit });
    return page === 'too-slow' ? page : page.rows.length;
  };
  expect(await found('pena')).toBe(0);
  expect(await ledger.store.countUnindexedReceptions(3)).toBe(1);
  const before = await receptions.findOne({ companyId: 3 });
  const round = createIndexingRound(ledger.store.indexReceptions);
  const { signal } = new AbortController();
  expect(await round(signal)).toBe(true);
  expect(await round(signal)).toBe(false);
  expect(await ledger.store.countUnindexedReceptions(3)).toBe(0);
  for (const text of ['suplidora pena', 'SRL', '54,876.60', '54876', rncOf(0), encfOf(1)])
    expect({ text, found: await found(text) }).toEqual({ text, found: 1 });
  const after = await receptions.findOne({ companyId: 3 });
  expect({ ...after, search: undefined }).toEqual({ ...before, search: undefined });
});

test.each<{ name: string; filters: Partial<InboxQuery> }>([
  { name: 'no filter', filters: {} },
  { name: 'a later page', filters: { cursor: choices.cursor[1] } },
  { name: 'a period', filters: { from: choices.from[1], before: choices.before[1] } },
  { name: 'undecided', filters: { estado: 'pendiente' } },
  { name: 'a rare decision', filters: { estado: 'rechazado' } },
  { name: 'not arrived', filters: { estado: 'no-llego' } },
  { name: 'a state at DGII', filters: { dgii: ['accepted'] } },
  { name: 'a rare state at DGII', filters: { dgii: ['rejected'] } },
  { name: 'no state at DGII', filters: { dgii: [null] } },
  { name: 'undecided and accepted', filters: { estado: 'pendiente', dgii: decidable } },
  {
    name: 'a later page of undecided and accepted',
    filters: { estado: 'pendiente', dgii: decidable, cursor: choices.cursor[1] },
  },
  { name: 'an issuer', filters: { rncEmisor: choices.rncEmisor[1] } },
  { name: 'a number', filters: { encf: choices.encf[1] } },
  { name: 'the beginning of a number', filters: { encf: choices.encf[2] } },
  { name: 'a later page of a beginning', filters: { encf: choices.encf[2], cursor: choices.cursor[1] } },
  {
    name: 'a beginning of one issuer, in a later page',
    filters: { encf: choices.encf[2], rncEmisor: choices.rncEmisor[1], cursor: choices.cursor[1] },
  },
  { name: 'the beginning of no number', filters: { encf: 'E34' } },
  { name: 'days of issue', filters: { issued: choices.issued[1] } },
  {
    name: 'a later page of days of issue',
    filters: { issued: choices.issued[1], cursor: { at: issuedDaysAgo(4), id: '1-2200' } },
  },
  { name: 'days of issue and a number', filters: { issued: choices.issued[1], encf: choices.encf[1] } },
])('a page reads no more than it shows: $name', async ({ filters }) => {
  const [plan] = await profiled(ledger.db, 'receptions', () => pageOf(filters));
  expect(plan?.docsExamined).toBeLessThanOrEqual(limit + 3);
  // Each part of the index that is merged reads a key or two more.
  expect(plan?.keysExamined).toBeLessThanOrEqual(limit + 20);
});

test.each<{ name: string; filters: Partial<InboxQuery>; found: number }>([
  // Each of the forty issuers has each of the ten numbers.
  { name: 'of all issuers', filters: { encf: 'E31000000001' }, found: 400 },
  { name: 'of one issuer', filters: { encf: 'E31000000001', rncEmisor: rncOf(7) }, found: 10 },
  { name: 'with a decision', filters: { encf: 'E31000000001', estado: 'aprobado' }, found: 40 },
])(
  'the pages for the beginning of a number list each voucher once, highest number first: $name',
  async (asked) => {
    const rows: InboxRow[] = [];
    let cursor: PageCursor | undefined;
    do {
      const { rows: page, next } = await pageOf({ ...asked.filters, limit: 7, ...(cursor && { cursor }) });
      rows.push(...page);
      cursor = next;
    } while (cursor !== undefined);
    expect(rows).toHaveLength(asked.found);
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(asked.found);
    const encfs = rows.map(({ encf }) => encf);
    expect(encfs).toEqual([...encfs].sort().reverse());
  },
);

test('the pages of days of issue list each voucher of these days once, the last day first', async () => {
  const issued = { from: issuedDaysAgo(2), before: issuedDaysAgo(0) };
  const days: number[] = [];
  const ids = new Set<string>();
  let cursor: PageCursor | undefined;
  do {
    const { rows, next } = await pageOf({ issued, limit: 90, ...(cursor && { cursor }) });
    for (const { _id, issuedDay } of rows) {
      ids.add(_id);
      days.push(issuedDay.getTime());
    }
    cursor = next;
  } while (cursor !== undefined);
  expect([ids.size, days.length]).toEqual([1_000, 1_000]);
  expect(days).toEqual(days.toSorted((a, b) => b - a));
});

test('a later page of decisions that did not arrive reads each record once for each delivery at most', async () => {
  const [plan] = await profiled(ledger.db, 'receptions', async () => {
    const { rows } = await pageOf({ estado: 'no-llego', cursor: choices.cursor[1], limit: 10 });
    expect(rows).toHaveLength(10);
  });
  // To the issuer, to DGII, or both held.
  expect(plan?.docsExamined).toBeLessThanOrEqual(3 * 13);
});

test('the count of decisions that did not arrive reads no more records than its limit', async () => {
  const [plan, ...others] = await profiled(ledger.db, 'receptions', async () => {
    const query = { companyId: busy, environment, from: minutesAgo(receptionsOfBusy) };
    expect(await ledger.store.countUndelivered(query, 20)).toBe(20);
    expect(await ledger.store.countUndelivered(query, 1_000)).toBe(receptionsOfBusy / 40);
  });
  expect(others).toHaveLength(1);
  expect(plan?.planSummary).toMatch(/^IXSCAN/);
  expect(plan?.docsExamined).toBeLessThanOrEqual(21);
});

test('the count of undecided vouchers reads no more than its limit, and no records', async () => {
  const [plan] = await profiled(ledger.db, 'receptions', async () => {
    const query = { companyId: busy, environment, dgii: decidable } as const;
    expect(await ledger.store.countUndecided(query, 100)).toBe(100);
  });
  expect(plan?.planSummary).toMatch(/^IXSCAN|^COUNT_SCAN/);
  expect(plan?.keysExamined).toBeLessThanOrEqual(101);
  expect(plan?.docsExamined).toBe(0);
});

test('what the summary says of undecided vouchers reads the hundred oldest, and adds up no more', async () => {
  const [plan, ...others] = await profiled(ledger.db, 'receptions', async () => {
    const involved = await ledger.store.findUndecidedInvolved({
      companyId: busy,
      environment,
      dgii: decidable,
    });
    expect(involved).toMatchObject({ others: true });
    expect(involved).not.toHaveProperty('amount');
  });
  expect(others).toHaveLength(0);
  expect(plan?.docsExamined).toBeLessThanOrEqual(101);
  expect(plan?.hasSortStage).toBeUndefined();
});

describe('the list of refused vouchers', () => {
  const inPages = async () => {
    const pages = [];
    let cursor: PageCursor | undefined;
    do {
      const query = { companyId: busy, environment, limit: 70, cursor } as const;
      const { rows, next } = await ledger.store.findRefused(query);
      pages.push(rows.map(({ sha256 }) => sha256));
      cursor = next;
    } while (cursor !== undefined);
    return pages;
  };
  const refusal = (n: number, change: Partial<Refusal> = {}): Refusal => ({
    companyId: busy,
    environment,
    rncEmisor: rncOf(n),
    rncComprador: '101000001',
    encf: encfOf(n),
    code: 2,
    detail: 'content-altered',
    sha256: `sha-${String(n).padStart(3, '0')}`,
    bytes: 1_000,
    // Two in each minute.
    receivedAt: minutesAgo(Math.floor(n / 2)),
    ...change,
  });

  beforeAll(async () => {
    const ofBusy = Array.from({ length: 200 }, (_, n) => refusal(n));
    const ofOthers = [refusal(0, { companyId: 2 }), refusal(0, { environment: 'production' })];
    for (const one of [...ofBusy, ...ofOthers]) await ledger.store.refuseReception(one);
    // The same bytes again are the same refusal.
    await ledger.store.refuseReception(refusal(0));
  }, 60_000);

  test('the pages together have each refusal of the company and environment once, latest first', async () => {
    const pages = await inPages();
    expect(pages.map(({ length }) => length)).toEqual([70, 70, 60]);
    const minutes = pages.flat().map((sha256) => Math.floor(Number(sha256.slice(-3)) / 2));
    expect(minutes).toEqual([...minutes].sort((a, b) => a - b));
    expect(new Set(pages.flat()).size).toBe(200);
  });

  test('each page reads no more than it shows', async () => {
    const plans = await profiled(ledger.db, 'refusedReceptions', inPages);
    expect(plans).toHaveLength(3);
    for (const { planSummary, hasSortStage, docsExamined, keysExamined } of plans) {
      expect(planSummary).toMatch(/^IXSCAN/);
      expect(hasSortStage).toBeUndefined();
      expect(docsExamined).toBeLessThanOrEqual(73);
      expect(keysExamined).toBeLessThanOrEqual(75);
    }
  });

  test('MongoDB deletes each one 90 days after it first arrived', async () => {
    const found = await ledger.db.collection('refusedReceptions').findOne({ sha256: 'sha-010' });
    expect(found?.['expireAt']).toEqual(new Date(minutesAgo(5).getTime() + 90 * 86_400_000));
    const kept = await ledger.db.collection('refusedReceptions').indexes();
    expect(kept).toContainEqual(expect.objectContaining({ key: { expireAt: 1 }, expireAfterSeconds: 0 }));
  });
});

describe('the questions to DGII', () => {
  const claim = async (after: number, busy: readonly number[] = []) =>
    (await ledger.store.claimQuestion(now, { after, busy }))?.companyId;

  test('the next company has the turn, its longest due reception first', async () => {
    const first = await ledger.store.claimQuestion(now, { after: 0, busy: [] });
    expect(first).toMatchObject({ companyId: busy });
    expect(await claim(busy)).toBe(2);
    // The third company has nothing that is due.
    expect(await claim(2)).toBe(4);
    // After the last company the first one has its turn again, unless it is busy.
    expect(await claim(1_000)).toBe(busy);
    expect(await claim(1_000, [busy, 6])).toBe(8);
  });

  test.each([
    { name: 'a new reception', ageMinutes: 0, pauseMinutes: 1 },
    { name: 'a reception of two hours', ageMinutes: 120, pauseMinutes: 120 },
    { name: 'an old reception', ageMinutes: 3_000, pauseMinutes: 360 },
    {
      name: 'a reception that DGII did not have yet',
      ageMinutes: 1_430,
      estado: 'not-found' as const,
      pauseMinutes: 360,
    },
    {
      name: 'a reception that DGII did not have after a day',
      ageMinutes: 1_450,
      estado: 'not-found' as const,
      pauseMinutes: 1_440,
    },
  ])('$name is due again after a pause that grows with its age', async (given) => {
    const { ageMinutes, estado, pauseMinutes } = given;
    const receptions = ledger.db.collection<ReceptionRecord>('receptions');
    const _id = `${busy}-${ageMinutes}`;
    const dgii = estado && { dgii: { estado, at: now } };
    await receptions.updateOne({ _id }, { $set: { askDgiiAt: minutesAgo(90), ...dgii } });
    expect(await ledger.store.claimQuestion(now, { after: 0, busy: [] })).toMatchObject({ _id });
    expect((await receptions.findOne({ _id }))?.askDgiiAt).toEqual(minutesAgo(-pauseMinutes));
  });

  test('for a company with many due receptions MongoDB reads one of them, and then claims it', async () => {
    // The company after the last one is the first one.
    const reads = await profiled(ledger.db, 'receptions', () => claim(0));
    expect(reads).toMatchObject([{ docsExamined: 1 }, { docsExamined: 1 }]);
    for (const { keysExamined } of reads) expect(keysExamined).toBeLessThanOrEqual(20);
  });

  test('vouchers of known signers come first, however many others are due', async () => {
    const receptions = ledger.db.collection<ReceptionRecord>('receptions');
    const companyId = 5_000;
    const unknown = (n: number) => ({ ...reception(n, companyId, minutesAgo(60)), signerUnknown: true });
    const known = reception(500, companyId, now);
    await receptions.insertMany([...Array.from({ length: 500 }, (_, n) => unknown(n)), known] as never);
    const turn = { after: companyId - 1, busy: [] };
    const reads = await profiled(ledger.db, 'receptions', async () => {
      expect(await ledger.store.claimQuestion(now, turn)).toMatchObject({ _id: known._id });
      const next = await ledger.store.claimQuestion(now, turn);
      expect(next).toMatchObject({ companyId, signerUnknown: true });
    });
    expect(reads.map(({ docsExamined }) => docsExamined)).toEqual([1, 1, 1, 1]);
    for (const { keysExamined } of reads) expect(keysExamined).toBeLessThanOrEqual(20);
    await receptions.deleteMany({ companyId });
  });

  test('when nothing is due, MongoDB reads at most two keys per company', async () => {
    const reads = await profiled(ledger.db, 'receptions', async () => {
      expect(await ledger.store.claimQuestion(minutesAgo(60), { after: 0, busy: [] })).toBeUndefined();
    });
    expect(reads.map(({ docsExamined }) => docsExamined)).toEqual([0, 0]);
    expect(reads[0]?.keysExamined).toBeLessThanOrEqual(2 * (others + 1) + 2);
  });

  test('simultaneous claims get different questions', async () => {
    const claims = await Promise.all(
      Array.from({ length: 40 }, () => ledger.store.claimQuestion(now, { after: 0, busy: [] })),
    );
    const ids = claims.map((one) => one?._id);
    expect(new Set(ids).size).toBe(40);
  });
});
