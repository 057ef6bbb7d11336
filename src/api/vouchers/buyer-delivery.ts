/** The member `entrega` of document-status: whether the buyer has the voucher. */
import { buyerDeliveryStates } from '../../ecf/codes/buyer-delivery.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';

/** Nothing, for a voucher that does not go to a buyer. */
export function entregaOf({ buyerDelivery, deliverAt }: Pick<DocumentRecord, 'buyerDelivery' | 'deliverAt'>) {
  if (buyerDelivery === undefined)
    return deliverAt === undefined ? {} : { entrega: { estado: buyerDeliveryStates.waiting.estado } };
  const { state, code, endedAt } = buyerDelivery;
  return {
    entrega: {
      estado: buyerDeliveryStates[state].estado,
      ...(code !== undefined && { codigo: code }),
      ...(endedAt !== undefined && { fecha: endedAt.toISOString() }),
    },
  };
}
