/**
 * Rules on who issues what, under which number and for which period (Formato e-CF v1.0 pp.7-13). Number, expiry and
 * issuer have their own codes for clients.
 */
import { compareDates, daysBetween } from '../../model/dates.js';
import { textAt } from '../../model/ecf.js';
import { parseEncf } from '../../model/encf.js';
import { oficial, practica, rechazo, type Rule } from '../rule.js';
import { dateAt, paths } from '../voucher.js';

/** The oldest vouchers of DGII's certification set are of December 2018. */
const firstDay = '01-01-2018';

export const identificationRules: readonly Rule[] = [
  {
    code: 'ENCF_TYPE_MISMATCH',
    ...rechazo,
    descripcion: 'Los dos dígitos de tipo del e-NCF son los de TipoeCF.',
    source: 'Informe Técnico e-CF v1.0 p.14',
    *check({ type, idDoc }) {
      const encf = parseEncf(textAt(idDoc, 'eNCF'));
      if (encf === undefined || encf.type === type) return;
      yield {
        campo: `${paths.idDoc}.eNCF`,
        mensaje: `El e-NCF ${encf.text} no es del tipo ${type} que dice TipoeCF.`,
      };
    },
  },
  {
    code: 'SEQUENCE_EXPIRED',
    ...rechazo,
    descripcion: 'FechaVencimientoSecuencia no ha pasado: la DGII la compara con el día del envío.',
    source: 'Formato e-CF v1.0 p.7; Descripción técnica de servicios p.18',
    *check({ idDoc, facts }) {
      const expiry = dateAt(idDoc, 'FechaVencimientoSecuencia');
      if (expiry === undefined || compareDates(expiry, facts.today) >= 0) return;
      yield {
        campo: `${paths.idDoc}.FechaVencimientoSecuencia`,
        mensaje: `La secuencia venció el ${expiry}.`,
      };
    },
  },
  {
    code: 'SEQUENCE_EXPIRY_MISMATCH',
    ...rechazo,
    descripcion:
      'FechaVencimientoSecuencia es la de la autorización que cubre el e-NCF, cuando el servicio la conoce.',
    source: 'Descripción técnica de servicios p.18; este servicio',
    *check({ idDoc, facts }) {
      const expiry = textAt(idDoc, 'FechaVencimientoSecuencia');
      const authorized = facts.reservation?.expiresOn;
      if (expiry === undefined || authorized === undefined || authorized === null || expiry === authorized)
        return;
      yield {
        campo: `${paths.idDoc}.FechaVencimientoSecuencia`,
        mensaje: `FechaVencimientoSecuencia debe ser ${authorized}, el vencimiento de la autorización del e-NCF.`,
      };
    },
  },
  {
    code: 'RNC_EMISOR_MISMATCH',
    ...rechazo,
    descripcion: 'RNCEmisor es el RNC de la empresa de la credencial.',
    source: 'este servicio',
    *check({ emisor, facts }) {
      const rnc = textAt(emisor, 'RNCEmisor');
      if (rnc === undefined || rnc === facts.company.rnc) return;
      const mensaje = `RNCEmisor debe ser ${facts.company.rnc}, el RNC de la empresa que inició sesión.`;
      yield { campo: `${paths.emisor}.RNCEmisor`, mensaje };
    },
  },
  {
    code: 'IDDOC-01',
    ...rechazo,
    descripcion: 'IndicadorMontoGravado va cuando hay líneas gravadas con ITBIS 1 (18 %) o ITBIS 2 (16 %).',
    source: 'Formato e-CF v1.0 p.8; código 176 de la DGII, observado',
    types: [31, 32, 33, 34, 41, 45],
    *check({ type, idDoc, billed, norma1007, codigoModificacion }) {
      // The amounts of a note that corrects texts are zero (p.45 c), so none could include ITBIS.
      if (type === 34 && codigoModificacion === '2') return;
      // No source says whether 0 % counts as taxed here. Type 46, where all is taxed at 0 %, does not have this field.
      if (norma1007 || (!billed.has('1') && !billed.has('2'))) return;
      if (textAt(idDoc, 'IndicadorMontoGravado') !== undefined) return;
      const mensaje =
        'Hay líneas gravadas con ITBIS: se esperaba 0 (montos sin ITBIS) o 1 (montos con ITBIS); no se recibió.';
      yield { campo: `${paths.idDoc}.IndicadorMontoGravado`, mensaje };
    },
  },
  {
    code: 'IDDOC-02',
    ...rechazo,
    descripcion: 'Con IndicadorNorma1007 en un descuento, IndicadorMontoGravado es 1.',
    source: 'Informe Técnico e-CF v1.0 p.29 nota 38',
    types: [31, 32, 33, 34, 45],
    *check({ idDoc, norma1007 }) {
      const found = textAt(idDoc, 'IndicadorMontoGravado') ?? 'ninguno';
      if (!norma1007 || (found !== '0' && found !== 'ninguno')) return;
      const mensaje = `Hay un descuento de la Norma General 10-07: se esperaba 1; se recibió ${found}.`;
      yield { campo: `${paths.idDoc}.IndicadorMontoGravado`, mensaje };
    },
  },
  {
    code: 'IDDOC-03',
    ...rechazo,
    descripcion: 'FechaHasta no es anterior a FechaDesde.',
    source: 'Formato e-CF v1.0 p.10',
    types: [31, 32, 33, 34, 44, 45, 46, 47],
    *check({ idDoc }) {
      const from = dateAt(idDoc, 'FechaDesde');
      const to = dateAt(idDoc, 'FechaHasta');
      if (from === undefined || to === undefined || compareDates(from, to) <= 0) return;
      const mensaje = `Se esperaba una fecha igual o posterior a FechaDesde (${from}); se recibió ${to}.`;
      yield { campo: `${paths.idDoc}.FechaHasta`, mensaje };
    },
  },
  {
    code: 'IDDOC-04',
    ...oficial,
    descripcion: 'FechaEmision no es posterior a FechaVencimientoSecuencia, si la secuencia está vigente.',
    source: 'Informe Técnico e-CF v1.0 p.14',
    types: [31, 33, 41, 43, 44, 45, 46, 47],
    *check({ idDoc, emisor, facts }) {
      const expiry = dateAt(idDoc, 'FechaVencimientoSecuencia');
      const issued = dateAt(emisor, 'FechaEmision');
      if (expiry === undefined || issued === undefined || compareDates(issued, expiry) <= 0) return;
      if (compareDates(expiry, facts.today) < 0) return;
      const mensaje = `La secuencia vence el ${expiry}: se esperaba ese día o uno anterior; se recibió ${issued}.`;
      yield { campo: `${paths.emisor}.FechaEmision`, mensaje };
    },
  },
  {
    code: 'IDDOC-05',
    ...oficial,
    descripcion:
      'IndicadorEnvioDiferido va solo si la DGII autorizó a la empresa el envío diferido. No es la marca de contingencia, que no tiene ninguna.',
    source: 'Formato e-CF v1.0 p.8',
    types: [31, 32, 33, 34, 44, 45, 46],
    *check({ idDoc, facts }) {
      if (textAt(idDoc, 'IndicadorEnvioDiferido') !== '1' || facts.company.deferredSending === true) return;
      const mensaje =
        'Solo lo llevan las empresas que la DGII autorizó a enviar después, y en este servicio la empresa no figura así: no se esperaba; ' +
        'se recibió 1. No es la marca de contingencia: en contingencia el comprobante no lleva ninguna.';
      yield { campo: `${paths.idDoc}.IndicadorEnvioDiferido`, mensaje };
    },
  },
  {
    code: 'EMISOR-01',
    // A system that writes dates in UTC is a day ahead of Santo Domingo in the evening.
    ...practica(
      'La DGII no relaciona FechaEmision con el envío, pero una fecha futura suele ser un error, como la hora UTC.',
    ),
    descripcion: 'FechaEmision no es posterior al día de hoy en Santo Domingo.',
    source: 'Sin página oficial',
    *check({ emisor, facts }) {
      const issued = dateAt(emisor, 'FechaEmision');
      if (issued === undefined) return;
      const days = daysBetween(facts.today, issued);
      if (days <= 0) return;
      const mensaje = `En Santo Domingo hoy es ${facts.today}, y la fecha de emisión es posterior: confírmela; se recibió ${issued}.`;
      yield { campo: `${paths.emisor}.FechaEmision`, mensaje };
    },
  },
  {
    code: 'EMISOR-02',
    ...practica('La DGII no limita la antigüedad de FechaEmision, pero antes de 2018 no había e-CF.'),
    descripcion: `FechaEmision no es anterior al ${firstDay}.`,
    source: 'Sin página oficial; el set de certificación de la DGII comienza el 01-12-2018',
    *check({ emisor }) {
      const issued = dateAt(emisor, 'FechaEmision');
      if (issued === undefined || compareDates(issued, firstDay) >= 0) return;
      const mensaje = `Antes de 2018 no había comprobantes electrónicos: confirme la fecha de emisión; se recibió ${issued}.`;
      yield { campo: `${paths.emisor}.FechaEmision`, mensaje };
    },
  },
  {
    code: 'EMISOR-03',
    ...practica(
      'La DGII no limita la antigüedad de FechaEmision, pero el e-CF se envía al emitirlo, y ese mes ya se debió declarar.',
    ),
    descripcion:
      'FechaEmision no es de un mes que ya se debió declarar (IT-1, el día 20 del mes siguiente), salvo en certificación, donde la DGII da las fechas.',
    source: 'Informe Técnico e-CF v1.0 pp.15-16 y 49: el envío; IT-1: la declaración',
    *check({ emisor, facts }) {
      const issued = dateAt(emisor, 'FechaEmision');
      if (issued === undefined || facts.company.inCertification === true) return;
      // Another rule warns of such a day.
      if (compareDates(issued, firstDay) < 0) return;
      const due = declarationDay(issued);
      if (compareDates(facts.today, due) <= 0) return;
      const mensaje = `El e-CF se envía al emitirlo (en contingencia, hasta 72 horas después), y el mes de la fecha de emisión ya se debió declarar (IT-1, el ${due}): confirme la fecha, o rectifique esa declaración; se recibió ${issued}.`;
      yield { campo: `${paths.emisor}.FechaEmision`, mensaje };
    },
  },
];

/** The 20th day of the next month, DD-MM-YYYY. On a holiday the declaration is due on the next working day, which this leaves out. */
function declarationDay(issued: string): string {
  const [month, year] = [Number(issued.slice(3, 5)), Number(issued.slice(6))];
  const [nextMonth, itsYear] = month === 12 ? [1, year + 1] : [month + 1, year];
  return `20-${String(nextMonth).padStart(2, '0')}-${itsYear}`;
}
