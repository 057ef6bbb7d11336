/**
 * The totals (Formato e-CF v1.0 pp.19-28). Their arithmetic has a tolerance of one peso per line; above it DGII accepts
 * conditionally (Informe Técnico e-CF v1.0 p.21). A missing total is not a question of arithmetic: DGII rejects it.
 */
import { isLateCreditNote } from '../../model/document-facts.js';
import { amountOf, roundMoney, shownMoney, sum, isWithin, zero, type Amount } from '../../model/amounts.js';
import { nodeAt, textAt } from '../../model/ecf.js';
import type { EcfType } from '../../model/ecf-types.js';
import {
  amountAt,
  arithmeticRule,
  difference,
  headerTolerance,
  itbisFactors,
  itbisParts,
  lineTolerance,
  rate1,
  rate2,
  amountText,
  sumAt,
  taxableParts,
  totalParts,
  typesWith,
} from '../arithmetic.js';
import { memberAt } from '../../json/shape.js';
import { itemReadings } from '../lines/lines.js';
import { dgii, oficial, rechazo, type Grade, type Rule } from '../rule.js';
import { selectiveOn, selectiveOnlyAt } from './selective-tax.js';
import { norma1007Net, selectiveTax, taxRows } from './tax-rows.js';
import { paths, perVoucher, type Voucher } from '../voucher.js';

interface TotalRow {
  readonly code: string;
  /** Absent: conditional, as an official page requires it. */
  readonly grade?: Grade;
  /** Absent: all types that have the field. */
  readonly types?: readonly EcfType[];
  readonly field: string;
  readonly source: string;
  readonly formula: string;
  /** The total may be left out whatever its amount, or the structure check already requires it. */
  readonly optional?: true;
  /** The totals it is computed from. Their rows come before it in this table. */
  readonly parts?: readonly string[];
  /** The amount may follow any of these readings of the official text. */
  readonly readings: (voucher: Voucher) => Iterable<Amount | undefined>;
}

const table: readonly TotalRow[] = [
  {
    ...taxable(
      'TOTALES-01',
      'MontoGravadoI1',
      '1',
      'Formato e-CF v1.0 p.20; código 1934 de la DGII, condicional',
    ),
    grade: dgii,
  },
  taxable('TOTALES-02', 'MontoGravadoI2', '2', 'Formato e-CF v1.0 p.20'),
  taxable('TOTALES-03', 'MontoGravadoI3', '3', 'Formato e-CF v1.0 p.21'),
  taxable('TOTALES-04', 'MontoExento', '4', 'Formato e-CF v1.0 p.21'),
  sumRow('TOTALES-05', 'MontoGravadoTotal', taxableParts, 'Formato e-CF v1.0 p.19'),
  {
    code: 'TOTALES-06',
    field: 'TotalITBIS1',
    source: 'Formato e-CF v1.0 p.22',
    formula: '18 % de MontoGravadoI1 más el impuesto selectivo al consumo',
    parts: ['MontoGravadoI1'],
    *readings(voucher) {
      yield taxInPrices(voucher, '1');
      const taxed = total(voucher, 'MontoGravadoI1');
      yield taxed.plus(selectiveTax(voucher)).times(rate1);
      // The selective tax of lines at another rate belongs to the base of that rate.
      if (!selectiveOnlyAt(voucher, '1')) yield selectiveOn(voucher, '1')?.plus(taxed).times(rate1);
      if (isLateCreditNote(voucher)) yield zero;
    },
  },
  {
    code: 'TOTALES-07',
    field: 'TotalITBIS2',
    source: 'Formato e-CF v1.0 p.22',
    formula: '16 % de MontoGravadoI2',
    parts: ['MontoGravadoI2'],
    *readings(voucher) {
      yield taxInPrices(voucher, '2');
      yield total(voucher, 'MontoGravadoI2').times(rate2);
      if (isLateCreditNote(voucher)) yield zero;
    },
  },
  {
    code: 'TOTALES-08',
    field: 'TotalITBIS3',
    source: 'Formato e-CF v1.0 p.22',
    formula: '0 % de MontoGravadoI3',
    readings: () => [zero],
  },
  sumRow('TOTALES-09', 'TotalITBIS', itbisParts, 'Formato e-CF v1.0 p.22'),
  {
    code: 'TOTALES-10',
    field: 'MontoImpuestoAdicional',
    source: 'Formato e-CF v1.0 p.22',
    formula: 'suma de ImpuestosAdicionales',
    readings: (voucher) => [sum(taxRows(voucher).map(({ amount }) => amount))],
  },
  {
    ...sumRow(
      'TOTALES-11',
      'MontoTotal',
      totalParts,
      'Formato e-CF v1.0 p.26; código 3205 de la DGII, condicional',
    ),
    grade: dgii,
    optional: true,
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
      // MontoItem has no sign, but the total may have one (p.27): only the issuer knows which lines are credits.
      const found = total(voucher, 'MontoNoFacturable');
      if (found.lt(zero) && found.abs().lte(gross.plus(headerTolerance(voucher)))) yield found;
      // The amounts of a note that corrects texts are zero (p.45 c).
      if (type === 34 && codigoModificacion === '2') yield zero;
    },
  },
  {
    ...sumRow('TOTALES-13', 'MontoPeriodo', ['MontoTotal', 'MontoNoFacturable'], 'Formato e-CF v1.0 p.27'),
    optional: true,
  },
  {
    code: 'TOTALES-14',
    field: 'ValorPagar',
    source: 'Formato e-CF v1.0 p.27',
    formula: 'MontoTotal − descuentos de la Norma 10-07 − MontoAvancePago + SaldoAnterior con su signo',
    optional: true,
    parts: ['MontoNoFacturable'],
    *readings(voucher) {
      const discounts = voucher.adjustments.filter(({ norma1007 }) => norma1007).map(({ monto }) => monto);
      const due = sum([total(voucher, 'MontoTotal'), ...discounts]).minus(total(voucher, 'MontoAvancePago'));
      // p.27: "± according to whether the value is positive or negative".
      const balance = total(voucher, 'SaldoAnterior');
      yield due.plus(balance);
      // The format describes the field as the amount collected, and not-billable amounts are collected too.
      yield due.plus(total(voucher, 'MontoNoFacturable')).plus(balance);
    },
  },
  withheld('TOTALES-15', 'TotalITBISRetenido', 'MontoITBISRetenido'),
  { ...withheld('TOTALES-16', 'TotalISRRetencion', 'MontoISRRetenido'), types: [31, 33, 34, 41] },
  {
    ...withheld('TOTALES-20', 'TotalISRRetencion', 'MontoISRRetenido'),
    source: 'Formato e-CF v1.0 p.28; código 11170 de la DGII, observado: rechaza y gasta el número',
    grade: rechazo,
    types: [47],
  },
];

const rows = table.map((row) => ({
  ...row,
  types: row.types ?? typesWith('Encabezado', 'Totales', row.field),
}));

export const totalRules: readonly Rule[] = [
  ...rows.map(arithmeticOf),
  {
    code: 'TOTALES-17',
    ...rechazo,
    descripcion:
      'Un total va cuando hay de qué: los montos gravados y el exento, sus ITBIS, el impuesto adicional, lo no facturable y lo retenido.',
    source: 'Formato e-CF v1.0 p.5 (código 2) y pp.19-28',
    *check(voucher) {
      for (const [field, mensaje] of missing(voucher)) yield { campo: `${paths.totales}.${field}`, mensaje };
    },
  },
  {
    code: 'TOTALES-18',
    ...oficial,
    descripcion: 'Con MontoGravadoI3 van TotalITBIS3 y TotalITBIS, aunque sean 0.00.',
    source: 'Formato e-CF v1.0 p.22',
    types: typesWith('Encabezado', 'Totales', 'TotalITBIS3'),
    *check(voucher) {
      if (isLateCreditNote(voucher) || textAt(voucher.totales, 'MontoGravadoI3') === undefined) return;
      const reported = missing(voucher);
      for (const field of ['TotalITBIS', 'TotalITBIS3']) {
        if (textAt(voucher.totales, field) !== undefined || reported.has(field)) continue;
        const mensaje = `Hay MontoGravadoI3: se esperaba ${field}, aunque sea 0.00; no se recibió.`;
        yield { campo: `${paths.totales}.${field}`, mensaje };
      }
    },
    *amounts(voucher) {
      if (isLateCreditNote(voucher) || textAt(voucher.totales, 'MontoGravadoI3') === undefined) return;
      for (const field of ['TotalITBIS', 'TotalITBIS3'])
        if (textAt(voucher.totales, field) === undefined)
          yield {
            campo: `${paths.totales}.${field}`,
            text: undefined,
            readings: () => [zero],
            needed: 'always',
          };
    },
  },
  {
    code: 'TOTALES-19',
    ...oficial,
    descripcion:
      'Las diferencias de las líneas y de los montos que llevan a MontoTotal, cada una dentro de su tolerancia, juntas no pasan de 1.00 por línea.',
    source: 'Informe Técnico e-CF v1.0 p.21 (tolerancia global sobre el monto total)',
    types: typesWith('Encabezado', 'Totales', 'MontoTotal'),
    *check(voucher) {
      const tolerance = headerTolerance(voucher);
      const all = differenceOfTotal(voucher);
      if (all === undefined || isWithin(tolerance, roundMoney(all), zero)) return;
      const mensaje =
        `Las diferencias de las líneas y de los totales pueden sumar como máximo ${shownMoney(amountOf(String(tolerance)))} en MontoTotal; ` +
        `suman ${amountText(all)}, aunque cada una está dentro de su tolerancia.`;
      yield { campo: `${paths.totales}.MontoTotal`, mensaje };
    },
  },
];

const rowsToTotal = rows.filter(({ field }) =>
  ['MontoTotal', ...totalParts, ...taxableParts, ...itbisParts].includes(field),
);

/**
 * How much the declared total exceeds price × quantity plus taxes, in pesos: the sum of the differences of the lines and of
 * each amount up to the total. The ITBIS on the difference of a base is left out, as in DGII's example. Undefined when
 * another rule already reports one of these amounts, because it is missing or exceeds its own tolerance.
 */
function differenceOfTotal(voucher: Voucher): Amount | undefined {
  const absent = missing(voucher);
  const tolerance = headerTolerance(voucher);
  let all = zero;
  const readingsOfLines = itemReadings(voucher);
  for (const [index, { indicador, monto }] of voucher.lines.entries()) {
    if (indicador === '0') continue;
    const more = difference(monto, readingsOfLines[index] ?? []);
    // Most lines have no difference, and there may be thousands of lines.
    if (more.eq(zero)) continue;
    if (!isWithin(lineTolerance, more, zero)) return undefined;
    all = all.plus(more);
  }
  for (const { field, readings } of rowsToTotal) {
    if (absent.has(field)) return undefined;
    const amount = amountAt(voucher.totales, field);
    if (amount === undefined) continue;
    const more = difference(amount, readings(voucher));
    if (!isWithin(tolerance, more, zero)) return undefined;
    all = all.plus(more);
  }
  return all;
}

function arithmeticOf(row: (typeof rows)[number]): Rule {
  const { code, grade = oficial, field, formula, source, types, parts = [], readings } = row;
  const descripcion = `${field} = ${formula}; tolerancia de 1.00 por línea.`;
  return arithmeticRule({ code, ...grade, descripcion, source, types }, function* (voucher) {
    // A sum cannot be checked without all its parts; TOTALES-17 reports the missing part.
    const absent = missing(voucher);
    if (parts.some((part) => absent.has(part))) return;
    yield {
      campo: `${paths.totales}.${field}`,
      text: textAt(voucher.totales, field),
      tolerance: headerTolerance(voucher),
      formula,
      readings: () => readings(voucher),
      ...(isObligatory(voucher.type, field)
        ? { needed: 'always' as const }
        : mayBeLeftOut(row, voucher)
          ? { needed: 'asGiven' as const }
          : ofLines.has(field) && { needed: 'withLines' as const }),
    };
  });
}

/** The totals that only lines and global adjustments decide. */
const ofLines = new Set([...taxableParts, ...itbisParts, 'MontoGravadoTotal', 'MontoExento', 'TotalITBIS']);

/** Whether a voucher may leave out this total although it has an amount for it. */
function mayBeLeftOut({ optional, field }: TotalRow, voucher: Voucher): boolean {
  return optional === true || (isLateCreditNote(voucher) && itbisParts.includes(field));
}

function isObligatory(type: EcfType, field: string): boolean {
  return memberAt(type, ['Encabezado', 'Totales', field])?.required === true;
}

/**
 * The message for each total that is missing although there is an amount for it. A conditional field is obligatory when
 * its condition is true (p.5): the voucher has lines at that rate, withholdings and so on.
 */
const missing = perVoucher((voucher): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  if (voucher.totales === undefined) return found;
  for (const row of rows) {
    const { field, formula, types, parts = [], readings } = row;
    if (textAt(voucher.totales, field) !== undefined || !types.includes(voucher.type)) continue;
    if (mayBeLeftOut(row, voucher)) continue;
    const [first, ...others] = [...readings(voucher)].filter((reading) => reading !== undefined);
    if (first === undefined) continue;
    if ([first, ...others].every((reading) => !roundMoney(reading).eq(zero)))
      found.set(field, `Se esperaba ${amountText(first)} (${formula}); no se recibió.`);
    else if (parts.some((part) => found.has(part)))
      found.set(field, `Se esperaba el monto de este campo (${formula}); no se recibió.`);
  }
  return found;
});

/**
 * The ITBIS in the prices of the lines, if they include it and nothing else changes it. A percentage of the taxable amount, which is rounded,
 * may give a cent more, and then the total is not what the buyer pays.
 */
function taxInPrices(voucher: Voucher, indicador: string): Amount | undefined {
  const factor = voucher.taxIncluded ? itbisFactors.get(indicador) : undefined;
  const gross = voucher.billed.get(indicador);
  if (factor === undefined || gross === undefined) return undefined;
  if (voucher.adjustments.length > 0 || !selectiveTax(voucher).eq(zero)) return undefined;
  return gross.minus(roundMoney(gross.div(factor)));
}

/** A total that is the sum of other totals. */
function sumRow(code: string, field: string, parts: readonly string[], source: string): TotalRow {
  const readings = ({ totales }: Voucher) => [sumAt(totales, parts) ?? zero];
  return { code, field, source, formula: parts.join(' + '), parts, readings };
}

/** Sum of the lines with one indicator, without ITBIS, minus global discounts, plus global surcharges. */
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
  // A discount under Norma 10-07 is not subtracted (p.20 d and note 12).
  const adjustment = sum(adjusted.filter(({ norma1007 }) => !norma1007).map(({ monto }) => monto));
  if (voucher.norma1007 && indicador === '1') {
    yield* norma1007Net(voucher, voucher.lines, adjustment);
    return;
  }
  const factor = voucher.taxIncluded ? itbisFactors.get(indicador) : undefined;
  if (factor === undefined) {
    yield gross.plus(adjustment);
    // The format says only for rate 1 that discounts under Norma 10-07 are not subtracted.
    if (voucher.norma1007) yield sum([gross, ...adjusted.map(({ monto }) => monto)]);
    return;
  }
  // p.20 takes adjustments without ITBIS at rate 1 and with ITBIS at rate 2. Both are accepted.
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
