/**
 * One request to the service: its credential, its time limit, and whether it is sent again. A request is repeated only after 429, 503 or a
 * lost answer, and after the last two only if doing it twice does no harm.
 */
import { EcfError } from './error.js';
import type { ErrorData, Login } from './types.js';

export interface Credentials {
  readonly usuario: string;
  readonly clave: string;
  /** RNC de la empresa. */
  readonly rnc: string;
}

export interface ClientOptions {
  /** Dónde está el servicio, por ejemplo `https://ecf.example`. */
  readonly url: string;
  /** Una clave de API (`ecf_…`); o `login`. */
  readonly apiKey?: string;
  /** Un usuario de la empresa. El cliente pide el token y lo renueva. */
  readonly login?: Credentials;
  /** De un intento, sin contar lo que se pidió esperar al servicio; 30 s. */
  readonly timeoutMs?: number;
  /** Intentos después del primero; 6. */
  readonly retries?: number;
  /** Con un `Retry-After` mayor no se espera: es un error; 60 s. */
  readonly retryAfterSecondsMax?: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v2`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Doing it twice has the same effect as doing it once. */
  readonly repeatable: boolean;
  /** How long the service was asked to wait. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

const timeoutMsUsual = 30_000;
const retriesUsual = 6;
const retryAfterSecondsMaxUsual = 60;
/** The first pause; each next one is twice as long, up to the longest. */
const pauseFirstMs = 250;
const pauseMaxMs = 8_000;
/** The largest answer is a page of a thousand vouchers, far below this. More is not from the service. */
const answerBytesMax = 64 * 1024 * 1024;

export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;
  #token: Promise<string> | undefined;

  constructor(options: ClientOptions) {
    if ((options.apiKey === undefined) === (options.login === undefined))
      throw new TypeError('Indique apiKey o login, uno de los dos');
    const { protocol, origin, pathname } = new URL(options.url);
    if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('url no es de http ni de https');
    this.#options = options;
    this.#base = origin + pathname.replace(/\/+$/, '');
  }

  /** The `data` of the answer, and its headers. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the form of the answer
  async json<T>(call: Call): Promise<{ readonly data: T; readonly headers: Headers }> {
    const { headers, bytes, status } = await this.request(call);
    if (status === 204) return { data: undefined as T, headers };
    const { data } = envelope(bytes) ?? {};
    if (data === undefined) throw notTheService(status);
    return { data: data as T, headers };
  }

  /** @throws EcfError for every answer that is no success */
  async request(call: Call): Promise<Answer> {
    let loggedInAgain = false;
    for (let attempt = 0; ; attempt += 1) {
      call.signal?.throwIfAborted();
      const token = await this.#credential(call.signal);
      const error = await this.#attempt(call, token);
      if (!(error instanceof EcfError)) return error;
      // Nothing was done with this token, and a new one may be taken.
      if (error.status === 401 && this.#options.login !== undefined && !loggedInAgain) {
        loggedInAgain = true;
        this.#token = undefined;
        continue;
      }
      await this.#pauseOrThrow(error, call, attempt);
    }
  }

  async #pauseOrThrow(error: EcfError, call: Pick<Call, 'repeatable' | 'signal'>, attempt: number) {
    const ms = this.#pauseMs(error, call.repeatable, attempt);
    if (ms === undefined) throw error;
    await pause(ms, call.signal);
  }

  /** @returns undefined if the request must not be sent again */
  #pauseMs(error: EcfError, repeatable: boolean, attempt: number): number | undefined {
    const { retries = retriesUsual, retryAfterSecondsMax = retryAfterSecondsMaxUsual } = this.#options;
    if (attempt >= retries || !mayRepeat(error, repeatable)) return undefined;
    const asked = error.retryAfterSeconds ?? 0;
    if (asked > retryAfterSecondsMax) return undefined;
    const usual = Math.min(pauseFirstMs * 2 ** attempt, pauseMaxMs);
    // Clients that were refused together must not come back together.
    return asked * 1_000 + usual * (0.5 + Math.random() / 2);
  }

  /** @returns the answer, or why there is none that helps */
  async #attempt(call: Call, token: string | undefined): Promise<Answer | EcfError> {
    const { timeoutMs = timeoutMsUsual } = this.#options;
    const limit = AbortSignal.timeout(timeoutMs + (call.waitMs ?? 0));
    const signal = call.signal === undefined ? limit : AbortSignal.any([limit, call.signal]);
    let answer: Answer;
    try {
      const response = await fetch(this.#address(call), {
        method: call.method,
        headers: headersOf(call, token),
        body: call.body === undefined ? null : JSON.stringify(call.body),
        signal,
        // The credential goes nowhere else.
        redirect: 'manual',
      });
      answer = { status: response.status, headers: response.headers, bytes: await read(response) };
    } catch (cause) {
      if (call.signal?.aborted === true || cause instanceof EcfError) throw cause;
      return new EcfError({ code: 'NO_ANSWER', message: 'El servicio no respondió.', cause });
    }
    return answer.status >= 200 && answer.status < 300 ? answer : errorOf(answer);
  }

  #address({ path, query = {} }: Call): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, String(value));
    const text = parameters.toString();
    return `${this.#base}/api/v2${path}${text === '' ? '' : `?${text}`}`;
  }

  /** Requests that need a token at the same time share one login. */
  #credential(signal: AbortSignal | undefined): Promise<string> {
    const { apiKey, login } = this.#options;
    if (apiKey !== undefined) return Promise.resolve(apiKey);
    if (login === undefined) throw new TypeError('Sin apiKey ni login');
    if (this.#token === undefined) {
      const taken = this.#logIn(login, signal);
      this.#token = taken;
      taken.catch(() => {
        // The next request tries again.
        if (this.#token === taken) this.#token = undefined;
      });
    }
    return this.#token;
  }

  async #logIn(login: Credentials, signal: AbortSignal | undefined): Promise<string> {
    const call: Call = { method: 'POST', path: '/Auth/login', body: login, repeatable: true, signal };
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#attempt(call, undefined);
      if (answer instanceof EcfError) {
        await this.#pauseOrThrow(answer, call, attempt);
        continue;
      }
      const { token } = (parsed(answer.bytes) ?? {}) as Partial<Login>;
      if (typeof token !== 'string') throw notTheService(answer.status);
      return token;
    }
  }
}

function mayRepeat({ status, code }: EcfError, repeatable: boolean): boolean {
  // 429 refuses before anything is done.
  if (status === 429) return true;
  // 502 and 504 are a proxy's: the service's answer was lost.
  return repeatable && (code === 'NO_ANSWER' || status === 502 || status === 503 || status === 504);
}

function headersOf({ headers = {}, body }: Call, token: string | undefined): Record<string, string> {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
}

async function read(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    // An answer that ends early is an error here.
    const { value } = (await reader.read()) as { readonly value?: Uint8Array };
    if (value === undefined) break;
    length += value.length;
    if (length > answerBytesMax) {
      await reader.cancel();
      throw notTheService(response.status);
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

interface Envelope {
  readonly mensaje?: string;
  readonly data?: unknown;
}

function envelope(bytes: Uint8Array): Envelope | undefined {
  const value = parsed(bytes);
  return typeof value === 'object' && value !== null ? value : undefined;
}

function errorOf({ status, headers, bytes }: Answer): EcfError {
  const { mensaje, data } = envelope(bytes) ?? {};
  const known = (typeof data === 'object' && data !== null ? data : {}) as Partial<ErrorData>;
  const asked = Number(headers.get('retry-after') ?? '');
  return new EcfError({
    code: known.code ?? 'ANSWER_INVALID',
    message: mensaje ?? `El servicio respondió ${status}.`,
    status,
    data: known,
    retryAfterSeconds: asked > 0 ? asked : undefined,
  });
}

function notTheService(status: number): EcfError {
  return new EcfError({ code: 'ANSWER_INVALID', message: 'Quien respondió no es el servicio.', status });
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('Interrumpido'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
