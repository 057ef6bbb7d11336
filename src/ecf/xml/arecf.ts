/** ARECF: the acknowledgement that the receiver of a voucher signs and returns (Formato ARECF v1.0 pp.3-5). */
import { buildAnswer, type OwnDocument } from './own-document.js';

export interface Arecf {
  /** Who issued the voucher. */
  readonly RNCEmisor: string;
  /** Who received it and answers. */
  readonly RNCComprador: string;
  readonly eNCF: string;
  /** 0 received, 1 not received. */
  readonly Estado: 0 | 1;
  /** Only with Estado 1: 1 specification, 2 signature, 3 duplicate, 4 wrong buyer. */
  readonly CodigoMotivoNoRecibido?: 1 | 2 | 3 | 4 | undefined;
}

export const arecfFaults = {
  reasonMissing: { code: 'ARECF-01', nombre: 'Un acuse de no recibido lleva el código del motivo.' },
  reasonExtra: { code: 'ARECF-02', nombre: 'Un acuse de recibido no lleva código de motivo.' },
} as const;

/** `fechaHora` as dates.ts writes it. */
export function buildArecf(arecf: Arecf, fechaHora: string): OwnDocument {
  const answer = { kind: 'ARECF', structure: 'DetalleAcusedeRecibo', values: { ...arecf } } as const;
  const negative = arecf.Estado === 1;
  return buildAnswer(
    { ...answer, negative, reason: 'CodigoMotivoNoRecibido', faults: arecfFaults },
    fechaHora,
  );
}
