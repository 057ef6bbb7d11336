/**
 * One HTTP exchange with DGII, bounded in time and size. It tells apart what decides over a voucher: whether the request
 * may have left this machine at all.
 */
import { Agent, type Dispatcher } from 'undici';

/** Kept of a reply; DGII's are under 10 KB, a proxy's error page under 100 KB. */
export const replyBytesMax = 256 * 1024;
/** DGII names no limit; few connections are enough because each answers within a second. */
const connectionsPerHostMax = 32;
/** More than every step of a full worker at once; beyond it a loop of our own is running wild. */
const inFlightMax = 2_000;
/** A host that does not complete a handshake by then is down; the deadline of the request may be shorter. */
const connectTimeoutMaxMs = 5_000;
/** An idle connection is given up before DGII's servers do it, which would lose a request sent at that moment. */
const keepAliveMaxMs = 15_000;

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export type Exchange =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      readonly cut: boolean;
    }
  | {
      readonly outcome: 'failed';
      /** False: certain that no byte of the request left. True: it may have arrived. */
      readonly started: boolean;
      readonly reason: 'unreachable' | 'tls' | 'timeout' | 'broken' | 'cancelled' | 'overloaded';
      readonly detail: string;
    };

type Failed = Extract<Exchange, { outcome: 'failed' }>;

/** The reason a deadline of ours gives when it aborts. */
export class DeadlinePassedError extends Error {
  override readonly name = 'DeadlinePassedError';
}

/** Whether time ran out (ours, or an `AbortSignal.timeout` of the caller's) or the caller gave up. */
export function abortKind(signal: AbortSignal): 'timeout' | 'cancelled' {
  const { name } = namesOf(signal.reason);
  return name === 'DeadlinePassedError' || name === 'TimeoutError' ? 'timeout' : 'cancelled';
}

export interface Http {
  /** Never rejects. Ends at once when `signal` aborts. Redirects are answers, not followed. */
  exchange(request: HttpRequest, signal: AbortSignal): Promise<Exchange>;
  close(): Promise<void>;
}

export type ExchangeObserver = (url: URL, outcome: string, seconds: number) => void;

/** @param options.observe told of each exchange: the class of its status, or how it failed */
export function createHttp(options: { timeoutMaxMs: number; observe?: ExchangeObserver }): Http {
  const agent = new Agent({
    connections: connectionsPerHostMax,
    pipelining: 1,
    connect: { timeout: Math.min(connectTimeoutMaxMs, options.timeoutMaxMs) },
    // The caller's signal is the deadline; these only back it up.
    headersTimeout: options.timeoutMaxMs,
    bodyTimeout: options.timeoutMaxMs,
    keepAliveMaxTimeout: keepAliveMaxMs,
  });
  let inFlight = 0;
  return {
    async exchange(request, signal) {
      if (inFlight >= inFlightMax)
        return {
          outcome: 'failed',
          started: false,
          reason: 'overloaded',
          detail: `${inFlightMax} in flight`,
        };
      inFlight += 1;
      const startedMs = performance.now();
      try {
        const exchange = await dispatchOnce(agent, request, signal);
        const answered = exchange.outcome === 'answered';
        const outcome = answered ? `${Math.floor(exchange.status / 100)}xx` : exchange.reason;
        options.observe?.(request.url, outcome, (performance.now() - startedMs) / 1_000);
        return exchange;
      } finally {
        inFlight -= 1;
      }
    },
    close: () => agent.close(),
  };
}

function dispatchOnce(agent: Dispatcher, request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    let started = false;
    let settled = false;
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let contentType = '';
    let encoding = '';
    const chunks: Buffer[] = [];
    let bytes = 0;

    const settle = (exchange: Exchange) => {
      if (settled) return;
      settled = true;
      signal.removeEventListener('abort', onAbort);
      resolve(exchange);
    };
    const onAbort = () => {
      const kind = abortKind(signal);
      const reason = kind === 'timeout' && !started ? 'unreachable' : kind;
      settle({ outcome: 'failed', started, reason, detail: namesOf(signal.reason).name });
      controller?.abort(new Error('given up'));
    };
    const answered = (cut: boolean) => {
      // Nothing is unpacked: identity was asked for, and a body in another coding cannot be read.
      const readable = encoding === '' || encoding === 'identity';
      const body = readable ? Buffer.concat(chunks).toString('utf8') : '';
      settle({ outcome: 'answered', status, contentType, body, cut: cut || !readable });
    };

    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    agent.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: { ...request.headers, 'accept-encoding': 'identity' },
        ...(request.body === undefined ? {} : { body: request.body }),
      },
      {
        // Called on a connected socket, just before the first byte is written.
        onRequestStart(given) {
          controller = given;
          if (settled) given.abort(new Error('given up before it was sent'));
          else started = true;
        },
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode;
          contentType = headerText(headers['content-type']);
          encoding = headerText(headers['content-encoding']).toLowerCase();
        },
        onResponseData(given, chunk) {
          const room = replyBytesMax - bytes;
          chunks.push(Buffer.from(chunk.subarray(0, room)));
          bytes += Math.min(chunk.length, room);
          if (chunk.length > room) {
            answered(true);
            given.abort(new Error('reply is too long'));
          }
        },
        onResponseEnd: () => answered(false),
        onResponseError: (_controller, error) => settle(failureOf(error, started)),
      },
    );
  });
}

function headerText(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 200) ?? '';
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

/** Names of an error only: its message may quote what was sent. Errors of Node's own realm are recognised too. */
function namesOf(error: unknown): { readonly code: string; readonly name: string } {
  const given =
    typeof error === 'object' && error !== null ? (error as { code?: unknown; name?: unknown }) : {};
  return {
    code: typeof given.code === 'string' ? given.code : '',
    name: typeof given.name === 'string' ? given.name : 'unknown',
  };
}
