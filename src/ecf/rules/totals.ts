/**
 * Arithmetic of the totals (Formato e-CF v1.0 pp.19-28). The tolerance is one peso for each line; beyond it DGII
 * accepts conditionally (Informe Técnico e-CF v1.0 p.21).
 */
import { amountOf, sum, zero, type Amount } from '../amounts.js';
import { nodeAt, textAt } from '../ecf.js';
import {
  amountAt,
  compare,
  headerTolerance,
  isLateCreditNote,
  itbisFactors,
  typesWith,
} from './arithmetic.js';
import type { Rule } from './rule.js';
import { selectiveOn, selectiveOnlyAt } from './selective-tax.js';
import { norma1007Net, selectiveTax, taxRows } from './tax-view.js';
import { paths, type Voucher } from './voucher.js';

interface TotalRow {
  readonly code: string;
  readonly field: string;
  readonly source: string;
  readonly formula: string;
  /** An optional total that is left out is no fault; otherwise what is left out counts as zero. */
  readonly onlyWhenPresent?: true;
  /** Every reading of the official text is as good as the others. */
  readonly readings: (voucher: Voucher) => Iterable<Amount | undefined>;
}

const rows: readonly TotalRow[] = [
  taxable('TOTALES-01', 'MontoGravadoI1', '1', 'Formato e-CF v1.0 p.20'),
  taxable('TOTALES-02', 'MontoGravadoI2', '2', 'Formato e-CF v1.0 p.20'),
  taxable('TOTALES-03', 'MontoGravadoI3', '3', 'Formato e-CF v1.0 p.21'),
  taxable('TOTALES-04', 'MontoExento', '4', 'Formato e-CF v1.0 p.21'),
  {
    code: 'TOTALES-05',
    field: 'MontoGravadoTotal',
    source: 'Formato e-CF v1.0 p.19',
    formula: 'MontoGravadoI1 + MontoGravadoI2 + MontoGravadoI3',
    readings: (voucher) => [totals(voucher, 'MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3')],
  },
  {
    code: 'TOTALES-06',
    field: 'TotalITBIS1',
    source: 'Formato e-CF v1.0 p.22',
    formula: '18 % de MontoGravadoI1 más el impuesto selectivo al consumo',
    *readings(voucher) {
      if (isLateCreditNote(voucher)) return;
      const taxed = total(voucher, 'MontoGravadoI1');
      yield taxed.plus(selectiveTax(voucher)).times(rate1);
      // The selective tax of lines at another rate belongs to another base.
      if (!selectiveOnlyAt(voucher, '1')) yield selectiveOn(voucher, '1')?.plus(taxed).times(rate1);
    },
  },
  {
    code: 'TOTALES-07',
    field: 'TotalITBIS2',
    source: 'Formato e-CF v1.0 p.22',
    formula: '16 % de MontoGravadoI2',
    readings: (voucher) => (isLateCreditNote(voucher) ? [] : [total(voucher, 'MontoGravadoI2').times(rate2)]),
  },
  {
    code: 'TOTALES-08',
    field: 'TotalITBIS3',
    source: 'Formato e-CF v1.0 p.22',
    formula: '0 % de MontoGravadoI3',
    readings: () => [zero],
  },
  {
    code: 'TOTALES-09',
    field: 'TotalITBIS',
    source: 'Formato e-CF v1.0 p.22',
    formula: 'TotalITBIS1 + TotalITBIS2 + TotalITBIS3',
    readings: (voucher) => [totals(voucher, 'TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3')],
  },
  {
    code: 'TOTALES-10',
    field: 'MontoImpuestoAdicional',
    source: 'Formato e-CF v1.0 p.22',
    formula: 'suma de ImpuestosAdicionales',
    readings: (voucher) => [sum(taxRows(voucher).map(({ amount }) => amount))],
  },
  {
    code: 'TOTALES-11',
    field: 'MontoTotal',
    source: 'Formato e-CF v1.0 p.26',
    formula: 'MontoGravadoTotal + MontoExento + TotalITBIS + MontoImpuestoAdicional',
    onlyWhenPresent: true,
    readings: (voucher) => [
      totals(voucher, 'MontoGravadoTotal', 'MontoExento', 'TotalITBIS', 'MontoImpuestoAdicional'),
    ],
  },
  {
    code: 'TOTALES-12',
    field: 'MontoNoFacturable',
    source: 'Formato e-CF v1.0 p.27',
    formula: 'suma de las líneas con IndicadorFacturacion 0',
    *readings(voucher) {
      const { type, billed, codigoModificacion } = voucher;
      const gross = billed.get('0') ?? zero;
      yield gross;
      // MontoItem bears no sign, the total may (p.27): which of its lines are credits is the issuer's to say.
      const found = total(voucher, 'MontoNoFacturable');
      if (found.lt(zero) && found.abs().lte(gross.plus(headerTolerance(voucher)))) yield found;
      // A note that corrects texts is of no value (p.45 c).
      if (type === 34 && codigoModificacion === '2') yield zero;
    },
  },
  {
    code: 'TOTALES-13',
    field: 'MontoPeriodo',
    source: 'Formato e-CF v1.0 p.27',
    formula: 'MontoTotal + MontoNoFacturable',
    onlyWhenPresent: true,
    readings: (voucher) => [totals(voucher, 'MontoTotal', 'MontoNoFacturable')],
  },
  {
    code: 'TOTALES-14',
    field: 'ValorPagar',
    source: 'Formato e-CF v1.0 p.27',
    formula: 'MontoTotal − descuentos de la Norma 10-07 − MontoAvancePago ± SaldoAnterior',
    onlyWhenPresent: true,
    *readings(voucher) {
      const discounts = voucher.adjustments.filter(({ norma1007 }) => norma1007).map(({ monto }) => monto);
      const due = sum([total(voucher, 'MontoTotal'), ...discounts]).minus(total(voucher, 'MontoAvancePago'));
      // p.27 says "±" of a balance that has a sign of its own: both are accepted.
      const balance = total(voucher, 'SaldoAnterior');
      yield due.plus(balance);
      yield due.minus(balance);
      // The field is described as the amount collected, and what is not billable is collected too.
      const collected = due.plus(total(voucher, 'MontoNoFacturable'));
      yield collected.plus(balance);
      yield collected.minus(balance);
    },
  },
  withheld('TOTALES-15', 'TotalITBISRetenido', 'MontoITBISRetenido'),
  withheld('TOTALES-16', 'TotalISRRetencion', 'MontoISRRetenido'),
];

export const totalRules: readonly Rule[] = rows.map(
  ({ code, field, formula, source, readings, onlyWhenPresent }) => ({
    code,
    severidad: 'condicional',
    descripcion: `${field} = ${formula}; tolerancia de 1.00 por línea.`,
    source,
    types: typesWith('Encabezado', 'Totales', field),
    *check(voucher) {
      const text = textAt(voucher.totales, field);
      if (voucher.totales === undefined || (text === undefined && onlyWhenPresent === true)) return;
      const finding = compare({
        campo: `${paths.totales}.${field}`,
        text,
        tolerance: headerTolerance(voucher),
        formula,
        readings: readings(voucher),
      });
      if (finding !== undefined) yield finding;
    },
  }),
);

const rate1 = amountOf('0.18');
const rate2 = amountOf('0.16');

/** Sum of the lines of one indicator, without ITBIS, less global discounts, plus global surcharges. */
function taxable(code: string, field: string, indicador: string, source: string): TotalRow {
  return {
    code,
    field,
    source,
    formula: `líneas y ajustes globales con indicador de facturación ${indicador}, sin ITBIS`,
    readings: (voucher) => taxableReadings(voucher, indicador),
  };
}

function* taxableReadings(voucher: Voucher, indicador: string): Iterable<Amount | undefined> {
  const gross = voucher.billed.get(indicador) ?? zero;
  const adjusted = voucher.adjustments.filter((adjustment) => adjustment.indicador === indicador);
  // A discount under Norma 10-07 is not taken off (p.20 d and note 12).
  const adjustment = sum(adjusted.filter(({ norma1007 }) => !norma1007).map(({ monto }) => monto));
  if (voucher.norma1007 && indicador === '1') {
    yield* norma1007Net(voucher, voucher.lines, adjustment);
    return;
  }
  const factor = voucher.taxIncluded ? itbisFactors.get(indicador) : undefined;
  if (factor === undefined) {
    yield gross.plus(adjustment);
    // That Norma 10-07 discounts are not taken off is written of rate 1 only.
    if (voucher.norma1007) yield sum([gross, ...adjusted.map(({ monto }) => monto)]);
    return;
  }
  // p.20 has the adjustments net of ITBIS at rate 1 and words rate 2 the other way round: both are accepted.
  yield gross.div(factor).plus(adjustment);
  yield gross.plus(adjustment).div(factor);
}

function withheld(code: string, field: string, lineField: string): TotalRow {
  return {
    code,
    field,
    source: 'Formato e-CF v1.0 p.28',
    formula: `suma de ${lineField}`,
    *readings({ lines }) {
      let all = zero;
      let withoutPerception = zero;
      for (const { node } of lines) {
        const part = nodeAt(node, 'Retencion');
        const amount = amountAt(part, lineField);
        if (amount === undefined) continue;
        all = all.plus(amount);
        if (textAt(part, 'IndicadorAgenteRetencionoPercepcion') !== '2')
          withoutPerception = withoutPerception.plus(amount);
      }
      yield all;
      yield withoutPerception;
    },
  };
}

function total({ totales }: Voucher, field: string): Amount {
  return amountOf(textAt(totales, field));
}

function totals(voucher: Voucher, ...fields: string[]): Amount {
  return sum(fields.map((field) => total(voucher, field)));
}
