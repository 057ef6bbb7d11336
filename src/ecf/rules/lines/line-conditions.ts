/**
 * What a line must or may have in each type of e-CF (Formato e-CF v1.0 pp.36-45), and what the lines require in the header,
 * except for arithmetic.
 */
import { isLateCreditNote } from '../../model/document-facts.js';
import { amountOf } from '../../model/amounts.js';
import { goesAsSummary } from '../../model/consumer-threshold.js';
import { nodeAt, nodesAt, textAt } from '../../model/ecf.js';
import type { EcfType } from '../../model/ecf-types.js';
import { excerpt } from '../../model/fault.js';
import { amountAt } from '../arithmetic.js';
import { onEach, onLine } from '../on-each.js';
import { oficial, practica, rechazo, type Rule, type RuleHead } from '../rule.js';
import { isBulk, isSelective } from '../sums/tax-rows.js';
import { outOfOrder } from './sequence.js';
import { integerAt, paths, perVoucher, type Line, type Voucher } from '../voucher.js';
import { withoutAccents } from '../../without-accents.js';

/** The most lines of a type 32 that DGII gets in full, as in its XSD. */
const sentLinesMax = 1000;

/** Every IndicadorFacturacion; the structure check reports any other. */
const taxKinds: readonly string[] = ['0', '1', '2', '3', '4'];

/** The ITBIS rate in percent, by IndicadorFacturacion (Formato e-CF v1.0 pp.21-22). */
const itbisRates = { 1: '18', 2: '16', 3: '0' } as const;

/** Lines with a selective tax (codes 006 to 039) and not sold in bulk. There are few, and several rules need them. */
const selectivelyTaxed = perVoucher(({ lines }) =>
  lines.filter((line) => line.impuestos.some(isSelective) && !isBulk(line)),
);

const onTaxedLine = onEach(selectivelyTaxed);

/** The types whose lines may have a selective tax. */
const selectiveTypes: readonly EcfType[] = [31, 32, 33, 34, 45];

export const lineConditionRules: readonly Rule[] = [
  {
    code: 'LINEAS-01',
    ...rechazo,
    descripcion: 'Una factura de consumo que va completa a la DGII lleva hasta 1,000 líneas.',
    source: 'Formato e-CF v1.0 p.36 nota 48; XSD del tipo 32',
    types: [32],
    *check({ type, montoTotal, lines }) {
      if (montoTotal === undefined || goesAsSummary(type, montoTotal) || lines.length <= sentLinesMax) return;
      const mensaje = `Desde RD$ 250,000.00 la factura de consumo lleva como máximo ${sentLinesMax} líneas; hay ${lines.length}.`;
      yield { campo: paths.items, mensaje };
    },
  },
  {
    code: 'LINEA-10',
    ...rechazo,
    descripcion: 'NumeroLinea numera las líneas en orden desde 1.',
    source: 'Formato e-CF v1.0 p.36',
    *check({ lines }) {
      const numbers = lines.map(({ node }) => integerAt(node, 'NumeroLinea'));
      for (const { index, expected, found } of outOfOrder(numbers)) {
        const campo = `${paths.items}[${index}].NumeroLinea`;
        yield { campo, mensaje: `Se esperaba la línea ${expected}; se recibió ${found}.` };
      }
    },
  },
  onLine({
    code: 'LINEA-11',
    ...rechazo,
    descripcion:
      'IndicadorFacturacion es 4 (exento) en los tipos 43, 44 y 47, y 3 (ITBIS 0 %) en el tipo 46; el 0 en los tipos 44 y 46 es asunto de LINEA-12.',
    source: 'Formato e-CF v1.0 p.37 notas 50 y 51',
    types: [43, 44, 46, 47],
    fields: ['IndicadorFacturacion'],
    fault({ indicador = '' }, { type }) {
      const expected = type === 46 ? '3' : '4';
      if (indicador === expected || !taxKinds.includes(indicador)) return undefined;
      if (indicador === '0' && (type === 44 || type === 46)) return undefined;
      return `En el tipo ${type} se esperaba ${expected}; se recibió ${indicador}.`;
    },
  }),
  onLine({
    code: 'LINEA-12',
    // Notes 50 and 51 exclude 0 in 44 and 46, but p.27 gives both types a MontoNoFacturable. Type 41 does not have it.
    ...practica('Las notas 50 y 51 y la página 27 se contradicen.'),
    descripcion: 'No se esperan líneas no facturables (IndicadorFacturacion 0).',
    source: 'Formato e-CF v1.0 p.37 notas 50 y 51; p.27',
    types: [41, 44, 46],
    fields: ['IndicadorFacturacion'],
    fault({ indicador }, { type }) {
      if (indicador !== '0') return undefined;
      const expected = type === 41 ? '1, 2, 3 o 4' : type === 46 ? '3' : '4';
      return `En el tipo ${type} se esperaba ${expected}; se recibió 0.`;
    },
  }),
  onLine({
    code: 'LINEA-13',
    ...rechazo,
    descripcion: 'IndicadorBienoServicio es 2 (servicio).',
    source: 'Formato e-CF v1.0 p.38 nota 54',
    types: [47],
    fields: ['IndicadorBienoServicio'],
    fault: ({ node }, _voucher, field) =>
      textAt(node, field) === '1' ? 'Se esperaba 2 (servicio); se recibió 1 (bien).' : undefined,
  }),
  onLine({
    code: 'LINEA-14',
    ...oficial,
    descripcion: 'Con CantidadReferencia va UnidadReferencia.',
    source: 'Formato e-CF v1.0 p.38',
    types: selectiveTypes,
    fields: ['UnidadReferencia'],
    fault: ({ node }) =>
      textAt(node, 'CantidadReferencia') === undefined
        ? undefined
        : absent(node.UnidadReferencia, 'Hay CantidadReferencia: se esperaba su unidad de medida'),
  }),
  taxedRule({
    code: 'LINEA-15',
    ...rechazo,
    descripcion:
      'Una línea con impuesto selectivo específico (códigos 006 a 022), salvo a granel, lleva CantidadReferencia.',
    source: 'Formato e-CF v1.0 p.38; Informe Técnico e-CF v1.0 pp.23-27',
    field: 'CantidadReferencia',
    codes: ['006', '022'],
    expected: 'se esperaba la cantidad de referencia',
  }),
  taxedRule({
    code: 'LINEA-16',
    ...rechazo,
    descripcion:
      'Una línea con impuesto específico al alcohol (códigos 006 a 018), salvo a granel, lleva TablaSubcantidad con su Subcantidad.',
    source: 'Formato e-CF v1.0 p.39',
    field: 'TablaSubcantidad',
    codes: ['006', '018'],
    expected: 'se esperaba al menos una Subcantidad',
  }),
  taxedRule({
    code: 'LINEA-17',
    ...rechazo,
    descripcion:
      'Una línea con impuesto específico al alcohol (códigos 006 a 018), salvo a granel, lleva GradosAlcohol.',
    source: 'Formato e-CF v1.0 p.40',
    field: 'GradosAlcohol',
    codes: ['006', '018'],
    expected: 'se esperaban los grados de alcohol',
  }),
  taxedRule({
    code: 'LINEA-18',
    ...rechazo,
    descripcion:
      'Una línea con impuesto selectivo ad valorem (códigos 023 a 039), salvo a granel, lleva PrecioUnitarioReferencia.',
    source: 'Formato e-CF v1.0 p.40 nota 60',
    field: 'PrecioUnitarioReferencia',
    codes: ['023', '039'],
    expected: 'se esperaba el precio de venta al por menor',
  }),
  taxedRule({
    code: 'LINEA-19',
    // The amount does not depend on it (p.24 d): only the number of cigarettes is missing.
    ...oficial,
    descripcion:
      'Una línea con impuesto específico al tabaco (códigos 019 a 022) lleva TablaSubcantidad con las unidades de la cajetilla.',
    source: 'Formato e-CF v1.0 p.39 nota 58',
    field: 'TablaSubcantidad',
    codes: ['019', '022'],
    expected: 'se esperaba al menos una Subcantidad',
  }),
  onLine({
    code: 'LINEA-20',
    ...practica('Nada en el comprobante dice con certeza qué línea no facturable es un bono.'),
    descripcion:
      'La línea no facturable (IndicadorFacturacion 0) de un bono o certificado de regalo lo dice en NombreItem o DescripcionItem.',
    source: 'Informe Técnico e-CF v1.0 p.31 (sección 17)',
    types: [31, 32, 33, 34, 44, 45, 46],
    fields: ['NombreItem'],
    fault(line, voucher) {
      if (line.indicador !== '0') return undefined;
      const text = plainText(line);
      if (bondWords.test(text) && giftWords.test(text)) return undefined;
      const seems = bondWords.test(text) || giftWords.test(text) || prepaidWords.test(text);
      if (!seems && !sellsOnlyBonds(voucher)) return undefined;
      const why = seems
        ? 'La línea no facturable parece un bono'
        : 'Todas las líneas son no facturables, como en la venta de un bono: si lo es';
      const found = excerpt(textAt(line.node, 'NombreItem') ?? '');
      return `${why}, se esperaba una descripción que lo diga, como «Bono de regalo» o «Certificado de regalo»; se recibió «${found}».`;
    },
  }),
  rateRule(1, { code: 'TASA-01', types: [31, 32, 33, 34, 41, 45], page: 21 }),
  rateRule(2, { code: 'TASA-02', types: [31, 32, 33, 34, 41, 45], page: 21 }),
  rateRule(3, { code: 'TASA-03', types: [31, 32, 33, 34, 41, 45, 46], page: 22 }),
  {
    code: 'TASA-04',
    ...oficial,
    descripcion:
      'ITBIS1, ITBIS2 o ITBIS3 va también cuando el monto gravado o el ITBIS de esa tasa viene solo de un recargo global.',
    source: 'Formato e-CF v1.0 p.22',
    types: [31, 32, 33, 34, 41, 45, 46],
    *check(voucher) {
      const { totales } = voucher;
      if (isLateCreditNote(voucher)) return;
      for (const [indicador, rate] of Object.entries(itbisRates)) {
        const field = `ITBIS${indicador}`;
        // The rule on the rate of the lines already demands it when the lines have an amount.
        if (textAt(totales, field) !== undefined || voucher.billed.get(indicador)?.gt(0) === true) continue;
        const given = amountBySurcharge(voucher, indicador);
        if (given === undefined) continue;
        const mensaje = `Un recargo global da ${given}: se esperaba ${rate}; no se recibió.`;
        yield { campo: `${paths.totales}.${field}`, mensaje };
      }
    },
  },
  {
    code: 'TASA-05',
    // Public templates of issuers send the three rates with every voucher.
    ...practica(
      'La página lo pide, pero no se ha visto qué hace la DGII, y hay emisores que siempre mandan las tres tasas.',
    ),
    descripcion:
      'ITBIS1, ITBIS2 e ITBIS3 van solo cuando hay líneas, o un descuento o recargo global, de esa tasa.',
    source: 'Formato e-CF v1.0 pp.21-22',
    // Without type 46: there every line is at 0 %, and another rule checks that.
    types: [31, 32, 33, 34, 41, 45],
    *check(voucher) {
      if (voucher.lines.length === 0) return;
      for (const [indicador, rate] of Object.entries(itbisRates)) {
        const field = `ITBIS${indicador}`;
        // If the rate has a wrong value, the rule on its value reports that.
        if (textAt(voucher.totales, field) !== rate) continue;
        if (voucher.billed.has(indicador) || hasAdjustment(voucher, indicador)) continue;
        const mensaje = `Ninguna línea, ni descuento o recargo global, tiene el indicador de facturación ${indicador}: no se esperaba ${field}; se recibió ${rate}.`;
        yield { campo: `${paths.totales}.${field}`, mensaje };
      }
    },
  },
];

/** What issuers call a gift bond: a word of each of the first two kinds names it. Without accents, in lower case. */
const bondWords = /\b(?:bonos?|certificados?|tarjetas?|vales?|cupon(?:es)?)\b/u;
const giftWords = /\b(?:regalos?|obsequios?)\b/u;
const prepaidWords = /\b(?:gift(?: ?-?cards?)?|vouchers?|prepag[oa]s?|precargad[oa]s?)\b/u;

function plainText({ node }: Line): string {
  const text = `${textAt(node, 'NombreItem') ?? ''} ${textAt(node, 'DescripcionItem') ?? ''}`;
  return withoutAccents(text).toLowerCase();
}

/** An invoice on which nothing is billed usually sells bonds. A note of texts has such a line too. */
function sellsOnlyBonds({ type, billed }: Voucher): boolean {
  return (type === 31 || type === 32 || type === 45) && billed.size === 1 && billed.has('0');
}

/** The total that a global surcharge gives to this rate, if the lines give it none. */
function amountBySurcharge(voucher: Voucher, indicador: string): string | undefined {
  if (!hasAdjustment(voucher, indicador)) return undefined;
  const totals = [`MontoGravadoI${indicador}`, `TotalITBIS${indicador}`];
  return totals.find((total) => amountAt(voucher.totales, total)?.gt(0) === true);
}

/** True when a global discount or surcharge is of this IndicadorFacturacion. */
function hasAdjustment({ adjustments }: Voucher, indicador: string): boolean {
  return adjustments.some((adjustment) => adjustment.indicador === indicador);
}

type TaxedRule = RuleHead & {
  /** The field that a line with one of the codes must have. */
  readonly field: string;
  readonly codes: readonly [from: string, to: string];
  /** Spanish, for the message. */
  readonly expected: string;
};

/** A rule on the lines that have a selective tax with one of these codes. */
function taxedRule({ field, codes: [from, to], expected, ...head }: TaxedRule): Rule {
  return onTaxedLine({
    ...head,
    types: selectiveTypes,
    fields: [field],
    fault(line) {
      if (!hasTax(line, from, to)) return undefined;
      const found = field === 'TablaSubcantidad' ? contentOf(line) : line.node[field];
      return absent(found, `La línea tiene un impuesto de los códigos ${from} a ${to}: ${expected}`);
    },
  });
}

function hasTax({ impuestos }: Line, from: string, to: string): boolean {
  // Codes have three digits; the structure check reports longer ones.
  return impuestos.some((code) => code >= from && code <= to && code.length === from.length);
}

function contentOf({ node }: Line): unknown {
  const table = nodesAt(nodeAt(node, 'TablaSubcantidad'), 'SubcantidadItem');
  return table.find((row) => row.Subcantidad !== undefined);
}

function absent(value: unknown, demand: string): string | undefined {
  return value === undefined ? `${demand}; no se recibió.` : undefined;
}

/** ITBIS1, ITBIS2 and ITBIS3 have one allowed value each, and are required when there is an amount at that rate. */
function rateRule(
  indicador: keyof typeof itbisRates,
  { code, types, page }: { code: string; types: readonly EcfType[]; page: number },
): Rule {
  const rate = itbisRates[indicador];
  const field = `ITBIS${indicador}`;
  // p.22 requires the rate with an amount. It does not mention lines whose amount is zero.
  const isDemanded = (voucher: Voucher) =>
    !isLateCreditNote(voucher) && voucher.billed.get(String(indicador))?.gt(0) === true;
  return {
    code,
    ...rechazo,
    descripcion: `${field} es ${rate}, y va cuando líneas con IndicadorFacturacion ${indicador} suman un monto.`,
    source: `Formato e-CF v1.0 p.${page}`,
    types,
    *check(voucher) {
      const found = textAt(voucher.totales, field);
      if (found === rate) return;
      if (found === undefined && !isDemanded(voucher)) return;
      if (found !== undefined && !/^[0-9]{1,2}$/u.test(found)) return;
      const received = found === undefined ? 'no se recibió' : `se recibió ${found}`;
      const mensaje = `Para IndicadorFacturacion ${indicador} se esperaba ${rate}; ${received}.`;
      yield { campo: `${paths.totales}.${field}`, mensaje };
    },
    *amounts(voucher) {
      const { billed, totales, type } = voucher;
      const name = String(indicador);
      const isUsed = billed.has(name) || hasAdjustment(voucher, name);
      const bySurcharge = !isLateCreditNote(voucher) && amountBySurcharge(voucher, name) !== undefined;
      yield {
        campo: `${paths.totales}.${field}`,
        text: textAt(totales, field),
        readings: () => [amountOf(rate)],
        needed: isDemanded(voucher) || bySurcharge ? 'always' : isUsed || type === 46 ? 'asGiven' : 'never',
      };
    },
  };
}
