/** An event as it is sent, exactly as Standard Webhooks 1.0.0 says: the body, its id, and the signature of each secret. */
import { createHmac } from 'node:crypto';

/** The standard recommends less than 20 KB. Our events have identifiers and codes only, far less. */
export const bodyBytesMax = 20 * 1024;

export interface WebhookMessage {
  /** Equal in all tries, and without full stops, because the signature is over `id.timestamp.body`. */
  readonly id: string;
  readonly body: Buffer;
}

interface Sent {
  readonly type: string;
  readonly at: Date;
  readonly data: object;
}

/** The body has no id: the header `webhook-id` has it, and the signature covers that header. */
export function messageOf(id: string, { type, at, data }: Sent): WebhookMessage {
  return { id, body: Buffer.from(JSON.stringify({ type, timestamp: at.toISOString(), data })) };
}

/** @param secrets the bytes that the Base64 of each secret stands for */
export function headersOf(
  { id, body }: WebhookMessage,
  secrets: readonly Buffer[],
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signed = (secret: Buffer) =>
    createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'ecf-issuer-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signed(secret)}`).join(' '),
  };
}
