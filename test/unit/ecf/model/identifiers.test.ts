/** e-NCF, types, dates and amounts: small tables. */
import fc from 'fast-check';
import { amountOf, decimalText, moneyText, roundMoney, isWithin } from '../../../../src/ecf/model/amounts.js';
import { compareDates, fechaHoraFirma, localDate, parseDate } from '../../../../src/ecf/model/dates.js';
import { ecfTypeList, ecfTypes, parseEcfType } from '../../../../src/ecf/model/ecf-types.js';
import { formatEncf, parseEncf } from '../../../../src/ecf/model/encf.js';

test('the list of types has every type of the table, in ascending order', () => {
  expect(ecfTypeList.map(String)).toEqual(Object.keys(ecfTypes));
});

test.each([
  [31, 31],
  ['47', 47],
  [35, undefined],
  ['031', undefined],
  [31.5, undefined],
  [null, undefined],
  [{ toString: () => '31' }, undefined],
])('type %p is %p', (value, type) => expect(parseEcfType(value)).toBe(type));

test.each([
  ['E310000000001', { type: 31, serial: 1 }],
  ['E479999999999', { type: 47, serial: 9_999_999_999 }],
  ['E310000000000', undefined],
  ['e310000000001', undefined],
  ['E350000000001', undefined],
  ['E31000000001', undefined],
  ['E3100000000011', undefined],
  ['E310000000001\n', undefined],
  ['E31٠000000001', undefined],
  [310000000001, undefined],
  [undefined, undefined],
])('e-NCF %p is %p', (text, parts) => {
  expect(parseEncf(text)).toEqual(parts === undefined ? undefined : { text, ...parts });
});

test('an e-NCF made of type and serial is read back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ecfTypeList),
      fc.integer({ min: 1, max: 9_999_999_999 }),
      (type, serial) => {
        expect(parseEncf(formatEncf(type, serial))).toMatchObject({ type, serial });
      },
    ),
  );
});

test.each([
  ['29-02-2024', true],
  ['29-02-2023', false],
  ['29-02-1900', false],
  ['29-02-2000', true],
  ['31-04-2026', false],
  ['00-01-2026', false],
  ['01-13-2026', false],
  ['1-1-2026', false],
  ['01-01-2100', false],
  ['2026-01-01', false],
])('date %s is in the calendar: %p', (text, valid) => expect(parseDate(text) !== undefined).toBe(valid));

test('dates compare by time, not by text', () => {
  expect(compareDates('31-01-2026', '01-02-2026')).toBeLessThan(0);
  expect(compareDates('01-01-2027', '31-12-2026')).toBeGreaterThan(0);
  expect(compareDates('15-06-2026', '15-06-2026')).toBe(0);
});

test.each([
  { name: 'the afternoon has 24-hour time', iso: '2026-06-15T18:05:09.999Z', text: '15-06-2026 14:05:09' },
  {
    name: 'the day starts at 04:00 UTC',
    iso: '2026-06-15T04:00:00Z',
    text: '15-06-2026 00:00:00',
  },
  { name: 'one second earlier is still yesterday', iso: '2026-01-01T03:59:59Z', text: '31-12-2025 23:59:59' },
  { name: 'leap day', iso: '2028-02-29T12:00:00Z', text: '29-02-2028 08:00:00' },
])('signing time: $name', ({ iso, text }) => {
  expect(fechaHoraFirma(Date.parse(iso))).toBe(text);
  expect(localDate(Date.parse(iso))).toBe(text.slice(0, 10));
});

// From 2001: for five weeks at the end of 2000 the country kept UTC-5 (tz database, zone America/Santo_Domingo). No e-CF is
// that old; since then it has been UTC-4 the whole year.
test('the local date agrees with the platform’s calendar', () => {
  const platform = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Santo_Domingo' });
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 11) }), (instant) => {
      expect(localDate(instant)).toBe(platform.format(instant).replaceAll('/', '-'));
    }),
  );
});

test.each([
  [0, '0'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [1e-7, '0.0000001'],
  [0.1, '0.1'],
  [-118.5, '-118.5'],
])('the decimal of the JSON number %p is %s', (value, text) => expect(decimalText(value)).toBe(text));

test.each([
  ['118', '118.00'],
  ['118.5', '118.50'],
  ['118.55', '118.55'],
  ['0.1234', '0.1234'],
  ['-1.5', '-1.50'],
])('the XML writes %s as %s', (canonical, text) => expect(moneyText(canonical)).toBe(text));

test.each([
  ['1.005', '1.01'],
  ['2.675', '2.68'],
  ['1.00499999', '1'],
  ['-1.005', '-1.01'],
])('%s is rounded half up to %s', (exact, rounded) =>
  expect(roundMoney(amountOf(exact)).toFixed()).toBe(rounded),
);

test('the tolerance includes its bound', () => {
  expect(isWithin(1, amountOf('101.00'), amountOf('100'))).toBe(true);
  expect(isWithin(1, amountOf('101.01'), amountOf('100'))).toBe(false);
});
