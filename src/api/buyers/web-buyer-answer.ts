/** What a voucher's page shows about its buyer: whether the buyer has the voucher, and what the buyer answered. */
import { buyerDeliveryStates, buyerWaits, notReceivedReasons } from '../../ecf/codes/buyer-delivery.js';
import { receptionFaultText } from '../../ecf/messages/reception-faults.js';
import { lastAcknowledgement, type BuyerAcknowledgement } from '../../ledger/buyers/buyer-delivery.js';
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';

/** Null if the voucher does not go to a buyer. */
export function buyerDeliveryAnswer({
  buyerDelivery,
  deliverAt,
}: Pick<DocumentRecord, 'buyerDelivery' | 'deliverAt'>) {
  if (buyerDelivery === undefined) return deliverAt === undefined ? null : notTried;
  const { state, code, attempts, last, reason, nextTryAt, endedAt } = buyerDelivery;
  const acknowledgement = lastAcknowledgement(buyerDelivery);
  const isWaiting = state === 'waiting';
  return {
    state,
    status: buyerDeliveryStates[state].status,
    attempts,
    code: code ?? null,
    codeText: code === undefined ? null : (notReceivedReasons[code] ?? null),
    to: last?.to ?? null,
    lastAt: last?.startedAt ?? null,
    endedAt: endedAt ?? null,
    waits: reason === undefined ? null : buyerWaits[reason],
    nextTryAt: isWaiting ? (nextTryAt ?? null) : null,
    acknowledgement: acknowledgement === undefined ? null : acknowledgementView(acknowledgement),
  };
}

function acknowledgementView({ signature, signer, fechaHora, sha256 }: BuyerAcknowledgement) {
  const signatureFault = signature === 'valid' ? null : receptionFaultText(signature);
  return { signatureFault, signer, fechaHora, sha256 };
}

const notTried = {
  state: 'waiting',
  status: buyerDeliveryStates.waiting.status,
  attempts: 0,
  code: null,
  codeText: null,
  to: null,
  lastAt: null,
  endedAt: null,
  waits: null,
  nextTryAt: null,
  acknowledgement: null,
} as const;

/** Null if the buyer has sent no decision. */
export function buyerApprovalAnswer({ buyerApproval }: Pick<DocumentRecord, 'buyerApproval'>) {
  if (buyerApproval === undefined) return null;
  const { estado, motivo, fecha, signer, receivedAt } = buyerApproval;
  return {
    estado,
    motivo: motivo ?? null,
    fecha,
    receivedAt,
    signer: signerView(signer),
  };
}

function signerView({ subject, name, serialNumber, chain, period }: SignerFacts) {
  return { subject, name, serialNumber, chain, period };
}
