/**
 * DGII's codes → the stable code of a rejected voucher and, where the code names a field, its JSON path. DGII publishes
 * no catalogue: these are the codes seen in its answers. Whatever is not in the table is DGII_RECHAZADO.
 */
import type { DgiiMessage } from '../store/document-record.js';

export interface RejectionReason {
  readonly code: string;
  readonly campo: string | null;
}

const idDoc = 'ECF.Encabezado.IdDoc';

export const dgiiReasons: Readonly<Record<string, RejectionReason>> = {
  '75': { code: 'DGII_SECUENCIA_NO_AUTORIZADA', campo: `${idDoc}.eNCF` },
  '135': { code: 'DGII_SECUENCIA_NO_AUTORIZADA', campo: `${idDoc}.eNCF` },
  '145': { code: 'DGII_SECUENCIA_VENCIDA', campo: `${idDoc}.FechaVencimientoSecuencia` },
  '176': { code: 'DGII_CAMPO_INVALIDO', campo: `${idDoc}.IndicadorMontoGravado` },
  '614': { code: 'DGII_REFERENCIA_NO_EMITIDA', campo: 'ECF.InformacionReferencia.NCFModificado' },
  '1209': { code: 'DGII_SECUENCIA_UTILIZADA', campo: `${idDoc}.eNCF` },
  '1385': { code: 'DGII_CAMPO_INVALIDO', campo: 'ECF.Encabezado.Comprador.RNCComprador' },
  '1406': { code: 'DGII_CAMPO_INVALIDO', campo: 'ECF.Encabezado.Comprador.RazonSocialComprador' },
  '1934': { code: 'DGII_TOTALES_INVALIDOS', campo: 'ECF.Encabezado.Totales.MontoGravadoI1' },
  '3205': { code: 'DGII_TOTALES_INVALIDOS', campo: 'ECF.Encabezado.Totales.MontoTotal' },
};

const anyRejection: RejectionReason = { code: 'DGII_RECHAZADO', campo: null };

/** The first message whose code is known decides. */
export function rejectionReason(mensajes: readonly DgiiMessage[]): RejectionReason {
  for (const { codigo } of mensajes) {
    const known = Object.hasOwn(dgiiReasons, codigo) ? dgiiReasons[codigo] : undefined;
    if (known !== undefined) return known;
  }
  return anyRejection;
}
