/** Numbers are locked before DGII is asked to void them: a locked number is never issued, and a number in use is never locked. */
import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Collection } from 'mongodb';
import { originHoldMs } from '../../../src/ledger/companies/origin-change.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { Locker, LockResult } from '../../../src/ledger/numbers/annulment-locks.js';
import type { AnnulmentRecord, ReservationRecord } from '../../../src/ledger/numbers/numbers.js';
import type { DocumentState } from '../../../src/ecf/model/document-states.js';
import type { ActivityDeps } from '../../../src/activities/deps.js';
import { prepare } from '../../../src/activities/vouchers/prepare.js';
import { createLog } from '../../../src/shared/log.js';
import { admitInput, attemptOf, openLedger, signedXml, type TestLedger } from '../../harness/ledger.js';
import { addNumberedCompany, ageOriginChange } from '../../harness/numbers.js';
import { beforeNextWrite } from '../../harness/processes/another-process.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-20T15:00:00Z');
let ledger: TestLedger;
let store: Store;
let companyId = 0;
let locker: Locker;

beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  ({ store } = ledger);
}, 60_000);
beforeEach(async () => {
  companyId += 1;
  locker = { id: randomUUID(), companyId, environment, note: 'No se usarán', now };
  await addNumberedCompany(store, { companyId, now });
  await store.addAuthorization({
    companyId,
    environment,
    ecfType: 31,
    from: 1,
    to: 500,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
    now,
  });
});
afterEach(() => jest.restoreAllMocks());

const encf = (n: number, type = 31) => `E${type}${String(n).padStart(10, '0')}`;
const next = async (ref?: string) => {
  const request = { companyId, environment, ecfType: 31 as const, clock: () => now };
  const number = await store.nextNumber({ ...request, ...(ref && { ref }) });
  return number.outcome === 'handed-out' ? number.encf : number.outcome;
};
const lock = async (...numbers: number[]): Promise<LockResult[]> => {
  const encfs = numbers.map((n) => encf(n));
  const results = await store.lockNumbers(locker, encfs);
  return encfs.map((one) => results.get(one)!);
};
const found = (n: number) => store.findNumber(companyId, environment, encf(n));
const input = (n: number, change: Parameters<typeof admitInput>[0] = {}) =>
  admitInput({ companyId, encf: encf(n), now, ...change });
const refOf = (n: number, attempt = 1) => attemptOf({ companyId, environment, encf: encf(n) }, attempt);
const unused = async () =>
  (await store.unused({ companyId, environment, reservedBefore: now, limit: 100 })).numbers.map(
    (one) => one.encf,
  );

test('a number that was handed out and never sent is locked: it is not listed as unused, and no voucher can use it', async () => {
  await next();
  expect(await lock(1)).toEqual(['locked']);
  expect(await found(1)).toMatchObject({ reservation: 'annulling', annulled: true });
  expect(await unused()).toEqual([]);
  await store.admit(input(1));
  expect(await store.markUsed(refOf(1))).toBe('annulling');
});

const lockedNow = async () => {
  const locks = ledger.db.collection<AnnulmentRecord>('annulments').find({ companyId, lock: locker.id });
  return (await locks.sort({ _id: 1 }).toArray()).map((one) => one.encf);
};

test('numbers that were never handed out are locked without a gap: next skips them, and returns the others', async () => {
  expect(await lock(2, 3, 5)).toEqual(['locked', 'locked', 'locked']);
  expect([await next(), await next(), await next(), await next()]).toEqual([1, 4, 6, 7].map((n) => encf(n)));
  // Nobody has the numbers that next skipped.
  expect(await unused()).toEqual([1, 4, 6, 7].map((n) => encf(n)));
});

describe('if DGII certainly did not void them', () => {
  test('numbers return to their earlier state: reserved, abandoned, or never handed out', async () => {
    await next();
    await next();
    const reservations = ledger.db.collection<ReservationRecord>('reservations');
    const id = `${companyId}:${environment}:31:0000000002`;
    await reservations.updateOne({ _id: id }, { $set: { state: 'abandoned' } });
    await lock(1, 2, 3);
    await store.releaseLocked(
      locker,
      [1, 2, 3].map((n) => encf(n)),
    );
    expect(await found(1)).toMatchObject({ reservation: 'reserved', annulled: false });
    expect(await found(2)).toMatchObject({ reservation: 'abandoned', annulled: false });
    expect(await found(3)).toMatchObject({ reservation: undefined, annulled: false });
    expect(await next()).toBe(encf(3));
    expect(await store.markUsed(refOf(1))).toBe('used');
  });

  test('a number that next skipped meanwhile is listed as unused, so it is not lost', async () => {
    await lock(1);
    expect(await next()).toBe(encf(2));
    await store.releaseLocked(locker, [encf(1)]);
    expect(await unused()).toEqual([encf(1), encf(2)]);
  });

  test('a voucher that ended for the annulment may be sent again', async () => {
    await store.admit(input(1));
    await wait(1);
    expect(await lock(1)).toEqual(['locked']);
    await store.releaseLocked(locker, [encf(1)]);
    expect((await store.admit(input(1))).document).toMatchObject({ attempt: 2, state: 'admitted' });
    expect(await store.markUsed(refOf(1, 2))).toBe('not-ours');
  });

  test('a voucher that was admitted under a lock is refused, and may be sent again', async () => {
    await next();
    await lock(1);
    await store.admit(input(1));
    const deps = { store, clock: () => now, log: createLog({ role: 'test', level: 'silent' }) };
    const { document } = await prepare(deps as unknown as ActivityDeps, refOf(1), 500);
    expect(document).toMatchObject({ state: 'refused', final: true });
    await store.releaseLocked(locker, [encf(1)]);
    expect((await store.admit(input(1))).document).toMatchObject({ attempt: 2, state: 'admitted' });
  });
});

test('once DGII has voided them, a repeated close or release changes nothing', async () => {
  await next();
  await store.admit(input(7));
  await wait(7);
  await lock(1, 3, 7);
  const all = [1, 3, 7].map((n) => encf(n));
  await store.closeLocked(locker, all);
  await store.closeLocked(locker, all);
  await store.releaseLocked(locker, all);
  for (const n of [1, 3, 7]) expect(await found(n)).toMatchObject({ annulled: true });
  expect((await found(7)).document).toMatchObject({ state: 'annulled', final: true });
  expect([await next(), await next()]).toEqual([encf(2), encf(4)]);
});

test('a voucher that DGII rejected keeps that verdict when DGII voids its number', async () => {
  await store.changeSettings(companyId, { annulRejected: 'allow' });
  await sent(1);
  await end(1, 'rejected', false);
  const { document } = await found(1);
  expect(await lock(1)).toEqual(['locked']);
  await store.closeLocked(locker, [encf(1)]);
  expect((await found(1)).document).toEqual(document);
});

async function wait(n: number): Promise<void> {
  await store.recordWaiting(refOf(n), 'CERTIFICATE_UNUSABLE', { now, nextTryAt: now, nextCheckAt: now });
}

const delivery = { n: 1, startedAt: now, leaseUntil: now, host: 'x', to: 'ecf.dgii.gov.do' };

async function end(n: number, state: DocumentState, secuenciaUtilizada: boolean | null): Promise<void> {
  const verdict = { trackId: null, codigoDgii: '', estado: '', mensajes: [], replyFile: null };
  await store.recordVerdict(refOf(n), { state, verdict: { ...verdict, secuenciaUtilizada } }, now);
}

/** What a company may have under a number. */
const uses: Readonly<
  Record<string, { make: (n: number) => Promise<unknown>; result: LockResult; allowed?: LockResult }>
> = {
  nothing: { make: () => Promise.resolve(), result: 'locked' },
  'a voucher in process, unsigned': { make: (n) => store.admit(input(n)), result: 'IN_PROCESS' },
  'a waiting voucher, unsigned': {
    make: async (n) => {
      await store.admit(input(n));
      await wait(n);
    },
    result: 'locked',
  },
  'a waiting voucher, signed': {
    make: async (n) => {
      await signed(n);
      await wait(n);
    },
    result: 'locked',
  },
  'a waiting voucher, its delivery certainly never left': {
    make: async (n) => {
      await sent(n);
      await store.updateDelivery(refOf(n), delivery, { outcome: 'not-sent' });
      await wait(n);
    },
    result: 'locked',
  },
  'a waiting voucher whose delivery has no answer': {
    make: async (n) => {
      await sent(n);
      await wait(n);
    },
    result: 'IN_PROCESS',
  },
  'a waiting voucher that DGII refused at the door': {
    make: async (n) => {
      await sent(n);
      await store.updateDelivery(refOf(n), delivery, { outcome: 'refused' });
      await wait(n);
    },
    result: 'IN_PROCESS',
  },
  'a voucher that we refused': {
    make: async (n) => {
      await store.admit(input(n));
      await end(n, 'refused', null);
    },
    result: 'locked',
  },
  'an accepted voucher': {
    make: async (n) => {
      await sent(n);
      await end(n, 'accepted', true);
    },
    result: 'ISSUED',
  },
  'a conditionally accepted voucher': {
    make: async (n) => {
      await sent(n);
      await end(n, 'conditionally-accepted', true);
    },
    result: 'ISSUED',
  },
  'a rejected voucher': {
    make: async (n) => {
      await sent(n);
      await end(n, 'rejected', true);
    },
    result: 'SPENT',
  },
  'a rejected voucher whose number DGII did not mention': {
    make: async (n) => {
      await sent(n);
      await end(n, 'rejected', null);
    },
    result: 'SPENT',
  },
  'a rejected voucher that left the number free': {
    make: async (n) => {
      await sent(n);
      await end(n, 'rejected', false);
    },
    result: 'REJECTED_AND_FREE',
    allowed: 'locked',
  },
  'a second attempt that we refused': {
    make: async (n) => {
      await sent(n);
      await end(n, 'rejected', false);
      await store.admit(input(n, { contentHash: 'b'.repeat(64) }));
      await store.recordVerdict(
        refOf(n, 2),
        {
          state: 'refused',
          verdict: {
            trackId: null,
            codigoDgii: '',
            estado: '',
            mensajes: [],
            replyFile: null,
            secuenciaUtilizada: null,
          },
        },
        now,
      );
    },
    result: 'REJECTED_AND_FREE',
    allowed: 'locked',
  },
  'a second attempt that waits, after an attempt that an annulment ended': {
    make: async (n) => {
      await store.admit(input(n));
      await wait(n);
      await lock(n);
      await store.releaseLocked(locker, [encf(n)]);
      await store.admit(input(n));
      await store.recordWaiting(refOf(n, 2), 'CERTIFICATE_UNUSABLE', {
        now,
        nextTryAt: now,
        nextCheckAt: now,
      });
    },
    result: 'locked',
  },
  'an annulled number': {
    make: (n) =>
      store.annulReservation({ companyId, environment, encf: encf(n), note: 'OFV', by: 'ana', now }),
    result: 'ALREADY_ANNULLED',
  },
  'an annulled voucher': {
    make: async (n) => {
      await store.admit(input(n));
      await end(n, 'annulled', null);
    },
    result: 'ALREADY_ANNULLED',
  },
};

async function signed(n: number): Promise<void> {
  await store.admit(input(n));
  await store.recordSigned(refOf(n), signedXml(), now);
}

async function sent(n: number): Promise<void> {
  await signed(n);
  await store.beginDelivery(refOf(n), delivery, now, {});
}

test.each(Object.entries(uses))('%s', async (_, { make, result, allowed = result }) => {
  await make(9);
  const before = await found(9);
  expect(await lock(9)).toEqual([result]);
  if (result !== 'locked' && result !== 'ALREADY_ANNULLED') expect(await found(9)).toEqual(before);
  await store.releaseLocked(locker, [encf(9)]);
  await store.changeSettings(companyId, { annulRejected: 'allow' });
  expect(await lock(9)).toEqual([allowed]);
});

test('a signed type 32 may be with the customer, and a number without an authorization is not annulled', async () => {
  const ref = attemptOf({ companyId, environment, encf: encf(1, 32) });
  await store.addAuthorization({
    companyId,
    environment,
    ecfType: 32,
    from: 1,
    to: 2,
    expiresOn: null,
    authorizationNumber: 'A',
    now,
  });
  await store.admit(admitInput({ companyId, encf: encf(1, 32), tipoeCF: 32, now }));
  await store.recordSigned(ref, signedXml(), now);
  await store.recordWaiting(ref, 'DGII_UNAVAILABLE', { now, nextTryAt: now, nextCheckAt: now });
  const results = await store.lockNumbers(locker, [
    encf(1, 32),
    encf(2, 32),
    encf(3, 32),
    encf(501),
    encf(1, 45),
  ]);
  expect([...results.values()].sort()).toEqual(
    ['MAY_BE_WITH_CUSTOMER', 'NOT_AUTHORIZED', 'NOT_AUTHORIZED', 'NOT_AUTHORIZED', 'locked'].sort(),
  );
});

test('a company that keeps its own numbers annuls any number that it did not send', async () => {
  companyId += 1;
  await addNumberedCompany(store, { companyId, now, origin: 'client' });
  await store.admit(input(2));
  locker = { ...locker, companyId };
  expect(await lock(1, 2)).toEqual(['locked', 'IN_PROCESS']);
});

test('if the company starts to assign its own numbers during an annulment that DGII refuses, the service hands out none of them again', async () => {
  await next();
  await next();
  await lock(1, 3);
  const change = { companyId, to: 'client' } as const;
  await store.beginOriginChange(companyId, { to: 'client', environment: 'pre-certification' });
  await ageOriginChange(ledger.database, companyId, originHoldMs);
  expect(
    await store.finishOriginChange({ ...change, environment: 'pre-certification', abandonReserved: true }),
  ).toEqual({
    outcome: 'changed',
    abandoned: 1,
  });
  await store.releaseLocked(locker, [encf(1), encf(3)]);
  const states = await Promise.all([1, 2, 3].map(found));
  expect(states.map(({ reservation }) => reservation)).toEqual(['abandoned', 'abandoned', undefined]);
});

test('two annulments of the same numbers: one of them locks a number, and only that one may release it', async () => {
  const other = { ...locker, id: randomUUID() };
  const encfs = Array.from({ length: 50 }, (_, index) => encf(index + 1));
  const [mine, theirs] = await Promise.all([
    store.lockNumbers(locker, encfs),
    ledger.stores[1]!.lockNumbers(other, encfs),
  ]);
  for (const one of encfs)
    expect([mine.get(one), theirs.get(one)].sort()).toEqual(['BEING_ANNULLED', 'locked']);
  await store.releaseLocked(other, encfs);
  expect(await lockedNow()).toEqual(encfs.filter((one) => mine.get(one) === 'locked'));
});

test('another annulment releases a number while this one locks: the number has a result all the same', async () => {
  const other = { ...locker, id: randomUUID() };
  await store.lockNumbers(other, [encf(2)]);
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const real = Collection.prototype.insertMany as (...args: unknown[]) => Promise<unknown>;
  jest.spyOn(Collection.prototype, 'insertMany').mockImplementationOnce(async function (
    this: Collection,
    ...args: unknown[]
  ) {
    try {
      return (await real.apply(this, args)) as never;
    } finally {
      await ledger.stores[1]!.releaseLocked(other, [encf(2)]);
    }
  });
  expect(await lock(1, 2, 3)).toEqual(['locked', 'BEING_ANNULLED', 'locked']);
  expect(await found(2)).toMatchObject({ annulled: false });
  expect(await lock(2)).toEqual(['locked']);
});

test('another worker releases the locks before this one has marked the numbers: they are reserved again', async () => {
  await next();
  beforeNextWrite('updateMany', 'reservations', () => ledger.stores[1]!.releaseLocked(locker, [encf(1)]));
  await lock(1);
  expect(await found(1)).toMatchObject({ reservation: 'reserved', annulled: false });
  expect(await unused()).toEqual([encf(1)]);
});

describe('a mark without a lock closes no number', () => {
  test('the voucher was admitted after the mark of a worker that died: the next worker removes mark and lock', async () => {
    await next();
    await lock(1);
    await store.admit(input(1));
    expect(await lock(1)).toEqual(['IN_PROCESS']);
    expect(await found(1)).toMatchObject({ reservation: 'reserved', annulled: false });
    expect(await lockedNow()).toEqual([]);
    expect(await store.markUsed(refOf(1))).toBe('used');
  });

  test('a worker died right after its late mark: the number may be sent', async () => {
    await next();
    // The worker that was first has released the locks. The late one dies when it reads which locks are left.
    beforeNextWrite('updateMany', 'reservations', async () => {
      await ledger.stores[1]!.releaseLocked(locker, [encf(1)]);
      jest.spyOn(Collection.prototype, 'find').mockImplementationOnce(() => {
        throw new Error('died');
      });
    });
    await expect(lock(1)).rejects.toThrow('died');
    jest.restoreAllMocks();
    expect(await found(1)).toMatchObject({ reservation: 'annulling', annulled: false });
    await store.admit(input(1));
    expect(await store.readDocumentAndMark(refOf(1))).toMatchObject({ mark: 'unmarked' });
    expect(await store.markUsed(refOf(1))).toBe('used');
    expect(await found(1)).toMatchObject({ reservation: 'used', annulled: false });
  });
});

test('a number that is being annulled is not recorded as annulled by a person, and another number is', async () => {
  await lock(1);
  const annul = (n: number) =>
    store.annulReservation({ companyId, environment, encf: encf(n), note: 'OFV', by: 'ana', now });
  expect(await annul(1)).toEqual({ outcome: 'refused', refusal: 'ENCF_BEING_ANNULLED', facts: {} });
  expect(await annul(2)).toEqual({ outcome: 'annulled' });
});

describe('at the same moment', () => {
  const rounds = Array.from({ length: 20 }, (_, index) => index + 1);

  test('as a send: each number gets a voucher or a lock, never both', async () => {
    const results = await Promise.all(
      rounds.map(async (n) => {
        const send = async () => {
          const { annulled } = await ledger.stores[1]!.findNumber(companyId, environment, encf(n));
          if (annulled) return 'refused';
          await ledger.stores[1]!.admit(input(n));
          return ledger.stores[1]!.markUsed(refOf(n));
        };
        const [sent, [locked]] = await Promise.all([send(), lock(n)]);
        return { sent, locked };
      }),
    );
    for (const { sent, locked } of results) {
      if (sent === 'not-ours') expect(locked).toBe('IN_PROCESS');
      if (locked === 'locked') expect(['refused', 'annulling']).toContain(sent);
    }
    const numbers = await Promise.all(rounds.map(found));
    for (const [index, { annulled }] of numbers.entries())
      expect(annulled).toBe(results[index]!.locked === 'locked');
  });

  test('as next: a number is handed out once, and one that was handed out first may be locked', async () => {
    const handedOut = await Promise.all([...rounds.map(() => next()), lock(...rounds)]);
    const numbers = handedOut.slice(0, -1) as string[];
    expect(new Set(numbers).size).toBe(rounds.length);
    const after = await next();
    expect(Number(after.slice(3))).toBeGreaterThan(Math.max(...numbers.map((one) => Number(one.slice(3)))));
    expect(await lockedNow()).not.toContain(after);
  });

  test('as a waiting voucher that continues: it is delivered or ended, never both', async () => {
    await Promise.all(
      rounds.map(async (n) => {
        await signed(n);
        await wait(n);
      }),
    );
    const [results, ...begun] = await Promise.all([
      lock(...rounds),
      ...rounds.map((n) => ledger.stores[1]!.beginDelivery(refOf(n), delivery, now, {})),
    ]);
    for (const [index, delivered] of begun.entries())
      expect(results[index]).toBe(delivered ? 'IN_PROCESS' : 'locked');
  });

  test('as the mark of a send: the lock remains', async () => {
    await next();
    beforeNextWrite('updateOne', 'reservations', () => lock(1));
    expect(await store.markUsed(refOf(1))).toBe('annulling');
  });

  test('as a delivery that starts again: the number is not locked', async () => {
    await uses['a waiting voucher, its delivery certainly never left']!.make(1);
    const deliver = () => ledger.stores[1]!.beginDeliveryAgain(refOf(1), delivery, now);
    beforeNextWrite('updateOne', 'documents', deliver);
    expect(await lock(1)).toEqual(['IN_PROCESS']);
  });

  test('as a send of a voucher that ended for the annulment: once DGII voided the number, it stays annulled', async () => {
    await store.admit(input(1));
    await wait(1);
    await lock(1);
    beforeNextWrite('updateOne', 'documents', () => ledger.stores[1]!.closeLocked(locker, [encf(1)]));
    const again = await store.admit(input(1));
    expect(again).toMatchObject({ outcome: 'existing', document: { state: 'annulled', attempt: 1 } });
  });

  test('as a verdict that gives the number back: the lock remains', async () => {
    await next();
    await store.changeSettings(companyId, { annulRejected: 'allow' });
    await store.admit(input(1));
    await store.markUsed(refOf(1));
    await end(1, 'rejected', false);
    await lock(1);
    await store.giveBack(refOf(1));
    expect(await found(1)).toMatchObject({ reservation: 'annulling' });
  });
});

/** The writes of a lock, a release and a close, in their order. */
const writes = ['insertMany', 'updateOne', 'updateMany', 'deleteMany'] as const;

test('a process dies at any write of a lock, a close or a release: the next process completes it', async () => {
  const numbers = [1, 2, 3, 4, 5];
  const prepare = async () => {
    companyId += 100;
    await addNumberedCompany(store, { companyId, now });
    await store.addAuthorization({
      companyId,
      environment,
      ecfType: 31,
      from: 1,
      to: 9,
      expiresOn: '31-12-2028',
      authorizationNumber: 'A-1',
      now,
    });
    await next();
    await store.admit(input(3));
    await wait(3);
    await store.admit(input(4));
    locker = { ...locker, id: randomUUID(), companyId };
  };
  const encfs = numbers.map((n) => encf(n));
  const works = {
    close: async () => store.closeLocked(locker, encfs),
    release: async () => store.releaseLocked(locker, encfs),
  };
  let deaths = 0;
  for (const [name, finish] of Object.entries(works)) {
    for (let write = 1; ; write += 1) {
      await prepare();
      const died = await dyingAt(write, async () => {
        await lock(...numbers);
        await finish();
      });
      expect(await lock(...numbers)).toHaveLength(numbers.length);
      await finish();
      const states = await Promise.all(numbers.map(found));
      expect(states.map(({ annulled }) => annulled)).toEqual(numbers.map((n) => name === 'close' && n !== 4));
      expect(states[0]!.reservation).toBe(name === 'close' ? 'annulled' : 'reserved');
      expect(states[3]!.document).toMatchObject({ state: 'admitted', final: false });
      const locks = ledger.db.collection<AnnulmentRecord>('annulments');
      expect(await locks.countDocuments({ companyId, lock: { $exists: true } })).toBe(0);
      if (!died) break;
      deaths += 1;
    }
  }
  expect(deaths).toBeGreaterThan(6);
}, 60_000);

/** @returns whether the process came to this write: it fails, and so does everything after it */
async function dyingAt(write: number, work: () => Promise<void>): Promise<boolean> {
  let count = 0;
  const spies = writes.map((name) => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
    const real = Collection.prototype[name] as (...args: unknown[]) => Promise<unknown>;
    return jest.spyOn(Collection.prototype, name).mockImplementation(function (
      this: Collection,
      ...args: unknown[]
    ) {
      count += 1;
      return (count >= write ? Promise.reject(new Error('died')) : real.apply(this, args)) as never;
    } as never);
  });
  try {
    await work();
    return false;
  } catch (error) {
    if ((error as Error).message !== 'died') throw error;
    return true;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
