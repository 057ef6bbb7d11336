/** What `document show` says about the buyer: whether it has the voucher, and what the buyer answered. */
import { buyerDeliveryStates, buyerWaits, notReceivedReasons } from '../../../ecf/codes/buyer-delivery.js';
import { certificatePeriods } from '../../../ecf/codes/reception-states.js';
import { receptionFaultText } from '../../../ecf/messages/reception-faults.js';
import {
  lastAcknowledgement,
  type BuyerAcknowledgement,
  type BuyerDelivery,
} from '../../../ledger/buyers/buyer-delivery.js';
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import { fields } from '../../terminal/result.js';
import { moment } from '../../terminal/text.js';

export function buyerFields(delivery: BuyerDelivery): string {
  const { state, attempts, reason, code, nextTryAt, endedAt, last } = delivery;
  const acknowledgement = lastAcknowledgement(delivery);
  const why =
    reason !== undefined ? buyerWaits[reason] : code !== undefined ? notReceivedReasons[code] : undefined;
  return `Entrega al comprador\n${fields({
    Estado: buyerDeliveryStates[state].status,
    Motivo: why === undefined ? undefined : `${reason ?? code}: ${why}`,
    Envíos: attempts,
    Receptor: last?.to,
    Terminó: endedAt && moment(endedAt),
    'Próximo intento': nextTryAt && moment(nextTryAt),
    ...(acknowledgement && acknowledgementRows(acknowledgement)),
  })}`;
}

function acknowledgementRows({ signature, signer, fechaHora, sha256 }: BuyerAcknowledgement) {
  return {
    'Firma del acuse': signature === 'valid' ? 'válida' : `no válida: ${receptionFaultText(signature)}`,
    'Acuse firmado por': signer ?? undefined,
    'Fecha del acuse': fechaHora ?? undefined,
    'SHA-256 del acuse': sha256,
  };
}

const chains = {
  trusted: 'de una entidad de confianza',
  'not-trusted': 'de una entidad que no es de confianza: cualquiera puede hacer uno así',
  'not-checked': 'sin verificar de qué entidad es (RECEIVER_CA_FILE)',
} as const;

export function approvalFields(approval: NonNullable<DocumentRecord['buyerApproval']>): string {
  const { estado, motivo, fecha, signer, receivedAt } = approval;
  const who = [signer.name, signer.serialNumber].filter((text) => text !== '');
  return `Aprobación comercial del comprador\n${fields({
    Estado: estado,
    Motivo: motivo,
    Fecha: fecha,
    Recibida: moment(receivedAt),
    'Firmada por': who.join(', ') || signer.subject,
    Certificado: `${certificatePeriods[signer.period]}, ${chains[signer.chain]}`,
  })}`;
}
