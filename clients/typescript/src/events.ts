/** The event feed: oldest first, page by page, from a cursor that the caller keeps. */
import { EcfError } from './error.js';
import type { Transport } from './transport.js';
import type { WebhookEvent } from './verify-webhook.js';

export interface EventPage {
  readonly events: readonly WebhookEvent[];
  /** Desde aquí sigue la página siguiente. Guárdelo cuando haya hecho los eventos de esta. */
  readonly cursor: string;
}

export interface EventOptions {
  /** El `cursor` guardado; sin él, desde el evento más antiguo que se conserva. */
  readonly after?: string | undefined;
  /** Solo estos tipos. */
  readonly types?: readonly string[] | undefined;
  /** Eventos por página, hasta 500. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** The service waits at most so long for an event. */
const waitSecondsMax = 25;

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Una página, que puede estar vacía.
   * @param options con `wait`, si no hay eventos el servicio espera uno hasta tantos segundos, 25 como máximo
   */
  async page(options: EventOptions & { readonly wait?: number } = {}): Promise<EventPage> {
    const { after, types, limit, wait = 0, signal } = options;
    const { data, headers } = await this.#transport.json<readonly WebhookEvent[]>({
      method: 'GET',
      path: '/events',
      query: { after, types: types?.join(','), limit, wait: wait === 0 ? undefined : wait },
      repeatable: true,
      waitMs: wait * 1_000,
      signal,
    });
    const cursor = headers.get('x-next-cursor');
    if (cursor === null) throw new EcfError({ code: 'ANSWER_INVALID', message: 'La página no trae cursor.' });
    return { events: data, cursor };
  }

  /** El cursor de este momento: desde él solo vienen los eventos que ocurran después. */
  async latest(options: { readonly signal?: AbortSignal } = {}): Promise<string> {
    return (await this.page({ ...options, after: 'latest', limit: 1 })).cursor;
  }

  /** Las páginas que ya hay, hasta la última. */
  async *pages(options: EventOptions = {}): AsyncGenerator<EventPage, void, undefined> {
    let { after } = options;
    for (;;) {
      const page = await this.page({ ...options, after });
      if (page.events.length > 0) yield page;
      // A page without events of these types may come before others: only a cursor that stays says that there are no more.
      if (page.cursor === after) return;
      after = page.cursor;
    }
  }

  /** Las páginas que hay y las que vengan, sin fin: termina con `signal`, o con `break`. */
  async *follow(options: EventOptions = {}): AsyncGenerator<EventPage, void, undefined> {
    let { after } = options;
    for (;;) {
      const page = await this.page({
        ...options,
        after,
        wait: waitSecondsMax,
      });
      if (page.events.length > 0) yield page;
      after = page.cursor;
    }
  }
}
