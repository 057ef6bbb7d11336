/** The form of an API key, which secret scanners know it by. */
import { crc32 } from 'node:zlib';
import { environmentList } from '../../../src/ecf/model/environments.js';
import { environmentOfKey, keyPrefixes, newSecret } from '../../../src/services/people/key-text.js';
import { tokenHash } from '../../../src/ledger/people/token-hash.js';

const now = new Date(0);
const by = { operator: 'ana@servidor' };
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test.each(environmentList)(
  'a key of %s has its prefix, 30 random characters and their CRC-32',
  (environment) => {
    const { text, secret } = newSecret(environment, now, by);
    const [, start, random, checksum] = /^(ecf_[a-z]+_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(text) ?? [];
    expect(start).toBe(`ecf_${keyPrefixes[environment]}_`);
    const value = Array.from(checksum!).reduce((sum, one) => sum * 62 + digits.indexOf(one), 0);
    expect(value).toBe(crc32(random!));
    expect(environmentOfKey(text)).toBe(environment);
    expect(secret).toEqual({
      hash: tokenHash(text),
      prefix: text.slice(0, 13),
      lastFour: text.slice(-4),
      createdAt: now,
      shownTo: by,
    });
  },
);

test('the record of a key holds nothing that gives the key away', () => {
  const { text, secret } = newSecret('production', now, by);
  expect(JSON.stringify(secret)).not.toContain(text.slice(13, -4));
});

test('a thousand keys are a thousand different keys, and use every digit', () => {
  const texts = Array.from({ length: 1_000 }, () => newSecret('production', now, by).text);
  expect(new Set(texts).size).toBe(1_000);
  expect(new Set(texts.join('').slice(0)).size).toBeGreaterThanOrEqual(62);
});

const good = newSecret('pre-certification', now, by).text;
const otherEnd = good.endsWith('0') ? '1' : '0';
test.each([
  ['another last character', good.slice(0, -1) + otherEnd],
  ['two characters exchanged', good.replace(/(ecf_test_)(.)(.)/, '$1_$2')],
  ['one character less', good.slice(0, -1)],
  ['one character more', `${good}0`],
  ['another word for the environment', good.replace('_test_', '_live_')],
  ['capital letters in the prefix', good.replace('ecf_', 'ECF_')],
  ['a character that is no digit of a key', good.replace(/.$/, 'ñ')],
  ['nothing after the prefix', 'ecf_test_'],
])('a text with %s was never a key', (_, text) => {
  expect(environmentOfKey(text)).toBeUndefined();
});
