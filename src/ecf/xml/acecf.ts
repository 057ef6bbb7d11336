/** ACECF: the buyer's commercial approval or rejection of a voucher DGII accepted (Formato ACECF v1.0 pp.2-5). */
import { buildAnswer, type OwnDocument } from './own-document.js';

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
  const answer = { kind: 'ACECF', structure: 'DetalleAprobacionComercial', values: { ...acecf } } as const;
  const negative = acecf.Estado === 2;
  return buildAnswer({ ...answer, negative, reason: 'DetalleMotivoRechazo', faults: acecfFaults }, fechaHora);
}
