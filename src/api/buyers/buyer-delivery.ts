/** The member `entrega` of document-status: whether the buyer has the voucher, and who signed its acknowledgement. */
import {
  acknowledgementSignatures,
  buyerDeliveryStates,
  buyerWaits,
} from '../../ecf/codes/buyer-delivery.js';
import type { BuyerAcknowledgement } from '../../ledger/buyers/buyer-delivery.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';

/** Nothing, for a voucher that does not go to a buyer. */
export function entregaOf({ buyerDelivery, deliverAt }: Pick<DocumentRecord, 'buyerDelivery' | 'deliverAt'>) {
  if (buyerDelivery === undefined)
    return deliverAt === undefined ? {} : { entrega: { estado: buyerDeliveryStates.waiting.estado } };
  const { state, code, reason, endedAt, acknowledgement } = buyerDelivery;
  return {
    entrega: {
      estado: buyerDeliveryStates[state].estado,
      ...(code !== undefined && { codigo: code }),
      ...(reason !== undefined && { motivo: buyerWaits[reason] }),
      ...(endedAt !== undefined && { fecha: endedAt.toISOString() }),
      ...(acknowledgement !== undefined && { acuse: acuseOf(acknowledgement) }),
    },
  };
}

function acuseOf({ signature, signer, fechaHora }: BuyerAcknowledgement) {
  return {
    firma: acknowledgementSignatures[signature],
    ...(signer !== null && { firmante: { sujeto: signer } }),
    ...(fechaHora !== null && { fechaHora }),
  };
}
