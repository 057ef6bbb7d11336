/**
 * A process whose clock was hours ahead died while it was sending, so its leases end hours from now. On a real ledger: nothing is sent
 * before the longest lease is over, then workers continue, and people's commands work.
 */
import { asyncLocalStorage, type Context } from '@temporalio/activity';
import { send } from '../../../src/activities/numbers/send-annulment.js';
import { createReceiverSlots } from '../../../src/activities/buyers/receiver-slots.js';
import { createBuyerActivities } from '../../../src/activities/buyers/buyer-activities.js';
import type { ActivityDeps } from '../../../src/activities/deps.js';
import { submit } from '../../../src/activities/vouchers/submit.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import { leaseMaxMs } from '../../../src/ledger/leases.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { Delivery } from '../../../src/ledger/vouchers/document-record.js';
import { createLog } from '../../../src/shared/log.js';
import { admitInput, attemptOf, openLedger, readDocument, signedXml } from '../../harness/ledger.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';
import { stepSettings } from './step-settings.js';

const aheadMs = 4 * 3_600_000;
const leaseMs = 25_000;
const secondMs = 1_000;
const never = new AbortController().signal;
const reply = { httpStatus: 200, contentType: 'application/json', raw: '{}', rawCut: false };
const order = { by: 'pedro@caja', note: 'Visto en la oficina virtual' };
/** Starts at the real time, because the ledger compares it with its own clock. */
let nowMs: number;
let store: Store;

beforeAll(async () => {
  ({ store } = await openLedger());
});
beforeEach(() => {
  nowMs = Date.now();
});

const now = () => new Date(nowMs);
const later = (ms: number) => new Date(nowMs + ms);
/** A delivery that a process started just now, by a clock that was ahead. */
const startedAhead = (byMs = aheadMs) => ({
  n: 1,
  startedAt: later(byMs),
  leaseUntil: later(byMs + leaseMs),
  host: 'x',
  to: 'ecf.dgii.gov.do',
});

/** A worker with the right clock. DGII does not know the voucher, and takes it. */
function worker() {
  const sent = { dgii: 0, buyer: 0 };
  const deps = {
    store: { ...store, findCompany: () => Promise.resolve({ companyId: 1 }) },
    dgii: {
      trackIds: () => Promise.resolve({ kind: 'not-found', reply }),
      submitEcf: () => {
        sent.dgii += 1;
        return Promise.resolve({ kind: 'received', trackId: 'T1', mensajes: [], reply });
      },
    },
    directory: {
      find: () => Promise.resolve({ kind: 'found', entry: { urlRecepcion: 'https://receptor.example' } }),
    },
    buyers: {
      deliverVoucher: () => {
        sent.buyer += 1;
        return Promise.resolve({ kind: 'unknown', detail: 'broken' });
      },
    },
    receiverSlots: createReceiverSlots(),
    certificates: { current: () => Promise.resolve({ fingerprint: 'cert-a' }) },
    outages: { observe: () => undefined },
    dgiiSpeed: { observe: () => undefined },
    clock: now,
    log: createLog({ role: 'test', level: 'silent' }),
    settings: { ...stepSettings, buyerTimeoutMs: 20_000, buyerGiveUpMs: 86_400_000 },
  } as unknown as ActivityDeps;
  return { deps, sent };
}

async function signedVoucher(): Promise<AttemptRef> {
  const input = admitInput({ now: now() });
  const ref = attemptOf(input);
  await store.admit(input);
  const kept = { companyId: 1, kind: 'signed-xml', content: '<ECF/>', now: now(), roomBytes: 100 } as const;
  const { ref: file } = await store.keepContent(kept);
  await store.recordSigned(ref, signedXml({ file, signedAt: now(), certificate: 'cert-a' }), now());
  return ref;
}

async function sentAhead(delivery: Delivery = startedAhead()): Promise<AttemptRef> {
  const ref = await signedVoucher();
  await store.beginDelivery(ref, delivery, delivery.leaseUntil, {});
  return ref;
}

const lastOf = async (ref: AttemptRef) => (await readDocument(store, ref)).submissions.at(-1)!;

describe('a voucher', () => {
  test('goes out again after the longest lease, when DGII has said twice that it does not know it', async () => {
    const ref = await sentAhead();
    const { deps, sent } = worker();
    const step = async () => {
      await submit(deps, ref, { pauseMs: 500 }, never);
      return { sent: sent.dgii, notFoundAt: (await lastOf(ref)).notFoundAt };
    };
    expect(await step()).toEqual({ sent: 0, notFoundAt: undefined });
    nowMs += leaseMaxMs - secondMs;
    expect(await step()).toEqual({ sent: 0, notFoundAt: undefined });
    nowMs += 60 * secondMs;
    expect(await step()).toEqual({ sent: 0, notFoundAt: now() });
    nowMs += 5 * secondMs;
    expect(await step()).toMatchObject({ sent: 1 });
    expect((await readDocument(store, ref)).state).toBe('submitted');
  });

  test.each([
    { name: 'force', command: (ref: AttemptRef) => store.forceDocument(ref, { ...order, now: now() }) },
    {
      name: 'confirm',
      command: (ref: AttemptRef) =>
        store.confirmDocument(ref, { found: 'accepted' }, { ...order, now: now() }),
    },
  ])('can be decided by a person after the longest lease: $name', async ({ command }) => {
    const ref = await sentAhead();
    expect(await command(ref)).toMatchObject({ refusal: 'IN_FLIGHT' });
    nowMs += leaseMaxMs - secondMs;
    expect(await command(ref)).toMatchObject({ refusal: 'IN_FLIGHT' });
    nowMs += 60 * secondMs;
    expect(await command(ref)).toMatchObject({ outcome: 'done' });
  });

  test('keeps the outcome that the first process records after all', async () => {
    const delivery = startedAhead();
    const ref = await sentAhead(delivery);
    await submit(worker().deps, ref, { pauseMs: 500 }, never);
    expect((await lastOf(ref)).leaseUntil).not.toEqual(delivery.leaseUntil);
    expect(await store.updateDelivery(ref, delivery, { outcome: 'refused' })).toBe(true);
  });

  test('keeps a lease that only looks too long to a process whose clock is behind', async () => {
    const delivery = startedAhead(0);
    const ref = await sentAhead(delivery);
    nowMs -= aheadMs;
    await submit(worker().deps, ref, { pauseMs: 500 }, never);
    expect((await lastOf(ref)).leaseUntil).toEqual(delivery.leaseUntil);
  });

  test('waits anew for the second “not found” if a clock that was ahead noted the first one', async () => {
    const ref = await sentAhead({ ...startedAhead(-leaseMs - secondMs), notFoundAt: later(aheadMs) });
    const { deps, sent } = worker();
    await submit(deps, ref, { pauseMs: 500 }, never);
    expect({ sent: sent.dgii, notFoundAt: (await lastOf(ref)).notFoundAt }).toEqual({
      sent: 0,
      notFoundAt: now(),
    });
    nowMs += 5 * secondMs;
    await submit(deps, ref, { pauseMs: 500 }, never);
    expect(sent.dgii).toBe(1);
  });
});

test("a buyer's delivery goes out again after the longest lease, and the first process can still record its outcome", async () => {
  const ref = await signedVoucher();
  const verdict = { trackId: 'T1', codigoDgii: '1', estado: 'Aceptado', mensajes: [], replyFile: null };
  const accepted = { state: 'accepted', verdict: { ...verdict, secuenciaUtilizada: true } } as const;
  await store.recordVerdict(ref, { ...accepted, toBuyer: true }, now());
  const last = { ...startedAhead(), to: 'receptor.example' };
  const delivery = { state: 'waiting', since: now(), attempts: 1, last } as const;
  const ahead = await store.changeBuyerDelivery(ref, undefined, delivery, last.leaseUntil);
  const { deps, sent } = worker();
  const activity = { info: {}, cancellationSignal: never } as unknown as Context;
  const step = () =>
    asyncLocalStorage.run(activity, () =>
      createBuyerActivities(deps).deliverVoucher(ref, { pauseMs: 60_000 }),
    );

  // Its workflow tries again at the end of the mended lease, not hours from now.
  expect(await step()).toMatchObject({ state: 'waiting', pauseMs: leaseMaxMs });
  nowMs += leaseMaxMs - secondMs;
  await step();
  expect(sent.buyer).toBe(0);
  const outcome = { ...last, outcome: 'unknown' } as const;
  const recorded = { ...delivery, last: outcome };
  expect(await store.changeBuyerDelivery(ref, ahead!.buyerDelivery, recorded, now())).toBeDefined();
  const { buyerDelivery } = await readDocument(store, ref);
  await store.changeBuyerDelivery(ref, buyerDelivery, delivery, last.leaseUntil);
  await step();
  nowMs += leaseMaxMs + 60 * secondMs;
  await step();
  expect(sent.buyer).toBe(1);
});

describe('what only a round starts is due at once, although the clock that recorded it was ahead', () => {
  test('the delivery of an accepted voucher to its buyer', async () => {
    const ref = await signedVoucher();
    const verdict = { trackId: 'T1', codigoDgii: '1', estado: 'Aceptado', mensajes: [], replyFile: null };
    const accepted = { state: 'accepted', verdict: { ...verdict, secuenciaUtilizada: true } } as const;
    await store.recordVerdict(ref, { ...accepted, toBuyer: true }, later(aheadMs));
    const claimed = await store.claimBuyerDeliveries(later(60 * secondMs), later(90 * secondMs), 100);
    expect(claimed).toContainEqual(expect.objectContaining(ref));
  });

  test('the approval of a received voucher', async () => {
    const voucher = sampleReceived({ companyId: 1, environment: 'pre-certification', encf: 'E310000000001' });
    const { reception } = await store.claimReception(voucher, Buffer.from('<ECF/>'), now());
    await store.decideReception(reception, { estado: 'aprobado', by: 'ana', at: later(aheadMs) });
    const claimed = await store.claimApprovals(later(60 * secondMs), later(90 * secondMs), 100);
    expect(claimed).toContainEqual(expect.objectContaining({ _id: reception._id }));
  });
});

test('the numbers of an annulment wait for a person after the longest lease, and the first process can still record its outcome', async () => {
  const requested = await store.putRangeAnnulment({
    _id: 'a',
    companyId: 1,
    environment: 'pre-certification',
    rnc: '131880681',
    by: 'pedro@caja',
    note: '',
    requestedAt: now(),
    count: 1,
    ranges: [{ desde: 'E310000000901', hasta: 'E310000000901' }],
    firstCheckMs: 30_000,
  });
  const results = [{ desde: 'E310000000901', hasta: 'E310000000901', outcome: 'locked' }] as const;
  const sending = { state: 'sending', results, deliveryCount: 1, deliveries: [startedAhead()] } as const;
  const started = (await store.changeRangeAnnulment(requested, sending, { now: now() }))!;
  const { deps } = worker();
  const step = async () => {
    const record = (await store.findRangeAnnulment('a'))!;
    await send(deps, { record, pauseMs: 500 }, never);
    return (await store.findRangeAnnulment('a'))!;
  };

  expect(await step()).toMatchObject({ state: 'sending', version: started.version });
  nowMs += leaseMaxMs - secondMs;
  expect(await step()).toMatchObject({ state: 'sending', version: started.version });
  nowMs += 60 * secondMs;
  expect(await step()).toMatchObject({ state: 'uncertain', lost: 1 });
});
