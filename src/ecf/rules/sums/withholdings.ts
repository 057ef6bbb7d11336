/** Rules on withheld ITBIS and ISR (Formato e-CF v1.0 pp.28, 37). Their totals: TOTALES-15, TOTALES-16 and TOTALES-20. */
import { exemptIndicator } from '../../codes/indicators.js';
import { nodeAt, textAt } from '../../model/ecf.js';
import { zero } from '../../model/amounts.js';
import { amountAt, amountText, typesWith } from '../arithmetic.js';
import { missing, onEach, type Part } from '../on-each.js';
import { oficial, practica, rechazo, type Rule } from '../rule.js';
import { paths, type Line } from '../voucher.js';

const indicador = 'IndicadorAgenteRetencionoPercepcion';
const itbis = 'MontoITBISRetenido';
const isr = 'MontoISRRetenido';

const types = typesWith('DetallesItems', 'Item', 'Retencion');
const itbisTypes = typesWith('DetallesItems', 'Item', 'Retencion', itbis);

/** A line that has a Retencion. `node` is the Retencion. */
interface Withheld extends Part {
  readonly line: Line;
}

const onRetencion = onEach(function* ({ lines }): Iterable<Withheld> {
  for (const line of lines) {
    const node = nodeAt(line.node, 'Retencion');
    if (node !== undefined) yield { path: `${line.path}.Retencion`, node, line };
  }
});

export const withholdingRules: readonly Rule[] = [
  onRetencion({
    code: 'RETENCION-01',
    ...rechazo,
    descripcion: `Retencion lleva ${indicador}.`,
    source: 'Formato e-CF v1.0 p.37',
    types: [31, 33, 34],
    fields: [indicador],
    fault: (retencion) => missing(retencion, indicador, 'Se esperaba 1 (retención)'),
  }),
  onRetencion({
    code: 'RETENCION-02',
    ...rechazo,
    descripcion: `Retencion lleva ${itbis}, ${isr} o ambos.`,
    source: 'Formato e-CF v1.0 p.37; código 260 de la DGII, observado',
    types: itbisTypes,
    fields: [itbis],
    fault(retencion) {
      const { node } = retencion;
      if (textAt(node, itbis) !== undefined || textAt(node, isr) !== undefined) return undefined;
      if (isExempt(retencion)) return undefined;
      return `Se esperaba ${itbis}, ${isr} o ambos; no se recibió ninguno.`;
    },
  }),
  onRetencion({
    code: 'RETENCION-03',
    ...rechazo,
    descripcion: `En una línea exenta con retención, ${itbis} es 0.`,
    source: 'Formato e-CF v1.0 p.37 nota 53',
    types: itbisTypes,
    fields: [itbis],
    fault(retencion) {
      if (!isExempt(retencion)) return undefined;
      const found = amountAt(retencion.node, itbis);
      if (found?.eq(zero) === true) return undefined;
      const received = found === undefined ? 'no se recibió' : `se recibió ${amountText(found)}`;
      return `En una línea exenta con retención se esperaba 0; ${received}.`;
    },
  }),
  onRetencion({
    code: 'RETENCION-04',
    ...practica('La página dice cuándo es obligatorio en el servicio, no que falte en el bien.'),
    descripcion: `Solo los servicios (IndicadorBienoServicio 2) llevan ${isr}.`,
    source: 'Formato e-CF v1.0 p.37',
    types: [41],
    fields: [isr],
    fault({ node, line }) {
      const found = amountAt(node, isr);
      if (textAt(line.node, 'IndicadorBienoServicio') !== '1' || found?.gt(zero) !== true) return undefined;
      return `Este campo no se envía en un bien (IndicadorBienoServicio 1); se recibió ${amountText(found)}.`;
    },
  }),
  onRetencion({
    code: 'RETENCION-05',
    ...oficial,
    descripcion: `${indicador} es 1: el régimen de percepción no está vigente.`,
    source: 'Formato e-CF v1.0 p.37 nota 52',
    types,
    fields: [indicador],
    fault: ({ node }) =>
      textAt(node, indicador) === '2'
        ? 'Se esperaba 1 (retención): el régimen de percepción no está vigente; se recibió 2.'
        : undefined,
  }),
  {
    code: 'RETENCION-06',
    ...oficial,
    descripcion: 'No hay totales de percepción: el régimen no está vigente.',
    source: 'Formato e-CF v1.0 p.28 nota 32',
    types: itbisTypes,
    *check({ totales }) {
      for (const field of ['TotalITBISPercepcion', 'TotalISRPercepcion']) {
        const found = amountAt(totales, field);
        if (found === undefined || found.eq(zero)) continue;
        const mensaje = `El régimen de percepción no está vigente: este campo no se envía; se recibió ${amountText(found)}.`;
        yield { campo: `${paths.totales}.${field}`, mensaje };
      }
    },
  },
];

function isExempt({ node, line }: Withheld): boolean {
  return line.indicador === exemptIndicator && textAt(node, indicador) === '1';
}
