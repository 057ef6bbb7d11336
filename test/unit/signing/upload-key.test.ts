/** The key to which browsers seal uploads: only the master key opens it, and no altered upload opens, nor one that is bound to something else. */
import { randomBytes } from 'node:crypto';
import { associatedDataOf } from '../../../src/ecf/messages/sealed-upload.js';
import {
  makeUploadKey,
  openUpload,
  uploadHash,
  type SealedUpload,
  type UploadKey,
} from '../../../src/signing/keys/upload-key.js';
import { sealText } from '../../harness/samples/sealed-upload.js';

const masterKey = randomBytes(32);
let key: UploadKey;
let other: UploadKey;

beforeAll(async () => {
  [key, other] = await Promise.all([makeUploadKey(masterKey), makeUploadKey(masterKey)]);
}, 60_000);

const bound = {
  companyId: 1,
  personId: 'ana',
  keyId: 'k',
  sealedAt: '2026-11-29T12:00:00.000Z',
  confirmed: false,
};
const boundTo = associatedDataOf(bound);

function sealedTo({ publicKey }: UploadKey, plain: string): SealedUpload {
  return { boundTo, ...sealText(publicKey, plain, boundTo) };
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

test.each<[string, Partial<typeof bound>]>([
  ['another company', { companyId: 2 }],
  ['another person', { personId: 'luis' }],
  ['another upload key', { keyId: 'l' }],
  ['another time', { sealedAt: '2026-11-29T12:00:00.001Z' }],
  ['an import that the person confirmed', { confirmed: true }],
  // JSON keeps the values apart.
  ['values that only read the same together', { personId: 'ana","k', keyId: '' }],
])('does not open as %s', (_, change) => {
  const good = sealedTo(key, plain);
  expect(openUpload(key, good, masterKey)).not.toBe('INVALID');
  const other = { ...good, boundTo: associatedDataOf({ ...bound, ...change }) };
  expect(openUpload(key, other, masterKey)).toBe('INVALID');
});

test('does not open as bound to nothing, as a browser without the binding would seal it', () => {
  const unbound = { ...sealText(key.publicKey, plain, ''), boundTo };
  expect(openUpload(key, unbound, masterKey)).toBe('INVALID');
});

test('has one name however its Base64 is written, and another when it is sealed again', () => {
  const one = sealedTo(key, plain);
  expect(uploadHash({ ...one, sealed: one.sealed.replace(/=+$/, '') })).toBe(uploadHash(one));
  expect(uploadHash({ ...one, wrappedKey: 'QQ==' })).toBe(uploadHash(one));
  expect(uploadHash(sealedTo(key, plain))).not.toBe(uploadHash(one));
});

test('the private half is in no readable form', () => {
  expect(key.sealedKey).toMatch(/^v1\./);
  expect(JSON.stringify(key)).not.toContain('PRIVATE');
});
