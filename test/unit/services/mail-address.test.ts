/** What the service takes for one address, and what it puts into headers. */
import fc from 'fast-check';
import { headerText, isMailAddress, parseMailAddress } from '../../../src/services/mail/mail-address.js';

test.each([
  'ana@empresa.example',
  'a.b+c@sub.empresa.example',
  'peña@empresa.example',
  'a@xn--pea-8ma.example',
])('%s is an address', (text) => {
  expect(isMailAddress(text)).toBe(true);
});

test.each([
  'a@x.example\r\nBcc: b@y.example',
  'a@x.example\n',
  'a@x.example\0',
  ' a@x.example',
  'A@x.example',
  'a@x.example,b@y.example',
  'a@x.example;b@y.example',
  'Ana <a@x.example>',
  '<a@x.example>',
  '"a b"@x.example',
  'a@x.example@y.example',
  'grupo:a@x.example;',
  'a@x',
  'a@.example',
  'a@x..example',
  '.a@x.example',
  'a..b@x.example',
  '-oQ@x.example',
  'a@-x.example',
  'а@x.example',
  `${'a'.repeat(65)}@x.example`,
  'a@[127.0.0.1]',
  'a@x.example ',
  'a@x.example(b@y.example)',
])('%j is no address', (text) => {
  expect(isMailAddress(text)).toBe(false);
});

test('a character with which a header, a list or a route goes on makes an address none, wherever it is', () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('abz09.-_+@')), maxLength: 20 });
  const hostile = fc.constantFrom(...Array.from('\r\n\t\0 ,;:<>()[]"\\'), '\u2028', '\u200b', '\u202e', 'а');
  fc.assert(
    fc.property(letters, hostile, letters, (before, one, after) => {
      for (const text of [
        `${before}${one}${after}`,
        `a${before}${one}${after}@x.example`,
        `a@x${one}${after}.example`,
      ])
        expect(isMailAddress(text)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['a@x.example', { name: '', address: 'a@x.example' }],
  ['Comprobantes S.R.L. <a@x.example>', { name: 'Comprobantes S.R.L.', address: 'a@x.example' }],
  ['<a@x.example>', { name: '', address: 'a@x.example' }],
  ['Ana <a@x.example>, b@y.example', undefined],
  ['Ana\r\nBcc: b <a@x.example>', undefined],
  ['a@x.example b@y.example', undefined],
  ['', undefined],
])('%j as a sender is %j', (text, address) => {
  expect(parseMailAddress(text)).toEqual(address);
});

test.each([
  ['EMPRESA\r\nBcc: b@y.example', 'EMPRESA Bcc: b@y.example'],
  ['a\u2028b\u202ec\0d', 'a b c d'],
  ['Ñandú  S.R.L. ', 'Ñandú S.R.L.'],
  ['x'.repeat(500), 'x'.repeat(150)],
])('%j in a header is one line that can be seen', (text, line) => {
  expect(headerText(text)).toBe(line);
});
