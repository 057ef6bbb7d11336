/**
 * What the arithmetic rules share. Every amount has a tolerance: one peso for an amount of a line; for an amount of the
 * header, one peso per line (Informe Técnico e-CF v1.0 p.21). If the official text can be read in several ways, an amount
 * may follow any of these readings.
 */
import { amountOf, roundMoney, shownMoney, sum, isWithin, zero, type Amount } from '../model/amounts.js';
import { textAt, type EcfNode } from '../model/ecf.js';
import { ecfTypeList, type EcfType } from '../model/ecf-types.js';
import { memberAt } from '../json/shape.js';
import type { Finding, Rule, RuledAmount, RuleHead } from './rule.js';
import type { Voucher } from './voucher.js';

/** In pesos, or units of the other currency, for one line. */
export const lineTolerance = 1;

/** For header amounts, which sum up all lines. */
export function headerTolerance({ lines }: Voucher): number {
  return Math.max(lines.length, 1) * lineTolerance;
}

/** What 1.00 costs with ITBIS, by IndicadorFacturacion. The other indicators have no ITBIS. */
export const itbisFactors: ReadonlyMap<string, Amount> = new Map([
  ['1', amountOf('1.18')],
  ['2', amountOf('1.16')],
]);

/** The ITBIS on 1.00 that does not include it. */
export const rate1 = amountOf('0.18');
export const rate2 = amountOf('0.16');

/** A percentage times this is a fraction. */
export const hundredth = amountOf('0.01');

/** The fields that add up to another amount of Totales. */
export const taxableParts = ['MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3'];
export const itbisParts = ['TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3'];
export const totalParts = ['MontoGravadoTotal', 'MontoExento', 'TotalITBIS', 'MontoImpuestoAdicional'];

export interface Comparison extends RuledAmount {
  readonly tolerance: number;
  /** Spanish: how the expected amount is computed. */
  readonly formula: string;
}

/** The rule that the amounts of a voucher follow their readings. `rest` is the rule without its check. */
export function arithmeticRule(
  rest: RuleHead,
  comparisons: (voucher: Voucher) => Iterable<Comparison>,
): Rule {
  return {
    ...rest,
    *check(voucher) {
      for (const comparison of comparisons(voucher)) yield* compare(comparison);
    },
    amounts: comparisons,
  };
}

/**
 * Yields a finding when the amount matches no reading. Computes one reading at a time and stops at the first match. An
 * amount that was left out is not compared.
 */
export function* compare({ campo, text, tolerance, formula, readings }: Comparison): Iterable<Finding> {
  if (text === undefined) return;
  const found = amountOf(text);
  let first: Amount | undefined;
  for (const reading of readings()) {
    if (reading === undefined) continue;
    // Try the rounded reading too: the difference may exceed the tolerance by less than a cent.
    if (isWithin(tolerance, found, reading) || isWithin(tolerance, found, roundMoney(reading))) return;
    first ??= reading;
  }
  if (first === undefined) return;
  const mensaje = `Se esperaba ${amountText(first)} (${formula}); se recibió ${amountText(found)}. Tolerancia: ${shownMoney(amountOf(String(tolerance)))}.`;
  yield { campo, mensaje };
}

/** The amount minus the reading it is closest to. Zero when there is no reading. */
export function difference(found: Amount, readings: Iterable<Amount | undefined>): Amount {
  let least: Amount | undefined;
  for (const reading of readings) {
    if (reading === undefined) continue;
    const more = found.minus(reading);
    if (least === undefined || more.abs().lt(least.abs())) least = more;
  }
  return least ?? zero;
}

/** Longer amounts are not money; all their digits would only make the message longer. */
const shownMax = 40;

export function amountText(amount: Amount): string {
  const text = shownMoney(roundMoney(amount));
  return text.length > shownMax ? amount.toExponential(3) : text;
}

/** The text as an amount; undefined when it is absent. */
export function amountAt(node: EcfNode | undefined, name: string): Amount | undefined {
  const text = textAt(node, name);
  return text === undefined ? undefined : amountOf(text);
}

/** Sum of the fields that are present; undefined if all are absent. */
export function sumAt(node: EcfNode | undefined, names: readonly string[]): Amount | undefined {
  const parts = names.flatMap((name) => amountAt(node, name) ?? []);
  return parts.length === 0 ? undefined : sum(parts);
}

/** The types of e-CF that have this path below ECF. */
export function typesWith(...names: readonly string[]): readonly EcfType[] {
  return ecfTypeList.filter((type) => memberAt(type, names) !== undefined);
}
