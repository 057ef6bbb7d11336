/** A process that was slow writes what it learned about an earlier state of a voucher or a number. What happened meanwhile stays. */
import type { Delivery } from '../../../src/ledger/vouchers/document-record.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  signedXml,
  type TestLedger,
} from '../../harness/ledger.js';
import { addNumberedCompany } from '../../harness/numbers.js';

const now = new Date('2026-11-20T15:00:00Z');
let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger();
});

const delivery = (n: number, startedAt = now): Delivery => ({
  n,
  startedAt,
  leaseUntil: new Date(startedAt.getTime() + 35_000),
  host: 'test:1',
  to: 'ecf.dgii.gov.do',
});
const verdict = { codigoDgii: '1', estado: 'Aceptado', mensajes: [], replyFile: null };
const accepted = {
  state: 'accepted',
  verdict: { ...verdict, trackId: null, secuenciaUtilizada: true },
} as const;
const rejected = {
  state: 'rejected',
  verdict: { ...verdict, trackId: 'T1', codigoDgii: '2', estado: 'Rechazado', secuenciaUtilizada: false },
} as const;

/** A voucher whose first delivery is under way. */
async function underWay() {
  const { store } = ledger;
  const one = admitInput();
  const ref = attemptOf(one);
  await store.admit(one);
  await store.recordSigned(ref, signedXml(), now);
  await store.beginDelivery(ref, delivery(1), now, {});
  return { one, ref };
}

test('a delivery that was not sent starts again: another process cannot sign anew', async () => {
  const { store } = ledger;
  const { one, ref } = await underWay();
  await store.updateDelivery(ref, delivery(1), { outcome: 'not-sent' });
  const outdated = await readDocument(store, one);
  const again = delivery(1, new Date(now.getTime() + 1_000));
  expect(await store.beginDeliveryAgain(ref, again, now)).toBe(true);
  expect(await store.signAnew(outdated, now)).toBe(false);
  expect(await readDocument(store, one)).toMatchObject({ attempt: 1, state: 'submitting' });
});

test('the trackId of a delivery comes after the verdict: the voucher stays final', async () => {
  const { store } = ledger;
  const { one, ref } = await underWay();
  await store.recordVerdict(ref, accepted, now);
  const end = { delivery: delivery(1), patch: { outcome: 'received', trackId: 'T' } } as const;
  await store.recordSubmitted(ref, ['T'], end, { now, nextCheckAt: now });
  expect(await readDocument(store, one)).toMatchObject({ state: 'accepted', final: true });
});

test('a verdict on attempt 1 comes during attempt 2: attempt 2 stays open', async () => {
  const { store } = ledger;
  const one = admitInput();
  await store.admit(one);
  await store.recordVerdict(attemptOf(one), rejected, now);
  await store.recordVerdictApplied(attemptOf(one));
  await store.admit({ ...one, contentHash: 'b'.repeat(64), requestId: 'second' });
  expect(await store.recordVerdict(attemptOf(one), rejected, now)).toBeUndefined();
  expect(await readDocument(store, one)).toMatchObject({ attempt: 2, state: 'admitted', final: false });
});

test('the verdict on attempt 1 gives the number back after attempt 2 took it: the number stays used', async () => {
  const { store } = ledger;
  const companyId = 2;
  const environment = 'pre-certification';
  await addNumberedCompany(store, { companyId, now });
  const range = {
    ecfType: 31,
    from: 1,
    to: 100,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
  } as const;
  await store.addAuthorization({ companyId, environment, ...range, now });
  await store.nextNumber({ companyId, environment, ecfType: 31, clock: () => now });
  const ref = { companyId, environment, encf: 'E310000000001' } as const;
  await store.admit(admitInput({ ...ref, now }));
  await store.markUsed(attemptOf(ref, 1));
  await store.markUsed(attemptOf(ref, 2));
  await store.giveBack(attemptOf(ref, 1));
  expect(await store.findNumber(companyId, environment, ref.encf)).toMatchObject({ reservation: 'used' });
});
