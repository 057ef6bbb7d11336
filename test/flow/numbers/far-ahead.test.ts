/** Numbers that another process handed out, where a number's own key does not keep two processes apart. */
import { jest } from '@jest/globals';
import { Collection } from 'mongodb';
import type { Store } from '../../../src/ledger/ledger.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { addNumberedCompany } from '../../harness/numbers.js';

const environment = 'pre-certification';
const now = new Date('2026-11-20T15:00:00Z');
const encf = (n: number) => `E31${String(n).padStart(10, '0')}`;
let ledger: TestLedger;
let store: Store;
let rival: Store;
let companyId = 0;

beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  [store, rival] = ledger.stores as [Store, Store];
}, 60_000);
beforeEach(async () => {
  companyId += 1;
  await addNumberedCompany(store, { companyId, now });
});

const authorize = (from: number, to: number, expiresOn: string) => {
  const range = { ecfType: 31, from, to, expiresOn, authorizationNumber: `A-${from}` } as const;
  return store.addAuthorization({ companyId, environment, ...range, now });
};
const ask = (by: Store, ref?: string, at = now) =>
  by.nextNumber({ companyId, environment, ecfType: 31, clock: () => at, ...(ref !== undefined && { ref }) });
const encfOf = (number: object) => ('encf' in number ? number.encf : number);

test('a voided number is skipped, although another process is hundreds of numbers ahead', async () => {
  await authorize(1, 2_000, '31-12-2028');
  await ask(store);
  // More than one look at the taken numbers shows.
  for (let round = 0; round < 9; round += 1) await Promise.all(Array.from({ length: 60 }, () => ask(rival)));
  await store.annulReservation({ companyId, environment, encf: encf(542), note: 'x', by: 'ana', now });
  expect(encfOf(await ask(store))).toBe(encf(543));
}, 60_000);

test('at midnight one process reads the old range and another the new one: a reference has one number', async () => {
  const midnightMs = Date.parse('2026-12-01T00:00:00-04:00');
  await authorize(1, 100, '30-11-2026');
  await authorize(201, 300, '31-12-2028');
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const { insertMany } = Collection.prototype;
  let theirs: Promise<object> | undefined;
  const spy = jest.spyOn(Collection.prototype, 'insertMany');
  spy.mockImplementation(async function (this: Collection, ...args: Parameters<typeof insertMany>) {
    if (this.collectionName === 'reservations' && theirs === undefined) {
      theirs = ask(rival, 'FAC-1', new Date(midnightMs + 1_000));
      await theirs;
    }
    return insertMany.apply(this, args);
  });
  try {
    const ours = encfOf(await ask(store, 'FAC-1', new Date(midnightMs - 1_000)));
    expect(theirs).toBeDefined();
    expect(ours).toBe(encfOf(await theirs!));
  } finally {
    spy.mockRestore();
  }
  expect(await ledger.db.collection('reservations').countDocuments({ companyId, ref: 'FAC-1' })).toBe(1);
});
