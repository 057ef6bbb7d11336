/** Checks numbers that count from 1: lines, pages, subtotals. */

export interface OutOfOrder {
  readonly index: number;
  readonly expected: number;
  readonly found: number;
}

/**
 * Finds the numbers out of order. A number is in order if it follows the number before it, or matches its own position.
 * So one mistake is found once, not again in every later row. An absent number counts as the expected one.
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
