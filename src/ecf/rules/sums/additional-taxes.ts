/**
 * Rules on additional taxes, codes 001-039 (Formato e-CF v1.0 pp.23-26, Informe Técnico e-CF v1.0 pp.22-30). Amounts are
 * computed with the voucher's own rates, because rates change, some of them every quarter.
 */
import { amountOf, quotient, sum, zero, type Amount } from '../../model/amounts.js';
import { textAt } from '../../model/ecf.js';
import { compare, headerTolerance, itbisFactors, typesWith } from '../arithmetic.js';
import { onEach, onLine } from '../on-each.js';
import { dgii, oficial, practica, rechazo, type Rule, type RuleHead } from '../rule.js';
import { adValoremTax, specificTax } from './selective-tax.js';
import {
  adValoremOf,
  familyOf,
  fractionOf,
  isBulk,
  linesByCode,
  norma1007Net,
  taxAmounts,
  taxRows,
  type TaxedLines,
  type TaxFamily,
  type TaxRow,
} from './tax-rows.js';
import { paths, type Adjustment, type Voucher } from '../voucher.js';

const types = typesWith('Encabezado', 'Totales', 'ImpuestosAdicionales');
const selectiveTypes = types.filter((type) => type !== 44);

const codesField = 'TablaImpuestoAdicional.ImpuestoAdicional';

const onTaxRow = onEach(taxRows);

export const additionalTaxRules: readonly Rule[] = [
  {
    code: 'IMPUESTO-01',
    ...rechazo,
    descripcion: 'Los códigos de impuesto adicional de Totales son los de las líneas.',
    source: 'Formato e-CF v1.0 p.23; código 0 de la DGII, observado',
    types,
    *check(voucher) {
      const rows = taxRows(voucher);
      const carried = linesByCode(voucher);
      // In a type 34, a row may leave out its code; we cannot know which code it means.
      const nameless = rows.some(({ code }) => code === undefined);
      const listed = new Set(rows.map(({ code }) => code));
      const missing = nameless ? [] : [...carried.keys()].filter((code) => !listed.has(code)).sort();
      if (missing.length > 0) {
        const mensaje = `Se esperaba cada código que llevan las líneas; falta: ${missing.join(', ')}.`;
        yield { campo: `${paths.totales}.ImpuestosAdicionales`, mensaje };
      }
      for (const { code, path } of rows) {
        if (code === undefined || carried.has(code)) continue;
        const found = [...carried.keys()].sort().join(', ') || 'ninguno';
        const mensaje = `Se esperaba un código que lleven las líneas (${found}); se recibió ${code}.`;
        yield { campo: `${path}.TipoImpuesto`, mensaje };
      }
    },
  },
  {
    code: 'IMPUESTO-02',
    ...rechazo,
    descripcion: 'Los impuestos adicionales son de los códigos 001 a 005.',
    source: 'Formato e-CF v1.0 p.22 nota 16 y p.23 nota 19',
    types: [44],
    *check(voucher) {
      const refused = (code: string) => familyOf(code) !== 'other' && familyOf(code) !== undefined;
      const mensaje = (code: string) => `Se esperaba un código de 001 a 005; se recibió ${code}.`;
      for (const { code, path } of taxRows(voucher)) {
        if (code !== undefined && refused(code))
          yield { campo: `${path}.TipoImpuesto`, mensaje: mensaje(code) };
      }
      for (const line of voucher.lines) {
        for (const [index, code] of line.impuestos.entries())
          if (refused(code)) yield { campo: codePath(line.path, index), mensaje: mensaje(code) };
      }
    },
  },
  {
    code: 'IMPUESTO-03',
    ...rechazo,
    descripcion:
      'Cada impuesto adicional de Totales lleva el monto de su clase: específico (006 a 022, salvo a granel), ad valorem (023 a 039) u otros (001 a 005).',
    source: 'Formato e-CF v1.0 pp.23-25 notas 23-25',
    types,
    *check(voucher) {
      for (const { code, node, path } of taxRows(voucher)) {
        const family = code === undefined ? undefined : familyOf(code);
        if (family === undefined || textAt(node, taxAmounts[family]) !== undefined) continue;
        // Type 44 does not have the other fields; IMPUESTO-02 reports the code.
        if (voucher.type === 44 && family !== 'other') continue;
        // Bulk goods pay no specific tax (note 23).
        const lines = linesByCode(voucher).get(code ?? '')?.lines ?? [];
        if (family === 'specific' && lines.length > 0 && lines.every(isBulk)) continue;
        const mensaje = `Con el código ${code} se esperaba ${taxAmounts[family]}; no se recibió.`;
        yield { campo: `${path}.${taxAmounts[family]}`, mensaje };
      }
    },
  },
  onLine({
    code: 'IMPUESTO-04',
    ...rechazo,
    descripcion:
      'Una línea con impuesto ad valorem (códigos 023 a 039) lleva también el código del específico, salvo a granel.',
    source: 'Formato e-CF v1.0 p.24 notas 24 y 25',
    types: selectiveTypes,
    fields: [codesField],
    fault(line) {
      const { impuestos } = line;
      if (impuestos.length === 0 || isBulk(line) || hasFamily(impuestos, 'specific')) return undefined;
      if (!hasFamily(impuestos, 'adValorem')) return undefined;
      return `Se esperaba también un código de 006 a 022; se recibió ${impuestos.join(', ')}.`;
    },
  }),
  onLine({
    code: 'IMPUESTO-05',
    ...practica('Las notas piden el específico junto al ad valorem, no al revés.'),
    descripcion:
      'Una línea con impuesto específico (códigos 006 a 022) lleva también el código del ad valorem.',
    source: 'Formato e-CF v1.0 pp.23-24 notas 23-25',
    types: selectiveTypes,
    fields: [codesField],
    fault({ impuestos }) {
      if (hasFamily(impuestos, 'adValorem') || !hasFamily(impuestos, 'specific')) return undefined;
      return `Se esperaba también un código de 023 a 039; se recibió ${impuestos.join(', ')}.`;
    },
  }),
  {
    code: 'IMPUESTO-06',
    ...practica('La tabla da el producto de cada código; ninguna página pide que coincidan en la línea.'),
    descripcion: 'El específico y el ad valorem de una línea son del mismo producto.',
    source: 'Formato e-CF v1.0 pp.61-62, Tabla I',
    types: selectiveTypes,
    *check({ lines }) {
      for (const { impuestos, path } of lines) {
        const specific = impuestos.find((code) => familyOf(code) === 'specific');
        const adValorem = impuestos.find((code) => familyOf(code) === 'adValorem');
        if (specific === undefined || adValorem === undefined || adValoremOf(specific) === adValorem)
          continue;
        const mensaje = `Con el código ${specific} se esperaba ${adValoremOf(specific)}; se recibió ${adValorem}.`;
        yield { campo: codePath(path, impuestos.indexOf(adValorem)), mensaje };
      }
    },
  },
  onTaxRow({
    code: 'IMPUESTO-07',
    ...oficial,
    descripcion: 'Un impuesto adicional de Totales no lleva montos de otra clase que la de su código.',
    source: 'Formato e-CF v1.0 pp.23-25',
    types,
    fields: Object.values(taxAmounts),
    fault({ code = '', node }, _voucher, name) {
      const family = familyOf(code);
      if (family === undefined || name === taxAmounts[family] || textAt(node, name) === undefined)
        return undefined;
      return `Con el código ${code} se esperaba solo ${taxAmounts[family]}; se recibió ${name}.`;
    },
  }),
  amount('other', {
    code: 'IMPUESTO-08',
    ...dgii,
    descripcion:
      'OtrosImpuestosAdicionales es la tasa por las líneas con el código, sin ITBIS y con su parte de los ajustes globales; tolerancia de 1.00 por línea.',
    source: 'Formato e-CF v1.0 pp.25-26; Informe Técnico e-CF v1.0 pp.27-30; código 0 de la DGII, observado',
    formula: 'líneas con el código, sin ITBIS y con su parte de los ajustes globales, por la tasa',
    readings: otherTax,
  }),
  amount('specific', {
    code: 'IMPUESTO-09',
    ...oficial,
    descripcion:
      'MontoImpuestoSelectivoConsumoEspecifico = tasa × GradosAlcohol % × CantidadReferencia × Subcantidad × CantidadItem; en el tabaco, tasa × CantidadReferencia × CantidadItem; tolerancia de 1.00 por línea.',
    source: 'Formato e-CF v1.0 p.24; Informe Técnico e-CF v1.0 pp.22-25',
    formula: 'tasa por las unidades de las líneas con el código',
    readings: (voucher, code, { lines }) => [specificTax(voucher, code, lines)],
  }),
  amount('adValorem', {
    code: 'IMPUESTO-10',
    ...oficial,
    descripcion:
      'MontoImpuestoSelectivoConsumoAdvalorem = (PrecioUnitarioReferencia ÷ 1.18 − específico por unidad) ÷ (1 + tasa) × tasa × CantidadItem × CantidadReferencia; a granel, PrecioUnitarioItem × 1.30 × tasa × CantidadItem; tolerancia de 1.00 por línea.',
    source: 'Formato e-CF v1.0 pp.24-25; Informe Técnico e-CF v1.0 pp.23-26',
    formula: 'precio de referencia sin impuestos, por la tasa y las unidades de las líneas con el código',
    readings: (voucher, code, { lines }) => adValoremTax(voucher, code, lines),
  }),
  {
    ...onTaxRow({
      code: 'IMPUESTO-11',
      ...oficial,
      descripcion: 'TasaImpuestoAdicional de los códigos 001 a 005 es la de la Tabla I.',
      source: 'Formato e-CF v1.0 p.23 (campo 106 a) y p.61, Tabla I',
      types,
      fields: ['TasaImpuestoAdicional'],
      fault({ code = '', rate }) {
        const expected = fixedRates.get(code);
        if (expected === undefined || rate === undefined || rate.eq(expected)) return undefined;
        return `Con el código ${code} se esperaba ${expected} %; se recibió ${rate.toFixed()}.`;
      },
    }),
    *amounts(voucher) {
      for (const { code = '', node, path } of taxRows(voucher)) {
        const expected = fixedRates.get(code);
        if (expected === undefined) continue;
        yield {
          campo: `${path}.TasaImpuestoAdicional`,
          text: textAt(node, 'TasaImpuestoAdicional'),
          readings: () => [amountOf(String(expected))],
          needed: 'always',
        };
      }
    },
  },
];

/** The taxes of the lines that need a row in Totales and have none, if the law fixes their rate. */
export function missingFixedTaxes(voucher: Voucher) {
  if (!types.includes(voucher.type)) return [];
  const listed = taxRows(voucher).map(({ code }) => code);
  // In a type 34, a row may leave out its code; we cannot know which code it means.
  if (listed.includes(undefined)) return [];
  const carried = linesByCode(voucher);
  return [...fixedRates]
    .filter(([code]) => carried.has(code) && !listed.includes(code))
    .map(([code, rate]) => ({ code, rate }));
}

/** Percent, Tabla I. All other codes are left out; the rates of 006-022 change every quarter. */
const fixedRates: ReadonlyMap<string, number> = new Map([
  ['001', 10],
  ['002', 2],
  ['003', 16],
  ['004', 10],
  ['005', 17],
]);

type AmountRule = RuleHead & {
  readonly formula: string;
  readonly readings: (voucher: Voucher, code: string, taxed: TaxedLines) => Iterable<Amount | undefined>;
};

/** Compares the amount in Totales for each code of a family with the amount computed from its lines. */
function amount(family: TaxFamily, { formula, readings, ...head }: AmountRule): Rule {
  const name = taxAmounts[family];
  return {
    ...head,
    types: family === 'other' ? types : selectiveTypes,
    *check(voucher) {
      for (const comparison of comparisons(voucher)) yield* compare(comparison);
    },
    *amounts(voucher) {
      for (const comparison of comparisons(voucher)) {
        // The official examples round shares and prices in between, so an amount within the tolerance is as good as ours.
        if (comparison.rows === 1)
          yield { ...comparison, isKept: () => [...compare(comparison)].length === 0 };
      }
    },
  };

  function* comparisons(voucher: Voucher) {
    for (const [taxCode, rows] of rowsByCode(voucher, family)) {
      const [row] = rows;
      const taxed = linesByCode(voucher).get(taxCode);
      const found = rows.flatMap(({ node }) => textAt(node, name) ?? []);
      if (row === undefined || taxed === undefined) continue;
      yield {
        campo: `${row.path}.${name}`,
        text: found.length === 0 ? undefined : sum(found.map(amountOf)).toFixed(),
        tolerance: headerTolerance(voucher) + prorationTolerance(voucher, taxed, family),
        formula,
        readings: () => readings(voucher, taxCode, taxed),
        // No source says how two rows of one code share its amount.
        rows: rows.length,
      };
    }
  }
}

function rowsByCode(voucher: Voucher, family: TaxFamily): ReadonlyMap<string, TaxRow[]> {
  const found = new Map<string, TaxRow[]>();
  for (const row of taxRows(voucher)) {
    if (row.code === undefined || familyOf(row.code) !== family) continue;
    found.set(row.code, [...(found.get(row.code) ?? []), row]);
  }
  return found;
}

/** Combines the readings of the price without taxes with those of the share of the global adjustments. */
function* otherTax(voucher: Voucher, code: string, taxed: TaxedLines): Iterable<Amount | undefined> {
  const rate = fractionOf(voucher, code);
  if (rate === undefined) return;
  const shares = [...sharesOf(voucher, code, taxed)];
  for (const net of netReadings(voucher, code, taxed)) {
    for (const share of shares) {
      yield net?.plus(share).times(rate);
      // p.20 takes adjustments without ITBIS at rate 1 and with ITBIS at rate 2.
      if (voucher.taxIncluded && !share.eq(zero)) yield net?.plus(share.div(itbis1)).times(rate);
    }
  }
}

/** The lines with the code, without ITBIS. */
function* netReadings(voucher: Voucher, code: string, taxed: TaxedLines): Iterable<Amount | undefined> {
  const gross = sum(taxed.billed.values());
  if (voucher.norma1007 && (code === '002' || code === '004')) {
    // "The sum of the lines with indicator 1" (p.25 d) may mean the lines with the code, or all lines.
    yield* norma1007Net(voucher, taxed.lines, zero);
    yield* norma1007Net(voucher, voucher.lines, zero);
    return;
  }
  // The format divides for codes 001-004 only (p.25 c), the technical report for all five (p.27).
  if (!voucher.taxIncluded || code === '005') yield gross;
  if (!voucher.taxIncluded) return;
  // "Divided by 1 + ITBIS rate 1": the text says all lines, but it makes sense only for lines at that rate.
  yield gross.div(itbis1);
  const parts = [...taxed.billed].map(([indicador, amount]) => ({ indicador, amount }));
  yield sum(parts.map(({ indicador, amount }) => amount.div(itbisFactors.get(indicador) ?? one)));
  yield sum(parts.map(({ indicador, amount }) => (indicador === '1' ? amount.div(itbis1) : amount)));
}

/**
 * How much the global adjustments change the lines with the code, prorated by MontoItem: discounts for codes 001-004,
 * surcharges for 001, 002 and 004 (pp.25-26 e, f). Adjustments under Norma General 10-07 are left out.
 */
function* sharesOf(voucher: Voucher, code: string, { billed }: TaxedLines): Iterable<Amount> {
  const adjustments = voucher.adjustments.filter((adjustment) => counts(adjustment, code));
  if (adjustments.length === 0) {
    yield zero;
    return;
  }
  const total = sum(adjustments.map(({ monto }) => monto));
  const gross = sum(billed.values());
  // Prorated over all lines, as the format says; over the billed lines; or over the lines that the adjustment affects.
  yield share(total, gross, sum(voucher.billed.values()));
  yield share(total, gross, sum(voucher.billed.values()).minus(voucher.billed.get('0') ?? zero));
  yield sum(
    adjustments.map(({ monto, indicador = '' }) =>
      share(monto, billed.get(indicador) ?? zero, voucher.billed.get(indicador) ?? zero),
    ),
  );
}

function counts({ monto, norma1007 }: Adjustment, code: string): boolean {
  if (norma1007 || code === '005') return false;
  return monto.lt(zero) || code !== '003';
}

function share(adjustment: Amount, part: Amount, whole: Amount): Amount {
  return quotient(adjustment.times(part), whole) ?? zero;
}

/** The official example rounds the shares to percentages of two decimals (Informe Técnico e-CF v1.0 p.28). */
const shareRounding = 0.000_05;

/** How much tax this rounding may add or remove, in whole pesos, if it changes the share of every line at the highest rate. */
function prorationTolerance({ adjustments }: Voucher, { lines }: TaxedLines, family: TaxFamily): number {
  if (family !== 'other' || adjustments.length === 0) return 0;
  const adjusted = sum(adjustments.map(({ monto }) => monto.abs())).toNumber();
  const tolerance = Math.floor(adjusted * shareRounding * lines.length * highestRate);
  return Math.min(tolerance, Number.MAX_SAFE_INTEGER);
}

const highestRate = 0.2;

function hasFamily(codes: readonly string[], family: TaxFamily): boolean {
  return codes.some((code) => familyOf(code) === family);
}

function codePath(line: string, index: number): string {
  return `${line}.${codesField}[${index}].TipoImpuesto`;
}

const one = amountOf('1');
const itbis1 = itbisFactors.get('1') ?? one;
