/** Errors about the endpoints of a company's events. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const webhookErrors = {
  WEBHOOK_URL_INVALID: {
    status: 400,
    api: 'La dirección del webhook debe ser https, de un servidor público, sin usuario y en el puerto 443 o uno mayor que 1023.',
    people:
      'La dirección del webhook debe ser https, de un servidor público, sin usuario y en el puerto 443 o uno mayor que 1023.',
    campo: 'url',
    help: 'La dirección del webhook no es https, no es de un servidor público, lleva usuario, o su puerto no es 443 ni mayor que 1023.',
  },
  WEBHOOK_SINCE_INVALID: {
    status: 400,
    api: 'since debe ser un momento de los últimos 29 días.',
    people: 'El momento debe ser de los últimos 29 días.',
    campo: 'since',
    help: '`since` está en el futuro, o hace más de 29 días.',
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    api: 'La empresa no tiene ese webhook en este ambiente.',
    people: 'La empresa no tiene ese webhook en este ambiente.',
    help: 'La empresa no tiene un webhook con ese identificador en su ambiente.',
  },
  WEBHOOK_EVENT_NOT_FOUND: {
    status: 404,
    api: 'El evento no existe, o pasó de los 90 días.',
    people: 'El evento no existe, o pasó de los 90 días.',
    campo: 'eventId',
    help: 'El evento no es de la empresa y su ambiente, o pasó de los 90 días que se guarda.',
  },
  WEBHOOK_LIMIT: {
    status: 409,
    api: 'La empresa ya tiene 10 webhooks en este ambiente, el máximo.',
    people: 'La empresa ya tiene 10 webhooks en este ambiente, el máximo.',
    help: 'La empresa ya tiene 10 webhooks en su ambiente. Elimine uno, o use uno para varios tipos de eventos.',
  },
  WEBHOOK_DISABLED: {
    status: 409,
    api: 'El webhook está desactivado: actívelo primero.',
    people: 'El webhook está desactivado: actívelo primero.',
    help: 'El webhook está desactivado. Actívelo con `PATCH` y `active: true`.',
  },
  WEBHOOK_SECRET_IN_GRACE: {
    status: 409,
    api: 'El secreto ya se cambió y el anterior todavía firma: espere a que termine su plazo.',
    people: 'El secreto ya se cambió y el anterior todavía firma: espere a que termine su plazo.',
    help: 'El secreto ya se cambió, y el anterior firma hasta `data.graceUntil`. Cámbielo después.',
  },
  WEBHOOK_CHANGED: {
    status: 409,
    api: 'El webhook cambió mientras tanto: consúltelo y repita.',
    people: 'El webhook cambió mientras tanto: consúltelo y repita.',
    help: 'Otra solicitud, o el servicio, cambió el webhook al mismo tiempo. Consúltelo y repita.',
  },
  WEBHOOK_BUSY: {
    status: 503,
    api: 'El servicio tiene demasiadas entregas en curso a ese servidor. Intente de nuevo.',
    people: 'El servicio tiene demasiadas entregas en curso a ese servidor. Intente de nuevo.',
    help: 'El servicio tiene demasiadas entregas en curso al servidor del webhook. Repita después de los segundos de `Retry-After`.',
  },
} as const satisfies ErrorRows;
