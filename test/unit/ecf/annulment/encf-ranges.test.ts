/** Ranges of e-NCFs: what a range holds, and the fewest ranges for a set of numbers. */
import fc from 'fast-check';
import {
  encfsOf,
  lengthOf,
  rangeOf,
  rangesOf,
  readRange,
} from '../../../../src/ecf/annulment/encf-ranges.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { formatEncf } from '../../../../src/ecf/model/encf.js';

test.each([
  { name: 'no e-NCF', desde: 'B0100000001', hasta: 'E310000000001' },
  { name: 'a number zero', desde: 'E310000000000', hasta: 'E310000000001' },
  { name: 'two types', desde: 'E310000000001', hasta: 'E320000000002' },
  { name: 'the higher end first', desde: 'E310000000002', hasta: 'E310000000001' },
])('$name is no range', (range) => {
  expect(readRange(range)).toBeUndefined();
});

test('a range holds both ends, up to the highest number', () => {
  const run = readRange({ desde: 'E319999999998', hasta: 'E319999999999' })!;
  expect([...encfsOf(run)]).toEqual(['E319999999998', 'E319999999999']);
  expect([lengthOf(run), rangeOf(run)]).toEqual([2, { desde: 'E319999999998', hasta: 'E319999999999' }]);
});

test('for any numbers, the ranges hold exactly these numbers and are as few as possible', () => {
  const number = fc.tuple(fc.constantFrom(...ecfTypeList), fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(fc.uniqueArray(number, { selector: String, maxLength: 200 }), (numbers) => {
      const encfs = numbers.map(([type, serial]) => formatEncf(type, serial));
      const runs = rangesOf(encfs).map((range) => readRange(range)!);
      expect(runs.flatMap((run) => [...encfsOf(run)])).toEqual([...encfs].sort());
      for (const [index, run] of runs.entries()) {
        const next = runs[index + 1];
        expect(next?.type === run.type && next.from <= run.to + 1).toBe(false);
      }
    }),
  );
});

test('neighbours of different kinds stay in ranges of their own', () => {
  const encfs = [1, 2, 3, 4].map((serial) => formatEncf(31, serial));
  const even = (encf: string) => Number(encf.slice(3)) > 2;
  expect(rangesOf(encfs, (one, next) => even(one) === even(next))).toEqual([
    { desde: 'E310000000001', hasta: 'E310000000002' },
    { desde: 'E310000000003', hasta: 'E310000000004' },
  ]);
});
