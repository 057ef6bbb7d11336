/** Whether a webhook comes from the service: Standard Webhooks 1.0.0, over the bytes of the body as they arrived. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { EcfError } from './error.js';

/** El evento que trae un webhook. */
export interface WebhookEvent {
  /** `webhook-id`: el del evento, igual en todas las repeticiones. Guárdelo para hacer cada evento una sola vez. */
  readonly id: string;
  readonly type: string;
  /** Cuándo ocurrió, ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookToVerify {
  /** Los bytes como llegaron, no un JSON leído y escrito de nuevo. */
  readonly body: Uint8Array | string;
  /** Los de la solicitud: un `Headers`, o el objeto de Node con los nombres en minúscula. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; varios mientras se cambia el secreto. */
  readonly secret: string | readonly string[];
  /** Cuántos segundos puede diferir el reloj; 300. */
  readonly toleranceSeconds?: number;
}

const toleranceSecondsUsual = 300;
const prefix = 'whsec_';

/**
 * El evento, si lo envió el servicio hace poco.
 * @throws EcfError con `WEBHOOK_…` si no
 */
export function verifyWebhook(webhook: WebhookToVerify): WebhookEvent {
  const { body, headers, secret, toleranceSeconds = toleranceSecondsUsual } = webhook;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw refused('WEBHOOK_HEADERS_MISSING', 'Faltan los encabezados del webhook.');
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Also true if it is no number.
  if (!(Math.abs(Date.now() / 1_000 - sentAt) <= toleranceSeconds))
    throw refused('WEBHOOK_TIMESTAMP_INVALID', 'La hora del webhook está fuera de la tolerancia.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const expected = (typeof secret === 'string' ? [secret] : secret).map((one) =>
    createHmac('sha256', keyOf(one)).update(`${id}.${timestamp}.`).update(bytes).digest(),
  );
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'));
  const matches = given.some((one) =>
    expected.some((other) => one.length === other.length && timingSafeEqual(one, other)),
  );
  if (!matches) throw refused('WEBHOOK_SIGNATURE_INVALID', 'La firma del webhook no es del servicio.');
  return { ...contentOf(bytes), id };
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
  // An HMAC with an empty key would be everybody's.
  if (key.length === 0) throw new TypeError('El secreto del webhook está vacío o no es whsec_…');
  return key;
}

function headerOf(headers: WebhookToVerify['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function contentOf(bytes: Uint8Array): Omit<WebhookEvent, 'id'> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string')
    throw refused('WEBHOOK_BODY_INVALID', 'El cuerpo del webhook no es un evento.');
  return value as Omit<WebhookEvent, 'id'>;
}

function refused(code: string, message: string): EcfError {
  return new EcfError({ code, message });
}
