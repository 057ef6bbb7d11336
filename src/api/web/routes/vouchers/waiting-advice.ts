/** What a person at the screen can do about a waiting voucher. The command line has advice of its own, which names its commands. */
import { dgiiPlace } from '../../../../ecf/messages/dgii-places.js';
import type { WaitingReason } from '../../../../ecf/model/document-states.js';
import type { Environment } from '../../../../ecf/model/environments.js';

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
