/** Rules on who issues what, under which number, and what this service can issue. Codes of their own for clients. */
import { compareDates, parseDate } from '../dates.js';
import { textAt } from '../ecf.js';
import { parseEncf } from '../encf.js';
import type { Rule } from './rule.js';
import { paths } from './voucher.js';

export const identificationRules: readonly Rule[] = [
  {
    code: 'ENCF_TYPE_MISMATCH',
    severidad: 'rechazo',
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
    severidad: 'rechazo',
    descripcion: 'FechaVencimientoSecuencia no ha pasado: la DGII la compara con el día del envío.',
    source: 'Formato e-CF v1.0 p.7; Descripción técnica de servicios p.18',
    *check({ idDoc, facts }) {
      const expiry = textAt(idDoc, 'FechaVencimientoSecuencia');
      if (expiry === undefined || parseDate(expiry) === undefined) return;
      if (compareDates(expiry, facts.today) >= 0) return;
      yield {
        campo: `${paths.idDoc}.FechaVencimientoSecuencia`,
        mensaje: `La secuencia venció el ${expiry}.`,
      };
    },
  },
  {
    code: 'RNC_EMISOR_MISMATCH',
    severidad: 'rechazo',
    descripcion: 'RNCEmisor es el RNC de la empresa de la credencial.',
    source: 'this service',
    *check({ emisor, facts }) {
      const rnc = textAt(emisor, 'RNCEmisor');
      if (rnc === undefined || rnc === facts.company.rnc) return;
      const mensaje = `RNCEmisor debe ser ${facts.company.rnc}, el RNC de la empresa de la credencial.`;
      yield { campo: `${paths.emisor}.RNCEmisor`, mensaje };
    },
  },
];
