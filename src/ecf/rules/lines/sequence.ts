/** Checks numbers that count from 1: lines, pages, subtotals. */

export interface OutOfOrder {
  readonly index: number;
  readonly expected: number;
  readonly found: number;
}

/**
 * Finds the numbers out of order. A number is in order if it follows the number before it, or matches its own position.
 * So one mistake is found once, not again in every later row. An absent number counts as the right one. The right number is
 * always the position: the number before it may be wrong too.
 */
export function* outOfOrder(numbers: Iterable<number | undefined>): Iterable<OutOfOrder> {
  let index = 0;
  let following = 1;
  for (const found of numbers) {
    const expected = index + 1;
    if (found !== undefined && found !== expected && found !== following) yield { index, expected, found };
    following = (found ?? following) + 1;
    index++;
  }
}
