/**
 * Selective tax on alcohol and tobacco, computed from the lines (Formato e-CF v1.0 pp.23-25, Informe Técnico e-CF v1.0
 * pp.22-26). The rates come from the voucher, because they change every quarter.
 */
import { amountOf, quotient, sum, zero, type Amount } from '../../model/amounts.js';
import { nodeAt, nodesAt } from '../../model/ecf.js';
import { amountAt, hundredth, itbisFactors } from '../arithmetic.js';
import { adValoremOf, familyOf, fractionOf, isBulk, isTobacco, linesByCode, rateOf } from './tax-rows.js';
import type { Line, Voucher } from '../voucher.js';

/** Specific tax of a code 006-022 on the lines that have it; undefined when a needed value is missing. */
export function specificTax(voucher: Voucher, code: string, lines: readonly Line[]): Amount | undefined {
  const rate = rateOf(voucher, code);
  return rate === undefined ? undefined : total(lines, (line) => specificUnits(code, line)?.times(rate));
}

/** Ad valorem tax of a code 023-039 on the lines that have it, in every reading of the official text. */
export function* adValoremTax(
  voucher: Voucher,
  code: string,
  lines: readonly Line[],
): Iterable<Amount | undefined> {
  const rate = fractionOf(voucher, code);
  if (rate === undefined) return;
  const bulk = isTobacco(code) ? [] : lines.filter(isBulk);
  const packed = isTobacco(code) ? lines : lines.filter((line) => !isBulk(line));
  const onPacked = packedTax(voucher, code, packed, rate);
  const listed = total(bulk, ({ node }) =>
    amountAt(node, 'PrecioUnitarioItem')
      ?.times(amountOf('1.3'))
      .times(amountAt(node, 'CantidadItem') ?? zero),
  )?.times(rate);
  if (onPacked === undefined || listed === undefined) return;
  yield onPacked.plus(listed);
  // The list price of bulk goods is "the unit price". It is not clear whether that includes ITBIS: both are accepted.
  if (voucher.taxIncluded && bulk.length > 0) yield onPacked.plus(withoutItbis(listed));
}

/** Computed selective tax on the lines with one IndicadorFacturacion. */
export function selectiveOn(voucher: Voucher, indicador: string): Amount | undefined {
  const parts = [...linesByCode(voucher)].map(([code, taxed]) => {
    const lines = taxed.lines.filter((line) => line.indicador === indicador);
    const family = familyOf(code);
    if (family === 'specific') return specificTax(voucher, code, lines);
    return family === 'adValorem' ? [...adValoremTax(voucher, code, lines)][0] : zero;
  });
  return parts.includes(undefined) ? undefined : sum(parts.map((part) => part ?? zero));
}

/** True when all lines with selective tax have this IndicadorFacturacion. */
export function selectiveOnlyAt(voucher: Voucher, indicador: string): boolean {
  return [...linesByCode(voucher)].every(
    ([code, { billed }]) =>
      familyOf(code) === 'other' || [...billed.keys()].every((other) => other === indicador),
  );
}

/**
 * ((retail price without ITBIS − specific tax per unit) ÷ (1 + rate)) × rate × CantidadItem × CantidadReferencia. The lines
 * are added before the division.
 */
function packedTax(voucher: Voucher, code: string, lines: readonly Line[], rate: Amount): Amount | undefined {
  const retail = total(lines, ({ node }) => {
    const units = times(amountAt(node, 'CantidadItem'), amountAt(node, 'CantidadReferencia'));
    return times(units, amountAt(node, 'PrecioUnitarioReferencia'));
  });
  const specific = total(lines, (line) => {
    const own = line.impuestos.find((other) => adValoremOf(other) === code);
    return own === undefined ? undefined : specificTax(voucher, own, [line]);
  });
  if (retail === undefined || specific === undefined) return undefined;
  return quotient(withoutItbis(retail).minus(specific).times(rate), rate.plus(one));
}

/** The factor for the rate of a specific code; undefined when a field is missing. Bulk goods pay no specific tax. */
function specificUnits(code: string, line: Line): Amount | undefined {
  const { node } = line;
  const units = times(amountAt(node, 'CantidadItem'), amountAt(node, 'CantidadReferencia'));
  if (isTobacco(code)) return units;
  if (isBulk(line)) return zero;
  const table = nodesAt(nodeAt(node, 'TablaSubcantidad'), 'SubcantidadItem');
  // No source says which one to use of several sub-quantities.
  const content = table.length === 1 ? amountAt(table[0], 'Subcantidad') : undefined;
  return times(times(units, content), amountAt(node, 'GradosAlcohol')?.times(hundredth));
}

const one = amountOf('1');
const itbis1 = itbisFactors.get('1') ?? one;

function withoutItbis(amount: Amount): Amount {
  return amount.div(itbis1);
}

function times(a: Amount | undefined, b: Amount | undefined): Amount | undefined {
  return a === undefined || b === undefined ? undefined : a.times(b);
}

/** Undefined when one of the parts is undefined. */
function total(lines: readonly Line[], partOf: (line: Line) => Amount | undefined): Amount | undefined {
  let found = zero;
  for (const line of lines) {
    const part = partOf(line);
    if (part === undefined) return undefined;
    found = found.plus(part);
  }
  return found;
}
