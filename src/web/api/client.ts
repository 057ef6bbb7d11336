/**
 * Calls of the service under /app/api. The session is a cookie, which the browser sends by itself. Every call has a time limit,
 * and every failure becomes an ApiError.
 */
import { es } from '../es.js';
import { ApiError, networkError, sessionRequired, type Refusal } from './api-error.js';
import { reportSessionLost } from './session-lost.js';

const base = '/app/api';
/** Longer than the service itself waits for anything. */
const limitMs = 40_000;

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Call {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export function addressOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(pairs).toString();
  return `${base}${path}${search === '' ? '' : `?${search}`}`;
}

/** The contract says what each path answers. */
export async function call<Answer>(method: Method, path: string, options: Call = {}): Promise<Answer> {
  const { query, body, signal } = options;
  const limit = AbortSignal.timeout(limitMs);
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    headers: { accept: 'application/json', ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    // The service wants JSON from every change, at least an empty object.
    ...(hasBody ? { body: JSON.stringify(body ?? {}) } : {}),
  };
  const { status, ok, text } = await exchange(addressOf(path, query), init);
  const answer = parse(status, text);
  if (ok) return answer as Answer;
  const refusal = refusalIn(answer);
  if (refusal.code === sessionRequired && path !== '/session') reportSessionLost(true);
  throw new ApiError(status, refusal);
}

/** The answer as text, for a voucher's JSON: a parser would round its amounts. */
export async function callForText(path: string, { query, signal }: Call = {}): Promise<string> {
  const limit = AbortSignal.timeout(limitMs);
  const { status, ok, text } = await exchange(addressOf(path, query), {
    credentials: 'same-origin',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
  if (ok) return text;
  throw new ApiError(status, refusalIn(parse(status, text)));
}

async function exchange(address: string, init: RequestInit) {
  try {
    const response = await fetch(address, init);
    return { status: response.status, ok: response.ok, text: await response.text() };
  } catch (error) {
    // A screen that closes cancels its questions; that is no failure to show.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw networkError();
  }
}

function parse(status: number, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError(status, { code: 'UNREADABLE', mensaje: es.errors.unreadable });
  }
}

function refusalIn(answer: unknown): Refusal {
  const said = answer as Partial<Refusal> | undefined;
  if (typeof said?.code === 'string' && typeof said.mensaje === 'string') return said as Refusal;
  return { code: 'UNREADABLE', mensaje: es.errors.unreadable };
}
