/**
 * What `data` has in an event of each type, for the documentation. The names are those of the answer that shows the same thing. A member that
 * has no value in one event may be absent or null.
 */
import type { EventType } from './event-types.js';

const voucher = ['ecf', 'tipoeCF', 'environment', 'attempt', 'correlationId', 'status', 'accepted'];
const result = [...voucher, 'trackId', 'codigoDgii', 'codigos'];
const notAccepted = [...result, 'code', 'campo'];
const delivery = [...voucher, 'entrega', 'codigo', 'motivo'];
const decisionOfBuyer = [...voucher, 'aprobacionComercial', 'cadena'];
const received = ['rncEmisor', 'encf', 'tipoeCF', 'environment', 'xmlSha256'];
const decision = [...received, 'decision', 'destino', 'comunicacion', 'motivo'];
const range = ['environment', 'tipoeCF', 'desde', 'hasta'];
const annulment = ['annulmentId', 'environment', 'estado', 'solicitados'];
const certificate = ['environment', 'fingerprint', 'vence'];
const run = ['id', 'environment', 'kind', 'state'];

export const eventMembers: Readonly<Record<EventType, readonly string[]>> = {
  'ecf.accepted': result,
  'ecf.accepted_conditionally': result,
  'ecf.rejected': [...notAccepted, 'secuenciaUtilizada'],
  'ecf.refused': notAccepted,
  'ecf.annulled': notAccepted,
  'ecf.waiting': [...voucher, 'reason'],
  'ecf.contingency': [...voucher, 'reason', 'enviarAntesDe'],
  'ecf.delivered': delivery,
  'ecf.undelivered': delivery,
  'ecf.approved': decisionOfBuyer,
  'ecf.disapproved': decisionOfBuyer,
  'received.created': received,
  'received.refused': [...received, 'codigo'],
  'received.displaced': [...received, 'xmlSha256Desplazado'],
  'received.resolved': [...received, 'dgii'],
  'received.decided': [...received, 'decision'],
  'received.decision_delivered': decision,
  'received.decision_undelivered': decision,
  'sequence.low': [...range, 'quedan'],
  'sequence.expiring': [...range, 'vence', 'dias'],
  'sequence.exhausted': [...range, 'quedan'],
  'annulment.finished': annulment,
  'annulment.uncertain': annulment,
  'certificate.expiring': [...certificate, 'dias'],
  'certificate.expired': certificate,
  'certificate.refused': ['environment', 'reason'],
  'company.suspended': ['environment', 'reason'],
  'company.resumed': ['environment'],
  'dgii.unavailable': ['environment', 'servicio', 'desde'],
  'dgii.available': ['environment', 'servicio', 'desde'],
  'certification.finished': run,
  'certification.stopped': [...run, 'reason', 'ecf'],
  'certification.paused': [...run, 'reason', 'ecf'],
  'webhook.disabled': ['webhookId', 'reason'],
  'key.expiring': ['environment', 'keyId', 'name', 'vence', 'dias'],
};

/** When exactly, where the text of the type does not say it. */
export const eventNotes: Readonly<Partial<Record<EventType, string>>> = {
  'ecf.rejected': '`secuenciaUtilizada` dice si el número quedó libre.',
  'ecf.refused': 'El número queda libre.',
  'ecf.waiting': 'Una vez por cada causa (`reason`) de un intento.',
  'ecf.contingency': '`enviarAntesDe` es el último momento para enviarlo.',
  'ecf.approved': 'Cualquiera puede enviar una aprobación: `cadena` dice si el certificado es confiable.',
  'ecf.disapproved': 'Cualquiera puede enviar un rechazo: `cadena` dice si el certificado es confiable.',
  'received.refused': '`codigo` es el de la respuesta, de 1 a 4.',
  'received.resolved': 'También si la DGII tiene otro comprobante con ese número (`No confirmado`).',
  'received.decided': 'La tomó una persona, un programa o la aprobación automática.',
  'received.decision_delivered': 'Al emisor o a la DGII (`destino`).',
  'received.decision_undelivered': 'Al emisor o a la DGII (`destino`); `motivo` dice por qué.',
  'sequence.low': 'Una vez por rango. Se mira cada diez minutos.',
  'sequence.expiring': 'Todos los números del tipo vencen dentro de `dias`. Una vez por rango.',
  'sequence.exhausted': 'Una vez por rango. Se mira cada diez minutos.',
  'annulment.finished': '`estado` dice si se anularon todos, una parte o ninguno.',
  'certificate.expiring': 'A los 30, 7 y 1 días (`dias`), en la hora que sigue.',
  'certificate.refused': 'La empresa queda suspendida.',
  'company.suspended': '`reason` dice por qué la DGII no admite al firmante.',
  'company.resumed': 'La DGII admite otra vez al firmante.',
  'dgii.unavailable':
    'El primer comprobante de la empresa espera un minuto por ese servicio de la DGII: `ecf`, o `fc` para los resúmenes.',
  'dgii.available': 'Recibió otra vez un comprobante de los que esperaban.',
  'certification.stopped': 'La DGII rechazó una fila.',
  'certification.paused': 'No cuando la pausa una persona.',
  'webhook.disabled': '`reason`: `gone` si respondió 410, `failing` si falló durante cinco días.',
  'key.expiring': 'A los 30, 7 y 1 días (`dias`), en la hora que sigue. No por las claves de la plataforma.',
};
