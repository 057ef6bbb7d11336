/** Amounts, numbers of ranges, filters and JSON in the web application: what a person typed is never rounded or guessed. */
import { es } from '../../../src/web/es.js';
import { parseJson, textOf } from '../../../src/web/shared/exact-json.js';
import {
  age,
  amount,
  amountText,
  daysUntil,
  swapDay,
  when,
  whenExactly,
} from '../../../src/web/shared/format.js';
import {
  typedNumber,
  withDecimalPoint,
  withoutThousands,
} from '../../../src/web/shared/typed/typed-amount.js';
import {
  inOneLine,
  typedDay,
  typedEncf,
  typedRnc,
  withoutHyphens,
} from '../../../src/web/shared/typed/typed-text.js';
import { pollAfter, pollSummary } from '../../../src/web/api/polling.js';
import { auditFiltersOf, auditQuestionOf } from '../../../src/web/screens/people/filters.js';
import { filtersOf, questionOf } from '../../../src/web/screens/vouchers/filters.js';
import { serialOf } from '../../../src/web/screens/numbers/serial.js';

test.each([
  { value: 0, shown: '0.00' },
  { value: 1234.5, shown: '1,234.50' },
  { value: -99.99, shown: '-99.99' },
  { value: 123456789012345.67, shown: '123,456,789,012,345.67' },
])('the amount $value of a voucher is shown as $shown', ({ value, shown }) => {
  expect(amount(value)).toBe(shown);
});

test.each([
  { text: '0', shown: '0.00' },
  { text: '1234567890123456.78', shown: '1,234,567,890,123,456.78' },
  { text: 'nada', shown: 'nada' },
])('the computed amount $text is shown as $shown', ({ text, shown }) => {
  expect(amountText(text)).toBe(shown);
});

test('moments are shown in Santo Domingo, days are swapped for the date field', () => {
  expect(when('2026-11-20T03:59:00.000Z')).toBe('19/11/2026 23:59');
  expect(swapDay(swapDay('31-12-2028'))).toBe('31-12-2028');
  expect(daysUntil('20-11-2026', Date.parse('2026-11-20T12:00:00Z'))).toBe(0);
  expect(daysUntil('19-11-2026', Date.parse('2026-11-20T12:00:00Z'))).toBeLessThan(0);
  expect(age('2026-11-20T10:00:00Z', Date.parse('2026-11-20T12:30:00Z'))).toBe('2 h');
});

test('the summary is asked for again soon while DGII is being asked, but not for ever', () => {
  const asked = [1, 5, 6].map((answers) => pollSummary(answers, false));
  expect([...asked, pollSummary(1, true)]).toEqual([3_000, 3_000, 30_000, 30_000]);
});

test.each([
  { service: true, company: true, text: 'Permitida' },
  { service: false, company: true, text: 'No permitida: falta el permiso del servicio' },
  { service: true, company: false, text: 'No permitida: falta el consentimiento de la empresa' },
  {
    service: false,
    company: false,
    text: 'No permitida: faltan el permiso del servicio y el consentimiento de la empresa',
  },
])('production says who has to permit it: $text', ({ service, company, text }) => {
  expect(es.companies.consents(service, company)).toBe(text);
});

test.each([
  { typed: '1,180.50', amount: '1180.50' },
  { typed: '1,180', amount: '1180' },
  { typed: '12,345,678,901,234.5678', amount: '12345678901234.5678' },
  { typed: '-1,180.5', amount: '-1180.5' },
  { typed: ' 1,180.50\u00a0', amount: '1180.50' },
  { typed: '1,180.', amount: '1180.' },
])('the typed amount "$typed" means $amount', ({ typed, amount: meant }) => {
  expect(withoutThousands(typed)).toBe(meant);
});

test.each([
  ...['1180,50', '1,18', '0,500', '01,180', '1,1800', '1180,500', '1,180,50', '1.180,50', '1,180.5,0'],
  ...['1,180 .50', ',180', '1180.50', '', 'x,180'],
])('the typed text "%s" stays as it is', (typed) => {
  expect(withoutThousands(typed)).toBe(typed);
});

test.each([
  { typed: ' 1000.00 ', number: '1000.00' },
  { typed: '1000.', number: '1000' },
  { typed: '1,000.', number: '1000' },
  { typed: '.50', number: '0.50' },
  { typed: '-.5', number: '-0.5' },
  ...['.', '1.000.', '1180,50', '1 000', 'x.'].map((typed) => ({ typed, number: typed })),
])('the typed number "$typed" becomes "$number"', ({ typed, number }) => {
  expect(typedNumber(typed)).toBe(number);
});

test.each([
  { typed: '05/03/2026', day: '05-03-2026' },
  { typed: '5-3-2026', day: '05-03-2026' },
  { typed: '5/3/2026', day: '05-03-2026' },
  { typed: '27/11/26', day: '27-11-2026' },
  { typed: '5-3-26', day: '05-03-2026' },
  ...['5/3/202', '3/25/2026', '5/3-2026', '2026-03-05', '32/1/2026', ''].map((typed) => ({
    typed,
    day: typed,
  })),
])('the typed day "$typed" becomes "$day"', ({ typed, day }) => {
  expect(typedDay(typed)).toBe(day);
});

test.each([
  { typed: '1-31-88068-1', rnc: '131880681' },
  { typed: ' 001-1391820-5', rnc: '00113918205' },
  ...['1-31-88', '131880681X', '1-31-88068-12'].map((typed) => ({ typed, rnc: typed })),
])('the typed RNC "$typed" becomes "$rnc" in a voucher', ({ typed, rnc }) => {
  expect(withoutHyphens(typed)).toBe(rnc);
});

test('a number that is too long stays too long, and is not cut to another one', () => {
  expect(typedEncf('e31 00000000023')).toBe('E3100000000023');
  expect(typedRnc('001-1391820-57')).toBe('001139182057');
});

test('an amount is no e-NCF, and a name is no RNC: they stay as typed, so that the field refuses them', () => {
  for (const typed of ['4,720.00', '4,', '4720.']) expect(typedEncf(typed)).toBe(typed);
  expect(typedEncf('E31-0000000002.')).toBe('E310000000002');
  for (const typed of ['Núñez', '131880681 SRL', 'P']) expect(typedRnc(typed)).toBe(typed);
});

test('a line break is a blank, in every spelling; other blanks stay', () => {
  expect(inOneLine('Peñalver &\r\n\nNúñez  SRL')).toBe('Peñalver & Núñez  SRL');
});

test.each([
  { typed: '1180,50', meant: '1180.50' },
  { typed: '1.180,5', meant: '1180.5' },
  { typed: '0,500', meant: '0.500' },
  { typed: '1,180.50', meant: undefined },
  { typed: '1,180,50', meant: undefined },
  { typed: '1180.50', meant: undefined },
])('"$typed" has a decimal comma and means $meant (undefined: it has none)', ({ typed, meant }) => {
  expect(withDecimalPoint(typed)).toBe(meant);
});

test.each([
  { text: '1', serial: 1 },
  { text: '0000000042', serial: 42 },
  { text: 'E310000001000', serial: 1000 },
  { text: 'e31 0000001000', serial: 1000 },
  { text: 'E990000001000', serial: 0 },
  { text: ' 1,000 ', serial: 1000 },
  { text: '12a', serial: 0 },
  { text: '', serial: 0 },
])('a person who types "$text" for the end of a range means $serial', ({ text, serial }) => {
  expect(serialOf(text, 31, 'from')).toBe(serial);
});

test('an e-NCF of another type than the range is refused at its field', () => {
  const other = expect.objectContaining({
    campo: 'to',
    message: 'E430000001000 no es del tipo 31, que es el del rango.',
  });
  expect(() => serialOf('E430000001000', 31, 'to')).toThrow(other);
});

test.each([
  { of: 'the first hour', at: '2026-03-10T04:05:06Z', text: '10/03/2026 00:05:06' },
  { of: 'noon', at: '2026-03-10T16:05:06Z', text: '10/03/2026 12:05:06' },
  { of: 'the last hour', at: '2026-03-11T03:59:59Z', text: '10/03/2026 23:59:59' },
])('a moment in $of is written as $text', ({ at, text }) => {
  expect(whenExactly(at)).toBe(text);
  expect(when(at)).toBe(text.slice(0, -3));
});

test('JSON keeps every digit of its numbers', () => {
  const text = '{"MontoTotal":1234567890123456.10,"Precio":1.0}';
  const tree = parseJson(text);
  expect(tree === undefined ? '' : textOf(tree).replaceAll(/\s/g, '')).toBe(text);
  expect(parseJson('{"a":')).toBeUndefined();
});

test('the list reads its filters from the page’s address and ignores values that are no filter', () => {
  const search = filtersOf({
    estado: 'rejected',
    espera: 'nada',
    pendientes: true,
    tipo: 31,
    desde: '2026-11-01',
    hasta: 'ayer',
    encf: 'e310000000001',
    correlacion: 4711,
    comprador: 131880681,
    otra: 'cosa',
  });
  expect(search).toEqual({
    estado: 'rejected',
    pendientes: true,
    tipo: 31,
    desde: '2026-11-01',
    encf: 'e310000000001',
    correlacion: '4711',
    comprador: '131880681',
  });
  expect(questionOf(search)).toMatchObject({
    state: 'rejected',
    pending: true,
    type: 31,
    from: '01-11-2026',
  });
  expect(questionOf(search)).toMatchObject({ encf: 'E310000000001', correlationId: '4711', to: undefined });
  expect(questionOf(search)).toMatchObject({ rncComprador: '131880681' });
  expect(filtersOf({ comprador: 'Juan' })).toEqual({});
  expect(filtersOf({ comprador: '1318806' })).toEqual({});
  expect(filtersOf({ comprador: '00112345678' })).toEqual({ comprador: '00112345678' });
});

test('an open voucher is asked about at once, then every 30 seconds at most', () => {
  expect(pollAfter(1)).toBe(2_000);
  expect(pollAfter(3)).toBeGreaterThan(Number(pollAfter(2)));
  expect(pollAfter(50)).toBe(30_000);
});

test('the filters of the audit log are read from the address, and nothing else is', () => {
  const search = { accion: 'range.add', persona: 'p-1', desde: '2026-11-01', hasta: '2026-11-20' };
  expect(auditFiltersOf({ ...search, otro: 'x' })).toEqual(search);
  expect(auditFiltersOf({ accion: 'toString', persona: '', desde: 'ayer', hasta: 20 })).toEqual({});
  expect(auditQuestionOf(auditFiltersOf(search))).toEqual({
    action: 'range.add',
    person: 'p-1',
    from: '01-11-2026',
    to: '20-11-2026',
  });
});
