/** What a person at the screen can do about a waiting voucher, and after DGII's verdict. */
import { dgiiPlace } from '../../ecf/messages/dgii-places.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { leavesNumberFree } from '../../ledger/vouchers/live-document.js';

export function adviceOnWait(reason: WaitingReason, environment: Environment): string {
  const { lookUp, delegate } = dgiiPlace(environment);
  const inCertification = environment === 'certification';
  switch (reason) {
    case 'NOT_DELEGATED':
      return `${delegate}; compruebe el certificado, y el comprobante continúa solo.`;
    case 'CONFIRM_BY_HAND':
      return (
        `La DGII dice que el e-NCF ya fue usado y no dice si recibió este comprobante: ${lookUp}` +
        (inCertification ? '. Si subió, confirme Aceptado.' : ' y confirme lo que muestra.')
      );
    case 'SEQUENCE_EXPIRED':
      return inCertification ? expiredInCertification : advice.SEQUENCE_EXPIRED;
    default:
      return advice[reason];
  }
}

const expiredInCertification =
  'La secuencia venció antes del primer envío: emita el documento con otro e-NCF y pida a soporte que anule este aquí. En certificación ' +
  'la DGII no anula números. Si la DGII lo acepta igual: Forzar el envío.';

const advice = {
  CERTIFICATE_UNUSABLE:
    'Importe un certificado válido en Certificados y compruébelo con la DGII; el comprobante continúa solo.',
  DGII_UNAVAILABLE:
    'Nada: se intenta de nuevo solo, con pausas cada vez más largas, hasta que la DGII responda. Para no esperar: Intentar ahora.',
  REQUEST_DELAYED: 'Nada: se intenta de nuevo solo en breve. Para no esperar: Intentar ahora.',
  DGII_SILENT: 'Nada: se pregunta de nuevo solo hasta que la DGII dé un resultado.',
  REFERENCE_PENDING:
    'Nada: continúa solo cuando tenga resultado el comprobante que modifica, o al que se refiere.',
  SEQUENCE_EXPIRED:
    'La secuencia venció antes del primer envío: emita el documento con otro e-NCF, anule este en la Oficina Virtual de la DGII y ' +
    'después aquí. Si la DGII lo acepta igual: Forzar el envío.',
  INTERNAL_FAULT: 'Es un defecto del servicio: avise al soporte. Continúa solo cuando se corrija.',
} as const satisfies Partial<Record<WaitingReason, string>>;

type Ended = Pick<DocumentRecord, 'state' | 'environment' | 'verdict'>;

/**
 * Whether to issue the voucher again, and with which number. Null if there is nothing to say: no result, accepted without objection, or
 * annulled. In certification people issue on these pages, and also a spent number again, because DGII restarts its set. A rejected voucher is
 * void, so no credit note annuls it (DGII, preguntas frecuentes 1.4.8).
 */
export function adviceOnVerdict(document: Ended, origin: Company['origin']): string | null {
  const { state, environment } = document;
  if (state === 'conditionally-accepted')
    return 'Es válido; no lo emita otra vez. Si hay que corregirlo, es con una nota.';
  if (state !== 'rejected' && state !== 'refused') return null;
  const isFree = leavesNumberFree(document);
  if (environment === 'certification')
    return isFree
      ? 'El número quedó libre: corrija y emita otra vez con el mismo e-NCF.'
      : 'El número se gastó: corrija y emita con otro. Solo si la DGII reinició el set, repita con este.';
  if (isFree)
    return 'El número quedó libre: corrija y envíe otra vez con el mismo e-NCF. Si la causa no está en el comprobante: Enviar otra vez a la DGII.';
  return `El número se gastó: emita el corregido con otro número${anotherNumber[origin]}; no hace falta nota de crédito.`;
}

const anotherNumber: Readonly<Record<Company['origin'], string>> = {
  client: '',
  // The same reference gets the same number again.
  service: ', pedido con otra referencia',
};
