/** A list of ranges to annul: a fault says which range it is, and why. */
import { checkRanges, type RangesFault } from '../../../../src/ecf/annulment/check-ranges.js';
import type { EncfRange } from '../../../../src/ecf/annulment/encf-ranges.js';

const range = (desde: string, hasta = desde) => ({ desde, hasta });
const good = range('E310000000001', 'E310000000003');

interface Case extends Pick<RangesFault, 'code' | 'index'> {
  readonly name: string;
  readonly ranges: readonly EncfRange[];
  readonly says: string;
}

test.each<Case>([
  { name: 'an empty list', ranges: [], code: 'ANNULMENT_RANGE_INVALID', says: 'Falta un rango.' },
  {
    name: 'no e-NCF at the start',
    ranges: [good, range('B0100000001', 'E310000000009')],
    code: 'ANNULMENT_RANGE_INVALID',
    index: 1,
    says: '«B0100000001» no es un e-NCF',
  },
  {
    name: 'no e-NCF at the end',
    ranges: [range('E310000000009', 'x'.repeat(500))],
    code: 'ANNULMENT_RANGE_INVALID',
    index: 0,
    says: '«xxxxxxxxxxxxxx» no es un e-NCF',
  },
  {
    name: 'two types',
    ranges: [range('E310000000009', 'E320000000010')],
    code: 'ANNULMENT_RANGE_INVALID',
    index: 0,
    says: 'del mismo tipo',
  },
  {
    name: 'from high to low',
    ranges: [good, range('E310000000009', 'E310000000008')],
    code: 'ANNULMENT_RANGE_INVALID',
    index: 1,
    says: 'El rango 2 (E310000000009 a E310000000008)',
  },
  {
    name: 'a number in two ranges',
    ranges: [range('E320000000001'), good, range('E310000000003', 'E310000000005')],
    code: 'ANNULMENT_RANGES_OVERLAP',
    index: 2,
    says: 'El rango 3 (E310000000003 a E310000000005) repite E310000000003, que está en el rango 2.',
  },
  {
    name: 'too many numbers',
    ranges: [good, range('E320000000001', 'E320000009999')],
    code: 'ANNULMENT_TOO_LARGE',
    says: 'Son 10,002 números, y una solicitud anula a lo sumo 10,000.',
  },
])('$name', ({ ranges, code, index, says }) => {
  const checked = checkRanges(ranges);
  expect(checked).toMatchObject({
    ok: false,
    fault: { code, mensaje: expect.stringContaining(says) as string },
  });
  expect(!checked.ok && checked.fault.index).toBe(index);
});

test('good ranges give each number once', () => {
  const checked = checkRanges([good, range('E320000000009')]);
  expect(checked.ok && [...checked.encfs]).toEqual([
    ...['E310000000001', 'E310000000002', 'E310000000003', 'E320000000009'],
  ]);
});
