/**
 * Arithmetic of the totals (Formato e-CF v1.0 pp.19-28). The tolerance is one peso for each line; beyond it DGII
 * accepts conditionally (Informe Técnico e-CF v1.0 p.21).
 */
import { amountOf, sum, within, zero, type Amount } from '../amounts.js';
import { nodeAt, nodesAt, textAt } from '../ecf.js';
import { show } from './lines.js';
import type { Rule } from './rule.js';
import { paths, type Voucher } from './voucher.js';

interface TotalRow {
  readonly code: string;
  readonly field: string;
  readonly source: string;
  readonly formula: string;
  /** An optional total that is left out is no fault; otherwise what is left out counts as zero. */
  readonly onlyWhenPresent?: true;
  /** Every value is as good as the others; none: the rule says nothing about this voucher. */
  readonly expected: (voucher: Voucher) => readonly Amount[];
}

const rows: readonly TotalRow[] = [
  taxable('TOTALES-01', 'MontoGravadoI1', '1', '1.18', 'Formato e-CF v1.0 p.20'),
  taxable('TOTALES-02', 'MontoGravadoI2', '2', '1.16', 'Formato e-CF v1.0 p.20'),
  taxable('TOTALES-03', 'MontoGravadoI3', '3', '1', 'Formato e-CF v1.0 p.20'),
  taxable('TOTALES-04', 'MontoExento', '4', '1', 'Formato e-CF v1.0 p.21'),
  {
    code: 'TOTALES-05',
    field: 'MontoGravadoTotal',
    source: 'Formato e-CF v1.0 p.19',
    formula: 'MontoGravadoI1 + MontoGravadoI2 + MontoGravadoI3',
    expected: (voucher) => [totals(voucher, 'MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3')],
  },
  {
    code: 'TOTALES-06',
    field: 'TotalITBIS1',
    source: 'Formato e-CF v1.0 p.22',
    formula: '18 % de MontoGravadoI1 más el impuesto selectivo al consumo',
    expected: (voucher) => [total(voucher, 'MontoGravadoI1').plus(selectiveTax(voucher)).times('0.18')],
  },
  {
    code: 'TOTALES-07',
    field: 'TotalITBIS2',
    source: 'Formato e-CF v1.0 p.22',
    formula: '16 % de MontoGravadoI2',
    expected: (voucher) => [total(voucher, 'MontoGravadoI2').times('0.16')],
  },
  {
    code: 'TOTALES-08',
    field: 'TotalITBIS3',
    source: 'Formato e-CF v1.0 p.22',
    formula: '0 % de MontoGravadoI3',
    expected: () => [zero],
  },
  {
    code: 'TOTALES-09',
    field: 'TotalITBIS',
    source: 'Formato e-CF v1.0 p.22',
    formula: 'TotalITBIS1 + TotalITBIS2 + TotalITBIS3',
    expected: (voucher) => [totals(voucher, 'TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3')],
  },
  {
    code: 'TOTALES-10',
    field: 'MontoImpuestoAdicional',
    source: 'Formato e-CF v1.0 p.22',
    formula: 'suma de ImpuestosAdicionales',
    expected: (voucher) => [sum(additionalTaxes(voucher).map(({ amount }) => amount))],
  },
  {
    code: 'TOTALES-11',
    field: 'MontoTotal',
    source: 'Formato e-CF v1.0 p.26',
    formula: 'MontoGravadoTotal + MontoExento + TotalITBIS + MontoImpuestoAdicional',
    onlyWhenPresent: true,
    expected: (voucher) => [
      totals(voucher, 'MontoGravadoTotal', 'MontoExento', 'TotalITBIS', 'MontoImpuestoAdicional'),
    ],
  },
  {
    code: 'TOTALES-12',
    field: 'MontoNoFacturable',
    source: 'Formato e-CF v1.0 p.27',
    formula: 'suma de las líneas con IndicadorFacturacion 0',
    expected: (voucher) => [linesOf(voucher, '0')],
  },
  {
    code: 'TOTALES-13',
    field: 'MontoPeriodo',
    source: 'Formato e-CF v1.0 p.27',
    formula: 'MontoTotal + MontoNoFacturable',
    onlyWhenPresent: true,
    expected: (voucher) => [totals(voucher, 'MontoTotal', 'MontoNoFacturable')],
  },
  {
    code: 'TOTALES-14',
    field: 'ValorPagar',
    source: 'Formato e-CF v1.0 p.27',
    formula: 'MontoTotal − MontoAvancePago ± SaldoAnterior',
    onlyWhenPresent: true,
    // The sign of SaldoAnterior is the issuer's choice (p.27 says "±"); under Norma 10-07 the discounts go off too.
    expected: (voucher) => {
      if (voucher.norma1007) return [];
      const due = total(voucher, 'MontoTotal').minus(total(voucher, 'MontoAvancePago'));
      const balance = total(voucher, 'SaldoAnterior');
      return [due.plus(balance), due.minus(balance)];
    },
  },
  withheld('TOTALES-15', 'TotalITBISRetenido', 'MontoITBISRetenido'),
  withheld('TOTALES-16', 'TotalISRRetencion', 'MontoISRRetenido'),
];

export const totalRules: readonly Rule[] = rows.map((row) => ({
  code: row.code,
  severidad: 'condicional',
  descripcion: `${row.field} = ${row.formula}; tolerancia de 1.00 por línea.`,
  source: row.source,
  *check(voucher) {
    const text = textAt(voucher.totales, row.field);
    if (voucher.totales === undefined || (text === undefined && row.onlyWhenPresent === true)) return;
    const found = amountOf(text);
    const tolerance = Math.max(voucher.lines.length, 1);
    const expected = row.expected(voucher);
    const [first] = expected;
    if (first === undefined || expected.some((amount) => within(tolerance, found, amount))) return;
    const received = text === undefined ? 'no se envió' : `se recibió ${show(found)}`;
    const mensaje = `Se esperaba ${show(first)} (${row.formula}); ${received}. Tolerancia: ${tolerance}.00.`;
    yield { campo: `${paths.totales}.${row.field}`, mensaje };
  },
}));

/** Sum of the lines of one indicator, without ITBIS, less global discounts, plus global surcharges. */
function taxable(code: string, field: string, indicador: string, factor: string, source: string): TotalRow {
  return {
    code,
    field,
    source,
    formula: `líneas y ajustes globales con indicador de facturación ${indicador}, sin ITBIS`,
    expected: (voucher) => {
      if (voucher.norma1007) return [];
      const gross = linesOf(voucher, indicador);
      const adjusted = voucher.adjustments.filter((adjustment) => adjustment.indicador === indicador);
      const adjustment = sum(adjusted.map(({ monto }) => monto));
      if (!voucher.taxIncluded) return [gross.plus(adjustment)];
      // p.20 has the adjustments net of ITBIS at rate 1 and words rate 2 the other way round: both are accepted.
      return [gross.div(factor).plus(adjustment), gross.plus(adjustment).div(factor)];
    },
  };
}

function withheld(code: string, field: string, lineField: string): TotalRow {
  return {
    code,
    field,
    source: 'Formato e-CF v1.0 p.28',
    formula: `suma de ${lineField}`,
    expected: ({ lines }) => [
      sum(lines.map(({ node }) => amountOf(textAt(nodeAt(node, 'Retencion'), lineField)))),
    ],
  };
}

function linesOf({ lines }: Voucher, indicador: string): Amount {
  return sum(lines.filter((line) => line.indicador === indicador).map(({ monto }) => monto));
}

function total({ totales }: Voucher, field: string): Amount {
  return amountOf(textAt(totales, field));
}

function totals(voucher: Voucher, ...fields: string[]): Amount {
  return sum(fields.map((field) => total(voucher, field)));
}

function additionalTaxes({ totales }: Voucher): { tipo: string; amount: Amount }[] {
  return nodesAt(nodeAt(totales, 'ImpuestosAdicionales'), 'ImpuestoAdicional').map((row) => ({
    tipo: textAt(row, 'TipoImpuesto') ?? '',
    amount: sum(
      [
        'MontoImpuestoSelectivoConsumoEspecifico',
        'MontoImpuestoSelectivoConsumoAdvalorem',
        'OtrosImpuestosAdicionales',
      ].map((field) => amountOf(textAt(row, field))),
    ),
  }));
}

/** Codes 006-039 enter the base of ITBIS; 001-005 do not (Formato e-CF v1.0 p.22). */
function selectiveTax(voucher: Voucher): Amount {
  return sum(additionalTaxes(voucher).flatMap(({ tipo, amount }) => (tipo >= '006' ? [amount] : [])));
}
