/** Rules on withheld ITBIS and ISR (Formato e-CF v1.0 pp.28, 37). Their totals: TOTALES-15, TOTALES-16 and TOTALES-20. */
import type { EcfType } from '../../model/ecf-types.js';
import { nodeAt, textAt, type EcfNode } from '../../model/ecf.js';
import { zero } from '../../model/amounts.js';
import { amountAt, show, typesWith } from '../arithmetic.js';
import { oficial, practica, rechazo, type Finding, type Grade, type Rule } from '../rule.js';
import { paths, type Line } from '../voucher.js';

const indicador = 'IndicadorAgenteRetencionoPercepcion';
const itbis = 'MontoITBISRetenido';
const isr = 'MontoISRRetenido';

const types = typesWith('DetallesItems', 'Item', 'Retencion');
const itbisTypes = typesWith('DetallesItems', 'Item', 'Retencion', itbis);

export const withholdingRules: readonly Rule[] = [
  lineRule('RETENCION-01', rechazo, [31, 33, 34], {
    descripcion: `Retencion lleva ${indicador}.`,
    source: 'Formato e-CF v1.0 p.37',
    field: indicador,
    broken: (retencion) => textAt(retencion, indicador) === undefined,
    mensaje: () => 'Se esperaba 1 (retención); no se recibió.',
  }),
  lineRule('RETENCION-02', rechazo, itbisTypes, {
    descripcion: `Retencion lleva ${itbis}, ${isr} o ambos.`,
    source: 'Formato e-CF v1.0 p.37; código 260 de la DGII, observado',
    field: itbis,
    broken: (retencion, line) =>
      textAt(retencion, itbis) === undefined &&
      textAt(retencion, isr) === undefined &&
      !exemptWithholding(retencion, line),
    mensaje: () => `Se esperaba ${itbis}, ${isr} o ambos; no se recibió ninguno.`,
  }),
  lineRule('RETENCION-03', rechazo, itbisTypes, {
    descripcion: `En una línea exenta con retención, ${itbis} es 0.`,
    source: 'Formato e-CF v1.0 p.37 nota 53',
    field: itbis,
    broken: (retencion, line) =>
      exemptWithholding(retencion, line) && amountAt(retencion, itbis)?.eq(zero) !== true,
    mensaje: (retencion) => {
      const found = amountAt(retencion, itbis);
      const received = found === undefined ? 'no se recibió' : `se recibió ${show(found)}`;
      return `En una línea exenta con retención se esperaba 0; ${received}.`;
    },
  }),
  lineRule(
    'RETENCION-04',
    practica('La página dice cuándo es obligatorio en el servicio, no que falte en el bien.'),
    [41],
    {
      descripcion: `En compras solo los servicios (IndicadorBienoServicio 2) llevan ${isr}.`,
      source: 'Formato e-CF v1.0 p.37',
      field: isr,
      broken: (retencion, { node }) =>
        textAt(node, 'IndicadorBienoServicio') === '1' && amountAt(retencion, isr)?.gt(zero) === true,
      mensaje: (retencion) =>
        `Este campo no se envía en un bien (IndicadorBienoServicio 1); se recibió ${show(amountAt(retencion, isr) ?? zero)}.`,
    },
  ),
  lineRule('RETENCION-05', oficial, types, {
    descripcion: `${indicador} es 1: el régimen de percepción no está vigente.`,
    source: 'Formato e-CF v1.0 p.37 nota 52',
    field: indicador,
    broken: (retencion) => textAt(retencion, indicador) === '2',
    mensaje: () => 'Se esperaba 1 (retención): el régimen de percepción no está vigente; se recibió 2.',
  }),
  {
    code: 'RETENCION-06',
    severidad: 'condicional',
    evidencia: 'oficial',
    descripcion: 'No hay totales de percepción: el régimen no está vigente.',
    source: 'Formato e-CF v1.0 p.28 nota 32',
    types: itbisTypes,
    *check({ totales }) {
      for (const field of ['TotalITBISPercepcion', 'TotalISRPercepcion']) {
        const found = amountAt(totales, field);
        if (found === undefined || found.eq(zero)) continue;
        const mensaje = `El régimen de percepción no está vigente: este campo no se envía; se recibió ${show(found)}.`;
        yield { campo: `${paths.totales}.${field}`, mensaje };
      }
    },
  },
];

interface Demand {
  readonly descripcion: string;
  readonly source: string;
  /** A field of Retencion. */
  readonly field: string;
  readonly broken: (retencion: EcfNode, line: Line) => boolean;
  readonly mensaje: (retencion: EcfNode) => string;
}

/** A rule on every line that has a Retencion. */
function lineRule(
  code: string,
  grade: Grade,
  forTypes: readonly EcfType[],
  { descripcion, source, field, broken, mensaje }: Demand,
): Rule {
  return {
    code,
    ...grade,
    descripcion,
    source,
    types: forTypes,
    *check({ lines }): Iterable<Finding> {
      for (const line of lines) {
        const retencion = nodeAt(line.node, 'Retencion');
        if (retencion === undefined || !broken(retencion, line)) continue;
        yield { campo: `${line.path}.Retencion.${field}`, mensaje: mensaje(retencion) };
      }
    },
  };
}

function exemptWithholding(retencion: EcfNode, line: Line): boolean {
  return line.indicador === '4' && textAt(retencion, indicador) === '1';
}
