/** What a voucher's page shows about its buyer: the members of document-status, and what people need in addition. */
import { buyerDeliveryStates, notReceivedReasons } from '../../ecf/codes/buyer-delivery.js';
import { receptionFaultText } from '../../ecf/messages/reception-faults.js';
import type { BuyerAcknowledgement } from '../../ledger/buyers/buyer-delivery.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { acuseOf, approvalOf, entregaOf } from './buyer-answer.js';

export function webEntregaOf(document: Pick<DocumentRecord, 'buyerDelivery' | 'deliverAt'>) {
  const entrega = entregaOf(document);
  if (entrega === undefined) return undefined;
  const { state, attempts, code, last, nextTryAt, acknowledgement, earlierAcknowledgement } =
    document.buyerDelivery ?? notTried;
  return {
    ...entrega,
    state,
    status: buyerDeliveryStates[state].status,
    attempts,
    codigoTexto: code === undefined ? null : (notReceivedReasons[code] ?? null),
    to: last?.to ?? null,
    lastAt: last?.startedAt ?? null,
    nextTryAt: state === 'waiting' ? (nextTryAt ?? null) : null,
    ...(acknowledgement && { acuse: webAcuseOf(acknowledgement) }),
    // While the voucher is delivered again, what the buyer answered before.
    ...(earlierAcknowledgement && { acuseAnterior: webAcuseOf(earlierAcknowledgement) }),
  };
}

function webAcuseOf(acknowledgement: BuyerAcknowledgement) {
  const { signature, sha256 } = acknowledgement;
  const fault = signature === 'valid' ? null : receptionFaultText(signature);
  return { ...acuseOf(acknowledgement), signatureFault: fault, sha256 };
}

const notTried: Partial<NonNullable<DocumentRecord['buyerDelivery']>> & {
  readonly state: 'waiting';
  readonly attempts: 0;
} = { state: 'waiting', attempts: 0 };

export function webApprovalOf(document: Pick<DocumentRecord, 'buyerApproval'>) {
  const approval = approvalOf(document);
  return approval && { ...approval, receivedAt: document.buyerApproval?.receivedAt };
}
