/**
 * Simulates what other processes do at the worst moment: between reading the highest number and the insert, and between the
 * insert and its answer.
 */
import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Collection, MongoNetworkError, type Document } from 'mongodb';
import type { Store } from '../../../src/ledger/ledger.js';
import type { HandedOut, NextNumber, ReservationRecord } from '../../../src/ledger/numbers/numbers.js';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import { admitInput, attemptOf, openLedger, type TestLedger } from '../../harness/ledger.js';
import { addNumberedCompany, expectSound, readNumbering } from '../../harness/numbers.js';
import { until } from '../../harness/until.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-20T15:00:00Z');
let ledger: TestLedger;
let store: Store;
let reservations: Collection<ReservationRecord>;
let companyId = 0;

beforeAll(async () => {
  ledger = await openLedger();
  ({ store } = ledger);
  reservations = ledger.db.collection('reservations');
}, 60_000);
beforeEach(async () => {
  companyId += 1;
  await addNumberedCompany(store, { companyId, now });
  await store.addAuthorization({
    companyId,
    environment,
    ecfType: 31,
    from: 1,
    to: 100,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
    now,
  });
});

const encf = (n: number) => `E31${String(n).padStart(10, '0')}`;
const ask = (ref?: string): Promise<NextNumber> =>
  store.nextNumber({ companyId, environment, ecfType: 31, clock: () => now, ...(ref && { ref }) });
const reported = (number: NextNumber) =>
  number.outcome === 'handed-out' ? [number.encf, number.reused] : [number.outcome];
const fresh = (numbers: readonly NextNumber[]) =>
  numbers
    .filter((one): one is HandedOut => one.outcome === 'handed-out' && !one.reused)
    .map((one) => one.encf);

// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
const theirInsert = Collection.prototype.insertMany;
type Insert = typeof theirInsert;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
const realAggregate = Collection.prototype.aggregate;

/** Acts as another process: it follows the same rules, and takes the numbers after the highest one. */
function rival(
  from: number,
  refs: readonly (string | undefined)[],
  authorization = encf(1),
): Promise<unknown> {
  const key = `${companyId}:${environment}:31`;
  const records = refs.map((ref, index): ReservationRecord => {
    const n = from + index;
    return {
      _id: `${key}:${String(n).padStart(10, '0')}`,
      key,
      companyId,
      environment,
      ecfType: 31,
      n,
      authorization,
      state: 'reserved',
      reservedAt: now,
      requestId: randomUUID(),
      ...(ref === undefined ? {} : { ref }),
    };
  });
  return theirInsert.call(reservations, records as never);
}

/** Replaces the next insert of this company's numbers with `instead`, once. */
async function once<T>(
  instead: (insert: () => ReturnType<Insert>) => ReturnType<Insert>,
  work: () => Promise<T>,
): Promise<T> {
  let left = 1;
  Collection.prototype.insertMany = function insertMany(this: Collection, ...args: Parameters<Insert>) {
    const insert = () => theirInsert.apply(this, args);
    if (this.collectionName !== 'reservations' || left === 0) return insert();
    left -= 1;
    return instead(insert);
  };
  try {
    const result = await work();
    expect(left).toBe(0);
    return result;
  } finally {
    Collection.prototype.insertMany = theirInsert;
  }
}

test.each([
  { name: 'the number', taken: [undefined], refs: ['a'], expected: [[encf(2), false]] },
  { name: 'three numbers', taken: ['x', 'y', undefined], refs: ['a'], expected: [[encf(4), false]] },
  { name: 'the number for our reference', taken: ['a'], refs: ['a'], expected: [[encf(1), true]] },
  {
    name: 'a number for one of our references, and one without',
    taken: ['b', undefined],
    refs: ['a', 'b', 'c'],
    expected: [
      [encf(3), false],
      [encf(1), true],
      [encf(4), false],
    ],
  },
])('before our insert another process takes $name', async ({ taken, refs, expected }) => {
  const numbers = await once(
    async (insert) => {
      await rival(1, taken);
      return insert();
    },
    // The first request goes alone; those that arrive meanwhile follow together.
    () => Promise.all(refs.map((ref) => ask(ref))),
  );
  expect(numbers.map(reported).sort()).toEqual([...expected].sort());
  expectSound(await readNumbering(ledger.uri, ledger.database, companyId), fresh(numbers));
});

type Query = () => Promise<Document[]>;

/** Runs `around` in place of the next query of `next`, once. It gets that query, and may run it several times. */
async function aroundQuery<T>(
  around: (query: Query) => Promise<Document[]>,
  work: () => Promise<T>,
): Promise<T> {
  const aggregate = jest.spyOn(Collection.prototype, 'aggregate');
  let left = 1;
  aggregate.mockImplementation(function (this: Collection, ...args: Parameters<typeof realAggregate>) {
    const cursor = realAggregate.apply(this, args);
    if (this.collectionName !== 'sequences' || left === 0) return cursor;
    left -= 1;
    cursor.toArray = () => around(() => realAggregate.apply(this, args).toArray());
    return cursor;
  });
  try {
    const result = await work();
    expect(left).toBe(0);
    return result;
  } finally {
    aggregate.mockRestore();
  }
}

/** Runs `theirs` right after that query. */
const afterQuery = <T>(theirs: () => Promise<unknown>, work: () => Promise<T>): Promise<T> =>
  aroundQuery(async (query) => {
    const found = await query();
    await theirs();
    return found;
  }, work);

test('a reference in the middle of a batch already has a number: earlier numbers are kept, none is skipped', async () => {
  expect(reported(await ask('known'))).toEqual([encf(1), false]);
  const refs = ['a', 'b', 'known', 'c', 'd', 'b'];
  const numbers = await Promise.all(refs.map((ref) => ask(ref)));
  const byRef = new Map(refs.map((ref, index) => [ref, reported(numbers[index]!)]));
  expect(byRef.get('known')).toEqual([encf(1), true]);
  expect(fresh(numbers).sort()).toEqual([2, 3, 4, 5].map(encf));
  expectSound(await readNumbering(ledger.uri, ledger.database, companyId), [encf(1), ...fresh(numbers)]);
});

describe('our insert is stored, and its answer is lost', () => {
  const lose = (insert: () => ReturnType<Insert>) =>
    insert().then((): never => {
      throw new MongoNetworkError('connection closed');
    });

  test('with a reference: asking again returns the same number', async () => {
    await expect(once(lose, () => ask('a'))).rejects.toThrow(LedgerUnavailableError);
    expect(reported(await ask('a'))).toEqual([encf(1), true]);
    expect(reported(await ask('b'))).toEqual([encf(2), false]);
    expectSound(await readNumbering(ledger.uri, ledger.database, companyId), [encf(2)]);
  });

  test('without a reference: the number stays reserved, is listed as unused, and no other request gets it', async () => {
    await expect(once(lose, () => ask())).rejects.toThrow(LedgerUnavailableError);
    expect(reported(await ask())).toEqual([encf(2), false]);
    const { numbers } = await store.unused({ companyId, environment, reservedBefore: now, limit: 10 });
    expect(numbers.map((one) => one.encf)).toEqual([encf(1), encf(2)]);
    expectSound(await readNumbering(ledger.uri, ledger.database, companyId), [encf(2)]);
  });
});

test('another process gives the last number to our reference after we read the references: we return it', async () => {
  await rival(1, Array.from({ length: 99 }));
  expect(
    await afterQuery(
      () => rival(100, ['x']),
      () => ask('x'),
    ),
  ).toMatchObject({
    outcome: 'handed-out',
    encf: encf(100),
    reused: true,
  });
  expect(await ask('y')).toEqual({ outcome: 'not-available', reason: 'AGOTADA' });
});

test('another process registers an authorization and gives our reference a number of it while our query runs', async () => {
  const betweenItsParts = async (query: Query) => {
    const before = await query();
    await store.addAuthorization({
      companyId,
      environment,
      ecfType: 31,
      from: 201,
      to: 300,
      expiresOn: '31-12-2028',
      authorizationNumber: 'A-2',
      now,
    });
    await rival(201, ['x'], encf(201));
    const after = await query();
    const ofAuthorizations = (record: Document) => 'authorizations' in record;
    return [...before.filter(ofAuthorizations), ...after.filter((record) => !ofAuthorizations(record))];
  };
  const number = await aroundQuery(betweenItsParts, () => ask('x'));
  expect(reported(number)).toEqual([encf(201), true]);
});

test('a number after the first costs one query and one insert', async () => {
  expect(reported(await ask('a'))).toEqual([encf(1), false]);
  const names = ['aggregate', 'find', 'findOne', 'insertMany', 'updateOne', 'findOneAndUpdate'] as const;
  const spies = names.map((name) => jest.spyOn(Collection.prototype, name));
  try {
    expect(reported(await ask('b'))).toEqual([encf(2), false]);
    const calls = names.filter((_, index) => spies[index]!.mock.calls.length > 0);
    expect(calls).toEqual(['aggregate', 'insertMany']);
    expect(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(2);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

test('an operator closes the range early after a number of it: the next number is from the next range', async () => {
  expect(reported(await ask())).toEqual([encf(1), false]);
  const ref = { companyId, environment, ecfType: 31 } as const;
  await store.changeAuthorization({ ...ref, id: encf(1) }, { last: 1 }, now);
  await store.addAuthorization({
    ...ref,
    from: 201,
    to: 300,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-2',
    now,
  });
  expect(reported(await ask())).toEqual([encf(201), false]);
  await store.changeAuthorization({ ...ref, id: encf(1) }, { last: 3 }, now);
  expect([await ask(), await ask(), await ask()].map(reported)).toEqual(
    [2, 3, 202].map((n) => [encf(n), false]),
  );
});

test('a number was voided at DGII before it was handed out: nobody gets it, and the next one is handed out', async () => {
  await store.annulReservation({ companyId, environment, encf: encf(1), note: 'voided', by: 'ana', now });
  expect(reported(await ask('a'))).toEqual([encf(2), false]);
});

describe('two calls void a number while a voucher with it is admitted', () => {
  const methods = {
    mark: 'findOneAndUpdate',
    delete: 'deleteOne',
    restore: 'updateOne',
  } as const;

  /** Runs `before` when the store is about to call this method on one of the two collections. */
  function beforeCall(method: keyof typeof methods, before: () => Promise<unknown>) {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
    const real = Collection.prototype[methods[method]] as (...args: unknown[]) => Promise<unknown>;
    const spy = jest.spyOn(Collection.prototype, methods[method]);
    spy.mockImplementation(async function (this: Collection, ...args: unknown[]) {
      if (['reservations', 'annulments'].includes(this.collectionName)) await before();
      return real.apply(this, args) as never;
    });
  }
  afterEach(() => jest.restoreAllMocks());

  test.each(['delete', 'restore', 'end'] as const)(
    'the second one marks before the %s of the first: the voucher may use the number',
    async (moment) => {
      expect(reported(await ask())).toEqual([encf(1), false]);
      const number = { companyId, environment, encf: encf(1) };
      const annul = () => store.annulReservation({ ...number, note: 'OFV', by: 'ana', now });
      let secondMayMark: () => void = () => undefined;
      const release = new Promise<void>((resolve) => (secondMayMark = resolve));
      let marks = 0;
      let second: ReturnType<typeof annul> | undefined;
      beforeCall('mark', async () => {
        marks += 1;
        if (marks > 1) return release;
        second = annul();
        await until('the second call is about to mark', () => Promise.resolve(marks === 2));
        await store.admit(admitInput({ ...number, now }));
      });
      const first = annul();
      if (moment !== 'end') {
        let reached = false;
        beforeCall(moment, async () => {
          // The second call may restore too, and must not wait for itself.
          if (reached) return;
          reached = true;
          secondMayMark();
          await second;
        });
      }
      expect(await first).toEqual({ outcome: 'refused', refusal: 'ENCF_HAS_DOCUMENT', facts: {} });
      secondMayMark();
      await second;
      expect(await store.findNumber(companyId, environment, encf(1))).toMatchObject({
        reservation: 'reserved',
        annulled: false,
      });
      expect(await store.markUsed(attemptOf(number))).toBe('used');
    },
  );
});

test('our insert never arrives: nothing is reserved, and the same number comes next', async () => {
  const fail = () => Promise.reject(new MongoNetworkError('connection refused'));
  await expect(once(fail, () => ask('a'))).rejects.toThrow(LedgerUnavailableError);
  expect(reported(await ask('b'))).toEqual([encf(1), false]);
  expectSound(await readNumbering(ledger.uri, ledger.database, companyId), [encf(1)]);
});
