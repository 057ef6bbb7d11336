/** The ledger's promises, on a real MongoDB: one document for one e-NCF, changes only by compare-and-set. */
import { randomUUID } from 'node:crypto';
import { createCompanySettings } from '../../../src/ledger/companies/company-settings.js';
import { collectionsOf, type Collections } from '../../../src/ledger/collections.js';
import type { WaitingReason } from '../../../src/ecf/model/document-states.js';
import type { Delivery, Verdict, AdmitInput } from '../../../src/ledger/vouchers/document-record.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  signedXml,
  type TestLedger,
} from '../../harness/ledger.js';

const now = new Date('2026-11-20T15:00:00Z');
const later = new Date('2026-11-20T15:01:00Z');
let ledger: TestLedger;
let store: Store;

beforeAll(async () => {
  ledger = await openLedger();
  ({ store } = ledger);
});

const signed = signedXml({ signedAt: now });
const delivery = (n: number): Delivery => ({
  n,
  startedAt: now,
  leaseUntil: later,
  host: 'test',
  to: 'ecf.dgii.gov.do',
});
const verdict = (secuenciaUtilizada: boolean | null): Verdict => ({
  codigoDgii: '2',
  estado: 'Rechazado',
  mensajes: [],
  secuenciaUtilizada,
  trackId: null,
  replyFile: null,
});
const read = (one: AdmitInput) => readDocument(store, one);

describe('admit', () => {
  test('50 simultaneous requests for one e-NCF create one document', async () => {
    const one = admitInput();
    const admissions = await Promise.all(
      Array.from({ length: 50 }, () => store.admit({ ...one, requestId: randomUUID() })),
    );
    expect(admissions.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(new Set(admissions.map(({ document }) => document.requestId)).size).toBe(1);
  });

  test('a repeated request is recognised as the one that inserted the document', async () => {
    const one = admitInput();
    expect((await store.admit(one)).outcome).toBe('created');
    expect((await store.admit(one)).outcome).toBe('created');
  });

  test('the same e-NCF in another environment or company is another document', async () => {
    const one = admitInput();
    await store.admit(one);
    for (const change of [{ environment: 'production' as const }, { companyId: 2 }]) {
      expect((await store.admit({ ...one, ...change, requestId: randomUUID() })).outcome).toBe('created');
    }
  });

  test.each([
    {
      name: 'a rejection that left the number free, different content',
      used: false,
      hash: 'd'.repeat(64),
      outcome: 'created',
    },
    {
      name: 'a rejection that left the number free, same content',
      used: false,
      hash: 'a'.repeat(64),
      outcome: 'existing',
    },
    { name: 'a rejection that used the number', used: true, hash: 'd'.repeat(64), outcome: 'existing' },
    {
      name: 'a rejection that does not say whether it used the number',
      used: null,
      hash: 'd'.repeat(64),
      outcome: 'existing',
    },
  ])('after $name: $outcome', async ({ used, hash, outcome }) => {
    const one = admitInput();
    await store.admit(one);
    await store.recordVerdict(attemptOf(one), { state: 'rejected', verdict: verdict(used) }, later);
    const again = await store.admit({ ...one, contentHash: hash, requestId: randomUUID() });
    expect(again.outcome).toBe(outcome);
    expect(again.document.attempt).toBe(outcome === 'created' ? 2 : 1);
  });

  test('a third attempt keeps the trackIds of both attempts before it', async () => {
    const one = admitInput();
    await store.admit(one);
    for (const attempt of [1, 2]) {
      await store.addTrackIds(attemptOf(one, attempt), [`t${attempt}`]);
      const end = { state: 'rejected', verdict: verdict(false) } as const;
      await store.recordVerdict(attemptOf(one, attempt), end, later);
      const contentHash = String(attempt).repeat(64);
      await store.admit({ ...one, contentHash, requestId: randomUUID() });
    }
    expect(await read(one)).toMatchObject({ attempt: 3, trackIds: [], earlierTrackIds: ['t1', 't2'] });
  });

  test('after a rejection that left the number free, one of 20 simultaneous new attempts wins', async () => {
    const one = admitInput();
    await store.admit(one);
    await store.recordVerdict(attemptOf(one), { state: 'rejected', verdict: verdict(false) }, later);
    const admissions = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.admit({ ...one, contentHash: 'e'.repeat(64), requestId: randomUUID() }),
      ),
    );
    expect(admissions.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect((await read(one)).attempt).toBe(2);
  });
});

describe('another attempt that a person orders', () => {
  const refusedByDgii = { state: 'rejected', verdict: verdict(true) } as const;
  const accepted = { state: 'accepted', verdict: verdict(true) } as const;
  const ordered = (one: AdmitInput, replaces?: number) =>
    store.admit({ ...one, requestId: randomUUID(), ...(replaces !== undefined && { replaces }) });

  test.each([
    { environment: 'certification', end: refusedByDgii, attempt: 2 },
    { environment: 'certification', end: accepted, attempt: 2 },
    { environment: 'pre-certification', end: refusedByDgii, attempt: 1 },
    { environment: 'pre-certification', end: accepted, attempt: 1 },
    { environment: 'production', end: refusedByDgii, attempt: 1 },
    { environment: 'production', end: accepted, attempt: 1 },
  ] as const)('$environment, after $end.state: attempt $attempt', async ({ environment, end, attempt }) => {
    const one = admitInput({ environment });
    await store.admit(one);
    await store.recordVerdict(attemptOf(one), end, later);
    const again = await ordered(one, 1);
    expect(again.outcome).toBe(attempt === 2 ? 'created' : 'existing');
    expect(again.document.attempt).toBe(attempt);
    expect(await read(one)).toMatchObject({ attempt, final: attempt === 1 });
  });

  test('is not created without the order, while the attempt is under way, or for a number that was voided', async () => {
    const one = admitInput({ environment: 'certification' });
    await store.admit(one);
    expect((await ordered(one, 1)).outcome).toBe('existing');
    await store.recordVerdict(attemptOf(one), { state: 'annulled', verdict: verdict(null) }, later);
    expect((await ordered(one, 1)).outcome).toBe('existing');
    const other = admitInput({ environment: 'certification' });
    await store.admit(other);
    await store.recordVerdict(attemptOf(other), refusedByDgii, later);
    expect((await ordered(other)).outcome).toBe('existing');
  });

  test('is created once, however often it is ordered, and the earlier attempt is kept', async () => {
    const one = admitInput({ environment: 'certification' });
    await store.admit(one);
    await store.recordVerdict(attemptOf(one), refusedByDgii, later);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ordered(one, 1)));
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    await store.recordVerdict(attemptOf(one, 2), refusedByDgii, later);
    expect((await ordered(one, 1)).outcome).toBe('existing');
    expect((await read(one)).attempt).toBe(2);
    const { companyId, environment, encf } = one;
    expect(await store.findEarlierAttempt(companyId, environment, encf, 1)).toMatchObject({
      attempt: 1,
      state: 'rejected',
    });
  });
});

describe('the record of an earlier attempt', () => {
  const earlier = ({ companyId, environment, encf }: AdmitInput) =>
    store.findEarlierAttempt(companyId, environment, encf, 1);

  /** A process reads the voucher to sign it anew, and another one starts a delivery first. @returns the outdated record */
  async function signsAnewTooLate(one: AdmitInput) {
    const ref = attemptOf(one);
    await store.admit(one);
    await store.recordSigned(ref, signed, later);
    const outdated = await read(one);
    await store.beginDelivery(ref, delivery(1), later, {});
    expect(await store.signAnew(outdated, now)).toBe(false);
    return outdated;
  }

  test('is the final one, although a process that wanted to sign it anew kept it before its end', async () => {
    const one = admitInput();
    const outdated = await signsAnewTooLate(one);
    await store.recordVerdict(attemptOf(one), { state: 'rejected', verdict: verdict(false) }, later);
    const ended = await read(one);
    const again = { ...one, requestId: randomUUID(), contentHash: 'f'.repeat(64) };
    expect(await store.admit(again)).toMatchObject({ outcome: 'created', document: { attempt: 2 } });
    expect(await earlier(one)).toEqual(ended);
    expect(await store.signAnew(outdated, now)).toBe(false);
    expect(await earlier(one)).toEqual(ended);
  });

  test('has the refused delivery after which another process signed it anew', async () => {
    const one = admitInput();
    const outdated = await signsAnewTooLate(one);
    await store.updateDelivery(attemptOf(one), delivery(1), { outcome: 'refused' });
    const ended = await read(one);
    expect(await store.signAnew(outdated, now)).toBe(false);
    expect(await store.signAnew(ended, now)).toBe(true);
    expect(await earlier(one)).toEqual(ended);
    expect(await store.signAnew(outdated, now)).toBe(false);
    expect(await earlier(one)).toEqual(ended);
  });
});

test.each([
  { worst: 'refused', anew: true },
  { worst: 'signer-refused', anew: true },
  { worst: 'unsure', anew: false },
] as const)('after removed deliveries, $worst at worst: signed anew $anew', async ({ worst, anew }) => {
  const one = admitInput();
  await store.admit(one);
  await store.recordSigned(attemptOf(one), signed, later);
  await store.beginDelivery(attemptOf(one), delivery(1), later, { removedDeliveries: { count: 1, worst } });
  await store.updateDelivery(attemptOf(one), delivery(1), { outcome: 'refused' });
  expect(await store.signAnew(await read(one), now)).toBe(anew);
});

describe('steps', () => {
  test('only the first signature counts', async () => {
    const one = admitInput();
    await store.admit(one);
    expect(await store.recordSigned(attemptOf(one), signed, later)).toBeDefined();
    expect(
      await store.recordSigned(attemptOf(one), { ...signed, securityCode: 'other!' }, later),
    ).toBeUndefined();
    expect((await read(one)).signed?.securityCode).toBe('AbC123');
  });

  test('only one process can start a delivery', async () => {
    const one = admitInput();
    await store.admit(one);
    await store.recordSigned(attemptOf(one), signed, later);
    const begun = await Promise.all(
      [1, 2, 3].map(() => store.beginDelivery(attemptOf(one), delivery(1), later, {})),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await read(one)).toMatchObject({ state: 'submitting', submissionCount: 1 });
  });

  test('a delivery that was never sent is replaced by the next one', async () => {
    const one = admitInput();
    await store.admit(one);
    await store.recordSigned(attemptOf(one), signed, later);
    await store.beginDelivery(attemptOf(one), delivery(1), later, {});
    expect(await store.beginDeliveryAgain(attemptOf(one), delivery(1), later)).toBe(false);
    await store.updateDelivery(attemptOf(one), delivery(1), { outcome: 'not-sent' });
    expect(await store.beginDeliveryAgain(attemptOf(one), delivery(1), later)).toBe(true);
    expect((await read(one)).submissions).toEqual([delivery(1)]);
  });

  test('a recorded outcome is not overwritten', async () => {
    const one = admitInput();
    await store.admit(one);
    await store.recordSigned(attemptOf(one), signed, later);
    await store.beginDelivery(attemptOf(one), delivery(1), later, {});
    await store.updateDelivery(attemptOf(one), delivery(1), { outcome: 'found' });
    await store.updateDelivery(attemptOf(one), delivery(1), { outcome: 'lost' });
    expect((await read(one)).submissions[0]?.outcome).toBe('found');
  });

  test('a verdict never changes', async () => {
    const one = admitInput();
    await store.admit(one);
    expect(
      await store.recordVerdict(attemptOf(one), { state: 'accepted', verdict: verdict(true) }, later),
    ).toBeDefined();
    expect(
      await store.recordVerdict(attemptOf(one), { state: 'rejected', verdict: verdict(false) }, later),
    ).toBeUndefined();
    await store.recordWaiting(attemptOf(one), 'DGII_UNAVAILABLE', {
      now,
      nextTryAt: later,
      nextCheckAt: later,
    });
    const document = await read(one);
    expect(document).toMatchObject({ state: 'accepted', final: true });
    expect(document.nextCheckAt).toBeUndefined();
    expect(document.waiting).toBeUndefined();
  });

  test('waiting keeps its start time while the reason is the same, and updates the time of the next try', async () => {
    const times = { nextTryAt: new Date(later.getTime() + 1), nextCheckAt: later };
    const one = admitInput();
    await store.admit(one);
    await store.recordWaiting(attemptOf(one), 'DGII_UNAVAILABLE', {
      now,
      nextTryAt: later,
      nextCheckAt: later,
    });
    await store.recordWaiting(attemptOf(one), 'DGII_UNAVAILABLE', { now: later, ...times });
    expect((await read(one)).waiting).toEqual({
      reason: 'DGII_UNAVAILABLE',
      since: now,
      nextTryAt: times.nextTryAt,
    });
    await store.recordWaiting(attemptOf(one), null, { now: later, ...times });
    expect((await read(one)).waiting).toBeUndefined();
  });

  test('an outage in which DGII sometimes answers is one wait; a refused certificate is another, with its fingerprint', async () => {
    const one = admitInput();
    await store.admit(one);
    const waits = async (reason: WaitingReason, at: Date, certificate?: string) => {
      const times = { now: at, nextTryAt: later, nextCheckAt: later };
      await store.recordWaiting(attemptOf(one), reason, { ...times, ...(certificate && { certificate }) });
      const { waiting } = await read(one);
      return [waiting?.reason, waiting?.since, waiting?.certificate];
    };
    expect(await waits('DGII_UNAVAILABLE', now)).toEqual(['DGII_UNAVAILABLE', now, undefined]);
    expect(await waits('REQUEST_DELAYED', later)).toEqual(['REQUEST_DELAYED', now, undefined]);
    expect(await waits('NOT_DELEGATED', later, 'a')).toEqual(['NOT_DELEGATED', later, 'a']);
    expect(await waits('NOT_DELEGATED', now, 'b')).toEqual(['NOT_DELEGATED', later, 'a']);
    expect(await waits('DGII_UNAVAILABLE', now)).toEqual(['DGII_UNAVAILABLE', now, undefined]);
  });

  test('a voucher that waited before it had the mark of contingency gets it with its next wait', async () => {
    const one = admitInput();
    await store.admit(one);
    await store.recordSigned(attemptOf(one), signed, now);
    const waits = (at: Date) =>
      store.recordWaiting(attemptOf(one), 'DGII_UNAVAILABLE', {
        now: at,
        nextTryAt: later,
        nextCheckAt: later,
      });
    await waits(now);
    await ledger.db
      .collection('documents')
      .updateOne({ encf: one.encf }, { $unset: { contingencySince: '' } });
    await waits(later);
    expect(await read(one)).toMatchObject({ contingencySince: later, waiting: { since: now } });
    await waits(new Date(later.getTime() + 1));
    expect(await read(one)).toMatchObject({ contingencySince: later });
  });
});

describe('the completer’s claim', () => {
  test('two claims at the same time never take the same document, and take only documents that are due', async () => {
    const companyId = 77;
    const admitted = [];
    for (let index = 0; index < 12; index += 1) {
      const one = admitInput({ companyId, firstCheckMs: index < 10 ? 1_000 : 1_000_000 });
      await store.admit(one);
      admitted.push(one);
    }
    const due = new Date(now.getTime() + 2_000);
    const until = new Date(now.getTime() + 500_000);
    const claims = await Promise.all([store.claimDue(due, until, 100), store.claimDue(due, until, 100)]);
    const claimed = claims.flat().filter((document) => document.companyId === companyId);
    expect(claimed).toHaveLength(10);
    expect(new Set(claimed.map(({ encf }) => encf)).size).toBe(10);
  });
});

describe('the environment of a company', () => {
  const company = (companyId: number): Company => ({
    companyId,
    rnc: `4${companyId}`,
    razonSocial: 'EMPRESA DE PRUEBA SRL',
    origin: 'client',
    environment: 'certification',
    productionAllowed: false,
  });
  const toProduction = { environment: 'production', productionAllowed: true, force: false } as const;

  test('changes together with the consent to production', async () => {
    await store.putCompany(company(8_001));
    const changed = { outcome: 'changed', productionAllowed: true };
    expect(await store.setEnvironment(8_001, toProduction)).toEqual(changed);
    expect(await store.findCompany(8_001)).toMatchObject({
      environment: 'production',
      productionAllowed: true,
    });
    const left = { environment: 'certification', productionAllowed: false } as const;
    await store.setEnvironment(8_001, { ...left, force: false });
    expect(await store.findCompany(8_001)).toMatchObject(left);
  });

  test.each([
    { name: 'consent', meanwhile: { productionAllowed: true } },
    { name: 'environment', meanwhile: { environment: 'pre-certification' } },
  ] as const)('does not change if another person changes the $name meanwhile', async ({ meanwhile }) => {
    const { companies } = collectionsOf(ledger.db);
    await store.putCompany(company(8_002));
    // Counting is the step between the read and the write.
    const countDocuments = async () => {
      await companies.updateOne({ _id: 8_002 }, { $set: meanwhile });
      return 0;
    };
    const documents = { countDocuments } as unknown as Collections['documents'];
    const { setEnvironment } = createCompanySettings({ companies, documents });
    expect(await setEnvironment(8_002, toProduction)).toMatchObject({
      refusal: 'ENVIRONMENT_CHANGED_MEANWHILE',
    });
    expect(await store.findCompany(8_002)).toMatchObject({ ...company(8_002), ...meanwhile });
  });
});

describe('upload keys', () => {
  const hourMs = 3_600_000;
  // MongoDB removes what has expired by its own clock.
  const now = new Date();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const key = (keyId: string) => ({ keyId, publicKey: `public-${keyId}`, sealedKey: 'sealed' });

  test('browsers seal for the key that was made last, for an hour, although the clock was ahead when another was made', async () => {
    await store.putUploadKey(key('first'), after(-1));
    await store.putUploadKey(key('ahead'), after(48 * hourMs));
    await store.putUploadKey(key('second'), now);
    expect(await store.publicUploadKey(now)).toEqual({ keyId: 'second', publicKey: 'public-second' });
    expect(await store.publicUploadKey(after(hourMs - 1))).toMatchObject({ keyId: 'second' });
    expect(await store.publicUploadKey(after(hourMs))).toBeUndefined();
    await store.removeUploadKey('ahead');
  });

  test('a worker finds a key while an upload to it is accepted, and MongoDB removes it after that', async () => {
    await store.putUploadKey(key('aging'), now);
    const acceptedMs = hourMs + 5 * 60_000;
    expect(await store.findUploadKey('aging', after(acceptedMs))).toEqual(key('aging'));
    expect(await store.findUploadKey('aging', after(acceptedMs + 60_000))).toBeUndefined();
    const { uploadKeys } = collectionsOf(ledger.db);
    expect((await uploadKeys.findOne({ _id: 'aging' }))?.expireAt).toEqual(after(acceptedMs + 60_000));
    expect(await uploadKeys.indexes()).toContainEqual(
      expect.objectContaining({ key: { expireAt: 1 }, expireAfterSeconds: 0 }),
    );
    await store.removeUploadKey('aging');
    expect(await store.findUploadKey('aging', now)).toBeUndefined();
  });

  test('of ten inquiries that use one upload at once exactly one may, and it may again', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `inquiry-${index}`);
    const use = (id: string) => store.useUpload('hash', id, now);
    const allowed = await Promise.all(ids.map(use));
    expect(allowed.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(ids.map(use))).toEqual(allowed);
    const { usedUploads } = collectionsOf(ledger.db);
    // Longer than an upload is accepted.
    expect((await usedUploads.findOne({ _id: 'hash' }))?.expireAt).toEqual(after(hourMs));
    expect(await usedUploads.indexes()).toContainEqual(
      expect.objectContaining({ key: { expireAt: 1 }, expireAfterSeconds: 0 }),
    );
  });
});
