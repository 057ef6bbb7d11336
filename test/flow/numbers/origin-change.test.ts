/** The service takes over a company's numbers: what the change of origin does with the ranges, and what happens at the same moment. */
import { jest } from '@jest/globals';
import { parseEncf } from '../../../src/ecf/model/encf.js';
import { originHoldMs } from '../../../src/ledger/companies/origin-change.js';
import type { Store } from '../../../src/ledger/ledger.js';
import { finishOriginChange, startOriginChange } from '../../../src/services/companies/change-origin.js';
import { setEnvironment } from '../../../src/services/companies/change-settings.js';
import type { OperatorDeps } from '../../../src/services/deps.js';
import { admitInput, openLedger, type TestLedger } from '../../harness/ledger.js';
import { addNumberedCompany, ageOriginChange } from '../../harness/numbers.js';
import { beforeNextWrite } from '../../harness/processes/another-process.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-20T15:00:00Z');
let ledger: TestLedger;
let store: Store;
let companyId = 0;

beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  ({ store } = ledger);
}, 60_000);
beforeEach(async () => {
  companyId += 1;
  await addNumberedCompany(store, { companyId, now, origin: 'client' });
});
afterEach(() => jest.restoreAllMocks());

const encf = (n: number) => `E31${String(n).padStart(10, '0')}`;
const ref = () => ({ companyId, environment, ecfType: 31 as const });
const authorize = (expiresOn = '31-12-2099', registeredAt = now) =>
  store.addAuthorization({
    ...ref(),
    from: 1,
    to: 500,
    expiresOn,
    authorizationNumber: 'A-1',
    now: registeredAt,
  });
/** A minute after the change began. */
const toService = async (...next: number[]) => {
  await store.beginOriginChange(companyId, { to: 'service', environment: 'pre-certification' });
  await ageOriginChange(ledger.database, companyId, originHoldMs);
  const company = (await store.findCompany(companyId))!;
  const deps = { store, clock: () => now } as OperatorDeps;
  return finishOriginChange(deps, company, { to: 'service', next: next.map((n) => parseEncf(encf(n))!) });
};

test('a range that changes at that moment ends the change: issuing continues, and the change can be repeated', async () => {
  await authorize();
  beforeNextWrite('updateOne', 'sequences', () =>
    ledger.stores[1]!.changeAuthorization({ ...ref(), id: encf(1) }, { authorizationNumber: 'A-2' }, now),
  );
  expect(await toService(10)).toMatchObject({ outcome: 'refused', refusal: 'RANGES_CHANGED_MEANWHILE' });
  const company = (await store.findCompany(companyId))!;
  expect([company.origin, company.originChange]).toEqual(['client', undefined]);
  expect(await toService(10)).toMatchObject({ outcome: 'changed' });
  const [range] = await store.listAuthorizations(companyId, environment, 31);
  expect(range).toMatchObject({ first: 10, authorizationNumber: 'A-2' });
});

test('if another person finishes the change at that moment, the refusal does not say that the origin stays as it was', async () => {
  await authorize();
  beforeNextWrite('updateOne', 'sequences', () =>
    ledger.stores[1]!.finishOriginChange({
      companyId,
      environment: 'pre-certification',
      to: 'service',
      next: new Map([[encf(1), 10]]),
    }),
  );
  expect(await toService(10)).toMatchObject({ outcome: 'refused', refusal: 'ORIGIN_CHANGED_MEANWHILE' });
  expect(await store.findCompany(companyId)).toMatchObject({ origin: 'service' });
});

describe('a range that was registered with an expiry that has passed', () => {
  beforeEach(async () => {
    await authorize('31-12-2025', new Date('2025-01-10T15:00:00Z'));
    // The client's own system has used number 3 as well, and will send it later.
    for (const n of [1, 2, 4, 5]) await store.admit(admitInput({ companyId, encf: encf(n), now }));
  });

  test('hands out no number at or below the last voucher of the ledger, after its expiry is corrected', async () => {
    expect(await toService()).toMatchObject({ outcome: 'changed' });
    await store.changeAuthorization({ ...ref(), id: encf(1) }, { expiresOn: '31-12-2099' }, now);
    const next = await store.nextNumber({ ...ref(), clock: () => now });
    expect(next).toMatchObject({ outcome: 'handed-out', encf: encf(6) });
  });

  test('takes no first number at or below that voucher', async () => {
    expect(await toService(3)).toMatchObject({
      refusal: 'NEXT_NEEDED',
      facts: { authorizations: [{ id: encf(1), lowest: 6 }] },
    });
    expect(await toService(8)).toMatchObject({ outcome: 'changed' });
    const [range] = await store.listAuthorizations(companyId, environment, 31);
    expect(range?.first).toBe(8);
  });
});

describe('a change to the client that abandons numbers', () => {
  const change = { to: 'client', abandonReserved: true } as const;
  const deps = () => ({ store, clock: () => now }) as OperatorDeps;
  const reserved = async () => {
    const page = { companyId, environment, reservedBefore: new Date(now.getTime() + 1), limit: 10 };
    return (await store.unused(page)).numbers.map((one) => one.encf);
  };
  const company = async () => (await store.findCompany(companyId))!;

  beforeEach(async () => {
    companyId += 1;
    await addNumberedCompany(store, { companyId, now, origin: 'service' });
    await authorize();
    for (const _ of [1, 2]) await store.nextNumber({ ...ref(), clock: () => now });
    await startOriginChange(deps(), await company(), change);
    await ageOriginChange(ledger.database, companyId, originHoldMs);
  });

  test('and is cancelled just before abandons none', async () => {
    beforeNextWrite('updateOne', 'companies', () => ledger.stores[1]!.cancelOriginChange(companyId));
    const finished = await finishOriginChange(deps(), await company(), change);
    expect(finished).toMatchObject({ refusal: 'ORIGIN_CHANGED_MEANWHILE' });
    expect(await company()).toMatchObject({ origin: 'service' });
    expect(await reserved()).toEqual([encf(1), encf(2)]);
  });

  test('is no longer cancelled once it has started to abandon them', async () => {
    let said: unknown;
    beforeNextWrite('updateMany', 'reservations', async () => {
      said = await ledger.stores[1]!.cancelOriginChange(companyId);
    });
    expect(await finishOriginChange(deps(), await company(), change)).toEqual({
      outcome: 'changed',
      abandoned: 2,
    });
    expect(said).toMatchObject({ outcome: 'refused', refusal: 'ORIGIN_ABANDONING' });
    const { origin, originChange } = await company();
    expect([origin, originChange]).toEqual(['client', undefined]);
  });

  test('and stops in the middle can only finish, with or without the order to abandon', async () => {
    const stop = () => Promise.reject(new Error('the process ended'));
    beforeNextWrite('updateMany', 'reservations', stop);
    await expect(finishOriginChange(deps(), await company(), change)).rejects.toThrow('ended');
    expect(await store.cancelOriginChange(companyId)).toMatchObject({ refusal: 'ORIGIN_ABANDONING' });
    expect(await finishOriginChange(deps(), await company(), { to: 'client' })).toEqual({
      outcome: 'changed',
      abandoned: 2,
    });
    expect(await store.cancelOriginChange(companyId)).toMatchObject({ refusal: 'ORIGIN_NOT_CHANGING' });
  });
});

describe('while the origin changes, the company stays in its environment', () => {
  const change = { to: 'service', next: [parseEncf(encf(2))!] } as const;
  const deps = () => ({ store, clock: () => now, allowProduction: true }) as OperatorDeps;
  const company = async () => (await store.findCompany(companyId))!;
  const toCertification = async (of = store) =>
    setEnvironment({ ...deps(), store: of }, await company(), { to: 'certification' });
  /** Both environments have a range with the same id. */
  beforeEach(async () => {
    await authorize();
    await store.addAuthorization({
      ...ref(),
      environment: 'certification',
      from: 1,
      to: 500,
      expiresOn: '31-12-2099',
      authorizationNumber: 'A-1',
      now,
    });
  });

  test('from the start to the end', async () => {
    await startOriginChange(deps(), await company(), change);
    expect(await toCertification()).toMatchObject({ outcome: 'refused', refusal: 'ORIGIN_CHANGING' });
    await ageOriginChange(ledger.database, companyId, originHoldMs);
    expect(await finishOriginChange(deps(), await company(), change)).toMatchObject({ outcome: 'changed' });
    expect(await toCertification()).toMatchObject({ outcome: 'changed' });
  });

  test('also when the change starts just before the environment is written', async () => {
    const before = await company();
    beforeNextWrite('updateOne', 'companies', () =>
      startOriginChange({ ...deps(), store: ledger.stores[1]! }, before, change),
    );
    expect(await toCertification()).toMatchObject({ refusal: 'ENVIRONMENT_CHANGED_MEANWHILE' });
    expect(await company()).toMatchObject({ environment, originChange: { to: 'service' } });
  });

  test('and a change whose numbers were given for another environment neither starts nor finishes', async () => {
    const seen = await company();
    await toCertification();
    expect(await startOriginChange(deps(), seen, change)).toMatchObject({
      refusal: 'ENVIRONMENT_CHANGED_MEANWHILE',
    });
    await startOriginChange(deps(), await company(), change);
    await ageOriginChange(ledger.database, companyId, originHoldMs);
    expect(await finishOriginChange(deps(), seen, change)).toMatchObject({
      refusal: 'ORIGIN_CHANGED_MEANWHILE',
    });
    const [range] = await store.listAuthorizations(companyId, 'certification', 31);
    expect(range).toMatchObject({ first: 1 });
    expect(await company()).toMatchObject({ origin: 'client', originChange: { to: 'service' } });
  });
});
