/** The addresses to which the service sends events: to make, change and test them, and what was delivered to each. */
import { EcfError } from './error.js';
import { pages } from './pages.js';
import type { Call, Transport } from './transport.js';
import type {
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookRequest,
  WebhookTest,
  WebhookWithSecret,
} from './types.js';

interface Options {
  readonly signal?: AbortSignal;
}

/** A worker makes the secret, and in a test it also waits for the answer of the address. */
const workerWaitMs = 20_000;

export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Los webhooks de la empresa en su ambiente. */
  list({ signal }: Options = {}): Promise<readonly Webhook[]> {
    return this.#data({ method: 'GET', path: '/webhooks', repeatable: true, signal });
  }

  /** Guarde `secret`: se muestra solo esta vez. No se repite tras una respuesta perdida, porque haría otro. */
  create(request: WebhookRequest, { signal }: Options = {}): Promise<WebhookWithSecret> {
    return this.#data({
      method: 'POST',
      path: '/webhooks',
      body: request,
      repeatable: false,
      waitMs: workerWaitMs,
      signal,
    });
  }

  get(id: string, { signal }: Options = {}): Promise<Webhook> {
    return this.#data({ method: 'GET', path: pathOf(id), repeatable: true, signal });
  }

  update(id: string, changes: WebhookChanges, { signal }: Options = {}): Promise<Webhook> {
    return this.#data({ method: 'PATCH', path: pathOf(id), body: changes, repeatable: true, signal });
  }

  /** Lo elimina. Uno que ya no existe no es un error: así se puede repetir. */
  async delete(id: string, { signal }: Options = {}): Promise<void> {
    try {
      await this.#transport.request({ method: 'DELETE', path: pathOf(id), repeatable: true, signal });
    } catch (error) {
      if (!(error instanceof EcfError) || error.status !== 404) throw error;
    }
  }

  /** Lo que se le entregó o no, lo más reciente primero; pide página por página. */
  deliveries(
    id: string,
    { signal, ...query }: Options & { readonly status?: string; readonly limit?: number } = {},
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return pages<WebhookDelivery>(this.#transport, `${pathOf(id)}/deliveries`, { ...query }, signal);
  }

  /** Envía de nuevo un evento. */
  redeliver(id: string, eventId: string, { signal }: Options = {}): Promise<{ readonly eventId: string }> {
    return this.#data({
      method: 'POST',
      path: `${pathOf(id)}/redeliver`,
      body: { eventId },
      repeatable: true,
      signal,
    });
  }

  /** Envía de nuevo lo que no se entregó desde esa hora. */
  recover(
    id: string,
    since: Date,
    { signal }: Options = {},
  ): Promise<{ readonly since: string; readonly retried: number }> {
    return this.#data({
      method: 'POST',
      path: `${pathOf(id)}/recover`,
      body: { since: since.toISOString() },
      repeatable: true,
      signal,
    });
  }

  /** Envía un evento de prueba y dice qué respondió la dirección. */
  test(id: string, { signal }: Options = {}): Promise<WebhookTest> {
    return this.#data({
      method: 'POST',
      path: `${pathOf(id)}/test`,
      repeatable: false,
      waitMs: workerWaitMs,
      signal,
    });
  }

  /** Otro secreto; el anterior firma también durante `graceHours` horas. */
  rotateSecret(
    id: string,
    { signal, graceHours }: Options & { readonly graceHours?: number } = {},
  ): Promise<WebhookWithSecret> {
    return this.#data({
      method: 'POST',
      path: `${pathOf(id)}/rotate-secret`,
      body: graceHours === undefined ? {} : { graceHours },
      repeatable: false,
      waitMs: workerWaitMs,
      signal,
    });
  }

  async #data<T>(call: Call): Promise<T> {
    return (await this.#transport.json<T>(call)).data;
  }
}

function pathOf(id: string): string {
  return `/webhooks/${encodeURIComponent(id)}`;
}
