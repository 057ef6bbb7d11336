/** Numbers under load, on a real MongoDB: each is handed out at most once, and none is skipped. */
import { originHoldMs } from '../../../src/ledger/companies/origin-change.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type {
  HandedOut,
  NextNumber,
  NextRequest,
  ReservationRecord,
} from '../../../src/ledger/numbers/numbers.js';
import { closedPipeline } from '../../../src/ledger/numbers/sequence-status.js';
import { findNew, highestPipeline } from '../../../src/ledger/numbers/highest-number.js';
import { unusedFilter, unusedOrder } from '../../../src/ledger/numbers/unused.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { admitInput, openLedger, type TestLedger } from '../../harness/ledger.js';
import { addNumberedCompany, ageOriginChange, expectSound, readNumbering } from '../../harness/numbers.js';

const environment = 'pre-certification' as const;
/** 23:00 in Santo Domingo. */
const startMs = Date.parse('2026-11-21T03:00:00Z');
let nowMs = startMs;
const clock = () => new Date(nowMs);
/** One ledger for each simulated process, each with its own queue. */
let ledger: TestLedger;
let stores: readonly Store[];
let store: Store;
let companyId = 0;

beforeAll(async () => {
  ledger = await openLedger({ processes: 4 });
  ({ store, stores } = ledger);
}, 60_000);
beforeEach(async () => {
  nowMs = startMs;
  companyId += 1;
  await addNumberedCompany(store, { companyId, now: new Date(startMs) });
});

const authorize = async (
  from: number,
  to: number,
  expiresOn = '31-12-2028',
  more: { next?: number } = {},
) => {
  const outcome = await store.addAuthorization({
    companyId,
    environment,
    ecfType: 31,
    from,
    to,
    expiresOn,
    authorizationNumber: `A-${from}`,
    now: clock(),
    ...more,
  });
  expect(outcome.outcome).toBe('done');
};
const request = (ref?: string): NextRequest => {
  return { companyId, environment, ecfType: 31, clock, ...(ref === undefined ? {} : { ref }) };
};
const encf = (n: number) => `E31${String(n).padStart(10, '0')}`;
const isHandedOut = (number: NextNumber): number is HandedOut => number.outcome === 'handed-out';
const fresh = (numbers: readonly NextNumber[]) =>
  numbers.filter(isHandedOut).flatMap((number) => (number.reused ? [] : [number.encf]));
const outcomes = (numbers: readonly NextNumber[]) =>
  Object.fromEntries(
    [...new Set(numbers.map(({ outcome }) => outcome))].map((outcome) => [
      outcome,
      numbers.filter((number) => number.outcome === outcome).length,
    ]),
  );
const view = () => readNumbering(ledger.uri, ledger.database, companyId);

/** `clients` clients at once; each makes one request after the other. */
async function burst(clients: number, each: number, ref?: (client: number, turn: number) => string) {
  const numbers: NextNumber[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; turn < each; turn += 1) {
        const through = stores[client % stores.length]!;
        numbers.push(await through.nextNumber(request(ref?.(client, turn))));
      }
    }),
  );
  return numbers;
}

describe('next under load', () => {
  test.each([
    { name: 'with references', ref: (client: number, turn: number) => `doc-${client}-${turn}` },
    { name: 'without references', ref: undefined },
  ])('50 clients in four processes, $name: 1,000 distinct numbers without a gap', async ({ ref }) => {
    await authorize(1, 100_000);
    const numbers = await burst(50, 20, ref);
    expect(outcomes(numbers)).toEqual({ 'handed-out': 1_000 });
    const reported = fresh(numbers);
    expect([...reported].sort()).toEqual(Array.from({ length: 1_000 }, (_, index) => encf(index + 1)));
    expectSound(await view(), reported);
  });

  test.each([
    { name: 'in one process', of: () => store },
    { name: 'in four processes', of: (client: number) => stores[client % 4]! },
  ])(
    'one reference from 20 clients at the same moment $name: one number, 19 times reused',
    async ({ of }) => {
      await authorize(1, 100);
      const numbers = await Promise.all(
        Array.from({ length: 20 }, (_, client) => of(client).nextNumber(request('FAC-1'))),
      );
      expect(numbers.filter(isHandedOut).map((number) => number.encf)).toEqual(numbers.map(() => encf(1)));
      expect(numbers.filter((number) => isHandedOut(number) && number.reused)).toHaveLength(19);
      expectSound(await view(), fresh(numbers));
      expect((await view()).reservations).toHaveLength(1);
    },
  );

  test('the first of two authorizations runs out in the middle of the burst', async () => {
    await authorize(1_000, 1_999, '31-12-2029');
    await authorize(1, 150, '31-12-2028');
    const numbers = await burst(50, 10);
    expect(outcomes(numbers)).toEqual({ 'handed-out': 500 });
    const reported = fresh(numbers).sort();
    expect(reported.slice(0, 150)).toEqual(Array.from({ length: 150 }, (_, index) => encf(index + 1)));
    expect(reported.slice(150)).toEqual(Array.from({ length: 350 }, (_, index) => encf(index + 1_000)));
    const expiry = new Map(numbers.filter(isHandedOut).map((number) => [number.encf, number.expiresOn]));
    expect([expiry.get(encf(150)), expiry.get(encf(1_000))]).toEqual(['31-12-2028', '31-12-2029']);
    expectSound(await view(), reported);
  });

  test('all numbers run out in the middle of the burst: the rest get AGOTADA', async () => {
    await authorize(1, 100);
    const numbers = await burst(50, 4);
    expect(outcomes(numbers)).toEqual({ 'handed-out': 100, 'not-available': 100 });
    expect(numbers).toContainEqual({ outcome: 'not-available', reason: 'AGOTADA' });
    expectSound(await view(), fresh(numbers));
  });

  test('an authorization that expires at midnight in Santo Domingo, during a burst, gives no number after midnight', async () => {
    await authorize(1, 10_000, '20-11-2026');
    await authorize(20_001, 30_000, '31-12-2028');
    nowMs = Date.parse('2026-11-21T03:59:59.999Z');
    const before: NextNumber[] = [];
    const after: NextNumber[] = [];
    await Promise.all(
      Array.from({ length: 50 }, async (_, client) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const midnight = nowMs > Date.parse('2026-11-21T03:59:59.999Z');
          (midnight ? after : before).push(await stores[client % 4]!.nextNumber(request()));
          if (before.length >= 200) nowMs = Date.parse('2026-11-21T04:00:00.000Z');
        }
      }),
    );
    expect(before.length).toBeGreaterThanOrEqual(200);
    expect(after.length).toBeGreaterThan(0);
    expect(new Set(after.filter(isHandedOut).map(({ expiresOn }) => expiresOn))).toEqual(
      new Set(['31-12-2028']),
    );
    const all = [...before, ...after];
    expect(outcomes(all)).toEqual({ 'handed-out': 500 });
    expectSound(await view(), fresh(all));
  });

  test('after midnight no authorization is valid: VENCIDA', async () => {
    await authorize(1, 10, '20-11-2026');
    expect(await store.nextNumber(request())).toMatchObject({ encf: encf(1) });
    nowMs = Date.parse('2026-11-21T04:00:00Z');
    expect(await store.nextNumber(request())).toEqual({ outcome: 'not-available', reason: 'VENCIDA' });
  });

  test('another process inserts the same number first: the next one is taken', async () => {
    await authorize(1, 100);
    const reservations = ledger.db.collection<ReservationRecord>('reservations');
    const key = `${companyId}:${environment}:31`;
    // Each time between reading the highest number and the insert, as the unique index would see it.
    const rivals = Array.from({ length: 30 }, async (_, index) => {
      const n = index + 1;
      const taken = await stores[1]!.nextNumber(request(`rival-${n}`));
      return taken;
    });
    const ours = Array.from({ length: 30 }, (_, index) => store.nextNumber(request(`ours-${index}`)));
    const numbers = await Promise.all([...rivals, ...ours]);
    expect(outcomes(numbers)).toEqual({ 'handed-out': 60 });
    expect(await reservations.countDocuments({ key })).toBe(60);
    expectSound(await view(), fresh(numbers));
  });
});

test('a request whose caller is not accepted takes no number, and the others of its group skip none', async () => {
  await authorize(1, 100);
  const rnc = String(100_000_000 + companyId);
  for (let n = 0; n < 19; n += 1) {
    await store.addUser({
      rnc,
      companyId,
      usuario: `user-${n}`,
      passwordHash: 'x',
      disabled: n % 3 === 0,
    });
  }
  const requests = Array.from({ length: 20 }, (_, n) => ({
    ...request(`ref-${n}`),
    caller: {
      companyId,
      environment,
      rnc,
      usuario: `user-${n}`,
      userGeneration: 0,
      companyGeneration: 0,
    },
  }));
  const answers = await Promise.all(requests.map((one) => store.nextNumber(one)));
  for (const [n, one] of answers.entries()) {
    // The last user does not exist.
    if (n % 3 === 0 || n === 19) expect(one).toEqual({ outcome: 'caller-refused' });
  }
  const numbers = answers.filter(({ outcome }) => outcome !== 'caller-refused');
  expect(fresh(numbers).sort()).toEqual(Array.from({ length: 12 }, (_, n) => encf(n + 1)));
  expectSound(await readNumbering(ledger.uri, ledger.database, companyId), fresh(numbers));
});

describe('a company that takes no numbers now', () => {
  const change = (more: Partial<Company>) =>
    addNumberedCompany(store, { companyId, now: new Date(startMs), ...more });

  test.each<{ name: string; more: Partial<Company>; outcome: NextNumber['outcome'] }>([
    { name: 'assigns them itself', more: { origin: 'client' }, outcome: 'client-origin' },
    {
      name: 'is taking its numbering back',
      more: { originChange: { to: 'client', since: new Date(startMs) } },
      outcome: 'origin-changing',
    },
    {
      name: 'moved to another environment',
      more: { environment: 'production' },
      outcome: 'other-environment',
    },
  ])('$name: no new number, and not the one of a known reference', async ({ more, outcome }) => {
    await authorize(1, 100);
    expect(await store.nextNumber(request('known'))).toMatchObject({ outcome: 'handed-out', encf: encf(1) });
    await change(more);
    const numbers = await Promise.all(
      ['known', 'new', undefined].map((ref) => store.nextNumber(request(ref))),
    );
    expect(numbers).toEqual(numbers.map(() => ({ outcome })));
    expect((await view()).reservations).toHaveLength(1);
  });
});

describe('the status of the sequences', () => {
  /** Numbers as the server makes them itself, because sending them would take longer than the test. */
  const reserveAll = async (ecfType: number, from: number, to: number) => {
    const key = `${companyId}:${environment}:${ecfType}`;
    const digits = { $substrCP: [{ $toString: { $toLong: { $add: ['$n', 10_000_000_000] } } }, 1, 10] };
    const record = { key, companyId, environment, ecfType, state: 'used', requestId: 'seed' };
    await ledger.db
      .aggregate([
        { $documents: [{ n: 0 }] },
        { $set: { n: { $range: [from, to + 1] } } },
        { $unwind: '$n' },
        { $project: { n: '$n', _id: { $concat: [`${key}:`, digits] }, ...mapValues(record) } },
        { $merge: { into: 'reservations', whenMatched: 'fail' } },
      ])
      .toArray();
  };
  const mapValues = (record: object) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, { $literal: value as unknown }]));

  const keysExamined = (plan: object): number[] => {
    const text = JSON.stringify(plan);
    expect(text).not.toMatch(/COLLSCAN|"stage":"SORT"/);
    return [...text.matchAll(/"totalKeysExamined":"?(\d+)/g)].map(([, keys]) => Number(keys));
  };

  test('reads at most two index keys for each authorization, however many numbers were handed out', async () => {
    await authorize(1, 1_500_000);
    await authorize(1_500_001, 2_000_000);
    await reserveAll(31, 1, 1_000_000);
    const key = `${companyId}:${environment}:31`;
    const ranges = [
      { key, from: 1, to: 1_500_000 },
      { key, from: 1_500_001, to: 2_000_000 },
    ];
    const reservations = ledger.db.collection<ReservationRecord>('reservations');
    const first = await reservations
      .aggregate(highestPipeline(reservations, ranges))
      .explain('executionStats');
    expect(keysExamined(first)).toHaveLength(ranges.length);
    for (const keys of keysExamined(first)) expect(keys).toBeLessThanOrEqual(2);
    // A sharded ledger finds the shard of a range by its shard key.
    const filters = highestPipeline(reservations, ranges).flatMap((stage) =>
      '$unionWith' in stage ? stage.$unionWith.pipeline : stage,
    );
    expect(filters.flatMap(({ $match }) => $match?.key ?? [])).toEqual([key, key]);

    // Later this process knows the highest number of each range.
    const later = findNew(reservations, [
      { key, from: 1_000_000, to: 1_500_000 },
      { key, from: 1_500_001, to: 2_000_000 },
    ]);
    const [keys] = keysExamined(await later.clone().explain('executionStats'));
    expect(keys).toBeLessThanOrEqual(2 * ranges.length);
    expect((await later.toArray()).map(({ _id }) => _id)).toEqual([`${key}:0001000000`]);

    for (const _once of ['first', 'later']) {
      const [status] = await store.sequencesOverview(companyId, environment, '20-11-2026');
      expect(status).toMatchObject({ ecfType: 31, next: 1_000_001, available: 1_000_000, state: 'Vigente' });
      expect(status?.authorizations.map(({ next }) => next)).toEqual([1_000_001, 1_500_001]);
    }
  }, 60_000);

  test('shows what other processes handed out since the last time, be it a few numbers or thousands', async () => {
    await authorize(1, 10_000);
    await authorize(10_001, 20_000);
    const next = async () => {
      const [status] = await store.sequencesOverview(companyId, environment, '20-11-2026');
      return status?.authorizations.map((one) => one.next);
    };
    expect(await next()).toEqual([1, 10_001]);
    await stores[1]!.nextNumber(request());
    expect(await next()).toEqual([2, 10_001]);
    expect(await next()).toEqual([2, 10_001]);
    await reserveAll(31, 2, 3);
    await reserveAll(31, 10_001, 10_002);
    expect(await next()).toEqual([4, 10_003]);
    await reserveAll(31, 4, 9_999);
    expect(await next()).toEqual([10_000, 10_003]);
    await reserveAll(31, 10_000, 10_000);
    expect(await next()).toEqual([null, 10_003]);
  });

  test('of a company with more authorizations than one command asks for', async () => {
    const each = 10;
    const count = 120;
    for (let index = 0; index < count; index += 1) await authorize(index * each + 1, (index + 1) * each);
    // The last one has a number, and no other has.
    const last = (count - 1) * each + 1;
    await reserveAll(31, last, last + 2);
    const [status] = await store.sequencesOverview(companyId, environment, '20-11-2026');
    expect(status?.authorizations).toHaveLength(count);
    expect(status?.authorizations.at(-1)).toMatchObject({ next: last + 3, available: each - 3 });
    expect(status?.available).toBe(count * each - 3);
  });

  const annul = async (n: number) => {
    const number = { companyId, environment, encf: encf(n), note: 'OFV', by: 'ana', now: clock() };
    expect(await store.annulReservation(number)).toMatchObject({ outcome: 'annulled' });
  };

  test('voided numbers are not left, and next shows the number that next hands out', async () => {
    await authorize(1, 10);
    await authorize(11, 13);
    await stores[1]!.nextNumber(request());
    for (const n of [2, 3, 5]) await annul(n);
    const read = async () => (await store.sequencesOverview(companyId, environment, '20-11-2026'))[0];
    expect(await read()).toMatchObject({ next: 4, available: 9 });
    expect((await read())?.authorizations.map(({ available }) => available)).toEqual([6, 3]);
    expect(await stores[1]!.nextNumber(request())).toMatchObject({ outcome: 'handed-out', encf: encf(4) });
    expect(await read()).toMatchObject({ next: 6, available: 8 });

    for (const n of [6, 7, 8, 9, 10]) await annul(n);
    expect(await read()).toMatchObject({ next: 11, available: 3, state: 'Vigente' });
    expect((await read())?.authorizations.map(({ state }) => state)).toEqual(['Agotada', 'Vigente']);

    for (const n of [11, 12, 13]) await annul(n);
    expect(await read()).toMatchObject({ next: null, available: 0, state: 'Agotada' });
    expect(await store.nextNumber(request())).toEqual({ outcome: 'not-available', reason: 'AGOTADA' });
    const { sequences } = await store.ledgerOverview(clock());
    expect(sequences.find((one) => one.companyId === companyId)?.numbersLeft).toBe(0);
  });

  test('counts voided numbers in the index only', async () => {
    await authorize(1, 10);
    for (const n of [2, 3]) await annul(n);
    const key = `${companyId}:${environment}:31`;
    const ranges = [
      { key, from: 1, to: 5 },
      { key, from: 6, to: 10 },
    ];
    const counting = ledger.db.collection('annulments').aggregate(closedPipeline(ranges));
    expect(await counting.toArray()).toEqual([{ _id: 0, count: 2 }]);
    const plan = await ledger.db
      .collection('annulments')
      .aggregate(closedPipeline(ranges))
      .explain('executionStats');
    expect(JSON.stringify(plan)).not.toMatch(/COLLSCAN|"FETCH"/u);
  });
});

describe('the list of unused numbers', () => {
  test('has a number whose e-NCF a voucher of another environment has', async () => {
    await authorize(1, 10);
    await store.nextNumber(request());
    await store.admit(admitInput({ companyId, environment: 'certification', encf: encf(1) }));
    const { numbers } = await store.unused({ companyId, environment, reservedBefore: clock(), limit: 10 });
    expect(numbers).toMatchObject([{ encf: encf(1) }]);
  });

  test('reads its index only', async () => {
    const cursor = { at: new Date(startMs), id: 'x' };
    for (const query of [{}, { cursor }]) {
      const plan = await ledger.db
        .collection<ReservationRecord>('reservations')
        .find(unusedFilter({ companyId, environment, reservedBefore: clock(), ...query }), { hint: 'unused' })
        .sort(unusedOrder)
        .limit(100)
        .explain('queryPlanner');
      expect(JSON.stringify(plan)).toContain('"indexName":"unused"');
      expect(JSON.stringify(plan)).not.toMatch(/COLLSCAN|"stage":"SORT"/);
    }
  });
});

describe('a change of the origin to this service', () => {
  const types = { production: [31, 33], certification: [31], 'pre-certification': [31] } as const;

  test('writes only the ranges whose first number changes', async () => {
    const company = (await store.findCompany(companyId))!;
    await store.putCompany({ ...company, origin: 'client' });
    for (const [where, ofWhere] of Object.entries(types))
      for (const ecfType of ofWhere) {
        const outcome = await store.addAuthorization({
          companyId,
          environment: where as keyof typeof types,
          ecfType,
          from: 1,
          to: 100,
          expiresOn: '31-12-2028',
          authorizationNumber: 'A-1',
          now: clock(),
        });
        expect(outcome.outcome).toBe('done');
      }
    // In production the client numbered its vouchers; in certification DGII's set did.
    for (const where of ['production', 'certification'] as const)
      await store.admit(admitInput({ companyId, environment: where, encf: encf(40) }));
    await store.beginOriginChange(companyId, { to: 'service', environment: 'pre-certification' });
    await ageOriginChange(ledger.database, companyId, originHoldMs);
    const next = new Map([[encf(1), 1]]);
    expect(
      await store.finishOriginChange({ companyId, environment: 'pre-certification', to: 'service', next }),
    ).toMatchObject({
      outcome: 'changed',
    });
    const { sequences } = await view();
    const written = sequences.map(({ _id, version, authorizations }) => {
      return [_id, version, authorizations.map(({ first }) => first)];
    });
    expect(Object.fromEntries(written.map(([id, ...rest]) => [id, rest]))).toEqual({
      [`${companyId}:pre-certification:31`]: [1, [1]],
      [`${companyId}:production:31`]: [2, [41]],
      [`${companyId}:production:33`]: [1, [1]],
      [`${companyId}:certification:31`]: [1, [1]],
    });
  });
});
