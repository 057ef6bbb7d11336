/** Sealed private keys open with their master key and for their record, and for nothing else. */
import { randomBytes } from 'node:crypto';
import { masterKeyId, seal, unseal } from '../../../src/signing/keys/seal.js';

const key = randomBytes(32);
const formerKey = randomBytes(32);
const plain = Buffer.from('a private key');

test('opens with the key that sealed it, among several', () => {
  const sealed = seal(plain, formerKey, '3:abc');
  expect(unseal(sealed, formerKey, '3:abc')).toEqual(plain);
  expect(unseal(sealed, [key, formerKey], '3:abc')).toEqual(plain);
  expect(sealed).toContain(`.${masterKeyId(formerKey)}.`);
  expect(sealed).not.toContain(plain.toString('base64url'));
});

test('is different each time', () => {
  expect(seal(plain, key, 'a')).not.toBe(seal(plain, key, 'a'));
});

const sealed = seal(plain, key, '3:abc');
const part = (index: number, change: (text: string) => string) =>
  sealed
    .split('.')
    .map((text, at) => (at === index ? change(text) : text))
    .join('.');
const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

test.each([
  { name: 'another master key', sealed, keys: formerKey, aad: '3:abc' },
  { name: 'another company', sealed, keys: key, aad: '4:abc' },
  { name: 'no key at all', sealed, keys: [], aad: '3:abc' },
  { name: 'version changed', sealed: part(0, () => 'v2'), keys: key, aad: '3:abc' },
  {
    name: 'key id changed to a known one',
    sealed: part(1, () => masterKeyId(formerKey)),
    keys: [key, formerKey],
    aad: '3:abc',
  },
  { name: 'nonce changed', sealed: part(2, flip), keys: key, aad: '3:abc' },
  { name: 'tag changed', sealed: part(3, flip), keys: key, aad: '3:abc' },
  { name: 'tag shortened', sealed: part(3, (text) => text.slice(0, 6)), keys: key, aad: '3:abc' },
  { name: 'content changed', sealed: part(4, flip), keys: key, aad: '3:abc' },
  { name: 'a part more', sealed: `${sealed}.x`, keys: key, aad: '3:abc' },
  { name: 'empty', sealed: '', keys: key, aad: '3:abc' },
])('stays shut: $name', ({ sealed: text, keys, aad }) => {
  expect(unseal(text, keys, aad)).toBeUndefined();
});

test('a master key of the wrong length is refused', () => {
  expect(() => seal(plain, randomBytes(16), 'a')).toThrow('32 bytes');
});
