/** The totals, the global discounts and surcharges, and the subtotals of a page (Informe Técnico e-CF v1.0 pp.34-37). */
import { exemptIndicator } from '../../../ecf/codes/indicators.js';
import { impuestosAdicionales } from '../../../ecf/codes/long-tables.js';
import { amountOf, shownMoney, sum, zero, type Amount } from '../../../ecf/model/amounts.js';
import { nodeAt, nodesAt, textAt, type Ecf, type EcfNode } from '../../../ecf/model/ecf.js';
import { isSelective, taxRows } from '../../../ecf/rules/sums/tax-rows.js';
import { sumsBy, type Voucher } from '../../../ecf/rules/voucher.js';
import type { LineTaxes } from '../../../ecf/line-taxes.js';
import { moneyOf, percent } from './lines.js';
import { hasRightToLeft } from '../pdf/directions.js';
import { rowsWithValue, type Labelled } from './texts.js';

export interface PrintedAdjustment {
  /** `Descuento: por volumen 10.00%`, or with `$` for an amount. */
  readonly label: string;
  readonly amount: string;
}

/** Tabla I has longer names for these two taxes; the printed form uses these (Informe Técnico p.35). */
const shortNames: Readonly<Record<string, string>> = { '001': 'Propina legal', '002': 'CDT' };

export function printedTotals(voucher: Voucher): readonly Labelled[] {
  const { totales } = voucher;
  const rows = taxRows(voucher);
  const selective = rows.filter(({ code }) => isSelective(code));
  const others = sumsBy(
    rows.filter(({ code }) => !isSelective(code)),
    ({ code = '' }) => code,
    ({ amount }) => amount,
  );
  const kinds = others.size + (selective.length === 0 ? 0 : 1);
  return rowsWithValue([
    ['Subtotal Gravado', moneyOf(textAt(totales, 'MontoGravadoTotal'))],
    ['Subtotal Exento', moneyOf(textAt(totales, 'MontoExento'))],
    [
      'Total ISC',
      selective.length === 0 ? undefined : shownMoney(sum(selective.map(({ amount }) => amount))),
    ],
    ['Total ITBIS', moneyOf(textAt(totales, 'TotalITBIS'))],
    ...[...others].map(([code, amount]) => [nameOfTax(code), shownMoney(amount)] as const),
    // With only one kind of tax, its own row already shows the whole amount.
    [
      'Total Impuestos Adicionales',
      kinds === 1 ? undefined : moneyOf(textAt(totales, 'MontoImpuestoAdicional')),
    ],
    ['Total', moneyOf(textAt(totales, 'MontoTotal')), { total: true }],
    ...periodRows(totales),
    // DGII gives no label for these, but the supplier of a purchase receives the total minus them.
    ['ITBIS Retenido', moneyUnlessZero(textAt(totales, 'TotalITBISRetenido'))],
    ['ISR Retenido', moneyUnlessZero(textAt(totales, 'TotalISRRetencion'))],
  ]);
}

/** MontoTotal excludes lines that are not billable, so a voucher with such lines also says what was charged (Formato e-CF v1.0 p.27). */
function periodRows(totales: EcfNode | undefined): readonly (readonly [string, string | undefined])[] {
  const notBillable = amountOf(textAt(totales, 'MontoNoFacturable'));
  if (notBillable.eq(zero)) return [];
  const total = amountOf(textAt(totales, 'MontoTotal'));
  return [
    ['Monto No Facturable', shownMoney(notBillable)],
    ['Monto Período', moneyOf(textAt(totales, 'MontoPeriodo')) ?? shownMoney(total.plus(notBillable))],
  ];
}

/** The currency's code follows each label (Informe Técnico p.35). */
export function otherCurrencyTotals(voucher: Voucher): readonly Labelled[] {
  const { otraMoneda } = voucher;
  const code = textAt(otraMoneda, 'TipoMoneda') ?? '';
  return rowsWithValue([
    ['Tipo de Cambio', moneyOf(textAt(otraMoneda, 'TipoCambio'))],
    [`Subtotal Gravado ${code}`, moneyOf(textAt(otraMoneda, 'MontoGravadoTotalOtraMoneda'))],
    [`Subtotal Exento ${code}`, moneyOf(textAt(otraMoneda, 'MontoExentoOtraMoneda'))],
    [`Total ITBIS ${code}`, moneyOf(textAt(otraMoneda, 'TotalITBISOtraMoneda'))],
    [`Total Impuestos Adicionales ${code}`, moneyOf(textAt(otraMoneda, 'MontoImpuestoAdicionalOtraMoneda'))],
    [`Total ${code}`, moneyOf(textAt(otraMoneda, 'MontoTotalOtraMoneda')), { total: true }],
  ]);
}

export function printedAdjustments({ root }: Ecf): readonly PrintedAdjustment[] {
  return nodesAt(nodeAt(root, 'DescuentosORecargos'), 'DescuentoORecargo').map((node) => {
    const kind = textAt(node, 'TipoAjuste') === 'D' ? 'Descuento' : 'Recargo';
    const description = textAt(node, 'DescripcionDescuentooRecargo');
    const unit = textAt(node, 'TipoValor');
    // Only a percentage is printed: the value of an amount in pesos is the amount beside it.
    const value = (unit === '$' ? undefined : percent(textAt(node, 'ValorDescuentooRecargo'))) ?? unit ?? '';
    return {
      label: adjustmentLabel(kind, description, value),
      amount: moneyOf(textAt(node, 'MontoDescuentooRecargo')) ?? '',
    };
  });
}

/** Behind Arabic or Hebrew words a value would be drawn before them, without its sign. */
function adjustmentLabel(kind: string, description: string | undefined, value: string): string {
  if (description === undefined) return `${kind} ${value}`.trim();
  if (hasRightToLeft(description)) return `${`${kind} ${value}`.trim()}: ${description}`;
  return `${kind}: ${description} ${value}`.trim();
}

export function statedSubtotals(page: EcfNode): readonly Labelled[] {
  const table = nodeAt(page, 'SubtotalImpuestoAdicional');
  const read = (node: EcfNode | undefined, name: string) => moneyOf(textAt(node, name));
  return rowsWithValue([
    ['Subtotal Gravado Página', read(page, 'SubtotalMontoGravadoPagina')],
    ['Subtotal Exento Página', read(page, 'SubtotalExentoPagina')],
    [
      'Subtotal Impuesto Selectivo al Consumo Página',
      read(table, 'SubtotalImpuestoSelectivoConsumoEspecificoPagina'),
    ],
    ['Subtotal Otros Impuestos Adicionales Página', read(table, 'SubtotalOtrosImpuesto')],
    ['Subtotal ITBIS Página', read(page, 'SubtotalItbisPagina')],
    ['Subtotal Impuesto Adicional Página', read(page, 'SubtotalImpuestoAdicionalPagina')],
    ['Monto Total Página', read(page, 'MontoSubtotalPagina')],
    ['Monto No Facturable Página', read(page, 'SubtotalMontoNoFacturablePagina')],
  ]);
}

export function computedSubtotals(
  voucher: Voucher,
  taxes: readonly LineTaxes[],
  [from, to]: readonly [from: number, to: number],
): readonly Labelled[] {
  const lines = voucher.lines
    .slice(from, to)
    .map(({ indicador }, index) => ({ indicador, tax: taxes[from + index] }));
  const total = (amountOfLine: (line: (typeof lines)[number]) => Amount) => sum(lines.map(amountOfLine));
  const itbis = total(({ tax }) => tax?.itbis ?? zero);
  const taxable = total(({ indicador, tax }) => (indicador === exemptIndicator ? zero : (tax?.net ?? zero)));
  const exempt = total(({ indicador, tax }) => (indicador === exemptIndicator ? (tax?.net ?? zero) : zero));
  const selective = total(({ tax }) => (tax?.specific ?? zero).plus(tax?.adValorem ?? zero));
  const other = total(({ tax }) => tax?.other ?? zero);
  const shown = (amount: Amount) => (amount.eq(zero) ? undefined : shownMoney(amount));
  return rowsWithValue([
    ['Subtotal Gravado Página', shown(taxable)],
    ['Subtotal Exento Página', shown(exempt)],
    ['Subtotal Impuesto Selectivo al Consumo Página', shown(selective)],
    ['Subtotal Otros Impuestos Adicionales Página', shown(other)],
    ['Subtotal ITBIS Página', shown(itbis)],
    ['Monto Total Página', shownMoney(sum([taxable, exempt, selective, other, itbis]))],
  ]);
}

function moneyUnlessZero(text: string | undefined): string | undefined {
  return text === undefined || amountOf(text).eq(zero) ? undefined : moneyOf(text);
}

/** DGII gives no label for codes 003 to 005, but without their rows the totals would not add up. Their names come from Tabla I. */
function nameOfTax(code: string): string {
  return shortNames[code] ?? impuestosAdicionales.codes.get(code) ?? 'Impuesto adicional';
}
