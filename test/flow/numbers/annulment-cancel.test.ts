/**
 * An annulment is cancelled or sent, never both: the database decides between the worker and the person. What a person confirms about
 * uncertain numbers holds only if no delivery came after the person looked at DGII's virtual office.
 */
import { randomUUID } from 'node:crypto';
import { lock } from '../../../src/activities/numbers/lock-numbers.js';
import { send } from '../../../src/activities/numbers/send-annulment.js';
import { settle } from '../../../src/activities/numbers/settle-annulment.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { RangeAnnulmentRecord } from '../../../src/ledger/numbers/range-annulment-record.js';
import { cancelAnnulment } from '../../../src/services/numbers/cancel-annulment.js';
import { confirmAnnulment, endedDeliveries } from '../../../src/services/numbers/confirm-annulment.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { addNumberedCompany } from '../../harness/numbers.js';

const environment = 'pre-certification' as const;
const now = new Date('2026-11-20T15:00:00Z');
const companyId = 1;
let ledger: TestLedger;
let store: Store;
let serial = 0;

beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  ({ store } = ledger);
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
}, 60_000);

const found = async (id: string): Promise<RangeAnnulmentRecord> => (await store.findRangeAnnulment(id))!;

async function requested() {
  serial += 1;
  const encf = `E31${String(serial).padStart(10, '0')}`;
  const record = await store.putRangeAnnulment({
    _id: randomUUID(),
    companyId,
    environment,
    rnc: '131880681',
    by: 'ana',
    note: 'x',
    requestedAt: now,
    count: 1,
    ranges: [{ desde: encf, hasta: encf }],
    firstCheckMs: 0,
  });
  return { id: record._id, encf, record };
}

/** Locked and signed. */
async function signed() {
  const { id, encf, record } = await requested();
  await lock(worker(), { record, pauseMs: 0 });
  const { ref: file, sha256 } = await store.keepContent({
    companyId,
    kind: 'annulment',
    content: Buffer.from('<ANECF/>'),
    now,
    roomBytes: 1_000,
  });
  const change = { state: 'signed', signed: { file, sha256, signedAt: now } } as const;
  expect(await store.changeRangeAnnulment(await found(id), change, { now })).toBeDefined();
  return { id, encf };
}

const isLocked = async (encf: string) => (await store.findNumber(companyId, environment, encf)).annulled;

/** @param asked called for each file that DGII gets */
function worker(asked: () => void = () => undefined, of = store) {
  return {
    store: of,
    clock: () => now,
    log: { warn: () => undefined, info: () => undefined },
    settings: { deliveryTimeoutMs: 20_000, leaseMarginMs: 5_000, checkMarginMs: 0, allowProduction: false },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    dgii: {
      annul: () => {
        asked();
        const said = { codigo: '15', rnc: null, mensajes: [], excepted: [] };
        return Promise.resolve({ kind: 'annulled', unread: false, reply: null, ...said });
      },
    },
  } as unknown as Parameters<typeof send>[0];
}

const sentAnyway = () => {
  throw new Error('DGII got a file that was cancelled');
};
const never = new AbortController().signal;
const cancel = (id: string, of = store) =>
  cancelAnnulment({ store: of, clock: () => now }, { id, companyId }, { by: 'ana', note: '' });

test('a worker and a person at the same moment: DGII gets the file, or the numbers are free again', async () => {
  const ends = { sent: 0, cancelled: 0 };
  for (let round = 0; round < 40; round += 1) {
    const { id, encf } = await signed();
    let asked = 0;
    const record = await found(id);
    const deps = worker(() => (asked += 1), ledger.stores[1]);
    const person = () => cancel(id);
    const sender = () => send(deps, { record, pauseMs: 0 }, never);
    // The worker starts first in half of the rounds, and the person in the other half.
    const [said] = await (round % 2 === 0
      ? Promise.all([person(), sender()])
      : Promise.all([sender(), person()]).then(([, one]) => [one]));
    const after = await found(id);
    await settle(worker(), { record: after, pauseMs: 0 });
    if (said.outcome === 'done') {
      expect({ asked, state: after.state, locked: await isLocked(encf) }).toEqual({
        asked: 0,
        state: 'refused',
        locked: false,
      });
      ends.cancelled += 1;
    } else {
      expect(said).toMatchObject({ refusal: 'ANNULMENT_SENT' });
      expect({ asked, state: after.state, locked: await isLocked(encf) }).toEqual({
        asked: 1,
        state: 'annulled',
        locked: true,
      });
      ends.sent += 1;
    }
  }
  expect(ends.sent + ends.cancelled).toBe(40);
});

test('the person cancels after the worker has read the record: nothing is sent', async () => {
  const { id, encf } = await signed();
  const record = await found(id);
  expect(await cancel(id)).toMatchObject({ outcome: 'done' });
  const step = await send(worker(sentAnyway), { record, pauseMs: 0 }, never);
  expect(step).toMatchObject({ waits: true });
  await settle(worker(), { record: await found(id), pauseMs: 0 });
  expect(await isLocked(encf)).toBe(false);
  expect(await found(id)).toMatchObject({ state: 'refused', final: true, cancelled: { by: 'ana' } });
});

test('the worker sends after the person has read the record: nothing is cancelled', async () => {
  const { id, encf } = await signed();
  const reading = {
    ...store,
    findRangeAnnulment: async (wanted: string) => {
      const record = await found(wanted);
      if (record.state === 'signed') await send(worker(), { record, pauseMs: 0 }, never);
      return record;
    },
  };
  expect(await cancel(id, reading)).toMatchObject({ refusal: 'ANNULMENT_SENT' });
  expect(await found(id)).toMatchObject({ state: 'annulled' });
  expect(await isLocked(encf)).toBe(true);
});

test('cancelled before a worker locks, or while it locks: no lock remains', async () => {
  const { id, encf, record } = await requested();
  expect(await cancel(id)).toMatchObject({ outcome: 'done' });
  await settle(worker(), { record: await found(id), pauseMs: 0 });
  // A worker that was suspended had read the request before.
  await lock(worker(), { record, pauseMs: 0 });
  expect(await isLocked(encf)).toBe(false);
  expect(await found(id)).toMatchObject({ state: 'refused', final: true });
});

test('a late worker locks a number that another worker had refused: no lock remains', async () => {
  const holder = await signed();
  const { id, encf } = holder;
  const late = await store.putRangeAnnulment({
    _id: randomUUID(),
    companyId,
    environment,
    rnc: '131880681',
    by: 'ana',
    note: 'x',
    requestedAt: now,
    count: 1,
    ranges: [{ desde: encf, hasta: encf }],
    firstCheckMs: 0,
  });
  await lock(worker(), { record: late, pauseMs: 0 });
  await settle(worker(), { record: await found(late._id), pauseMs: 0 });
  expect((await store.annulmentResults(await found(late._id)))[0]).toMatchObject({
    reason: 'BEING_ANNULLED',
  });
  expect(await cancel(id)).toMatchObject({ outcome: 'done' });
  await settle(worker(), { record: await found(id), pauseMs: 0 });
  // The worker that read the request first continues only now.
  await lock(worker(), { record: late, pauseMs: 0 });
  expect(await isLocked(encf)).toBe(false);
});

test('numbers that the service itself refused keep their own reason', async () => {
  const first = await signed();
  const second = await requested();
  const ranges = [{ desde: first.encf, hasta: second.encf }];
  const both = await store.putRangeAnnulment({
    _id: randomUUID(),
    companyId,
    environment,
    rnc: '131880681',
    by: 'ana',
    note: 'x',
    requestedAt: now,
    count: 2,
    ranges,
    firstCheckMs: 0,
  });
  await lock(worker(), { record: both, pauseMs: 0 });
  const cancelled = await cancel(both._id);
  if (cancelled.outcome !== 'done') throw new Error(cancelled.refusal);
  expect(await store.annulmentResults(cancelled.record)).toEqual([
    { desde: first.encf, hasta: first.encf, outcome: 'refused', reason: 'BEING_ANNULLED' },
    { desde: second.encf, hasta: second.encf, outcome: 'refused', reason: 'CANCELLED' },
  ]);
  await settle(worker(), { record: await found(both._id), pauseMs: 0 });
  expect([await isLocked(first.encf), await isLocked(second.encf)]).toEqual([true, false]);
});

describe('the answers of DGII are lost', () => {
  /** DGII gets each file. @param duringDelivery called while DGII has the file and has not answered */
  const silent = (duringDelivery: () => Promise<unknown> = () => Promise.resolve()) => ({
    ...worker(),
    dgii: {
      annul: async () => {
        await duringDelivery();
        return { kind: 'unknown', detail: 'timeout', mensajes: [], reply: null };
      },
    } as unknown as Parameters<typeof send>[0]['dgii'],
  });
  const again = async (id: string, deps = silent()) => {
    await store.changeRangeAnnulment(await found(id), { resend: true }, { now });
    await send(deps, { record: await found(id), pauseMs: 0 }, never);
  };
  /** The first answer was lost. `seen` is what the person then sees. */
  async function uncertain() {
    const { id, encf } = await signed();
    await send(silent(), { record: await found(id), pauseMs: 0 }, never);
    expect(await found(id)).toMatchObject({ state: 'uncertain', lost: 1 });
    return { id, encf, seen: endedDeliveries(await found(id)) };
  }
  const confirm = (id: string, finding: { annulled: boolean; deliveries: number }, of = store) =>
    confirmAnnulment(
      { store: of, clock: () => now },
      { id, companyId },
      { ...finding, by: 'ana', note: 'OFV' },
    );
  const settled = async (id: string) => settle(worker(), { record: await found(id), pauseMs: 0 });

  test('a person saw nothing voided, and no delivery came after that: the number is free again', async () => {
    const { id, encf, seen } = await uncertain();
    expect(await confirm(id, { annulled: false, deliveries: seen })).toMatchObject({ outcome: 'done' });
    await settled(id);
    expect(await isLocked(encf)).toBe(false);
  });

  test('a second delivery came after the person looked: the number stays locked', async () => {
    const { id, encf, seen } = await uncertain();
    await again(id);
    expect(await confirm(id, { annulled: false, deliveries: seen })).toMatchObject({
      refusal: 'CHANGED_MEANWHILE',
    });
    expect(await found(id)).toMatchObject({ state: 'uncertain', lost: 2 });
    expect(await isLocked(encf)).toBe(true);
    const seenNow = endedDeliveries(await found(id));
    expect(await confirm(id, { annulled: false, deliveries: seenNow })).toMatchObject({ outcome: 'done' });
  });

  test('a second delivery comes while the person confirms: the number stays locked', async () => {
    const { id, encf, seen } = await uncertain();
    const reading = {
      ...store,
      findRangeAnnulment: async (wanted: string) => {
        const record = await found(wanted);
        await again(wanted);
        return record;
      },
    };
    expect(await confirm(id, { annulled: false, deliveries: seen }, reading)).toMatchObject({
      refusal: 'CHANGED_MEANWHILE',
    });
    expect(await found(id)).toMatchObject({ state: 'uncertain', lost: 2 });
    expect(await isLocked(encf)).toBe(true);
  });

  test('what the person sees during a delivery says nothing about it: it has not ended', async () => {
    const { id, encf } = await uncertain();
    const said: object[] = [];
    let seen = 0;
    const looks = async () => {
      seen = endedDeliveries(await found(id));
      for (const annulled of [true, false]) said.push(await confirm(id, { annulled, deliveries: seen }));
    };
    await again(id, silent(looks));
    expect(said).toMatchObject([{ refusal: 'CHANGED_MEANWHILE' }, { refusal: 'CHANGED_MEANWHILE' }]);
    expect(await confirm(id, { annulled: false, deliveries: seen })).toMatchObject({
      refusal: 'CHANGED_MEANWHILE',
    });
    expect(await isLocked(encf)).toBe(true);
  });

  test('a person saw the number voided: that is true whatever was delivered after it', async () => {
    const { id, encf, seen } = await uncertain();
    await again(id);
    expect(await confirm(id, { annulled: true, deliveries: seen })).toMatchObject({ outcome: 'done' });
    await settled(id);
    expect(await found(id)).toMatchObject({ state: 'annulled', final: true });
    expect(await isLocked(encf)).toBe(true);
  });
});
