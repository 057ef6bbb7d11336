/** What an operator does about a waiting voucher, by the reason for the wait. docs/operate/incidents.md gives the same advice. */
import { dgiiPlace } from '../../ecf/messages/dgii-places.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';

export function adviceOnWait(reason: WaitingReason, environment: Environment): string {
  const { lookUp, delegate } = dgiiPlace(environment);
  switch (reason) {
    case 'NOT_DELEGATED':
      return `${delegate}; compruébelo con «certificate check», y el comprobante continúa solo.`;
    case 'CONFIRM_BY_HAND':
      return (
        'La DGII dice que el e-NCF ya fue usado, y su servicio no dice si recibió este comprobante: ' +
        `${lookUp} y anote lo que muestra con «document confirm».`
      );
    case 'SEQUENCE_EXPIRED':
      return environment === 'certification' ? expiredInCertification : advice.SEQUENCE_EXPIRED;
    default:
      return advice[reason];
  }
}

const expiredInCertification =
  'La secuencia venció antes del primer envío, y la DGII no la aceptaría: el documento se emite de nuevo con otro e-NCF, y este se cierra ' +
  'con «document annul» (en certificación la DGII no anula números). Si la DGII lo acepta igual: «document force».';

const advice = {
  CERTIFICATE_UNUSABLE:
    'Importe un certificado válido con «certificate import» y compruébelo con «certificate check»; el comprobante continúa solo.',
  DGII_UNAVAILABLE:
    'Nada: se intenta de nuevo solo, con pausas cada vez más largas, hasta que la DGII responda. Para no esperar la pausa: «document retry».',
  REQUEST_DELAYED:
    'Nada: se intenta de nuevo solo en breve; si dura, el registro (log) del worker dice qué respondió la DGII. Para no esperar la ' +
    'pausa: «document retry».',
  DGII_SILENT: 'Nada: se pregunta de nuevo solo hasta que la DGII dé un resultado.',
  REFERENCE_PENDING:
    'Nada: continúa solo cuando tenga resultado el comprobante que modifica, o al que se refiere.',
  SEQUENCE_EXPIRED:
    'La secuencia venció antes del primer envío, y la DGII no la aceptaría: el documento se emite de nuevo con otro e-NCF; este se ' +
    'anula en la Oficina Virtual de la DGII y después con «document annul». Si la DGII lo acepta igual: «document force».',
  INTERNAL_FAULT:
    'Es un defecto del servicio: el registro (log) del worker dice cuál. Continúa solo cuando se corrija; si la DGII no admitió el ' +
    'archivo mismo, después «document force» lo genera y firma de nuevo, con el mismo e-NCF.',
} as const satisfies Partial<Record<WaitingReason, string>>;
