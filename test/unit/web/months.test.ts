/** Months by their names in the address. */
import { monthFrom } from '../../../src/ecf/model/dates.js';
import { monthAt, monthAtWork, monthName } from '../../../src/web/shared/months.js';

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-03', -14, '2025-01'],
  ['2026-09', 0, '2026-09'],
])('%s and %i months are %s', (month, later, found) => {
  expect(monthFrom(month, later)).toBe(found);
});

test('a month has its name', () => {
  expect([monthName('2026-01'), monthName('2026-12')]).toEqual(['enero de 2026', 'diciembre de 2026']);
});

test('a month ends at midnight in Santo Domingo', () => {
  expect(monthAt(Date.parse('2026-12-01T03:59:59Z'))).toBe('2026-11');
  expect(monthAt(Date.parse('2026-12-01T04:00:00Z'))).toBe('2026-12');
});

test('until the forms of a month are due, people work on it', () => {
  expect(monthAtWork(Date.parse('2026-12-15T12:00:00Z'))).toBe('2026-11');
  expect(monthAtWork(Date.parse('2026-12-16T12:00:00Z'))).toBe('2026-12');
  expect(monthAtWork(Date.parse('2027-01-05T12:00:00Z'))).toBe('2026-12');
});
