/**
 * Imports of certificates: an upload is opened once, in time, and only for its company and person. Hostile files take few threads of a
 * worker, and one company delays no other.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  createCertificateImports,
  type CertificateImport,
} from '../../../../src/activities/certificates/import-certificate.js';
import type { OpenedCertificate } from '../../../../src/signing/keys/certificate.js';
import { makeUploadKey, type UploadKey } from '../../../../src/signing/keys/upload-key.js';
import { QueueFullError } from '../../../../src/shared/fair-queue.js';
import { sealedUpload } from '../../../harness/samples/sealed-upload.js';
import { makeSigner } from '../../signing/fixtures.js';

const masterKey = randomBytes(32);
const now = new Date();
const later = new Date(now.getTime() + 30_000).toISOString();
const personId = 'ana';
let key: UploadKey;
beforeAll(async () => {
  key = await makeUploadKey(masterKey);
}, 60_000);

/** An import as the api records it. @param change to what the browser binds and sends */
function uploadOf(companyId: number, { sealedAt = now.toISOString(), confirmed = false } = {}) {
  const content = { p12: Buffer.from(`of ${companyId}`), password: 'clave' };
  const upload = sealedUpload(key, { companyId, personId, sealedAt, confirmed }, content);
  return { id: randomUUID(), about: { companyId, personId, ...upload } };
}

type Open = (file: Uint8Array) => Promise<OpenedCertificate>;
const unreadable: Open = () => Promise.resolve({ ok: false, reason: 'UNREADABLE' });

/** A worker with the ledger's upload keys and used uploads in memory. */
function worker(open: Open, change: object = {}) {
  const keys = new Map([[key.keyId, key]]);
  const used = new Map<string, string>();
  const ledger = {
    ping: () => Promise.resolve(now),
    publicUploadKey: () => Promise.resolve([...keys.values()][0]),
    findUploadKey: (keyId: string) => Promise.resolve(keys.get(keyId)),
    putUploadKey: (made: UploadKey) => Promise.resolve(void keys.set(made.keyId, made)),
    removeUploadKey: (keyId: string) => Promise.resolve(void keys.delete(keyId)),
    useUpload: (hash: string, inquiryId: string) => {
      if (!used.has(hash)) used.set(hash, inquiryId);
      return Promise.resolve(used.get(hash) === inquiryId);
    },
    ...change,
  };
  const start = (masterKeys: readonly Buffer[]) => {
    const deps = { store: ledger, masterKeys, clock: () => now };
    return createCertificateImports(deps as unknown as Parameters<typeof createCertificateImports>[0], open);
  };
  const imports = start([masterKey]);
  const claim = () => Promise.resolve(true);
  const importing = (one: CertificateImport) => imports.importSealed(one, claim);
  return { keys, imports, start, importing };
}

const refused = (reason: string) => ({ outcome: 'refused', reason });
const opened = refused('CERTIFICATE_UNREADABLE');

describe('an upload', () => {
  const about = (one: CertificateImport, change: Partial<CertificateImport['about']>) => ({
    ...one,
    about: { ...one.about, ...change },
  });

  test.each<[string, (one: CertificateImport) => CertificateImport, string]>([
    ['of another company', (one) => about(one, { companyId: 2 }), 'SEALED_INVALID'],
    ['of another person', (one) => about(one, { personId: 'luis' }), 'SEALED_INVALID'],
    ['that says that it was sealed later', (one) => about(one, { sealedAt: later }), 'SEALED_INVALID'],
    ['that says that the person confirmed it', (one) => about(one, { confirmed: true }), 'SEALED_INVALID'],
    ['to a key that the ledger does not have', (one) => about(one, { keyId: 'other' }), 'SEAL_KEY_UNKNOWN'],
    ['without a time', (one) => about(one, { sealedAt: 'hoy' }), 'SEALED_EXPIRED'],
  ])('%s is not opened, and not used either', async (_, altered, reason) => {
    const { importing, keys } = worker(unreadable);
    const one = uploadOf(1);
    expect(await importing(altered(one))).toEqual(refused(reason));
    // Nobody makes a key or takes one away by naming one.
    expect([...keys.keys()]).toEqual([key.keyId]);
    expect(await importing(one)).toEqual(opened);
  });

  test.each([
    { name: 'five minutes old', ageMs: 300_000, answer: opened },
    { name: 'older', ageMs: 300_001, answer: refused('SEALED_EXPIRED') },
    { name: 'a minute ahead of the clock', ageMs: -60_000, answer: opened },
    { name: 'further ahead', ageMs: -60_001, answer: refused('SEALED_EXPIRED') },
  ])('$name', async ({ ageMs, answer }) => {
    const sealedAt = new Date(now.getTime() - ageMs).toISOString();
    expect(await worker(unreadable).importing(uploadOf(1, { sealedAt }))).toEqual(answer);
  });

  test('is opened for one inquiry only, also when its file was bad; the inquiry itself may try again', async () => {
    const { importing } = worker(unreadable);
    const one = uploadOf(1);
    expect(await importing(one)).toEqual(opened);
    expect(await importing({ ...one, id: 'other' })).toEqual(refused('SEALED_USED'));
    const rewritten = one.about.sealed.replace(/=+$/, '');
    expect(await importing(about({ ...one, id: 'third' }, { sealed: rewritten }))).toEqual(
      refused('SEALED_USED'),
    );
    expect(await importing(one)).toEqual(opened);
  });

  test('to a key that no master key opens gets rid of that key, and the next upload gets a new one', async () => {
    const { keys, start } = worker(unreadable);
    const changed = start([randomBytes(32)]);
    expect(await changed.importSealed(uploadOf(1), () => Promise.resolve(true))).toEqual(
      refused('SEAL_KEY_UNKNOWN'),
    );
    expect(keys.size).toBe(0);
    await changed.makeKey();
    expect(keys.size).toBe(1);
  }, 60_000);
});

test('a worker makes no second key while one is in use, nor for two who ask at once', async () => {
  const { keys, imports } = worker(unreadable);
  expect(await imports.makeKey()).toEqual({ outcome: 'ready', keyId: key.keyId });
  keys.clear();
  const answers = await Promise.all([imports.makeKey(), imports.makeKey()]);
  expect([...keys.keys()]).toEqual([answers[0].keyId]);
  expect(answers[1]).toEqual(answers[0]);
}, 60_000);

/** Imports whose files stay open until the test ends them. */
function slowImports() {
  const opening: string[] = [];
  const ends: (() => void)[] = [];
  const { importing } = worker((file) => {
    opening.push(Buffer.from(file).toString());
    return new Promise((resolve) => ends.push(() => resolve({ ok: false, reason: 'UNREADABLE' })));
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { opening, ends, settled, start: (companyId: number) => importing(uploadOf(companyId)) };
}

test('two files are open at once, one of each company, two more wait, and the worker keeps its other slots', async () => {
  const { opening, ends, settled, start } = slowImports();
  const first = start(1);
  const second = start(1);
  await settled();
  expect(opening).toEqual(['of 1']);
  for (const one of Array.from({ length: 10 }, () => start(1)))
    await expect(one).rejects.toThrow(QueueFullError);
  const others = [start(2), start(3)];
  await settled();
  expect(opening).toEqual(['of 1', 'of 2']);
  // A company without an open file goes before the second file of another one.
  const displaced = expect(second).rejects.toThrow(QueueFullError);
  others.push(start(4));
  await displaced;
  const kept = [first, ...others];
  for (const _ of kept) {
    ends.shift()?.();
    await settled();
  }
  for (const answer of await Promise.all(kept)) expect(answer).toEqual(opened);
  expect(opening).toEqual(['of 1', 'of 2', 'of 3', 'of 4']);
});

test('a certificate is not imported after the asker gave up, even if its file was opened before', async () => {
  const { certificate } = makeSigner();
  let kept = 0;
  const { imports } = worker(() => Promise.resolve({ ok: true, certificate }), {
    findCompany: () => Promise.resolve({ rnc: '999999992' }),
    currentCertificate: () => Promise.resolve(undefined),
    putCertificate: () => Promise.resolve((kept += 1)),
  });
  expect(await imports.importSealed(uploadOf(1), () => Promise.resolve(false))).toBeUndefined();
  expect(kept).toBe(0);
  expect(await imports.importSealed(uploadOf(1), () => Promise.resolve(true))).toMatchObject({
    outcome: 'imported',
  });
  expect(kept).toBe(1);
});
