/** The client: one method for each operation. What repeating is safe for is decided here, operation by operation. */
import { randomUUID } from 'node:crypto';
import { EcfError } from './error.js';
import { Events } from './events.js';
import { pages, type Query } from './pages.js';
import { pause, Transport, type Call, type ClientOptions } from './transport.js';
import type * as types from './types.js';
import type { EcfBody } from './vouchers.js';
import { Webhooks } from './webhooks.js';

/** Un comprobante: de los tipos de `vouchers.ts`, o un objeto con los mismos campos. */
export type Voucher = EcfBody | { readonly ECF: object };

export type Environment = 'pre-certification' | 'certification' | 'production';

/** Para interrumpir la llamada. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface IssueOptions extends CallOptions {
  /**
   * Cuántos segundos se espera el resultado final. Si no llega, `accepted` es null, y no es un error. Sin esto el servicio espera a que esté
   * firmado y entregado, como máximo 5 s.
   */
  readonly waitForFinal?: number;
  /** Qué se hace con lo que la DGII aceptaría solo condicionalmente. */
  readonly condicional?: 'bloquear' | 'permitir';
  /** Su número de documento; vuelve en la respuesta. */
  readonly correlationId?: string;
  /** `calcular`: el servicio pone antes los montos. */
  readonly totales?: 'calcular';
  /** Envía otra vez el mismo contenido, si el número quedó libre. */
  readonly reenviar?: boolean;
}

/** The service waits so long in one request: proxies end longer ones. */
const serverWaitMsMax = 25_000;
const pollMsUsual = 2_000;
const pollMsMin = 250;
const pollMsMax = 15_000;

export class EcfClient {
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
    this.events = new Events(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
  }

  /** Revisa un comprobante sin efecto alguno. */
  validate(
    voucher: Voucher,
    { condicional, signal }: Pick<IssueOptions, 'condicional' | 'signal'> = {},
  ): Promise<types.Validation> {
    return this.#data({
      method: 'POST',
      path: '/dgii-ecf/validate',
      query: { condicional },
      body: voucher,
      repeatable: true,
      signal,
    });
  }

  /**
   * Emite un comprobante sin número: el servicio pone el e-NCF y su vencimiento. Emite una sola vez, aunque una respuesta se pierda.
   * @param options `idempotencyKey` es de una venta: guárdela antes de llamar, y repita con ella si su programa se detiene. Sin ella el cliente
   * hace una, y `error.idempotencyKey` la dice si no hubo respuesta
   */
  async issue(
    voucher: Voucher,
    options: IssueOptions & { readonly idempotencyKey?: string } = {},
  ): Promise<types.SendData> {
    const { condicional, correlationId, reenviar, totales, signal } = options;
    // It is made before the first attempt and stays the same in all of them.
    const { idempotencyKey = randomUUID() } = options;
    try {
      return await this.#issued(options, {
        method: 'POST',
        path: '/dgii-ecf/issue',
        query: { condicional, totales, reenviar: reenviar === true ? 'si' : undefined },
        headers: { 'Idempotency-Key': idempotencyKey, 'X-Correlation-Id': correlationId },
        body: voucher,
        repeatable: true,
        signal,
      });
    } catch (error) {
      if (error instanceof EcfError) error.idempotencyKey = idempotencyKey;
      throw error;
    }
  }

  /** Calcula los montos que las demás partes del comprobante deciden. No guarda nada. */
  totals(voucher: Voucher, { signal }: CallOptions = {}): Promise<types.Totals> {
    return this.#data({
      method: 'POST',
      path: '/dgii-ecf/totals',
      body: voucher,
      repeatable: true,
      signal,
    });
  }

  /** Emite un comprobante que ya tiene su número. */
  send(voucher: Voucher, options: IssueOptions = {}): Promise<types.SendData> {
    const { condicional, correlationId, reenviar, totales, signal } = options;
    return this.#issued(options, {
      method: 'POST',
      path: '/dgii-ecf/send',
      query: { condicional, totales, reenviar: reenviar === true ? 'si' : undefined },
      headers: { 'X-Correlation-Id': correlationId },
      body: voucher,
      repeatable: true,
      signal,
    });
  }

  /** Cómo está un comprobante. */
  status(
    encf: string,
    { environment, signal }: CallOptions & { environment?: Environment } = {},
  ): Promise<types.StatusData> {
    return this.#get(`/dgii-ecf/document-status/${encodeURIComponent(encf)}`, { environment }, signal);
  }

  /**
   * Espera el resultado final de un comprobante emitido.
   * @param seconds cuánto como máximo; si no llega, `accepted` es null, y no es un error
   */
  async waitForFinal(
    encf: string,
    seconds: number,
    { environment, signal }: CallOptions & { environment?: Environment } = {},
  ): Promise<types.StatusData> {
    const deadline = Date.now() + seconds * 1_000;
    for (;;) {
      const { data, headers } = await this.#transport.json<types.StatusData>({
        method: 'GET',
        path: `/dgii-ecf/document-status/${encodeURIComponent(encf)}`,
        query: { environment },
        repeatable: true,
        signal,
      });
      const left = deadline - Date.now();
      if (data.accepted !== null || left <= 0) return data;
      const asked = Number(headers.get('retry-after') ?? '') * 1_000;
      const ms = Math.min(Math.max(asked > 0 ? asked : pollMsUsual, pollMsMin), pollMsMax, left);
      await pause(ms, signal);
    }
  }

  /** Lo que pasó con un comprobante en todos sus intentos. */
  history(encf: string, { signal }: CallOptions = {}): Promise<types.History> {
    return this.#get(`/dgii-ecf/document-history/${encodeURIComponent(encf)}`, {}, signal);
  }

  /** El PDF de la representación impresa. */
  async print(
    encf: string,
    options: CallOptions & { format?: 'a4' | 'letter' | '80mm' | '58mm'; environment?: Environment } = {},
  ): Promise<Uint8Array> {
    const { signal, ...query } = options;
    return this.#bytes(`/dgii-ecf/document-print/${encodeURIComponent(encf)}`, query, signal);
  }

  /** El XML firmado, byte por byte. */
  xml(
    encf: string,
    { environment, signal }: CallOptions & { environment?: Environment } = {},
  ): Promise<Uint8Array> {
    return this.#bytes(`/dgii-ecf/document-xml/${encodeURIComponent(encf)}`, { environment }, signal);
  }

  /** Los comprobantes emitidos, los más recientes primero; pide página por página. */
  documents(
    options: CallOptions & {
      tipo?: number;
      status?: string;
      desde?: string;
      hasta?: string;
      emitidoDesde?: string;
      emitidoHasta?: string;
      externalReference?: string;
      correlationId?: string;
      rncComprador?: string;
      buscar?: string;
      montoDesde?: string;
      montoHasta?: string;
      actualizadoDesde?: string;
      limit?: number;
      environment?: Environment;
    } = {},
  ): AsyncGenerator<types.ListedDocument, void, undefined> {
    return this.#list('/dgii-ecf/documents', options);
  }

  /**
   * El próximo e-NCF de un tipo. Dé siempre la referencia: con ella, una respuesta perdida se repite y el número es el mismo.
   * @param request sin `externalReference` no se repite, porque consumiría otro número
   */
  next(
    request: { readonly ecfType: number; readonly externalReference?: string },
    { signal }: CallOptions = {},
  ): Promise<types.NextNumber> {
    return this.#data({
      method: 'POST',
      path: '/ecf-sequences/next',
      body: request,
      repeatable: request.externalReference !== undefined,
      signal,
    });
  }

  /** Cómo están las secuencias, por tipo. */
  sequences({ signal }: CallOptions = {}): Promise<readonly types.Sequence[]> {
    return this.#get('/ecf-sequences', {}, signal);
  }

  /** Los números reservados que no se han enviado. */
  unusedNumbers(
    options: CallOptions & { olderThanHours?: number; limit?: number } = {},
  ): AsyncGenerator<types.UnusedNumber, void, undefined> {
    return this.#list('/ecf-sequences/unused', options);
  }

  /** Pide a la DGII la anulación de números que no se usarán. */
  annul(request: types.AnnulmentRequest, { signal }: CallOptions = {}): Promise<types.Annulment> {
    return this.#data({
      method: 'POST',
      path: '/ecf-sequences/annulments',
      body: request,
      repeatable: true,
      // The service waits 10 s for DGII.
      waitMs: 10_000,
      signal,
    });
  }

  annulment(annulmentId: string, { signal }: CallOptions = {}): Promise<types.Annulment> {
    return this.#get(`/ecf-sequences/annulments/${encodeURIComponent(annulmentId)}`, {}, signal);
  }

  annulments(
    options: CallOptions & { limit?: number } = {},
  ): AsyncGenerator<types.ListedAnnulment, void, undefined> {
    return this.#list('/ecf-sequences/annulments', options);
  }

  /** Lo que la DGII dice de un comprobante que emitió otro. */
  externalStatus(
    query: { rncEmisor: string; encf: string; rncComprador?: string; codigoSeguridad?: string },
    { signal }: CallOptions = {},
  ): Promise<types.ExternalStatus> {
    return this.#get('/dgii-ecf/external-status', query, signal);
  }

  /** Quién es un contribuyente. */
  taxpayer(rnc: string, { signal }: CallOptions = {}): Promise<types.Taxpayer> {
    return this.#get('/dgii-ecf/consult-rnc', { rnc }, signal);
  }

  /** Los comprobantes que otros enviaron a la empresa. */
  received(
    options: CallOptions & {
      rncEmisor?: string;
      estado?: 'pendiente' | 'aprobado' | 'rechazado' | 'no-llego';
      desde?: string;
      hasta?: string;
      emitidoDesde?: string;
      emitidoHasta?: string;
      limit?: number;
    } = {},
  ): AsyncGenerator<types.Received, void, undefined> {
    return this.#list('/ecf-received', options);
  }

  receivedVoucher(rncEmisor: string, encf: string, { signal }: CallOptions = {}): Promise<types.Received> {
    return this.#get(receivedPath(rncEmisor, encf), {}, signal);
  }

  /** El XML que envió el emisor, byte por byte. */
  receivedXml(
    rncEmisor: string,
    encf: string,
    { xmlSha256, signal }: CallOptions & { xmlSha256?: string } = {},
  ): Promise<Uint8Array> {
    return this.#bytes(`${receivedPath(rncEmisor, encf)}/xml`, { xmlSha256 }, signal);
  }

  /** Aprueba o rechaza un comprobante recibido. */
  decideReceived(
    rncEmisor: string,
    encf: string,
    decision: types.ApprovalRequest,
    { signal }: CallOptions = {},
  ): Promise<types.Received> {
    const path = `${receivedPath(rncEmisor, encf)}/approval`;
    return this.#data({ method: 'POST', path, body: decision, repeatable: true, signal });
  }

  /** Lo que otros enviaron y no se recibió, con el motivo. */
  refusedReceptions(
    options: CallOptions & { limit?: number } = {},
  ): AsyncGenerator<types.RefusedReception, void, undefined> {
    return this.#list('/ecf-received/refused', options);
  }

  /** Una operación que este cliente todavía no tiene, con los mismos reintentos; `data` es lo que trae el sobre. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the form of the answer
  request<T>(call: Call): Promise<{ readonly data: T; readonly headers: Headers }> {
    return this.#transport.json<T>(call);
  }

  /** Sends, and asks for the state afterwards for as long as the caller waits. */
  async #issued<T extends types.SendData>({ waitForFinal, signal }: IssueOptions, call: Call): Promise<T> {
    if (waitForFinal === undefined) return this.#data(call);
    const deadline = Date.now() + waitForFinal * 1_000;
    const waitMs = Math.min(waitForFinal * 1_000, serverWaitMsMax);
    const query = { ...call.query, waitForFinal: `${Math.round(waitMs)}ms` };
    const first = await this.#data<T>({ ...call, query, waitMs });
    const left = deadline - Date.now();
    if (first.accepted !== null || left <= 0) return first;
    // Not by sending again: if DGII rejects it meanwhile, the same content would start another attempt.
    const environment = first.environment as Environment;
    const last = await this.waitForFinal(first.ecf, left / 1_000, {
      environment,
      ...(signal === undefined ? {} : { signal }),
    });
    const { alreadyProcessed, sameContent } = first;
    return { ...first, ...last, alreadyProcessed, sameContent };
  }

  async #data<T>(call: Call): Promise<T> {
    return (await this.#transport.json<T>(call)).data;
  }

  #get<T>(path: string, query: Query, signal: AbortSignal | undefined): Promise<T> {
    return this.#data({ method: 'GET', path, query, repeatable: true, signal });
  }

  async #bytes(path: string, query: Query, signal: AbortSignal | undefined): Promise<Uint8Array> {
    return (await this.#transport.request({ method: 'GET', path, query, repeatable: true, signal })).bytes;
  }

  #list<T>(path: string, { signal, ...query }: CallOptions): AsyncGenerator<T, void, undefined> {
    return pages<T>(this.#transport, path, { ...query }, signal);
  }
}

function receivedPath(rncEmisor: string, encf: string): string {
  return `/ecf-received/${encodeURIComponent(rncEmisor)}/${encodeURIComponent(encf)}`;
}
