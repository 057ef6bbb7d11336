/**
 * A route of Express that receives webhooks: it reads the raw body, verifies it and answers. It needs no package, because the types of a
 * request and an answer are Node's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EcfError } from './error.js';
import { verifyWebhook, type WebhookEvent } from './verify-webhook.js';

export interface WebhookRouteOptions {
  /** `whsec_…`; varios mientras se cambia el secreto. */
  readonly secret: string | readonly string[];
  /**
   * Guarde el evento y termine: el servicio espera 15 s. Si termina, la respuesta es 204; si lanza un error es 500, y el servicio repite el
   * evento después.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /** Lo que lanzó `onEvent`, para su registro. */
  readonly onError?: (error: unknown) => void;
}

/** Standard Webhooks: an event is below 20 KB. */
const bodyBytesMax = 256 * 1024;

/** `app.post('/webhooks', webhookRoute({ secret, onEvent }))`, antes de `express.json()`, que no deja los bytes como llegaron. */
export function webhookRoute({ secret, onEvent, onError }: WebhookRouteOptions) {
  return async (request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<void> => {
    const body = await rawBody(request);
    if (body === undefined) {
      end(response, 413);
      return;
    }
    let event: WebhookEvent;
    try {
      event = verifyWebhook({ body, headers: request.headers, secret });
    } catch (error) {
      if (!(error instanceof EcfError)) throw error;
      end(response, 400);
      return;
    }
    try {
      await onEvent(event);
    } catch (error) {
      onError?.(error);
      end(response, 500);
      return;
    }
    end(response, 204);
  };
}

/** @returns undefined if it is too large. @throws if another piece of the application has read it and kept only what it means */
async function rawBody(request: IncomingMessage & { body?: unknown }): Promise<Buffer | undefined> {
  if (request.body instanceof Uint8Array) return Buffer.from(request.body);
  if (request.readableEnded || request.body !== undefined)
    throw new Error('Ponga webhookRoute antes de express.json(): la firma es de los bytes del cuerpo');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function end(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}
