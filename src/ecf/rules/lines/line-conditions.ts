/**
 * What a line must or may have in each type of e-CF (Formato e-CF v1.0 pp.36-45), and what the lines require in the header,
 * except for arithmetic.
 */
import { goesAsSummary } from '../../model/consumer-threshold.js';
import { nodeAt, nodesAt, textAt } from '../../model/ecf.js';
import type { EcfType } from '../../model/ecf-types.js';
import { isLateCreditNote } from '../arithmetic.js';
import { oficial, practica, rechazo, type Grade, type Rule } from '../rule.js';
import { outOfOrder } from './sequence.js';
import { integerAt, paths, perVoucher, type Line, type Voucher } from '../voucher.js';

/** The most lines of a type 32 that DGII gets in full, as in its XSD. */
const sentLinesMax = 1000;

/** Unit 18, Granel: bulk alcohol pays the ad valorem tax only, on its own price (Formato e-CF v1.0 notes 23-25). */
const bulk = '18';

/** Every IndicadorFacturacion; the structure check reports any other. */
const taxKinds: readonly string[] = ['0', '1', '2', '3', '4'];

/** Lines with a selective tax (codes 006 to 039) and not sold in bulk. There are few, and several rules need them. */
const selectivelyTaxed = perVoucher(({ lines }) =>
  lines.filter((line) => hasTax(line, '006', '039') && textAt(line.node, 'UnidadMedida') !== bulk),
);

export const lineConditionRules: readonly Rule[] = [
  {
    code: 'LINEAS-01',
    severidad: 'rechazo',
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
    severidad: 'rechazo',
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
  lineRule('LINEA-11', rechazo, [43, 44, 46, 47], {
    descripcion:
      'IndicadorFacturacion es 4 (exento) en los tipos 43, 44 y 47, y 3 (ITBIS 0 %) en el tipo 46; el 0 en los tipos 44 y 46 es asunto de LINEA-12.',
    source: 'Formato e-CF v1.0 p.37 notas 50 y 51',
    field: 'IndicadorFacturacion',
    broken: ({ indicador = '' }, type) => {
      const expected = type === 46 ? '3' : '4';
      if (indicador === expected || !taxKinds.includes(indicador)) return undefined;
      if (indicador === '0' && (type === 44 || type === 46)) return undefined;
      return `En el tipo ${type} se esperaba ${expected}; se recibió ${indicador}.`;
    },
  }),
  lineRule('LINEA-12', practica('Las notas 50 y 51 y la página 27 se contradicen.'), [41, 44, 46], {
    // Notes 50 and 51 exclude 0 in 44 and 46, but p.27 gives both types a MontoNoFacturable. Type 41 does not have it.
    descripcion: 'En los tipos 41, 44 y 46 no se esperan líneas no facturables (IndicadorFacturacion 0).',
    source: 'Formato e-CF v1.0 p.37 notas 50 y 51; p.27',
    field: 'IndicadorFacturacion',
    broken: ({ indicador }, type) => {
      if (indicador !== '0') return undefined;
      const expected = type === 41 ? '1, 2, 3 o 4' : type === 46 ? '3' : '4';
      return `En el tipo ${type} se esperaba ${expected}; se recibió 0.`;
    },
  }),
  lineRule('LINEA-13', rechazo, [47], {
    descripcion: 'En pagos al exterior IndicadorBienoServicio es 2 (servicio).',
    source: 'Formato e-CF v1.0 p.38 nota 54',
    field: 'IndicadorBienoServicio',
    broken: ({ node }) =>
      textAt(node, 'IndicadorBienoServicio') === '1'
        ? 'Se esperaba 2 (servicio); se recibió 1 (bien).'
        : undefined,
  }),
  lineRule('LINEA-14', oficial, [31, 32, 33, 34, 45], {
    descripcion: 'Con CantidadReferencia va UnidadReferencia.',
    source: 'Formato e-CF v1.0 p.38',
    field: 'UnidadReferencia',
    broken: ({ node }) =>
      textAt(node, 'CantidadReferencia') === undefined
        ? undefined
        : absent(node.UnidadReferencia, 'Hay CantidadReferencia: se esperaba su unidad de medida'),
  }),
  lineRule('LINEA-15', rechazo, [31, 32, 33, 34, 45], {
    among: selectivelyTaxed,
    descripcion:
      'Una línea con impuesto selectivo específico (códigos 006 a 022), salvo a granel, lleva CantidadReferencia.',
    source: 'Formato e-CF v1.0 p.38; Informe Técnico e-CF v1.0 pp.23-27',
    field: 'CantidadReferencia',
    broken: (line) =>
      hasTax(line, '006', '022')
        ? absent(
            line.node.CantidadReferencia,
            'La línea tiene un impuesto de los códigos 006 a 022: se esperaba la cantidad de referencia',
          )
        : undefined,
  }),
  lineRule('LINEA-16', rechazo, [31, 32, 33, 34, 45], {
    among: selectivelyTaxed,
    descripcion:
      'Una línea con impuesto específico al alcohol (códigos 006 a 018), salvo a granel, lleva TablaSubcantidad con su Subcantidad.',
    source: 'Formato e-CF v1.0 p.39',
    field: 'TablaSubcantidad',
    broken: (line) =>
      hasTax(line, '006', '018')
        ? absent(
            contentOf(line),
            'La línea tiene un impuesto de los códigos 006 a 018: se esperaba al menos una Subcantidad',
          )
        : undefined,
  }),
  lineRule('LINEA-17', rechazo, [31, 32, 33, 34, 45], {
    among: selectivelyTaxed,
    descripcion:
      'Una línea con impuesto específico al alcohol (códigos 006 a 018), salvo a granel, lleva GradosAlcohol.',
    source: 'Formato e-CF v1.0 p.40',
    field: 'GradosAlcohol',
    broken: (line) =>
      hasTax(line, '006', '018')
        ? absent(
            line.node.GradosAlcohol,
            'La línea tiene un impuesto de los códigos 006 a 018: se esperaban los grados de alcohol',
          )
        : undefined,
  }),
  lineRule('LINEA-18', rechazo, [31, 32, 33, 34, 45], {
    among: selectivelyTaxed,
    descripcion:
      'Una línea con impuesto selectivo ad valorem (códigos 023 a 039), salvo a granel, lleva PrecioUnitarioReferencia.',
    source: 'Formato e-CF v1.0 p.40 nota 60',
    field: 'PrecioUnitarioReferencia',
    broken: (line) =>
      hasTax(line, '023', '039')
        ? absent(
            line.node.PrecioUnitarioReferencia,
            'La línea tiene un impuesto de los códigos 023 a 039: se esperaba el precio de venta al por menor',
          )
        : undefined,
  }),
  lineRule('LINEA-19', oficial, [31, 32, 33, 34, 45], {
    among: selectivelyTaxed,
    // The amount does not depend on it (p.24 d): only the number of cigarettes is missing.
    descripcion:
      'Una línea con impuesto específico al tabaco (códigos 019 a 022) lleva TablaSubcantidad con las unidades de la cajetilla.',
    source: 'Formato e-CF v1.0 p.39 nota 58',
    field: 'TablaSubcantidad',
    broken: (line) =>
      hasTax(line, '019', '022')
        ? absent(
            contentOf(line),
            'La línea tiene un impuesto de los códigos 019 a 022: se esperaba al menos una Subcantidad',
          )
        : undefined,
  }),
  rateRule('TASA-01', '1', '18', [31, 32, 33, 34, 41, 45], 'Formato e-CF v1.0 p.21'),
  rateRule('TASA-02', '2', '16', [31, 32, 33, 34, 41, 45], 'Formato e-CF v1.0 p.21'),
  rateRule('TASA-03', '3', '0', [31, 32, 33, 34, 41, 45, 46], 'Formato e-CF v1.0 p.22'),
];

interface LineDemand {
  readonly descripcion: string;
  readonly source: string;
  /** The lines to check; absent: all. */
  readonly among?: (voucher: Voucher) => readonly Line[];
  /** A field of the line. */
  readonly field: string;
  /** The message for a line that breaks the rule; otherwise undefined. */
  readonly broken: (line: Line, type: EcfType) => string | undefined;
}

function lineRule(
  code: string,
  grade: Grade,
  types: readonly EcfType[],
  { descripcion, source, among, field, broken }: LineDemand,
): Rule {
  return {
    code,
    ...grade,
    descripcion,
    source,
    types,
    *check(voucher) {
      for (const line of among === undefined ? voucher.lines : among(voucher)) {
        const mensaje = broken(line, voucher.type);
        if (mensaje !== undefined) yield { campo: `${line.path}.${field}`, mensaje };
      }
    },
  };
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
  code: string,
  indicador: string,
  rate: string,
  types: readonly EcfType[],
  source: string,
): Rule {
  const field = `ITBIS${indicador}`;
  return {
    code,
    severidad: 'rechazo',
    descripcion: `${field} es ${rate}, y va cuando líneas con IndicadorFacturacion ${indicador} suman un monto.`,
    source,
    types,
    *check(voucher) {
      const found = textAt(voucher.totales, field);
      // A credit note after 30 days gives back the price without ITBIS. No source says what its rates then contain.
      if (isLateCreditNote(voucher) || found === rate) return;
      // p.22 requires the rate with an amount. It does not mention lines whose amount is zero.
      if (found === undefined && voucher.billed.get(indicador)?.gt(0) !== true) return;
      if (found !== undefined && !/^[0-9]{1,2}$/u.test(found)) return;
      const received = found === undefined ? 'no se recibió' : `se recibió ${found}`;
      const mensaje = `Para IndicadorFacturacion ${indicador} se esperaba ${rate}; ${received}.`;
      yield { campo: `${paths.totales}.${field}`, mensaje };
    },
  };
}
