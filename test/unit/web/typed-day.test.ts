/** A day as people type it, and as forms keep it. */
import { shownDay, typedDay, wrongDay } from '../../../src/web/shared/typed/typed-day.js';

test.each([
  { typed: '05/11/2026', kept: '2026-11-05' },
  { typed: '5/11/2026', kept: '2026-11-05' },
  { typed: '5-1-2026', kept: '2026-01-05' },
  { typed: '05.11.2026', kept: '2026-11-05' },
  { typed: ' 05112026 ', kept: '2026-11-05' },
  { typed: '29/02/2028', kept: '2028-02-29' },
  // As a password manager or a test may fill it in.
  { typed: '2026-11-05', kept: '2026-11-05' },
])('$typed is the day $kept', ({ typed, kept }) => {
  expect(typedDay(typed)).toBe(kept);
  expect(wrongDay(kept, undefined)).toBeUndefined();
  expect(shownDay(kept)).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
});

test.each(['', '5', '5/11', '5/11/26', '31/02/2026', '29/02/2027', '11/25/2026', 'ayer'])(
  '"%s" is no day, and stays as it was typed',
  (text) => {
    expect(typedDay(text)).toBe(text);
    expect(shownDay(text)).toBe(text);
    expect(wrongDay(text, undefined) === undefined).toBe(text === '');
  },
);

test('a day before the first valid one is wrong, in the words of its field', () => {
  expect(wrongDay('2026-11-05', '2026-11-05')).toBeUndefined();
  expect(wrongDay('2026-11-04', '2026-11-05', 'Muy temprano.')).toBe('Muy temprano.');
  expect(wrongDay('2026-11-04', 'ayer')).toBeUndefined();
});
