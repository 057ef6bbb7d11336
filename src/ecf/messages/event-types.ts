/**
 * The types of the events that the service reports, each with what it says. Clients depend on the names. `webhook.test` is not among them,
 * because it never enters a feed.
 */
export const eventTypeTexts = {
  'ecf.accepted': 'La DGII aceptó el comprobante.',
  'ecf.accepted_conditionally': 'La DGII aceptó el comprobante con observaciones.',
  'ecf.rejected': 'La DGII rechazó el comprobante.',
  'ecf.refused': 'El servicio no envió el comprobante a la DGII.',
  'ecf.annulled': 'El e-NCF del comprobante fue anulado.',
  'ecf.waiting': 'El comprobante espera por algo que debe hacer una persona.',
  'ecf.contingency': 'El comprobante firmado espera por la DGII y entró en contingencia.',
  'ecf.delivered': 'El comprador recibió el comprobante.',
  'ecf.undelivered': 'El comprobante no se pudo entregar al comprador, o este no lo recibió.',
  'ecf.approved': 'El comprador aprobó el comprobante.',
  'ecf.disapproved': 'El comprador rechazó el comprobante.',
  'received.created': 'Llegó un comprobante de otro contribuyente.',
  'received.refused': 'Llegó un comprobante que el servicio no pudo recibir.',
  'received.displaced': 'Otro comprobante ocupó el número de uno recibido.',
  'received.resolved': 'Se conoce el resultado de la DGII de un comprobante recibido.',
  'received.decided': 'La empresa aprobó o rechazó un comprobante recibido.',
  'received.decision_delivered': 'La decisión sobre un comprobante recibido fue entregada.',
  'received.decision_undelivered': 'La decisión sobre un comprobante recibido no se pudo entregar.',
  'sequence.low': 'Quedan pocos números en una secuencia.',
  'sequence.expiring': 'Una secuencia vence pronto.',
  'sequence.exhausted': 'Se agotaron los números de una secuencia.',
  'annulment.finished': 'Terminó una anulación de números.',
  'annulment.uncertain': 'No consta si la DGII anuló los números: una persona debe revisarlo.',
  'certificate.expiring': 'El certificado de la empresa vence pronto.',
  'certificate.expired': 'El certificado de la empresa venció.',
  'certificate.refused': 'La DGII no admite el certificado de la empresa.',
  'company.suspended': 'La emisión de la empresa quedó suspendida.',
  'company.resumed': 'La emisión de la empresa continúa.',
  'dgii.unavailable': 'La DGII no está disponible.',
  'dgii.available': 'La DGII vuelve a estar disponible.',
  'certification.finished': 'La certificación terminó.',
  'certification.stopped': 'La certificación se detuvo sin terminar.',
  'certification.paused': 'La certificación espera por una persona.',
  'webhook.disabled': 'El servicio desactivó un webhook porque sus entregas fallaban.',
  'key.expiring': 'Una clave de API vence pronto.',
} as const;

export type EventType = keyof typeof eventTypeTexts;

export const eventTypes = Object.keys(eventTypeTexts) as EventType[];

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypeTexts, text);
}
