/**
 * One HTTP exchange with DGII or a buyer, bounded in time and size. It reports whether the request may have left this machine: that
 * decides whether a voucher may be sent again.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { connectionPoolOf, type ConnectionPool } from './services.js';

/** How much of a reply we keep. DGII's replies are under 10 KB, a proxy's error page under 100 KB. */
const replyBytesMax = 256 * 1024;
/**
 * The most connections of one pool to one address. DGII states no limit, and few are enough, because DGII answers within a second. It
 * is as many as the steps that use one pool at once: 32 patient ones (boot/worker-role.ts) and 20 quick ones (dgii-speed.ts). So a step
 * does not spend its time limit waiting for a connection.
 */
const connectionsMax = 52;
/** More than all steps of a full worker at once. More requests than this mean a runaway loop of ours. */
const inFlightMax = 2_000;
/** A host that has not completed the handshake by then is down. The deadline of the request may be shorter. */
const connectTimeoutMaxMs = 5_000;
/** We close an idle connection before DGII's servers do. If they closed it first, a request sent at that moment would be lost. */
const keepAliveMaxMs = 15_000;

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Reads a reply that the server packed, although we ask for identity. DGII never does that. */
  readonly unpack?: true;
  /** How much of the reply is kept. Absent: as much as of a reply of DGII. */
  readonly replyBytesMax?: number;
}

export type Exchange =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly date: string;
      /** The header Retry-After as it is; empty without one. */
      readonly retryAfter?: string;
      readonly body: string;
      readonly bytes: Buffer;
      readonly cut: boolean;
    }
  | {
      readonly outcome: 'failed';
      /** False: certainly no byte of the request left. True: it may have arrived. */
      readonly started: boolean;
      readonly reason: 'unreachable' | 'tls' | 'timeout' | 'broken' | 'cancelled' | 'overloaded';
      readonly detail: string;
    };

type Answered = Extract<Exchange, { outcome: 'answered' }>;
type Failed = Extract<Exchange, { outcome: 'failed' }>;

export class DeadlinePassedError extends Error {
  override readonly name = 'DeadlinePassedError';
}

/** `timeout` when our deadline or the caller's `AbortSignal.timeout` has passed, `cancelled` when the caller gave up. */
export function abortKind(signal: AbortSignal): 'timeout' | 'cancelled' {
  const { name } = namesOf(signal.reason);
  return name === 'DeadlinePassedError' || name === 'TimeoutError' ? 'timeout' : 'cancelled';
}

export interface Http {
  /** Never rejects. Ends at once when `signal` aborts. Does not follow redirects: a redirect is an answer. */
  exchange(request: HttpRequest, signal: AbortSignal): Promise<Exchange>;
  close(): Promise<void>;
}

export interface Exchanged {
  readonly url: URL;
  /** The class of the status, or how the exchange failed. */
  readonly outcome: string;
  readonly seconds: number;
  readonly status?: number;
  /** As in the answer; empty without one. */
  readonly date: string;
}

export type ExchangeObserver = (exchanged: Exchanged) => void;

/** @param options.observe called after each exchange */
export function createHttp(options: { timeoutMaxMs: number; observe?: ExchangeObserver }): Http {
  const open = () => openAgent(options.timeoutMaxMs);
  const agents: Record<ConnectionPool, Agent> = {
    ecf: open(),
    fc: open(),
    tokens: open(),
    inquiries: open(),
  };
  return {
    exchange: bounded(inFlightMax, options.observe, (request, signal) =>
      exchangeOver(agents[connectionPoolOf(request.url)], request, signal),
    ),
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.close()));
    },
  };
}

export function bounded(
  inFlightMax: number,
  observe: ExchangeObserver | undefined,
  exchange: Http['exchange'],
): Http['exchange'] {
  let inFlight = 0;
  return async (request, signal) => {
    if (inFlight >= inFlightMax) return notStarted('overloaded', `${inFlightMax} in flight`);
    inFlight += 1;
    const startedMs = performance.now();
    try {
      const result = await exchange(request, signal);
      const seconds = (performance.now() - startedMs) / 1_000;
      observe?.({ url: request.url, seconds, ...observedOf(result) });
      return result;
    } finally {
      inFlight -= 1;
    }
  };
}

function observedOf(result: Exchange): Pick<Exchanged, 'outcome' | 'status' | 'date'> {
  if (result.outcome === 'failed') return { outcome: result.reason, date: '' };
  const { status, date } = result;
  return { outcome: `${Math.floor(status / 100)}xx`, status, date };
}

export function notStarted(reason: Failed['reason'], detail: string): Failed {
  return { outcome: 'failed', started: false, reason, detail };
}

const unpackers: ReadonlyMap<string, (packed: Buffer, limit: { maxOutputLength: number }) => Buffer> =
  new Map([
    ['gzip', gunzipSync],
    ['x-gzip', gunzipSync],
    ['deflate', inflateSync],
    ['br', brotliDecompressSync],
  ]);

function contentOf(bytes: Buffer, encoding: string, unpack: boolean): Buffer | undefined {
  if (encoding === '' || encoding === 'identity') return bytes;
  if (!unpack) return undefined;
  try {
    return unpackers.get(encoding)?.(bytes, { maxOutputLength: replyBytesMax });
  } catch {
    return undefined;
  }
}

interface AgentOptions {
  readonly connections?: number;
  /** Finds the addresses of a name. Absent: the system's. */
  readonly lookup?: LookupFunction;
}

export function openAgent(
  timeoutMaxMs: number,
  { connections = connectionsMax, lookup }: AgentOptions = {},
): Agent {
  const connectTimeoutMs = Math.min(connectTimeoutMaxMs, timeoutMaxMs);
  return new Agent({
    connections,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs, ...(lookup === undefined ? {} : { lookup }) },
    // The caller's signal is the deadline. These timeouts are only a second safeguard.
    headersTimeout: timeoutMaxMs,
    bodyTimeout: timeoutMaxMs,
    keepAliveMaxTimeout: keepAliveMaxMs,
  });
}

/** Never rejects. */
export function exchangeOver(
  agent: Dispatcher,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let started = false;
    let ended = false;
    let head: ReplyHead = { status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let room = request.replyBytesMax ?? replyBytesMax;

    const end = (exchange: Exchange) => {
      if (ended) return;
      ended = true;
      signal.removeEventListener('abort', giveUp);
      resolve(exchange);
    };
    const giveUp = () => {
      end(givenUp(signal, started));
      controller?.abort(new Error('given up'));
    };
    const endWithAnswer = (cut: boolean) => end(answerOf(request, head, Buffer.concat(chunks), cut));

    if (signal.aborted) {
      giveUp();
      return;
    }
    signal.addEventListener('abort', giveUp, { once: true });
    agent.dispatch(dispatchOf(request), {
      // undici calls this on a connected socket, just before it writes the first byte.
      onRequestStart(given) {
        controller = given;
        if (ended) given.abort(new Error('given up before it was sent'));
        else started = true;
      },
      onResponseStart(_controller, status, headers) {
        head = { status, headers };
      },
      onResponseData(given, chunk) {
        chunks.push(Buffer.from(chunk.subarray(0, room)));
        if (chunk.length > room) {
          endWithAnswer(true);
          given.abort(new Error('reply is too long'));
        }
        room -= Math.min(chunk.length, room);
      },
      onResponseEnd: () => endWithAnswer(false),
      onResponseError: (_controller, error) => end(failureOf(error, started)),
    });
  });
}

function dispatchOf({ url, method, headers, body }: HttpRequest): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body === undefined ? {} : { body }),
  };
}

interface ReplyHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

function answerOf(
  { unpack }: HttpRequest,
  { status, headers }: ReplyHead,
  received: Buffer,
  cut: boolean,
): Answered {
  const encoding = headerText(headers['content-encoding']).toLowerCase();
  const content = contentOf(received, encoding, unpack === true);
  const bytes = content ?? Buffer.alloc(0);
  return {
    outcome: 'answered',
    status,
    contentType: headerText(headers['content-type']),
    date: headerText(headers.date),
    retryAfter: headerText(headers['retry-after']),
    body: bytes.toString('utf8'),
    bytes,
    cut: cut || content === undefined,
  };
}

function headerText(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 200) ?? '';
}

function givenUp(signal: AbortSignal, started: boolean): Failed {
  const kind = abortKind(signal);
  const reason = kind === 'timeout' && !started ? 'unreachable' : kind;
  return { outcome: 'failed', started, reason, detail: namesOf(signal.reason).name };
}

function failureOf(error: unknown, started: boolean): Failed {
  const { code, name } = namesOf(error);
  const detail = code !== '' ? code : name;
  const failed = (reason: Failed['reason']): Failed => ({ outcome: 'failed', started, reason, detail });
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return failed(started ? 'timeout' : 'unreachable');
  if (/^UND_ERR_(CLOSED|DESTROYED|ABORTED)$/.test(code)) return failed('cancelled');
  if (!started && /CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|EPROTO|UNABLE_TO/.test(code)) return failed('tls');
  return failed(started ? 'broken' : 'unreachable');
}

/**
 * Only the code and name of an error, because its message may quote what we sent. Uses no `instanceof`: an error that was made in another
 * VM context, as under Jest, is no instance of this context's `Error`.
 */
function namesOf(error: unknown): { readonly code: string; readonly name: string } {
  const given =
    typeof error === 'object' && error !== null ? (error as { code?: unknown; name?: unknown }) : {};
  return {
    code: typeof given.code === 'string' ? given.code : '',
    name: typeof given.name === 'string' ? given.name : 'unknown',
  };
}
