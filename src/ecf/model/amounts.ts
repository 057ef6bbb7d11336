/**
 * Exact decimals. Money goes from JSON to XML as decimal text or as a Big, never through number arithmetic. The
 * canonical text of a decimal has no exponent, no leading zeros, no trailing zeros after the point and no negative zero.
 */
import { Big } from 'big.js';

export type Amount = Big;

export const zero: Amount = new Big(0);

/** The amount of a canonical text; zero when it is absent. */
export function amountOf(text: string | undefined): Amount {
  return text === undefined ? zero : new Big(text);
}

/** Canonical text of a finite JSON number, from its shortest notation. The lossless reader makes sure that it is exact. */
export function decimalText(value: number): string {
  const text = String(value);
  if (value === 0) return '0';
  return text.includes('e') ? new Big(value).toFixed() : text;
}

/** Half up on the third decimal (Informe Técnico e-CF v1.0 p.22 note 19). */
export function roundMoney(amount: Amount): Amount {
  return amount.round(2, Big.roundHalfUp);
}

/** As messages and people in the Dominican Republic write it: `2,360.00`. */
export function shownMoney(amount: Amount): string {
  return grouped(moneyText(amount.toFixed()));
}

/** `2,360`: as `shownMoney`, with the decimals that the amount has. */
export function shownNumber(amount: Amount): string {
  return grouped(amount.toFixed());
}

function grouped(text: string): string {
  const [, sign = '', integers = '', decimals = ''] = /^(-?)([0-9]+)(\.[0-9]+)?$/.exec(text) ?? [];
  const groups: string[] = [];
  for (let end = integers.length; end > 0; end -= 3)
    groups.unshift(integers.slice(Math.max(0, end - 3), end));
  return `${sign}${groups.join(',')}${decimals}`;
}

/** As XML writes it: at least two decimals, more if the canonical text has more (unit prices: up to four). */
export function moneyText(canonical: string): string {
  const point = canonical.indexOf('.');
  if (point < 0) return `${canonical}.00`;
  return canonical.length - point === 2 ? `${canonical}0` : canonical;
}

export function sum(amounts: Iterable<Amount>): Amount {
  let total = zero;
  for (const amount of amounts) total = total.plus(amount);
  return total;
}

/** To twenty decimals; undefined when the divisor is zero. */
export function quotient(dividend: Amount, divisor: Amount): Amount | undefined {
  return divisor.eq(zero) ? undefined : dividend.div(divisor);
}

export function isWithin(tolerance: Amount | number, a: Amount, b: Amount): boolean {
  return a.minus(b).abs().lte(tolerance);
}
