/** Divides an amount into parts of whole cents that add up to it. */
import { roundMoney, sum, zero, type Amount } from './model/amounts.js';

const centsInOne = 100;

/** Each part is rounded down to cents; the remaining cents go to the parts that lost most by rounding. */
export function spread(total: Amount, weights: readonly Amount[]): Amount[] {
  const whole = sum(weights);
  // If all weights are zero, the parts are equal.
  const exact = weights.map((weight) =>
    whole.eq(zero) ? total.div(weights.length) : total.times(weight).div(whole),
  );
  const cents = exact.map((part) => part.times(centsInOne).round(0, 0));
  const left = roundMoney(total).times(centsInOne).minus(sum(cents)).toNumber();
  const step = Math.sign(left);
  const lost = exact.map((part, index) =>
    part
      .times(centsInOne)
      .minus(cents[index] ?? zero)
      .toNumber(),
  );
  const order = [...lost.keys()].sort((a, b) => ((lost[b] ?? 0) - (lost[a] ?? 0)) * step || a - b);
  const extra = new Map<number, number>();
  for (let given = 0; given < Math.abs(left) && order.length > 0; given++) {
    const index = order[given % order.length] ?? 0;
    extra.set(index, (extra.get(index) ?? 0) + step);
  }
  return cents.map((part, index) => part.plus(extra.get(index) ?? 0).div(centsInOne));
}
