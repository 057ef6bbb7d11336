/** ARECF: the acknowledgement that the receiver of a voucher signs and returns (Formato ARECF v1.0 pp.3-5). */
import { buildDocument } from './build-xml.js';
import type { Fault } from '../model/fault.js';
import { checkLeaves, rejection, type OwnDocument } from './own-document.js';
import { shapeOf } from '../json/shape.js';

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
  const path = 'ARECF.DetalleAcusedeRecibo';
  const detalle = shapeOf('ARECF').byName.get('DetalleAcusedeRecibo')?.shape;
  if (detalle === undefined) throw new Error('The catalogue has no DetalleAcusedeRecibo');
  const { node, faults } = checkLeaves({ Version: '1.0', ...arecf }, detalle, path);
  const all = [...faults, ...reasonFaults(arecf, `${path}.CodigoMotivoNoRecibido`)];
  if (all.length > 0) return { ok: false, faults: all };
  return { ok: true, built: buildDocument('ARECF', { DetalleAcusedeRecibo: node }, fechaHora) };
}

function reasonFaults({ Estado, CodigoMotivoNoRecibido }: Arecf, campo: string): Fault[] {
  const { reasonMissing, reasonExtra } = arecfFaults;
  if (Estado === 1 && CodigoMotivoNoRecibido === undefined)
    return [rejection(reasonMissing.code, campo, reasonMissing.nombre)];
  if (Estado === 0 && CodigoMotivoNoRecibido !== undefined)
    return [rejection(reasonExtra.code, campo, reasonExtra.nombre)];
  return [];
}
