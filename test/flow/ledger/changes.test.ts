/** The list of changed vouchers: each write that changes what the API shows moves the voucher in it, and no other write does. */
import { statusData } from '../../../src/api/vouchers/document-answer.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { Delivery, DocumentRecord, Verdict } from '../../../src/ledger/vouchers/document-record.js';
import { changesSettleMs } from '../../../src/ledger/vouchers/lists/voucher-pages.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  signedXml,
  type TestLedger,
} from '../../harness/ledger.js';
import { until } from '../../harness/until.js';

/** The clock of the processes is far behind the ledger's. */
const now = new Date('2026-01-20T15:00:00Z');
const later = new Date('2026-01-20T15:01:00Z');
const times = { now, nextTryAt: now, nextCheckAt: now };
const by = { by: 'pedro@caja', note: 'Visto en la oficina virtual', now };
const trackId = 'd2b6e27c-3908-46f3-afaa-2207b9501b4b';
let ledger: TestLedger;
let store: Store;

beforeAll(async () => {
  ledger = await openLedger();
  ({ store } = ledger);
});

const delivery: Delivery = {
  n: 1,
  startedAt: now,
  leaseUntil: now,
  host: 'test',
  to: 'ecf.dgii.gov.do',
};
const verdict: Verdict = {
  codigoDgii: '1',
  estado: 'Aceptado',
  mensajes: [],
  secuenciaUtilizada: true,
  trackId,
  replyFile: null,
};

type Step = (ref: AttemptRef) => Promise<unknown>;
const sign: Step = (ref) => store.recordSigned(ref, signedXml(), now);
const begin: Step = (ref) => store.beginDelivery(ref, delivery, now, {});
const submit: Step = (ref) =>
  store.recordSubmitted(ref, [trackId], { delivery, patch: { outcome: 'received' } }, times);
const accept: Step = (ref) => store.recordVerdict(ref, { state: 'accepted', verdict, toBuyer: true }, later);
const wait: Step = (ref) => store.recordWaiting(ref, 'DGII_UNAVAILABLE', times);
const deliver =
  (state: 'waiting' | 'delivered', version?: number): Step =>
  (ref) =>
    store.changeBuyerDelivery(
      ref,
      version === undefined ? undefined : ({ version } as DocumentRecord['buyerDelivery'] & object),
      { state, since: now, attempts: 1, submissions: [] } as never,
      null,
    );

const approval = {
  environment: 'pre-certification',
  companyId: 1,
  rncComprador: '131880681',
  decision: 'aprobado',
  fecha: '20-01-2026 11:00:00',
  receivedAt: now,
  signer: { subject: 'x', fingerprint: 'f'.repeat(64), chain: 'trusted', period: 'valid' },
} as const;
const approve: Step = ({ encf, attempt }) =>
  store.keepApproval({ ...approval, encf } as never, Buffer.from('<ACECF/>'), attempt);

async function read(ref: AttemptRef) {
  const document = await readDocument(store, ref);
  const { updatedAt, ...shown } = statusData(document, {});
  return { changedAt: document.changedAt?.getTime() ?? 0, updatedAt, shown: JSON.stringify(shown) };
}

test.each<{ name: string; before: readonly Step[]; step: Step }>([
  { name: 'signature', before: [], step: sign },
  { name: 'wait', before: [sign], step: wait },
  {
    name: 'wait for something else',
    before: [sign, wait],
    step: (ref) => store.recordWaiting(ref, 'NOT_DELEGATED', times),
  },
  {
    name: 'end of a wait',
    before: [sign, wait],
    step: (ref) => store.recordWaiting(ref, null, times),
  },
  { name: 'submission', before: [sign, begin], step: submit },
  {
    name: 'another trackId',
    before: [sign, begin, submit],
    step: (ref) => store.addTrackIds(ref, ['e2b6e27c-3908-46f3-afaa-2207b9501b4b']),
  },
  { name: 'verdict', before: [sign, begin, submit], step: accept },
  {
    name: 'new signature',
    before: [sign],
    step: async (ref) => store.signAnew(await readDocument(store, ref), now),
  },
  {
    name: 'decision of a person',
    before: [sign, begin],
    step: (ref) => store.confirmDocument(ref, { found: 'accepted' }, by),
  },
  { name: 'annulment', before: [], step: (ref) => store.annulDocument(ref, by) },
  { name: 'delivery to the buyer', before: [sign, begin, submit, accept], step: deliver('delivered') },
  { name: "buyer's approval", before: [sign, begin, submit, accept], step: approve },
])('changes: $name moves the voucher, at the time of the ledger', async ({ before, step }) => {
  const input = admitInput({ now });
  await store.admit(input);
  const ref = attemptOf(input);
  for (const one of before) await one(ref);
  const was = await read(ref);
  const startedAt = await store.ping();
  await step(ref);
  const is = await read(ref);
  expect(is.shown).not.toBe(was.shown);
  expect(is.changedAt).toBeGreaterThanOrEqual(startedAt.getTime());
  expect(is.changedAt).toBeLessThanOrEqual((await store.ping()).getTime());
  expect(is.updatedAt).toBe(new Date(is.changedAt).toISOString());
});

test.each<{ name: string; before: readonly Step[]; step: Step }>([
  { name: 'another try while it waits for the same', before: [sign, wait], step: wait },
  {
    name: 'no wait where there was none',
    before: [sign],
    step: (ref) => store.recordWaiting(ref, null, times),
  },
  { name: 'a later check', before: [sign], step: (ref) => store.postponeCheck(ref, later) },
  { name: 'a verdict that came too late', before: [sign, begin, submit, accept], step: accept },
  { name: 'an applied verdict', before: [sign, accept], step: (ref) => store.recordVerdictApplied(ref) },
])('changes: $name leaves the voucher in its place', async ({ before, step }) => {
  const input = admitInput({ now });
  await store.admit(input);
  const ref = attemptOf(input);
  for (const one of before) await one(ref);
  const was = await read(ref);
  await step(ref);
  expect(await read(ref)).toEqual(was);
});

test('a list of changes has a new voucher, and ends before the changes that may not all be seen yet', async () => {
  const companyId = 3;
  const [past, atOnce] = [0, 1].map(() => admitInput({ companyId, now }));
  await store.admit(past!);
  await store.admit(atOnce!);
  // As a write dates a voucher now, seen by a reader whose ledger stands at that moment for a minute.
  const aheadMs = 60_000 + changesSettleMs;
  const settled = new Date((await store.ping()).getTime() + aheadMs);
  await ledger.db
    .collection('documents')
    .updateOne({ companyId, encf: atOnce!.encf }, { $set: { changedAt: settled } });
  const query = { companyId, environment: 'pre-certification', changedFrom: now, limit: 10 } as const;
  const page = await store.findVouchers(query);
  expect(page).toMatchObject({ rows: [{ encf: past!.encf, changedAt: now }], next: undefined });
});

test('a reader who continues from the last change sees a voucher that changes between its pages again', async () => {
  const companyId = 4;
  const inputs = Array.from({ length: 4 }, () => admitInput({ companyId, now }));
  for (const input of inputs) await store.admit(input);
  const query = { companyId, environment: 'pre-certification', changedFrom: now, limit: 2 } as const;
  const first = await store.findVouchers(query);
  if (first === 'too-slow') throw new Error(first);
  expect(first.rows.map(({ encf }) => encf)).toEqual(inputs.slice(0, 2).map(({ encf }) => encf));
  await sign(attemptOf(inputs[0]!));
  const rest = await until('the change is settled', async () => {
    const page = await store.findVouchers({ ...query, limit: 10, ...(first.next && { cursor: first.next }) });
    return page !== 'too-slow' && page.rows.length === 3 ? page.rows : undefined;
  });
  expect(rest.map(({ encf }) => encf)).toEqual([inputs[2], inputs[3], inputs[0]].map((one) => one!.encf));
});
