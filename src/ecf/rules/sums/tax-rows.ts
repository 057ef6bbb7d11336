/**
 * The additional taxes of a voucher (Formato e-CF v1.0 pp.22-26 and Tabla I): the rows of Totales, and which lines have
 * which code. Codes 001-005 are other taxes, 006-022 the specific and 023-039 the ad valorem selective tax.
 */
import { amountOf, quotient, sum, zero, type Amount } from '../../model/amounts.js';
import { nodeAt, nodesAt, textAt, type EcfNode } from '../../model/ecf.js';
import { amountAt, hundredth } from '../arithmetic.js';
import { montoOf, paths, perVoucher, sumsBy, type Line, type Voucher } from '../voucher.js';

export type TaxFamily = 'other' | 'specific' | 'adValorem';

/** Specific code + this number = ad valorem code of the same product. */
const adValoremOffset = 17;

/** UnidadMedida 18, Granel: alcohol in bulk pays only the ad valorem tax, on its own price (pp.23-24 notes 23-25). */
const bulkUnit = '18';

export const taxAmounts = {
  other: 'OtrosImpuestosAdicionales',
  specific: 'MontoImpuestoSelectivoConsumoEspecifico',
  adValorem: 'MontoImpuestoSelectivoConsumoAdvalorem',
} as const satisfies Record<TaxFamily, string>;

/** The amounts of one additional tax, in pesos or in the other currency. */
interface TaxAmounts {
  readonly path: string;
  readonly node: EcfNode;
  /** Absent only in a type 34. */
  readonly code: string | undefined;
  /** Sum of all its amounts. */
  readonly amount: Amount;
}

/** A row of Totales.ImpuestosAdicionales. */
export interface TaxRow extends TaxAmounts {
  /** TasaImpuestoAdicional: a percentage, or pesos for the specific tax. */
  readonly rate: Amount | undefined;
}

/** The lines that have a code. */
export interface TaxedLines {
  readonly lines: readonly Line[];
  /** Sums of MontoItem by IndicadorFacturacion. */
  readonly billed: ReadonlyMap<string, Amount>;
}

/** Undefined for a code that is not in Tabla I. */
export function familyOf(code: string): TaxFamily | undefined {
  if (!/^0\d\d$/.test(code)) return undefined;
  if (code >= '001' && code <= '005') return 'other';
  if (code >= '006' && code <= '022') return 'specific';
  return code >= '023' && code <= '039' ? 'adValorem' : undefined;
}

export function isTobacco(code: string): boolean {
  return (code >= '019' && code <= '022') || code >= '036';
}

/** The ad valorem code of a specific code's product. */
export function adValoremOf(specificCode: string): string {
  return String(Number(specificCode) + adValoremOffset).padStart(3, '0');
}

export function isBulk({ node }: Line): boolean {
  return textAt(node, 'UnidadMedida') === bulkUnit;
}

export const taxRows = perVoucher(({ totales }): readonly TaxRow[] =>
  rowsIn(totales, paths.totales, '').map((row) => ({
    ...row,
    rate: amountAt(row.node, 'TasaImpuestoAdicional'),
  })),
);

/** The rows of OtraMoneda.ImpuestosAdicionalesOtraMoneda. */
export const currencyTaxRows = perVoucher(({ otraMoneda }) =>
  rowsIn(otraMoneda, paths.otraMoneda, 'OtraMoneda'),
);

/** The fields of the other currency have the same names, with a suffix. */
function rowsIn(parent: EcfNode | undefined, path: string, suffix: string): readonly TaxAmounts[] {
  const [table, row] = [`ImpuestosAdicionales${suffix}`, `ImpuestoAdicional${suffix}`];
  return nodesAt(nodeAt(parent, table), row).map((node, index) => ({
    path: `${path}.${table}.${row}[${index}]`,
    node,
    code: textAt(node, `TipoImpuesto${suffix}`),
    amount: sum(Object.values(taxAmounts).map((name) => amountOf(textAt(node, `${name}${suffix}`)))),
  }));
}

export const linesByCode = perVoucher(({ lines }): ReadonlyMap<string, TaxedLines> => {
  const found = new Map<string, Line[]>();
  for (const line of lines) {
    for (const code of line.impuestos) {
      const known = found.get(code);
      if (known === undefined) found.set(code, [line]);
      // A line that has a code twice is taxed once.
      else if (known.at(-1) !== line) known.push(line);
    }
  }
  return new Map(
    [...found].map(([code, taxed]) => [
      code,
      { lines: taxed, billed: sumsBy(taxed, ({ indicador }) => indicador ?? '', montoOf) },
    ]),
  );
});

/** The selective tax in Totales, codes 006-039. It is part of the base of ITBIS (p.22). */
export function selectiveTax(voucher: Voucher): Amount {
  return sum(taxRows(voucher).flatMap(({ code, amount }) => (isSelective(code) ? [amount] : [])));
}

export function isSelective(code: string | undefined): boolean {
  const family = code === undefined ? undefined : familyOf(code);
  return family === 'specific' || family === 'adValorem';
}

/** The percentage of a code as a fraction; undefined when no row gives it, or rows give different ones. */
export function fractionOf(voucher: Voucher, code: string): Amount | undefined {
  return rateOf(voucher, code)?.times(hundredth);
}

/** TasaImpuestoAdicional of a code, unchanged; undefined when no row gives it, or rows give different ones. */
export function rateOf(voucher: Voucher, code: string): Amount | undefined {
  return rates(voucher).get(code);
}

const rates = perVoucher((voucher) => {
  const found = new Map<string, Amount | undefined>();
  for (const { code, rate } of taxRows(voucher)) {
    if (code === undefined || rate === undefined) continue;
    const known = found.get(code);
    found.set(code, !found.has(code) || known?.eq(rate) === true ? rate : undefined);
  }
  return found;
});

/** Telecommunication taxes: under Norma General 10-07 the price includes them (p.20 d). */
const telecomCodes = ['002', '004'];

/**
 * Under Norma General 10-07: the sum of the lines at ITBIS 1, without ITBIS and without the telecommunication taxes, plus
 * `adjustment` (p.20 d, p.25 d). "Codes 002 and 004 assigned to the item" has two readings: the codes of the voucher for
 * all lines, or the own codes of each line.
 */
export function* norma1007Net(
  voucher: Voucher,
  lines: readonly Line[],
  adjustment: Amount,
): Iterable<Amount | undefined> {
  const rates = telecomCodes.map((code) => fractionOf(voucher, code) ?? zero);
  const divisor = sum([withItbis1, ...rates]);
  const codesOf = ({ indicador, impuestos }: Line) =>
    indicador === '1' ? telecomCodes.filter((code) => impuestos.includes(code)).join() : undefined;
  const byCodes = sumsBy(lines, codesOf, montoOf);
  const gross = sum(byCodes.values());
  yield quotient(gross, divisor)?.plus(adjustment);
  const parts = [...byCodes].map(([codes, amount]) => {
    const own = rates.filter((_, index) => codes.includes(telecomCodes[index] ?? ''));
    return quotient(amount, sum([withItbis1, ...own])) ?? zero;
  });
  yield sum(parts).plus(adjustment);
  yield quotient(gross.plus(adjustment), divisor);
}

const withItbis1 = amountOf('1.18');
