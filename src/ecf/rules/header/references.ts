/**
 * Rules on the voucher that a note modifies, or that this one replaces (Formato e-CF v1.0 pp.8, 45, 57-58). They need
 * only this voucher. The rules in modified.ts use the ledger for the state and the balance of the other one.
 */
import { shownMoney } from '../../model/amounts.js';
import { compareDates, daysBetween } from '../../model/dates.js';
import { textAt } from '../../model/ecf.js';
import { creditNoteDaysMax, type EcfType } from '../../model/ecf-types.js';
import { parseEncf } from '../../model/encf.js';
import { excerpt } from '../../model/fault.js';
import { oficial, practica, rechazo, type Finding, type Rule } from '../rule.js';
import { dateAt, paths, type Voucher } from '../voucher.js';

/** CodigoModificacion. */
const [anula, corrigeTexto, corrigeMontos, reemplaza, refiere] = ['1', '2', '3', '4', '5'];
const ofNotes: readonly (string | undefined)[] = [anula, corrigeTexto, corrigeMontos];

/** Calendar days: a contingency lasts at most 15, and its paper vouchers are replaced within 30 after its end. */
const replacementDaysMax = 15 + 30;

const notNotes: readonly EcfType[] = [31, 32, 41, 43, 44, 45, 46, 47];

/** Series B on paper: the two digits of its type → the e-CF that replaces it. */
const electronicOf: ReadonlyMap<string, EcfType> = new Map([
  ['01', 31],
  ['02', 32],
  ['03', 33],
  ['04', 34],
  ['11', 41],
  ['13', 43],
  ['14', 44],
  ['15', 45],
  ['16', 46],
  ['17', 47],
]);

export const referenceRules: readonly Rule[] = [
  {
    code: 'REFERENCIA-01',
    ...rechazo,
    descripcion:
      'NCFModificado tiene 11 caracteres (serie B), 13 (e-NCF, serie E) o 19 (series A y P): la letra y, detrás, dígitos.',
    source: 'Formato e-CF v1.0 p.57 nota 79',
    *check({ referencia }) {
      const ncf = textAt(referencia, 'NCFModificado');
      // The structure check reports shorter and longer ones.
      if (ncf === undefined || ncf.length < 11 || ncf.length > 19 || isNcf(ncf)) return;
      const mensaje = `Se esperaba un NCF de 11 (serie B), 13 (serie E) o 19 (series A y P) caracteres; se recibió «${excerpt(ncf)}», de ${ncf.length} caracteres.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-02',
    ...rechazo,
    descripcion: 'Los códigos de modificación 1, 2 y 3 son solo de las notas de crédito y débito.',
    source: 'Formato e-CF v1.0 p.58 nota 80',
    types: notNotes,
    *check({ type, codigoModificacion }) {
      if (!ofNotes.includes(codigoModificacion)) return;
      const expected = type === 31 ? '4 o 5' : '4';
      const mensaje = `Los códigos 1, 2 y 3 son de las notas; en el tipo ${type} se esperaba ${expected}; se recibió ${codigoModificacion}.`;
      yield { campo: `${paths.referencia}.CodigoModificacion`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-03',
    ...rechazo,
    descripcion: 'El código de modificación 5 es solo de las facturas de crédito fiscal.',
    source: 'Formato e-CF v1.0 p.58 nota 81',
    types: [32, 33, 34, 41, 43, 44, 45, 46, 47],
    *check({ type, codigoModificacion }) {
      if (codigoModificacion !== refiere) return;
      const mensaje = `El código 5 (referencia a una factura de consumo) es solo del tipo 31; el comprobante es del tipo ${type}.`;
      yield { campo: `${paths.referencia}.CodigoModificacion`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-04',
    ...rechazo,
    descripcion:
      'Con el código de modificación 4, NCFModificado es un comprobante no electrónico del tipo equivalente.',
    source: 'Formato e-CF v1.0 p.57',
    *check({ type, codigoModificacion, referencia }) {
      const ncf = textAt(referencia, 'NCFModificado');
      if (codigoModificacion !== reemplaza || ncf === undefined || !isNcf(ncf)) return;
      const electronic = ncf.startsWith('B') ? electronicOf.get(ncf.slice(1, 3)) : undefined;
      // Series A and P, and paper types without an electronic type, always pass: no source says which type replaces them.
      if (!ncf.startsWith('E') && (electronic === undefined || electronic === type)) return;
      const mensaje = `El código 4 reemplaza un comprobante no electrónico equivalente al tipo ${type}; se recibió ${ncf}.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-05',
    ...rechazo,
    descripcion: 'Con el código de modificación 4 van NCFModificado y FechaNCFModificado.',
    source: 'Formato e-CF v1.0 pp.57-58',
    types: notNotes,
    *check({ codigoModificacion, referencia }) {
      if (codigoModificacion !== reemplaza) return;
      for (const field of ['NCFModificado', 'FechaNCFModificado']) {
        if (textAt(referencia, field) !== undefined) continue;
        const mensaje = `El código 4 reemplaza un comprobante no electrónico: se esperaba ${field}; no se recibió.`;
        yield { campo: `${paths.referencia}.${field}`, mensaje };
      }
    },
  },
  {
    code: 'REFERENCIA-06',
    ...oficial,
    descripcion: 'Con el código de modificación 5, NCFModificado es una factura de consumo electrónica.',
    source: 'Formato e-CF v1.0 p.58',
    types: [31],
    *check({ codigoModificacion, referencia }) {
      const ncf = textAt(referencia, 'NCFModificado');
      if (codigoModificacion !== refiere || parseEncf(ncf)?.type === 32) return;
      if (ncf !== undefined && !isNcf(ncf)) return;
      const mensaje = `El código 5 refiere a una factura de consumo electrónica: se esperaba un e-NCF del tipo 32; se recibió ${ncf ?? 'ninguno'}.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-07',
    ...practica('Las notas dicen qué códigos caben, no que la sección deba llevar uno.'),
    descripcion: 'Fuera de las notas, InformacionReferencia lleva CodigoModificacion.',
    source: 'Formato e-CF v1.0 p.58 notas 80 y 81',
    types: notNotes,
    *check({ type, codigoModificacion, referencia }) {
      if (referencia === undefined || codigoModificacion !== undefined) return;
      const mensaje = `Se esperaba ${type === 31 ? '4 o 5' : '4'}, el motivo de la referencia; no se recibió.`;
      yield { campo: `${paths.referencia}.CodigoModificacion`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-08',
    ...practica('Lo dice la ayuda de la DGII; el formato (nota 80) da los tres códigos a las dos notas.'),
    descripcion:
      'Una nota de débito corrige montos (código 3); anular y corregir texto es de la nota de crédito.',
    source: 'Ayuda de la DGII',
    types: [33],
    *check({ codigoModificacion }) {
      if (codigoModificacion !== anula && codigoModificacion !== corrigeTexto) return;
      const mensaje = `En una nota de débito se esperaba el código 3 (corrige montos); se recibió ${codigoModificacion}.`;
      yield { campo: `${paths.referencia}.CodigoModificacion`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-09',
    ...practica('Lo dice la prensa; el aviso de la DGII no se ha visto.'),
    descripcion:
      'Una nota de crédito no modifica una nota de débito, ni al revés: se refieren al comprobante original.',
    source: 'Aviso de la DGII en vigor desde el 23-09-2025, según la prensa',
    types: [33, 34],
    *check({ type, codigoModificacion, referencia }) {
      const modified = parseEncf(textAt(referencia, 'NCFModificado'));
      if (codigoModificacion === reemplaza || modified?.type !== (type === 33 ? 34 : 33)) return;
      const mensaje = `Se esperaba el comprobante original; se recibió ${modified.text}, que es una nota.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-14',
    ...practica('Ningún documento oficial lo escribe; el aviso que cita la prensa habla del original.'),
    descripcion:
      'Una nota no modifica otra nota de su misma clase, electrónica o de papel: se refiere al comprobante original.',
    source: 'Aviso de la DGII en vigor desde el 23-09-2025, según la prensa',
    types: [33, 34],
    *check({ type, idDoc, codigoModificacion, referencia }) {
      const ncf = textAt(referencia, 'NCFModificado');
      if (codigoModificacion === reemplaza || ncf === undefined || !isNcf(ncf)) return;
      // A note that modifies itself has its own rule.
      if (ncf === textAt(idDoc, 'eNCF') || electronicTypeOf(ncf) !== type) return;
      const mensaje = `Se esperaba el comprobante original; se recibió ${ncf}, que es una nota de la misma clase.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-10',
    ...rechazo,
    descripcion: 'Un comprobante no se refiere a sí mismo: NCFModificado se remitió antes a la DGII.',
    source: 'Formato e-CF v1.0 p.57',
    *check({ idDoc, referencia }) {
      const encf = parseEncf(textAt(idDoc, 'eNCF'));
      if (encf === undefined || textAt(referencia, 'NCFModificado') !== encf.text) return;
      const mensaje = `Se esperaba un comprobante emitido antes; se recibió ${encf.text}, el número de este mismo comprobante.`;
      yield { campo: `${paths.referencia}.NCFModificado`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-11',
    ...practica('El formato pide que se remitiera antes; ninguna página compara las dos fechas.'),
    descripcion: 'FechaNCFModificado no es posterior a FechaEmision.',
    source: 'Formato e-CF v1.0 pp.57-58',
    *check({ emisor, referencia }) {
      const modified = dateAt(referencia, 'FechaNCFModificado');
      const issued = dateAt(emisor, 'FechaEmision');
      if (modified === undefined || issued === undefined || compareDates(modified, issued) <= 0) return;
      const mensaje = `Se esperaba una fecha igual o anterior a FechaEmision (${issued}); se recibió ${modified}.`;
      yield { campo: `${paths.referencia}.FechaNCFModificado`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-12',
    ...practica('La página dice cuándo aplica el campo y solo valida su estructura.'),
    descripcion: 'RNCOtroContribuyente, cuando va, es distinto de RNCEmisor.',
    source: 'Formato e-CF v1.0 pp.57-58',
    *check({ emisor, referencia }) {
      const other = textAt(referencia, 'RNCOtroContribuyente');
      if (other === undefined || other !== textAt(emisor, 'RNCEmisor')) return;
      const mensaje = `Este campo lleva el RNC de otro contribuyente (por disolución, fusión o escisión); si no lo hay, no se envía. Se recibió ${excerpt(other)}, el del emisor.`;
      yield { campo: `${paths.referencia}.RNCOtroContribuyente`, mensaje };
    },
  },
  {
    code: 'REFERENCIA-15',
    ...practica('Ninguna página dice qué hace la DGII con un reemplazo que llega tarde.'),
    descripcion: `Un comprobante que reemplaza a otro emitido en contingencia (código 4) se emite como máximo ${replacementDaysMax} días después: 15 de contingencia y 30 desde su fin.`,
    source: 'Instructivo Contingencia pp.5-9 y 12',
    *check({ codigoModificacion, emisor, referencia }) {
      const replaced = dateAt(referencia, 'FechaNCFModificado');
      const issued = dateAt(emisor, 'FechaEmision');
      if (codigoModificacion !== reemplaza || replaced === undefined || issued === undefined) return;
      const days = daysBetween(replaced, issued);
      if (days <= replacementDaysMax) return;
      const mensaje = `Entre el comprobante reemplazado (${replaced}) y este (${issued}) se esperaban como máximo ${replacementDaysMax} días; hay ${days}.`;
      yield { campo: `${paths.referencia}.FechaNCFModificado`, mensaje };
    },
  },
  {
    code: 'NOTA-01',
    ...rechazo,
    descripcion:
      'IndicadorNotaCredito es 0 hasta 30 días calendario desde la emisión del e-CF modificado (su FechaEmision si lo emitió este servicio; si no, FechaNCFModificado), y 1 después.',
    source: 'Formato e-CF v1.0 p.8; código 156 de la DGII, observado',
    types: [34],
    byLedger: true,
    check: (voucher) => creditNoteAge(voucher, 'electronic'),
  },
  {
    // The format only mentions a modified e-CF; the law behind it (Reglamento 293-11) makes no such difference.
    code: 'NOTA-02',
    ...practica('La página habla de los días desde un e-CF, no desde un comprobante de papel.'),
    descripcion: 'IndicadorNotaCredito sigue los mismos 30 días cuando el NCF modificado es de papel.',
    source: 'Formato e-CF v1.0 p.8; Informe Técnico e-CF v1.0 p.17',
    types: [34],
    check: (voucher) => creditNoteAge(voucher, 'paper'),
  },
  {
    code: 'NOTA-03',
    ...rechazo,
    descripcion: 'Una nota de crédito que corrige texto (código 2) tiene MontoTotal 0.',
    source: 'Formato e-CF v1.0 p.45 nota 74',
    types: [34],
    *check({ codigoModificacion, montoTotal }) {
      if (codigoModificacion !== corrigeTexto || montoTotal === undefined || montoTotal.eq(0)) return;
      const mensaje = `La nota solo corrige texto (código 2): se esperaba 0.00; se recibió ${shownMoney(montoTotal)}.`;
      yield { campo: `${paths.totales}.MontoTotal`, mensaje };
    },
  },
  {
    // Not-billable lines with an amount pass, because the certification sets have such lines.
    code: 'NOTA-04',
    ...oficial,
    descripcion:
      'En una nota de crédito que corrige texto (código 2) MontoItem es 0, salvo en líneas no facturables.',
    source: 'Formato e-CF v1.0 p.45 nota 74',
    types: [34],
    *check({ codigoModificacion, lines }) {
      if (codigoModificacion !== corrigeTexto) return;
      for (const { path, indicador, monto } of lines) {
        if (indicador === undefined || indicador === '0' || monto.eq(0)) continue;
        const mensaje = `La nota solo corrige texto (código 2): se esperaba 0.00; se recibió ${shownMoney(monto)}.`;
        yield { campo: `${path}.MontoItem`, mensaje };
      }
    },
  },
];

/** Compares IndicadorNotaCredito with the days since the modified voucher. Code 4 replaces a paper note: no check. */
function* creditNoteAge(voucher: Voucher, modified: 'electronic' | 'paper'): Iterable<Finding> {
  const { idDoc, emisor, referencia, codigoModificacion, facts } = voucher;
  const found = textAt(idDoc, 'IndicadorNotaCredito');
  const known = facts.referenced?.fechaEmision ?? '';
  const from = known === '' ? dateAt(referencia, 'FechaNCFModificado') : known;
  const to = dateAt(emisor, 'FechaEmision');
  if (codigoModificacion === reemplaza || from === undefined || to === undefined) return;
  if (textAt(referencia, 'NCFModificado')?.startsWith('E') !== (modified === 'electronic')) return;
  const days = daysBetween(from, to);
  const expected = days > creditNoteDaysMax ? '1' : '0';
  if (found === expected || (found !== '0' && found !== '1')) return;
  const span = days > creditNoteDaysMax ? 'más' : 'no más';
  const mensaje = `Entre el comprobante modificado (${from}) y la nota (${to}) hay ${span} de ${creditNoteDaysMax} días: se esperaba ${expected}; se recibió ${found}.`;
  yield { campo: `${paths.idDoc}.IndicadorNotaCredito`, mensaje };
}

/** The type of an e-NCF, or the type that replaces a paper NCF of series B. */
function electronicTypeOf(ncf: string): EcfType | undefined {
  return ncf.startsWith('B') ? electronicOf.get(ncf.slice(1, 3)) : parseEncf(ncf)?.type;
}

function isNcf(text: string): boolean {
  return /^(?:B[0-9]{10}|[AP][0-9]{18})$/u.test(text) || parseEncf(text) !== undefined;
}
