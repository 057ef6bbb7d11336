/** "What happened to E31…": each change of a voucher's state is one line in the log, in order, and says nothing about its buyer. */
import { readConfig } from '../../../src/boot/config.js';
import { openRoleLedger } from '../../../src/boot/start-checks.js';
import { withVoucherLog, voucherLine } from '../../../src/ledger/vouchers/voucher-log.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { Delivery } from '../../../src/ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import { admitInput, attemptOf, openLedger, readDocument, signedXml } from '../../harness/ledger.js';
import { addNumberedCompany } from '../../harness/numbers.js';
import { recordingLog, type LogLine } from '../../harness/recording-log.js';

const now = new Date('2026-11-20T15:00:00Z');
const times = { now, nextTryAt: now, nextCheckAt: now };
const by = { by: 'pedro@caja', note: 'Visto en la oficina virtual', now };
const lines: LogLine[] = [];
let store: Store;
let other: Store;
let place: Record<string, string>;

beforeAll(async () => {
  const { stores, uri, database } = await openLedger({ processes: 2 });
  place = { MONGODB_URI: uri, MONGODB_DATABASE: database };
  const log = recordingLog(lines);
  await addNumberedCompany(stores[0], { companyId: 1, now });
  await stores[0].addAuthorization({
    companyId: 1,
    environment: 'pre-certification',
    ecfType: 31,
    from: 1,
    to: 500,
    expiresOn: '31-12-2028',
    authorizationNumber: 'A-1',
    now,
  });
  [store, other] = [withVoucherLog(stores[0], log), withVoucherLog(stores[1]!, log)];
});

const delivery = (n = 1): Delivery => ({
  n,
  startedAt: new Date(now.getTime() - 60_000),
  leaseUntil: new Date(now.getTime() - 1),
  host: 'x',
  to: 'ecf.dgii.gov.do',
});
const verdict = {
  trackId: 'T1',
  codigoDgii: '2',
  estado: 'Rechazado',
  mensajes: [{ codigo: '1406', valor: 'RazonSocialComprador de FERRETERÍA PÉREZ no es válido.' }],
  secuenciaUtilizada: false,
  replyFile: null,
};

async function admitted(): Promise<AttemptRef> {
  const input = admitInput({ now });
  await store.admit(input);
  return attemptOf(input);
}

/** As an operator searches: the lines about one e-NCF. */
function linesAbout({ encf }: Pick<AttemptRef, 'encf'>): Record<string, unknown>[] {
  return lines
    .filter(({ level, line }) => level === 'info' && line['message'] === voucherLine && line['encf'] === encf)
    .map(
      ({
        line: { message: _message, companyId: _company, environment: _environment, encf: _encf, ...rest },
      }) => rest,
    );
}

test('a voucher that is rejected and sent again: every step, with its attempt, in order', async () => {
  const input = admitInput({ now });
  const ref = attemptOf(input);
  await store.admit(input);
  await store.recordWaiting(ref, 'CERTIFICATE_UNUSABLE', times);
  await store.recordWaiting(ref, 'CERTIFICATE_UNUSABLE', times);
  await store.recordWaiting(ref, null, times);
  await store.recordSigned(ref, signedXml(), now);
  await store.beginDelivery(ref, delivery(), now, {});
  await store.updateDelivery(ref, delivery(), { outcome: 'not-sent' });
  await store.beginDeliveryAgain(ref, { ...delivery(), startedAt: now }, now);
  const ends = { delivery: { n: 1, startedAt: now }, patch: { outcome: 'received', trackId: 'T1' } } as const;
  await store.recordSubmitted(ref, ['T1'], ends, times);
  await store.recordVerdict(ref, { state: 'rejected', verdict }, now);
  await store.recordVerdict(ref, { state: 'accepted', verdict }, now);
  await store.admit({ ...input, requestId: 'otra', contentHash: 'b'.repeat(64) });

  const correlationId = 'prueba';
  expect(linesAbout(ref)).toEqual([
    { attempt: 1, from: null, to: 'admitted', correlationId },
    { attempt: 1, state: 'admitted', waited: null, waits: 'CERTIFICATE_UNUSABLE', correlationId },
    { attempt: 1, state: 'admitted', waited: 'CERTIFICATE_UNUSABLE', waits: null, correlationId },
    { attempt: 1, from: 'admitted', to: 'signed', correlationId },
    { attempt: 1, to: 'submitting', delivery: 1, dgii: 'ecf.dgii.gov.do' },
    { attempt: 1, delivery: 1, outcome: 'not-sent' },
    { attempt: 1, to: 'submitting', delivery: 1, dgii: 'ecf.dgii.gov.do' },
    { attempt: 1, to: 'submitted', trackIds: ['T1'], correlationId },
    {
      attempt: 1,
      to: 'rejected',
      trackId: 'T1',
      codigoDgii: '2',
      codes: ['1406'],
      secuenciaUtilizada: false,
      correlationId,
    },
    { attempt: 2, from: null, to: 'admitted', correlationId },
  ]);
});

test('of two processes that make the same change, the one that made it logs it', async () => {
  const ref = await admitted();
  await Promise.all([store, other].map((one) => one.recordSigned(ref, signedXml(), now)));
  await Promise.all([store, other].map((one) => one.beginDelivery(ref, delivery(), now, {})));
  await Promise.all([store, other].map((one) => one.recordVerdict(ref, { state: 'accepted', verdict }, now)));
  expect(linesAbout(ref).map(({ to }) => to)).toEqual(['admitted', 'signed', 'submitting', 'accepted']);
});

const decisions = [
  { action: 'force', decide: (ref: AttemptRef) => store.forceDocument(ref, by), to: 'submitting' },
  {
    action: 'confirm-accepted',
    decide: (ref: AttemptRef) => store.confirmDocument(ref, { found: 'accepted' }, by),
    to: 'accepted',
  },
  {
    action: 'confirm-not-received',
    decide: (ref: AttemptRef) => store.confirmDocument(ref, { found: 'not-received', deliveries: 1 }, by),
    to: 'submitting',
  },
];

test.each(decisions)('an operator’s decision is a line too: $action', async ({ action, decide, to }) => {
  const ref = await admitted();
  await store.recordSigned(ref, signedXml(), now);
  await store.beginDelivery(ref, delivery(), now, {});
  expect(await decide(ref)).toMatchObject({ outcome: 'done' });
  expect(linesAbout(ref).at(-1)).toMatchObject({ action, to, attempt: 1, correlationId: 'prueba' });
});

test('an annulment, by one number and by range', async () => {
  const one = await admitted();
  await store.annulDocument(one, by);
  expect(await store.annulDocument(one, by)).toMatchObject({ outcome: 'refused' });
  expect(linesAbout(one).slice(1)).toMatchObject([
    { action: 'annul', to: 'annulled', codes: ['ENCF_ANNULLED'] },
  ]);

  const waiting = await admitted();
  await store.recordWaiting(waiting, 'CERTIFICATE_UNUSABLE', times);
  const { companyId, environment, encf } = waiting;
  const locker = { id: 'anulacion', companyId, environment, note: 'Fuera de uso', now };
  expect(await store.lockNumbers(locker, [encf])).toEqual(new Map([[encf, 'locked']]));
  await store.closeLocked(locker, [encf]);
  await store.closeLocked(locker, [encf]);
  expect(linesAbout(waiting).slice(2)).toMatchObject([
    { action: 'annul-range', to: 'refused' },
    { action: 'annul-range', to: 'annulled' },
  ]);
});

test('a voucher that is signed anew is a new attempt', async () => {
  const ref = await admitted();
  await store.recordSigned(ref, signedXml(), now);
  expect(await store.signAnew(await readDocument(store, ref), now)).toBe(true);
  expect(linesAbout(ref).at(-1)).toEqual({
    attempt: 2,
    from: 'signed',
    to: 'admitted',
    correlationId: 'prueba',
  });
});

test('the ledger of a role, api or worker, logs the changes', async () => {
  const role = await openRoleLedger(readConfig(place), recordingLog(lines));
  const input = admitInput({ now });
  await role.admit(input);
  await role.close();
  expect(linesAbout(input)).toEqual([{ attempt: 1, from: null, to: 'admitted', correlationId: 'prueba' }]);
});

test('no line shows an amount, a buyer, a note or DGII’s text', () => {
  const all = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(20);
  for (const secret of ['1180', '131880681', '999999992', 'PÉREZ', 'Visto', 'pedro', 'Fuera']) {
    expect(all).not.toContain(secret);
  }
});
