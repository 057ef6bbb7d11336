/** A company whose signer DGII refuses is suspended; a worker asks for a token at intervals, and a token ends the suspension. */
import type { ActivityDeps } from '../../../src/activities/deps.js';
import { applyVerdict } from '../../../src/activities/vouchers/apply-verdict.js';
import { probeSuspended } from '../../../src/activities/rounds/suspension.js';
import { waitOfSuspension } from '../../../src/activities/vouchers/suspend-issuing.js';
import { createLog } from '../../../src/shared/log.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { mayTryAgain } from '../../../src/ledger/vouchers/live-document.js';
import {
  admitInput,
  attemptOf,
  openLedger,
  readDocument,
  refusedAt,
  signedXml,
} from '../../harness/ledger.js';

/** A request that nobody cancels. */
const never = new AbortController().signal;

const environment = 'pre-certification';
const now = new Date('2026-11-20T15:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const tokenProbeMs = 10_000;
let store: Store;
let companyId = 0;
/** What the steps logged as an error. */
const errors: object[] = [];
const log = Object.assign(createLog({ role: 'test', level: 'silent' }), {
  error: (about: object) => errors.push(about),
});

beforeAll(async () => {
  ({ store } = await openLedger());
});
beforeEach(async () => {
  errors.length = 0;
  companyId += 1;
  await store.putCompany({
    companyId,
    rnc: `99999999${companyId}`,
    razonSocial: 'PRUEBA SRL',
    origin: 'client',
    environment,
    productionAllowed: false,
  });
});

/** Probes suspended companies at `at`. @returns the companies for which DGII was asked for a token */
async function probeAt(
  at: Date,
  answer: object,
  trackIds: object = { kind: 'not-found' },
): Promise<number[]> {
  const asked: number[] = [];
  const deps = {
    store,
    dgii: {
      renewToken: (auth: { companyId: number }) => {
        asked.push(auth.companyId);
        return Promise.resolve(answer);
      },
      trackIds: () => Promise.resolve(trackIds),
    },
    certificates: { current: () => Promise.resolve({ fingerprint: 'cert-a' }) },
    clock: () => at,
    log,
    settings: { tokenProbeMs },
  } as unknown as ActivityDeps;
  await probeSuspended(deps, never);
  return asked;
}

const token = { kind: 'token' };
const refused = { kind: 'unavailable', cause: 'not-delegated', detail: '', mensajes: [], reply: null };
const suspendedNow = async () => (await store.findCompany(companyId))?.suspended;

test('a token ends the suspension; it is asked for only after the interval, and no more once the suspension ended', async () => {
  await store.suspendIssuing(companyId, environment, refusedAt(now), now);
  expect(await probeAt(later(tokenProbeMs - 1), token)).not.toContain(companyId);
  expect(await probeAt(later(tokenProbeMs), token)).toContain(companyId);
  expect(await suspendedNow()).toBeUndefined();
  expect(await probeAt(later(60_000), token)).not.toContain(companyId);
});

test('a token of a signer who may not act for this company ends no suspension', async () => {
  await store.suspendIssuing(companyId, environment, { ...refusedAt(now), encf: 'E310000000001' }, now);
  // DGII issues a token to a person who is delegated for any company, and refuses when it is asked about this one.
  await probeAt(later(20_000), token, refused);
  expect(await suspendedNow()).toMatchObject({ reason: 'NOT_DELEGATED', encf: 'E310000000001' });
  await probeAt(later(40_000), token, { kind: 'unavailable', cause: 'server-fault' });
  expect(await suspendedNow()).toBeUndefined();
});

test('after each suspension that follows soon on a token, DGII is asked later', async () => {
  const minuteMs = 60_000;
  let atMs = 0;
  const suspendAndSee = async (early: number, late: number) => {
    // The refusal is of a delivery after the token.
    atMs += 1;
    await store.suspendIssuing(companyId, environment, refusedAt(later(atMs)), later(atMs));
    expect(await probeAt(later(atMs + early), token)).not.toContain(companyId);
    expect(await probeAt(later(atMs + late), token)).toContain(companyId);
    expect(await suspendedNow()).toBeUndefined();
    atMs += late;
  };
  await suspendAndSee(tokenProbeMs - 1, tokenProbeMs);
  for (const minutes of [1, 2, 4, 8, 15, 15]) await suspendAndSee(minutes * minuteMs - 1, minutes * minuteMs);
  atMs += 61 * minuteMs;
  await suspendAndSee(tokenProbeMs - 1, tokenProbeMs);
});

test('of more companies than one round takes, all are asked about in turn', async () => {
  const many = Array.from({ length: 45 }, (_, n) => 10_000 + n);
  const rnc = (id: number) => `1${String(id).padStart(8, '0')}`;
  for (const id of many) {
    await store.putCompany({
      companyId: id,
      rnc: rnc(id),
      razonSocial: 'PRUEBA SRL',
      origin: 'client',
      environment,
      productionAllowed: false,
    });
    await store.suspendIssuing(id, environment, refusedAt(now), now);
  }
  // DGII refuses them all, so the claims of the first ones end before the last ones had their turn.
  const asked = new Set<number>();
  for (const ms of [20_000, 31_000, 42_000])
    for (const id of await probeAt(later(ms), refused)) asked.add(id);
  expect(many.filter((id) => !asked.has(id))).toEqual([]);
  for (const id of many) await store.resumeIssuing(id, environment, later(50_000), later(50_000));
});

test('a token that a later refusal overtook ends no suspension, and says so', async () => {
  await store.suspendIssuing(companyId, environment, refusedAt(later(60_000)), later(60_000));
  expect(await store.resumeIssuing(companyId, environment, later(50_000), later(61_000))).toBe(false);
  expect(await suspendedNow()).toBeDefined();
});

test('another refusal prolongs the suspension, and the next probe comes after the interval', async () => {
  await store.suspendIssuing(companyId, environment, refusedAt(now), now);
  expect(await probeAt(later(20_000), refused)).toContain(companyId);
  expect(await suspendedNow()).toMatchObject({ reason: 'NOT_DELEGATED' });
  expect(await probeAt(later(20_001), token)).not.toContain(companyId);
  expect(await probeAt(later(30_000), token)).toContain(companyId);
});

test.each([
  { asked: 'later', askedAt: later(20_000), reason: 'NOT_DELEGATED' },
  { asked: 'earlier', askedAt: later(-1), reason: 'CERTIFICATE_REFUSED' },
])('an answer with another reason to a question asked $asked: $reason, since the first', async (row) => {
  await importCertificate('cert-a');
  await store.putCompany({ ...(await store.findCompany(companyId))!, origin: 'service' });
  await store.suspendIssuing(
    companyId,
    environment,
    { ...refusedAt(now), reason: 'CERTIFICATE_REFUSED' },
    now,
  );
  await store.suspendIssuing(
    companyId,
    environment,
    { ...refusedAt(row.askedAt), since: later(20_000) },
    later(20_000),
  );
  expect(await suspendedNow()).toMatchObject({ reason: row.reason, since: now });
  const next = await store.nextNumber({ companyId, environment, ecfType: 31, clock: () => later(30_000) });
  expect(next).toMatchObject({ outcome: 'suspended', reason: row.reason });
});

test('a new certificate that lacks a delegation: company and voucher show that reason', async () => {
  await store.suspendIssuing(
    companyId,
    environment,
    { ...refusedAt(now), reason: 'CERTIFICATE_REFUSED' },
    now,
  );
  expect(await probeAt(later(20_000), refused)).toContain(companyId);
  const company = await store.findCompany(companyId);
  expect(company?.suspended?.reason).toBe('NOT_DELEGATED');
  expect(waitOfSuspension(company, environment)).toBe('NOT_DELEGATED');
});

test('a token that was asked for before the refusal does not end the suspension, and a later one does', async () => {
  await store.suspendIssuing(companyId, environment, refusedAt(now), now);
  await store.resumeIssuing(companyId, environment, later(-1), later(1));
  expect(await suspendedNow()).toMatchObject({ reason: 'NOT_DELEGATED' });
  await store.resumeIssuing(companyId, environment, later(1), later(1));
  expect(await suspendedNow()).toBeUndefined();
});

test('of several workers that probe at the same time, one asks DGII', async () => {
  await store.suspendIssuing(
    companyId,
    environment,
    { ...refusedAt(now), reason: 'CERTIFICATE_REFUSED' },
    now,
  );
  const asked = await Promise.all([1, 2, 3, 4].map(() => probeAt(later(20_000), refused)));
  expect(asked.flat().filter((one) => one === companyId)).toHaveLength(1);
});

/** Delivered at `startedAt`, rejected at `now`. */
async function rejectedForItsSigner(startedAt = now): Promise<DocumentRecord> {
  const input = admitInput({ companyId, now });
  const ref = attemptOf(input);
  const delivery = { n: 1, startedAt, leaseUntil: later(60_000), host: 'prueba', to: 'ecf.dgii.gov.do' };
  await store.admit(input);
  await store.recordSigned(ref, signedXml({ certificate: 'cert-a' }), later(30_000));
  await store.beginDelivery(ref, delivery, later(30_000), {});
  const verdict = { trackId: 'T1', codigoDgii: '2', estado: 'Rechazado', mensajes: [], replyFile: null };
  const cause = { secuenciaUtilizada: false, configuration: 'NOT_DELEGATED' } as const;
  const document = await store.recordVerdict(
    ref,
    { state: 'rejected', verdict: { ...verdict, ...cause } },
    now,
  );
  if (document === undefined) throw new Error('not recorded');
  return document;
}

function importCertificate(fingerprint: string): Promise<void> {
  const sealed = { certificatePem: '', sealedKey: '' };
  const valid = { notBefore: now, notAfter: later(86_400_000), importedAt: now };
  return store.putCertificate({ companyId, fingerprint, ...sealed, ...valid });
}

function settleLater(document: DocumentRecord, ledger: Partial<Store> = {}): Promise<void> {
  const deps = { store: { ...store, ...ledger }, log, clock: () => later(60_000) } as unknown as ActivityDeps;
  return applyVerdict(deps, attemptOf(document), document);
}

test('the worker died after such a verdict: the next worker suspends the company, once', async () => {
  const document = await rejectedForItsSigner();
  expect(await suspendedNow()).toBeUndefined();
  const due = await store.claimDue(later(60_000), later(90_000), 100);
  expect(due.map(({ encf, companyId: of }) => [of, encf])).toContainEqual([companyId, document.encf]);
  await settleLater(document);
  expect(await suspendedNow()).toMatchObject({ reason: 'NOT_DELEGATED', since: now });
  expect(await store.claimDue(later(600_000), later(900_000), 100)).toEqual([]);
});

test.each(['giveBack', 'suspendIssuing'] as const)(
  'the worker dies at %s of such a verdict: the record says that it is not applied',
  async (write) => {
    const document = await rejectedForItsSigner();
    const dies = () => Promise.reject(new Error('the worker died'));
    await expect(settleLater(document, { [write]: dies })).rejects.toThrow('the worker died');
    const { settleAt } = await readDocument(store, document);
    expect(settleAt).toEqual(document.settleAt);
  },
);

test.each([
  { held: 'the same certificate', fingerprint: 'cert-a', reason: 'NOT_DELEGATED' },
  { held: 'another one since', fingerprint: 'cert-b', reason: undefined },
])('such a verdict on a company that holds $held: suspended for $reason', async ({ fingerprint, reason }) => {
  await importCertificate(fingerprint);
  const document = await rejectedForItsSigner();
  await settleLater(document);
  expect((await suspendedNow())?.reason).toBe(reason);
  const settled = await store.findDocument(companyId, environment, document.encf);
  expect(settled?.settleAt).toBeUndefined();
});

test.each([
  { delivered: 'before that token was asked for', startedAt: later(19_999), suspended: false },
  { delivered: 'after it', startedAt: later(20_001), suspended: true },
])('a verdict long after a token, about a voucher delivered $delivered', async ({ startedAt, suspended }) => {
  await store.suspendIssuing(companyId, environment, refusedAt(now), now);
  await probeAt(later(20_000), token);
  await settleLater(await rejectedForItsSigner(startedAt));
  expect((await suspendedNow()) !== undefined).toBe(suspended);
});

test('the start of a suspension is logged as an error, and a later refusal is not', async () => {
  await settleLater(await rejectedForItsSigner());
  expect(errors).toEqual([{ companyId, environment, code: 'NOT_DELEGATED' }]);
  expect(await probeAt(later(60_000), refused)).toContain(companyId);
  expect(errors).toHaveLength(1);
  expect(await probeAt(later(120_000), token)).toContain(companyId);
  await store.suspendIssuing(companyId, environment, refusedAt(now), later(125_000));
  // A refusal of an earlier request suspends nothing.
  expect(await suspendedNow()).toBeUndefined();
  expect(await store.suspendIssuing(companyId, environment, refusedAt(later(130_000)), later(130_000))).toBe(
    true,
  );
});

test('a token in one environment does not end a suspension in another', async () => {
  await store.suspendIssuing(companyId, environment, refusedAt(now), now);
  await probeAt(later(20_000), token);
  await store.suspendIssuing(companyId, 'production', refusedAt(now), now);
  expect(await suspendedNow()).toMatchObject({ environment: 'production' });
});

test('a refusal in an environment that the company left changes neither its suspension nor the end of one', async () => {
  await store.setEnvironment(companyId, { environment: 'production', productionAllowed: true, force: true });
  await store.suspendIssuing(companyId, 'production', refusedAt(now), now);
  const own = await suspendedNow();
  expect(await store.suspendIssuing(companyId, environment, refusedAt(later(1_000)), later(1_000))).toBe(
    false,
  );
  expect(await suspendedNow()).toEqual(own);
  await store.resumeIssuing(companyId, 'production', later(2_000), later(2_000));
  // While the company issues, the other environment may have a suspension. Its end must not hide when we got the token of this one.
  expect(await store.suspendIssuing(companyId, environment, refusedAt(later(3_000)), later(3_000))).toBe(
    true,
  );
  expect(await store.resumeIssuing(companyId, environment, later(4_000), later(4_000))).toBe(true);
  expect(await store.suspendIssuing(companyId, 'production', refusedAt(later(1_500)), later(5_000))).toBe(
    false,
  );
  // Its own refusal replaces the suspension of the other environment.
  await store.suspendIssuing(companyId, environment, refusedAt(later(6_000)), later(6_000));
  expect(await store.suspendIssuing(companyId, 'production', refusedAt(later(7_000)), later(7_000))).toBe(
    true,
  );
  expect(await suspendedNow()).toMatchObject({ environment: 'production' });
});

describe('a worker whose clock is four hours ahead', () => {
  const wrong = later(4 * 3_600_000);

  test('suspended the company: other workers ask DGII for a token, which ends the suspension', async () => {
    await store.suspendIssuing(companyId, environment, refusedAt(wrong), wrong);
    expect(await probeAt(later(20_000), token)).toContain(companyId);
    expect(await suspendedNow()).toBeUndefined();
  });

  test('asked DGII last: other workers ask again', async () => {
    await store.suspendIssuing(companyId, environment, refusedAt(now), now);
    expect(await probeAt(wrong, { kind: 'unavailable', cause: 'server-fault' })).toContain(companyId);
    expect(await probeAt(later(20_000), token)).toContain(companyId);
  });

  test('got the token: a later refusal suspends the company again', async () => {
    await store.suspendIssuing(companyId, environment, refusedAt(now), now);
    expect(await probeAt(wrong, token)).toContain(companyId);
    expect(await store.suspendIssuing(companyId, environment, refusedAt(later(20_000)), later(20_000))).toBe(
      true,
    );
  });
});

test('the same content is sent again only when DGII accepts the signer again; other content at once', async () => {
  const unsettled = await rejectedForItsSigner();
  const { settleAt: _settleAt, ...settled } = unsettled;
  const same = unsettled.contentHash;
  expect(mayTryAgain(unsettled, same, false)).toBe(false);
  // A new attempt would replace the record before the company is suspended.
  expect(mayTryAgain(unsettled, 'b'.repeat(64), false)).toBe(false);
  expect(mayTryAgain(settled, same, true)).toBe(false);
  expect(mayTryAgain(settled, same, false)).toBe(true);
  expect(mayTryAgain(settled, 'b'.repeat(64), true)).toBe(true);
});

test('the end of a suspension makes the checks of the vouchers due that waited for it', async () => {
  const waits = async (reason: 'NOT_DELEGATED' | 'DGII_UNAVAILABLE') => {
    const input = admitInput({ companyId, now });
    await store.admit(input);
    const inLongPause = { now, nextTryAt: later(900_000), nextCheckAt: later(930_000) };
    await store.recordWaiting(attemptOf(input), reason, inLongPause);
    return input.encf;
  };
  const waitsForDelegation = await waits('NOT_DELEGATED');
  await waits('DGII_UNAVAILABLE');
  await store.suspendIssuing(companyId, environment, refusedAt(now), now);
  await probeAt(later(tokenProbeMs), token);
  const due = await store.claimDue(later(tokenProbeMs), later(60_000), 100);
  expect(due.filter((one) => one.companyId === companyId)).toMatchObject([{ encf: waitsForDelegation }]);
});

describe('the vouchers that wait for people are due', () => {
  const aheadMs = 4 * 3_600_000;
  const nextTryAt = later(600_000);
  const valid = { notBefore: now, notAfter: later(86_400_000) };
  const sealed = () => ({ companyId, certificatePem: '', sealedKey: '', ...valid });

  async function dueAfter(change: () => Promise<unknown>) {
    const input = admitInput({ companyId, now });
    await store.admit(input);
    const times = { now, nextTryAt, nextCheckAt: nextTryAt };
    await store.recordWaiting(attemptOf(input), 'CERTIFICATE_UNUSABLE', times);
    await change();
    const { nextCheckAt, waiting } = await readDocument(store, input);
    return { nextCheckAt, nextTryAt: waiting?.nextTryAt };
  }

  test('now, after an import that follows one by a clock ahead', async () => {
    await store.putCertificate({ ...sealed(), fingerprint: 'cert-a', importedAt: later(aheadMs) });
    const next = { ...sealed(), fingerprint: 'cert-b', importedAt: later(aheadMs + 1) };
    expect(await dueAfter(() => store.putCertificate(next, now))).toEqual({
      nextCheckAt: now,
      nextTryAt: now,
    });
  });

  test('now, after a token for which a clock ahead asked', async () => {
    await store.suspendIssuing(companyId, environment, refusedAt(now), now);
    const resume = () => store.resumeIssuing(companyId, environment, later(aheadMs), now);
    expect(await dueAfter(resume)).toEqual({ nextCheckAt: now, nextTryAt: now });
  });

  test('not later than before, if the clock of the process that imports is ahead', async () => {
    const imported = { ...sealed(), fingerprint: 'cert-a', importedAt: later(aheadMs) };
    expect(await dueAfter(() => store.putCertificate(imported))).toEqual({
      nextCheckAt: nextTryAt,
      nextTryAt,
    });
  });
});
