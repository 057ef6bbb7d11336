/** The members `entrega` and `aprobacionComercial` of document-status: whether the buyer has the voucher, and what the buyer answered. */
import {
  acknowledgementSignatures,
  buyerDeliveryStates,
  buyerWaits,
} from '../../ecf/codes/buyer-delivery.js';
import type { BuyerAcknowledgement } from '../../ledger/buyers/buyer-delivery.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { signerOf } from '../received/received-answer.js';

/** Undefined for a voucher that does not go to a buyer. */
export function entregaOf({ buyerDelivery, deliverAt }: Pick<DocumentRecord, 'buyerDelivery' | 'deliverAt'>) {
  if (buyerDelivery === undefined)
    return deliverAt === undefined ? undefined : { estado: buyerDeliveryStates.waiting.estado };
  const { state, code, reason, endedAt, acknowledgement } = buyerDelivery;
  return {
    estado: buyerDeliveryStates[state].estado,
    ...(code !== undefined && { codigo: code }),
    ...(reason !== undefined && { motivo: buyerWaits[reason] }),
    ...(endedAt !== undefined && { fecha: endedAt.toISOString() }),
    ...(acknowledgement !== undefined && { acuse: acuseOf(acknowledgement) }),
  };
}

export function acuseOf({ signature, signer, fechaHora }: BuyerAcknowledgement) {
  return {
    firma: acknowledgementSignatures[signature],
    ...(signer !== null && { firmante: { sujeto: signer } }),
    ...(fechaHora !== null && { fechaHora }),
  };
}

/**
 * Undefined until the buyer has sent an approval or a rejection. Only DGII knows who may sign for whom, so a person must decide by the name
 * of the signer whether to trust it.
 */
export function approvalOf({ buyerApproval }: Pick<DocumentRecord, 'buyerApproval'>) {
  if (buyerApproval === undefined) return undefined;
  const { estado, motivo, fecha, signer } = buyerApproval;
  return {
    estado,
    ...(motivo === undefined ? {} : { motivo }),
    fecha,
    firmante: { nombre: signer.name, identificacion: signer.serialNumber, ...signerOf(signer) },
  };
}
