/** What a person at the screen can do about a waiting voucher. The command line has advice of its own, which names its commands. */
import type { WaitingReason } from '../../../../ecf/model/document-states.js';
import type { Environment } from '../../../../ecf/model/environments.js';

const waitingAdvice = {
  CERTIFICATE_UNUSABLE:
    'Importe un certificado válido en Certificados y compruébelo con la DGII; el comprobante continúa solo.',
  NOT_DELEGATED:
    'Delegue al firmante en la Oficina Virtual de la DGII para el RNC de la empresa y compruebe el certificado; el comprobante continúa solo.',
  DGII_UNAVAILABLE:
    'Nada: se intenta de nuevo solo, con pausas cada vez más largas, hasta que la DGII responda. Para no esperar: Intentar ahora.',
  DGII_SILENT: 'Nada: se pregunta de nuevo solo hasta que la DGII dé un resultado.',
  REFERENCE_PENDING:
    'Nada: continúa solo cuando tenga resultado el comprobante que modifica, o al que se refiere.',
  SEQUENCE_EXPIRED:
    'La secuencia venció antes del primer envío: emita el documento con otro e-NCF, anule este en la Oficina Virtual de la DGII y ' +
    'después aquí. Si la DGII lo acepta igual: Forzar el envío.',
  CONFIRM_BY_HAND:
    'La DGII dice que el e-NCF ya fue usado y no dice si recibió este comprobante: búsquelo en su Oficina Virtual y confirme lo que muestra.',
  INTERNAL_FAULT: 'Es un defecto del servicio: avise al soporte. Continúa solo cuando se corrija.',
} as const satisfies Record<WaitingReason, string>;

/** In certification DGII counts the vouchers in its certification portal; its virtual office does not have them. */
const confirmInCertification =
  'La DGII dice que el e-NCF ya fue usado y no dice si recibió este comprobante: mire su contador en el portal de certificación. ' +
  'Si subió, confirme Aceptado.';

export function adviceOnWait(reason: WaitingReason, environment: Environment): string {
  return reason === 'CONFIRM_BY_HAND' && environment === 'certification'
    ? confirmInCertification
    : waitingAdvice[reason];
}
