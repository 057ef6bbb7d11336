/** Numbers that count from 1: lines, pages, subtotals. */

export interface OutOfOrder {
  readonly index: number;
  readonly expected: number;
  readonly found: number;
}

/**
 * What is out of order. A number that follows its neighbour, or stands at its place, is in order: one mistake is found
 * once, not on every row behind it. An absent number counts as the one expected.
 */
export function* outOfOrder(numbers: Iterable<number | undefined>): Iterable<OutOfOrder> {
  let index = 0;
  let expected = 1;
  for (const found of numbers) {
    if (found !== undefined && found !== expected && found !== index + 1) yield { index, expected, found };
    expected = (found ?? expected) + 1;
    index++;
  }
}
