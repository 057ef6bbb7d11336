/** ACECF: the buyer's commercial approval or rejection of a voucher DGII accepted (Formato ACECF v1.0 pp.2-5). */
import { buildDocument } from './build-xml.js';
import type { Fault } from '../model/fault.js';
import { checkLeaves, rejection, type OwnDocument } from './own-document.js';
import { shapeOf } from '../json/shape.js';

/** RNCs, e-NCF, date and amount must be those of the voucher, or DGII refuses the approval. */
export interface Acecf {
  readonly RNCEmisor: string;
  readonly eNCF: string;
  /** DD-MM-YYYY. */
  readonly FechaEmision: string;
  /** Decimal text as in the voucher, `1180` or `1180.00`; the XML has two decimals. */
  readonly MontoTotal: string;
  readonly RNCComprador: string;
  /** 1 accepted, 2 rejected. */
  readonly Estado: 1 | 2;
  /** Only with Estado 2. */
  readonly DetalleMotivoRechazo?: string | undefined;
}

export const acecfFaults = {
  reasonMissing: { code: 'ACECF-01', nombre: 'Un rechazo comercial lleva el detalle de su motivo.' },
  reasonExtra: { code: 'ACECF-02', nombre: 'Una aprobación comercial no lleva motivo de rechazo.' },
} as const;

/** `fechaHora` as dates.ts writes it. */
export function buildAcecf(acecf: Acecf, fechaHora: string): OwnDocument {
  const path = 'ACECF.DetalleAprobacionComercial';
  const detalle = shapeOf('ACECF').byName.get('DetalleAprobacionComercial')?.shape;
  if (detalle === undefined) throw new Error('The catalogue has no DetalleAprobacionComercial');
  const { node, faults } = checkLeaves({ Version: '1.0', ...acecf }, detalle, path);
  const all = [...faults, ...reasonFaults(acecf, `${path}.DetalleMotivoRechazo`)];
  if (all.length > 0) return { ok: false, faults: all };
  return { ok: true, built: buildDocument('ACECF', { DetalleAprobacionComercial: node }, fechaHora) };
}

function reasonFaults({ Estado, DetalleMotivoRechazo }: Acecf, campo: string): Fault[] {
  const { reasonMissing, reasonExtra } = acecfFaults;
  if (Estado === 2 && DetalleMotivoRechazo === undefined)
    return [rejection(reasonMissing.code, campo, reasonMissing.nombre)];
  if (Estado === 1 && DetalleMotivoRechazo !== undefined)
    return [rejection(reasonExtra.code, campo, reasonExtra.nombre)];
  return [];
}
