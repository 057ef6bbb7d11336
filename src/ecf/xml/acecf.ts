/** ACECF: the buyer's commercial approval or rejection of a voucher DGII accepted (Formato ACECF v1.0 pp.2-5). */
import { amountOf } from '../model/amounts.js';
import { buildDocument, type BuiltXml } from './build-xml.js';

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

/** `fechaHora` as dates.ts writes it. */
export function buildAcecf(
  { Estado, DetalleMotivoRechazo: reason, MontoTotal, ...voucher }: Acecf,
  fechaHora: string,
): BuiltXml {
  const values = {
    Version: '1.0',
    ...voucher,
    MontoTotal: amountOf(MontoTotal).toFixed(),
    Estado: String(Estado),
    ...(reason === undefined ? {} : { DetalleMotivoRechazo: reason }),
  };
  return buildDocument('ACECF', { DetalleAprobacionComercial: values }, fechaHora);
}
