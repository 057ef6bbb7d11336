/** Imports of certificates: hostile files take few threads of a worker, and one company delays no other. */
import { createCipheriv, createPublicKey, constants, publicEncrypt, randomBytes } from 'node:crypto';
import { createCertificateImports } from '../../../../src/activities/inquiries/import-certificate.js';
import type { OpenedCertificate } from '../../../../src/signing/keys/certificate.js';
import { makeUploadKey, type UploadKey } from '../../../../src/signing/keys/upload-key.js';
import { QueueFullError } from '../../../../src/shared/fair-queue.js';
import { makeSigner } from '../../signing/fixtures.js';

const masterKey = randomBytes(32);
let key: UploadKey;
beforeAll(async () => {
  key = await makeUploadKey(masterKey);
}, 60_000);

function sealed(companyId: number) {
  const [aesKey, iv] = [randomBytes(32), randomBytes(12)];
  const plain = JSON.stringify({ p12: Buffer.from(`of ${companyId}`).toString('base64'), password: 'clave' });
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv);
  const content = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const spki = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' });
  const oaep = { key: spki, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const wrappedKey = publicEncrypt(oaep, aesKey).toString('base64');
  const text = { iv: iv.toString('base64'), sealed: content.toString('base64') };
  return { companyId, keyId: key.keyId, wrappedKey, ...text };
}

/** Imports whose files stay open until the test ends them. */
function slowImports() {
  const opening: string[] = [];
  const ends: (() => void)[] = [];
  const open = (file: Uint8Array): Promise<OpenedCertificate> => {
    opening.push(Buffer.from(file).toString());
    return new Promise((resolve) => ends.push(() => resolve({ ok: false, reason: 'UNREADABLE' })));
  };
  const store = { findUploadKey: () => Promise.resolve(key) };
  const deps = { store, masterKeys: [masterKey], clock: () => new Date() };
  const imports = createCertificateImports(
    deps as unknown as Parameters<typeof createCertificateImports>[0],
    open,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const start = (companyId: number) => imports.importSealed(sealed(companyId), () => Promise.resolve(true));
  return { opening, ends, settled, start };
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
  for (const answer of await Promise.all(kept))
    expect(answer).toEqual({ outcome: 'refused', reason: 'CERTIFICATE_UNREADABLE' });
  expect(opening).toEqual(['of 1', 'of 2', 'of 3', 'of 4']);
});

test('a certificate is not imported after the asker gave up, even if its file was opened before', async () => {
  const { certificate } = makeSigner();
  let kept = 0;
  const store = {
    findUploadKey: () => Promise.resolve(key),
    findCompany: () => Promise.resolve({ rnc: '999999992' }),
    currentCertificate: () => Promise.resolve(undefined),
    putCertificate: () => Promise.resolve((kept += 1)),
  };
  const deps = { store, masterKeys: [masterKey], clock: () => new Date() };
  const imports = createCertificateImports(
    deps as unknown as Parameters<typeof createCertificateImports>[0],
    () => Promise.resolve({ ok: true, certificate }),
  );
  expect(await imports.importSealed(sealed(1), () => Promise.resolve(false))).toBeUndefined();
  expect(kept).toBe(0);
  expect(await imports.importSealed(sealed(1), () => Promise.resolve(true))).toMatchObject({
    outcome: 'imported',
  });
  expect(kept).toBe(1);
});
