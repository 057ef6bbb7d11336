/**
 * The taxes and the net amount of each line. The XML gives them only as totals, but the printed form and the paper on the pages show
 * them per line, and the printed form per page. They are computed as DGII computes them, and then adjusted so that each of them adds up to its total in the XML.
 */
import { quotient, roundMoney, shownMoney, sum, zero, type Amount } from './model/amounts.js';
import { nodeAt, textAt } from './model/ecf.js';
import { amountAt, itbisFactors } from './rules/arithmetic.js';
import { adValoremTax, specificTax } from './rules/sums/selective-tax.js';
import { familyOf, linesByCode, taxRows, type TaxFamily } from './rules/sums/tax-rows.js';
import type { Line, Voucher } from './rules/voucher.js';
import { spread } from './spread.js';

export interface LineTaxes {
  /** ISC específico. */
  readonly specific: Amount;
  readonly adValorem: Amount;
  /** The taxes with codes 001 to 005. */
  readonly other: Amount;
  readonly itbis: Amount;
  /**
   * The line's part of the taxable or the exempt total of its IndicadorFacturacion: without taxes, after the global discounts and
   * surcharges (Formato e-CF v1.0 pp.52-53). Zero for a line that is not billable.
   */
  readonly net: Amount;
}

const netTotals = {
  1: 'MontoGravadoI1',
  2: 'MontoGravadoI2',
  3: 'MontoGravadoI3',
  4: 'MontoExento',
} as const;

export function lineTaxesOf(voucher: Voucher): readonly LineTaxes[] {
  const families: Record<TaxFamily, Map<Line, Amount>> = {
    specific: new Map(),
    adValorem: new Map(),
    other: new Map(),
  };
  for (const [code, { lines }] of linesByCode(voucher)) {
    const family = familyOf(code);
    const rows = taxRows(voucher).filter((row) => row.code === code);
    if (family === undefined || rows.length === 0) continue;
    const parts = spread(sum(rows.map(({ amount }) => amount)), weightsOf(voucher, code, lines));
    lines.forEach((line, index) => add(families[family], line, parts[index] ?? zero));
  }
  const selective = (line: Line) =>
    (families.specific.get(line) ?? zero).plus(families.adValorem.get(line) ?? zero);
  const itbis = itbisByLine(voucher, selective);
  const nets = netByLine(voucher);
  return voucher.lines.map((line) => ({
    specific: families.specific.get(line) ?? zero,
    adValorem: families.adValorem.get(line) ?? zero,
    other: families.other.get(line) ?? zero,
    itbis: itbis.get(line) ?? zero,
    net: nets.get(line) ?? zero,
  }));
}

/** The text of each line in the column ITBIS. Undefined: the voucher has no TotalITBIS, and so no such column. */
export function itbisColumn(voucher: Voucher, taxes: readonly LineTaxes[]): readonly string[] | undefined {
  if (textAt(voucher.totales, 'TotalITBIS') === undefined) return undefined;
  return taxes.map(({ itbis }) => shownMoney(itbis));
}

/**
 * MontoItem with its selective tax and its ITBIS, in pesos. The ITBIS on the selective tax is in it, also if MontoItem includes its own
 * ITBIS.
 */
export function valueWithTaxes(voucher: Voucher, line: Line, taxes: LineTaxes | undefined): Amount {
  const { specific = zero, adValorem = zero, itbis = zero } = taxes ?? {};
  const selective = specific.plus(adValorem);
  if (voucher.taxIncluded && selective.eq(zero)) return line.monto;
  return roundMoney(withoutItbis(voucher, line).plus(selective).plus(itbis));
}

export interface TaxCells {
  /** Null: the voucher has no TotalITBIS, and so no such column. */
  readonly itbis: string | null;
  readonly amountWithTaxes: string;
}

/** The texts of each line, as printed, that its taxes decide. */
export function taxCells(voucher: Voucher): readonly TaxCells[] {
  const taxes = lineTaxesOf(voucher);
  const itbis = itbisColumn(voucher, taxes);
  return voucher.lines.map((line, index) => ({
    itbis: itbis?.[index] ?? null,
    amountWithTaxes: shownMoney(valueWithTaxes(voucher, line, taxes[index])),
  }));
}

/** MontoItem without the ITBIS that it includes, in pesos; not rounded. */
function withoutItbis({ taxIncluded }: Voucher, { indicador = '', monto }: Line): Amount {
  const factor = taxIncluded ? itbisFactors.get(indicador) : undefined;
  return factor === undefined ? monto : monto.div(factor);
}

/** The tax of each line by DGII's formulas, as weights. If a line lacks a field of its formula, every weight is MontoItem. */
function weightsOf(voucher: Voucher, code: string, lines: readonly Line[]): readonly Amount[] {
  const computed = lines.map((line) => {
    switch (familyOf(code)) {
      case 'specific':
        return specificTax(voucher, code, [line]);
      case 'adValorem':
        return [...adValoremTax(voucher, code, [line])][0];
      default:
        return line.monto;
    }
  });
  const known = computed.flatMap((weight) => weight ?? []);
  return known.length === lines.length && !sum(known).eq(zero) ? known : lines.map(({ monto }) => monto);
}

/**
 * Among the lines with one indicator, each line's share of a global adjustment is in proportion to its MontoItem. The totals are after
 * the adjustments, so each total is divided in this proportion.
 */
function netByLine(voucher: Voucher): Map<Line, Amount> {
  const byLine = new Map<Line, Amount>();
  for (const [indicador, field] of Object.entries(netTotals)) {
    const lines = voucher.lines.filter((line) => line.indicador === indicador);
    const total = amountAt(voucher.totales, field);
    const parts =
      total === undefined
        ? lines.map((line) => roundMoney(withoutItbis(voucher, line)))
        : spread(
            total,
            lines.map(({ monto }) => monto),
          );
    lines.forEach((line, index) => byLine.set(line, parts[index] ?? zero));
  }
  return byLine;
}

/** ITBIS of each line: (its net amount + its selective tax) × rate. */
function itbisByLine(voucher: Voucher, selective: (line: Line) => Amount): Map<Line, Amount> {
  const taxed = voucher.lines.filter(({ indicador }) => itbisFactors.has(indicador ?? ''));
  const byRate = new Map<Line, Amount>();
  for (const [indicador, factor] of itbisFactors) {
    const lines = taxed.filter((line) => line.indicador === indicador);
    const gross = sum(lines.map((line) => withoutItbis(voucher, line)));
    const net = amountAt(voucher.totales, `MontoGravadoI${indicador}`) ?? gross;
    // The global adjustments change the price of every line by this factor. The line's own `net` is not used, because its cents are
    // rounded.
    const adjusted = quotient(net, gross) ?? zero;
    const computed = lines.map((line) =>
      withoutItbis(voucher, line).times(adjusted).plus(selective(line)).times(factor.minus(1)),
    );
    const total = amountAt(voucher.totales, `TotalITBIS${indicador}`);
    const parts = total === undefined ? computed.map(roundMoney) : spread(total, computed);
    lines.forEach((line, index) => byRate.set(line, parts[index] ?? zero));
  }
  const found = taxed.map((line) => byRate.get(line) ?? zero);
  const total = amountAt(voucher.totales, 'TotalITBIS') ?? sum(found);
  const parts = total.eq(sum(found)) ? found : spread(total, found);
  return new Map(taxed.map((line, index) => [line, parts[index] ?? zero]));
}

function add(amounts: Map<Line, Amount>, line: Line, amount: Amount): void {
  amounts.set(line, (amounts.get(line) ?? zero).plus(amount));
}

export function otherCurrency(voucher: Voucher): string | undefined {
  return textAt(voucher.otraMoneda, 'TipoMoneda');
}

export function inOtherCurrency(line: Line, name: string): Amount | undefined {
  return amountAt(nodeAt(line.node, 'OtraMonedaDetalle'), name);
}
