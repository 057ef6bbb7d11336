/**
 * The simulator's own sums, from the official text (Formato e-CF v1.0 pp. 19-28 and 45) and with its own reading of the XML.
 * A difference beyond the tolerance is a finding (Informe Técnico §12-13: one unit per line, the number of lines for the whole).
 * Missing elements count as zero; optional totals are compared only when they are present.
 */
import { Big } from 'big.js';
import type { Finding } from './verdict.js';
import { find, textAt, type Element } from './xml-tree.js';

const zero = new Big(0);

interface Sum {
  readonly codigo: number;
  readonly valor: string;
  readonly stated: Big;
  readonly computed: Big;
}

export function ecfFindings(ecf: Element, effect: Finding['effect']): Finding[] {
  const lines = find(ecf, 'DetallesItems')?.children ?? [];
  const totals = find(ecf, 'Encabezado/Totales');
  const whole = Math.max(lines.length, 1);
  const beyond = (tolerance: number, sums: readonly Sum[]): Finding[] =>
    sums
      .filter((one) => difference(one).abs().gt(tolerance))
      .map(({ codigo, valor }) => ({ codigo, valor, effect }));
  const ifStated = (name: string, computed: Big): Finding[] =>
    find(totals, name) === undefined ? [] : beyond(whole, [totalSum(totals, name, computed)]);

  const bases = basesOf(ecf, lines);
  const lineSums = lines.map(lineSum);
  const totalSums = [...baseSums(totals, bases), ...headerSums(ecf, totals)];
  const found = [...beyond(1, lineSums), ...beyond(whole, totalSums)];
  // One tolerance covers all the steps from the lines to the total (Informe Técnico p. 21).
  const billed = lineSums.filter((_, index) => textAt(lines[index], 'IndicadorFacturacion') !== '0');
  const drift = sum([...billed, ...totalSums].map(difference));
  if (bases !== undefined && found.length === 0 && drift.round(2).abs().gt(whole))
    found.push({ codigo: 0, valor: wrong('MontoTotal'), effect });
  const notBilled = amountAt(totals, 'MontoNoFacturable');
  return [
    ...found,
    ...ifStated('MontoNoFacturable', sumOfLines(lines, '0')),
    ...ifStated('MontoPeriodo', amountAt(totals, 'MontoTotal').plus(notBilled)),
    ...otherTaxFindings(ecf, lines),
    ...ifStated(
      'TotalITBISRetenido',
      sum(lines.map((line) => amountAt(line, 'Retencion/MontoITBISRetenido'))),
    ),
  ];
}

function difference({ stated, computed }: Sum): Big {
  return stated.minus(computed);
}

function lineSum(line: Element, index: number): Sum {
  const product = amountAt(line, 'PrecioUnitarioItem').times(amountAt(line, 'CantidadItem'));
  return {
    codigo: 0,
    valor: `MontoItem de la línea ${index + 1} no es válido.`,
    stated: amountAt(line, 'MontoItem'),
    computed: product.minus(amountAt(line, 'DescuentoMonto')).plus(amountAt(line, 'RecargoMonto')),
  };
}

function baseSums(totals: Element | undefined, bases: ReadonlyMap<string, Big> | undefined): Sum[] {
  if (bases === undefined) return [];
  return taxBases.map(({ name, indicator, text }) => {
    return {
      codigo: 1934,
      valor: text,
      stated: amountAt(totals, name),
      computed: bases.get(indicator) ?? zero,
    };
  });
}

function headerSums(ecf: Element, totals: Element | undefined): Sum[] {
  const total = (name: string) => amountAt(totals, name);
  // A credit note after thirty days returns the price without its ITBIS; no document defines its totals.
  const withItbis = textAt(ecf, 'Encabezado/IdDoc/IndicadorNotaCredito') !== '1';
  const itbisBase1 = total('MontoGravadoI1').plus(selectiveTaxes(totals));
  const rows: readonly (readonly [name: string, computed: Big])[] = [
    ['MontoGravadoTotal', sum(['MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3'].map(total))],
    ['TotalITBIS', sum(['TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3'].map(total))],
    ...(withItbis
      ? ([
          ['TotalITBIS1', percent(itbisBase1, 18)],
          ['TotalITBIS2', percent(total('MontoGravadoI2'), 16)],
        ] as const)
      : []),
    ['MontoImpuestoAdicional', additionalTaxes(totals)],
    ['MontoTotal', partsOfTotal(totals)],
  ];
  return rows.map(([name, computed]) => totalSum(totals, name, computed));
}

function totalSum(totals: Element | undefined, name: string, computed: Big): Sum {
  return { codigo: 0, valor: wrong(name), stated: amountAt(totals, name), computed };
}

/** In units of currency. A summary has no lines, so its sums have their own tolerance. */
const rfceTolerance = 1;

/** Code 3205. */
export function rfceFindings(rfce: Element, effect: Finding['effect']): Finding[] {
  const totals = find(rfce, 'Encabezado/Totales');
  const apart = amountAt(totals, 'MontoTotal').minus(partsOfTotal(totals)).abs();
  return apart.gt(rfceTolerance)
    ? [{ codigo: 3205, valor: 'MontoTotal de la factura no es correcto.', effect }]
    : [];
}

const taxBases = [
  base('MontoGravadoI1', '1', 'gravado con tasa 18%'),
  base('MontoGravadoI2', '2', 'gravado con tasa 16%'),
  base('MontoGravadoI3', '3', 'gravado con tasa 0%'),
  base('MontoExento', '4', 'exento'),
];

function base(name: string, indicator: string, kind: string) {
  const text = `${name} no coincide con la sumatoria de los valores del detalle ${kind} menos descuentos mas recargos.`;
  return { name, indicator, text };
}

/**
 * Undefined where the rule is not clear: discounts of Norma 10-07, and adjustments that do not say what they adjust.
 */
function basesOf(ecf: Element, lines: readonly Element[]): Map<string, Big> | undefined {
  const included = textAt(ecf, 'Encabezado/IdDoc/IndicadorMontoGravado') === '1';
  const divisor = (indicator: string) =>
    included && indicator === '1' ? '1.18' : included && indicator === '2' ? '1.16' : '1';
  const bases = new Map(
    taxBases.map(({ indicator }) => [indicator, sumOfLines(lines, indicator).div(divisor(indicator))]),
  );
  for (const adjustment of find(ecf, 'DescuentosORecargos')?.children ?? []) {
    const indicator = textAt(adjustment, 'IndicadorFacturacionDescuentooRecargo');
    const before = bases.get(indicator);
    if (before === undefined || textAt(adjustment, 'IndicadorNorma1007') === '1') return undefined;
    const amount = amountAt(adjustment, 'MontoDescuentooRecargo');
    const less = textAt(adjustment, 'TipoAjuste') === 'D';
    bases.set(indicator, less ? before.minus(amount) : before.plus(amount));
  }
  return bases;
}

function sumOfLines(lines: readonly Element[], indicator: string): Big {
  return sum(
    lines
      .filter((line) => textAt(line, 'IndicadorFacturacion') === indicator)
      .map((line) => amountAt(line, 'MontoItem')),
  );
}

function partsOfTotal(totals: Element | undefined): Big {
  return sum(
    ['MontoGravadoTotal', 'MontoExento', 'TotalITBIS', 'MontoImpuestoAdicional'].map((name) =>
      amountAt(totals, name),
    ),
  );
}

const taxAmounts = [
  'MontoImpuestoSelectivoConsumoEspecifico',
  'MontoImpuestoSelectivoConsumoAdvalorem',
  'OtrosImpuestosAdicionales',
];

function additionalTaxes(totals: Element | undefined): Big {
  const taxes = find(totals, 'ImpuestosAdicionales')?.children ?? [];
  return sum(taxes.flatMap((tax) => taxAmounts.map((name) => amountAt(tax, name))));
}

/** Tax codes whose amount is in OtrosImpuestosAdicionales (Formato e-CF pp. 25-26). */
const otherTaxes: readonly string[] = ['001', '002', '003', '004', '005'];

/** DGII was seen to reject a difference of one code with code 0 and this text, whatever the tolerance of other sums. */
function otherTaxFindings(ecf: Element, lines: readonly Element[]): Finding[] {
  const rows = find(ecf, 'Encabezado/Totales/ImpuestosAdicionales')?.children ?? [];
  // A credit note may omit the code in a row; nobody knows what such a row is for.
  const nameless = rows.some((row) => textAt(row, 'TipoImpuesto') === '');
  const differs = (codigo: string) => {
    const carrying = lines.filter((line) => taxCodes(line).includes(codigo));
    const ofCode = rows.filter((row) => textAt(row, 'TipoImpuesto') === codigo);
    if (ofCode.length === 0) return carrying.length > 0 && !nameless;
    if (carrying.length === 0) return true;
    // The documents do not say how lines share a global adjustment, so nothing is compared then.
    if (find(ecf, 'DescuentosORecargos') !== undefined) return false;
    const stated = sum(ofCode.map((row) => amountAt(row, 'OtrosImpuestosAdicionales')));
    const rate = amountAt(ofCode[0], 'TasaImpuestoAdicional');
    return taxableReadings(ecf, carrying).every((base) =>
      stated.minus(base.times(rate).div(100)).abs().gt(carrying.length),
    );
  };
  return otherTaxes.filter(differs).map((codigo) => ({
    codigo: 0,
    valor: `OtrosImpuestosAdicionales para el Tipo de Impuesto ${codigo} del área ImpuestosAdicionales de la sección Totales no coincide con el detalle de la factura.`,
    effect: 'rejected',
  }));
}

function taxCodes(line: Element): readonly string[] {
  const taxes = find(line, 'TablaImpuestoAdicional')?.children ?? [];
  return taxes.map((tax) => textAt(tax, 'TipoImpuesto'));
}

/** With ITBIS included in prices, the text allows several readings: as they are, all by 1.18, or each line by its own rate. */
function taxableReadings(ecf: Element, lines: readonly Element[]): readonly Big[] {
  const gross = sum(lines.map((line) => amountAt(line, 'MontoItem')));
  if (textAt(ecf, 'Encabezado/IdDoc/IndicadorMontoGravado') !== '1') return [gross];
  const byOwnRate = (divisors: Readonly<Record<string, string>>) =>
    sum(
      lines.map((line) =>
        amountAt(line, 'MontoItem').div(divisors[textAt(line, 'IndicadorFacturacion')] ?? '1'),
      ),
    );
  return [gross, gross.div('1.18'), byOwnRate({ 1: '1.18', 2: '1.16' }), byOwnRate({ 1: '1.18' })];
}

/** Selective taxes (codes 006 to 039) are part of the base of ITBIS (Formato e-CF p. 22). */
function selectiveTaxes(totals: Element | undefined): Big {
  const taxes = find(totals, 'ImpuestosAdicionales')?.children ?? [];
  const selective = taxes.filter((tax) => Number(textAt(tax, 'TipoImpuesto')) >= 6);
  return sum(selective.flatMap((tax) => taxAmounts.slice(0, 2).map((name) => amountAt(tax, name))));
}

function wrong(name: string): string {
  return `${name} no es correcto.`;
}

function percent(amount: Big, rate: number): Big {
  return amount.times(rate).div(100);
}

function sum(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), zero);
}

/** The amount at a path; zero when it is missing or not a decimal. */
export function amountAt(element: Element | undefined, path: string): Big {
  const text = textAt(element, path).trim();
  return /^[+-]?\d{1,20}(\.\d{1,10})?$/.test(text) ? new Big(text.replace('+', '')) : zero;
}
