/** A cursor is read back as it was written; any other text is refused. */
import { cursorText, parseCursor } from '../../../src/shared/page-cursor.js';

const at = new Date('2026-06-01T00:00:00Z');
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  { name: 'a moment and an id', cursor: { at, id: 'E310000000001' } },
  { name: 'an e-NCF too', cursor: { at, id: '0b7e7b8c', encf: 'E310000000001' } },
  { name: 'an id with any characters', cursor: { at, id: '1:producción "x"' } },
])('a cursor has $name', ({ cursor }) => {
  expect(parseCursor(cursorText(cursor))).toEqual(cursor);
});

test.each([
  { name: 'nothing', text: '' },
  { name: 'a word', text: 'x' },
  { name: 'a list of vouchers in an earlier version', text: '1780272000000-E310000000001' },
  { name: 'the audit log in an earlier version', text: '1780272000000.0b7e7b8c-8a55-4b0a-9d36-1f0a7e3a5a11' },
  { name: 'an object', text: encoded({ at: 1, id: 'a' }) },
  { name: 'an id that is no text', text: encoded([1, 2]) },
  { name: 'an e-NCF that is no text', text: encoded([1, 'a', { $gt: '' }]) },
  { name: 'a moment beyond every date', text: encoded([Number.MAX_SAFE_INTEGER, 'a']) },
])('is refused: $name', ({ text }) => {
  expect(parseCursor(text)).toBeUndefined();
});
