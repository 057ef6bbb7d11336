/** The key to which browsers seal uploads: only the master key opens it, and no altered upload opens. */
import { createCipheriv, createPublicKey, constants, publicEncrypt, randomBytes } from 'node:crypto';
import {
  makeUploadKey,
  openUpload,
  type SealedUpload,
  type UploadKey,
} from '../../../src/signing/keys/upload-key.js';

const masterKey = randomBytes(32);
let key: UploadKey;
let other: UploadKey;

beforeAll(async () => {
  [key, other] = await Promise.all([makeUploadKey(masterKey), makeUploadKey(masterKey)]);
}, 60_000);

function sealedTo({ publicKey }: UploadKey, plain: string): SealedUpload {
  const [aesKey, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv);
  const content = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const spki = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const oaep = { key: spki, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return {
    wrappedKey: publicEncrypt(oaep, aesKey).toString('base64'),
    iv: iv.toString('base64'),
    sealed: content.toString('base64'),
  };
}

const plain = JSON.stringify({ p12: Buffer.from('archivo').toString('base64'), password: 'clave ñ' });

test('opens what was sealed to it', () => {
  expect(openUpload(key, sealedTo(key, plain), masterKey)).toEqual({
    file: Buffer.from('archivo'),
    password: 'clave ñ',
  });
});

test('does not open under another master key, or under the id of another key', () => {
  expect(openUpload(key, sealedTo(key, plain), randomBytes(32))).toBe('KEY_UNKNOWN');
  expect(openUpload({ ...key, keyId: other.keyId }, sealedTo(key, plain), masterKey)).toBe('KEY_UNKNOWN');
});

test('opens nothing that was sealed to another key or altered, and nothing else than a browser’s JSON', () => {
  const good = sealedTo(key, plain);
  const short = Buffer.from('x').toString('base64');
  const bad = [
    ...[sealedTo(other, plain), sealedTo(key, 'no JSON'), sealedTo(key, '{}'), sealedTo(key, 'null')],
    ...[
      { ...good, iv: short },
      { ...good, sealed: short },
      { ...good, wrappedKey: short },
    ],
    { ...good, sealed: Buffer.alloc(64).toString('base64') },
  ];
  for (const upload of bad) expect(openUpload(key, upload, masterKey)).toBe('INVALID');
});

test('the private half is in no readable form', () => {
  expect(key.sealedKey).toMatch(/^v1\./);
  expect(JSON.stringify(key)).not.toContain('PRIVATE');
});
