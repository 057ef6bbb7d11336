/** ARECF: the acknowledgement that the receiver of a voucher signs and returns (Formato ARECF v1.0 pp.3-5). */
import { buildDocument, type BuiltXml } from './build-xml.js';

/** The values come from a voucher that the api has read and checked, so nothing here checks them again. */
export interface Arecf {
  readonly RNCEmisor: string;
  readonly RNCComprador: string;
  readonly eNCF: string;
  /** Why it was not received: 1 specification, 2 signature, 3 duplicate, 4 wrong buyer. Absent: it was received. */
  readonly CodigoMotivoNoRecibido?: 1 | 2 | 3 | 4 | undefined;
}

export function buildArecf({ CodigoMotivoNoRecibido: code, ...parties }: Arecf, fechaHora: string): BuiltXml {
  const estado = code === undefined ? { Estado: '0' } : { Estado: '1', CodigoMotivoNoRecibido: String(code) };
  return buildDocument(
    'ARECF',
    { DetalleAcusedeRecibo: { Version: '1.0', ...parties, ...estado } },
    fechaHora,
  );
}
