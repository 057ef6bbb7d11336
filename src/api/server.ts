/** The HTTP server around the application: it sets the limits and answers in our envelope when Node itself refuses a request. */
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError, type ErrorCode } from '../shared/errors.js';
import { createApp, type AppOptions } from './app.js';
import { correlationHeader, correlationIdOf } from './http/correlation-id.js';
import type { ApiDeps } from './deps.js';
import { refused } from './http/envelope.js';
import { closeLingering, limitReading } from './http/slow-clients.js';
import { createConnectionGuard, limitPieces } from './limits/connection-guard.js';

/** In milliseconds, except the last ones. */
export const serverLimits = {
  headersTimeout: 15_000,
  /** For the whole request: 16 MB at 2 Mbit/s. waitForFinal limits how long an answer may take. */
  requestTimeout: 70_000,
  /** A client that neither sends nor reads for this long is cut off. Longer than any wait for an answer. */
  silenceTimeout: 300_000,
  /** How long a client may take to read its answer; for a large one longer, see answerBytesPerMs. */
  answerTimeout: 30_000,
  /** Longer than the 60 s of common load balancers, so that they close an idle connection and we do not. */
  keepAliveTimeout: 65_000,
  /** How often Node checks the timeouts above. */
  connectionsCheckingInterval: 5_000,
  /** How long a client may go on sending after an early answer, before it reads: 17 MB at 5 Mbit/s. */
  lingerMs: 30_000,
  /** How many bytes it may send in that time: four of the largest bodies. */
  lingerBytesMax: 64 * 1024 * 1024,
  /** In bytes: enough for a token, a correlation id and what proxies add. */
  maxHeaderSize: 16 * 1024,
  /** A client reads large answers at 2 Mbit/s at least. */
  answerBytesPerMs: 250,
  /** Open requests of companies and logins (limits/shares.ts) fit in. Requests on further connections get 503. */
  connectionsMax: 15_000,
  /** Node closes any further connection at once. */
  maxConnections: 20_000,
} as const;

export type ServerLimits = { readonly [Name in keyof typeof serverLimits]: number };

/** Codes of the errors that Node's HTTP parser and timers report before there is a request. */
const clientErrors: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
};

const pipelinedRetrySeconds = 2;

/** Returns a server that does not listen yet. The caller chooses host and port, and closes it. */
export function createApiServer(
  deps: ApiDeps,
  options: AppOptions = {},
  limits: ServerLimits = serverLimits,
): Server {
  const { connectionsMax, maxConnections, silenceTimeout, lingerMs, lingerBytesMax, ...httpOptions } = limits;
  const linger = { lingerMs, lingerBytesMax };
  let connections = 0;
  let accepted = 0;
  const crowded = () => connections > connectionsMax;
  // The application checks Host, so that this refusal uses the envelope too.
  const app = createApp(deps, { crowded, accepted: () => accepted, ...options });
  const connectionGuard = createConnectionGuard();
  const server = createServer({ ...httpOptions, noDelay: true, requireHostHeader: false }, (req, res) => {
    const admitted = connectionGuard.admit(req, res);
    if (admitted === 'ignore') return;
    if (admitted === 'refuse') {
      refusePipelined(req.socket, res);
      deps.metrics.limited('pipelined');
      return;
    }
    limitPieces(req, () => {
      deps.metrics.limited('pieces');
      server.emit('clientError', new Error('A body came in too many pieces'), req.socket);
    });
    connectionGuard.serveInOrder(req, () => {
      req.url = originForm(req.url ?? '/');
      limitReading(res, limits, () => deps.metrics.limited('unread'));
      app(req, res);
    });
  });
  server.timeout = silenceTimeout;
  server.maxConnections = maxConnections;
  // 0: Node must not drop headers silently. maxHeaderSize limits their size, and the application counts them.
  server.maxHeadersCount = 0;
  server.on('drop', () => deps.log.warn('connection dropped: too many connections'));
  // Ignore any expectation other than 100-continue (RFC 9110 §10.1.1 allows it).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));

  const answering = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (req, res) => answering.set(req.socket, res));
  server.on('connection', (socket) => {
    connections += 1;
    accepted += 1;
    socket.once('close', () => (connections -= 1));
    // Node calls destroySoon to close a connection after its last answer.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (answering.get(socket)?.req.complete === false || connectionGuard.isOver(socket))
        closeLingering(socket, linger);
      else destroySoon();
    };
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || (response !== undefined && !mayAnswer(response))) {
      socket.destroy(error);
      return;
    }
    const code = Object.hasOwn(clientErrors, error.code ?? '') ? clientErrors[error.code ?? ''] : undefined;
    deps.metrics.refused(code ?? 'REQUEST_INVALID');
    const refusal = new ServiceError(code ?? 'REQUEST_INVALID');
    closeLingering(socket, linger, rawAnswer(refusal, response));
  });
  // We are not a proxy. Without this handler Node would close the connection without an answer.
  server.on('connect', (_req, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    closeLingering(socket, linger, rawAnswer(new ServiceError('METHOD_NOT_ALLOWED')));
  });
  return server;
}

/**
 * Whether we may write a raw refusal to the connection. We may when the last request broke off before its answer started. We
 * also may when that request and its answer are complete, so that the refusal belongs to the next request. Otherwise the
 * client would take the refusal for the answer to the last request.
 */
function mayAnswer({ headersSent, writableFinished, req }: ServerResponse): boolean {
  return req.complete ? writableFinished : !headersSent;
}

/** The answer follows those to the earlier requests. The client may go on sending; the parser must not see more of it. */
function refusePipelined(socket: Duplex, res: ServerResponse): void {
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  const refusal = new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: pipelinedRetrySeconds });
  const { headers, body } = lastAnswer(refusal);
  res.writeHead(refusal.status, { ...headers, 'Retry-After': pipelinedRetrySeconds }).end(body);
}

/** `http://host/path?query` → `/path?query`: every server must accept the first form (RFC 9112 §3.2.2). The host is ignored. */
function originForm(target: string): string {
  const [authority] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  if (authority === undefined) return target;
  const rest = target.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Headers that the application may already have set on the answer; the raw answer repeats them. */
const carriedHeaders = [correlationHeader, 'Deprecation', 'Link'] as const;

/** @param partial the answer that the application was preparing when the request broke off */
function rawAnswer(error: ServiceError, partial?: ServerResponse): string {
  const said = carriedHeaders.flatMap((name) => {
    const value = partial?.headersSent === true ? undefined : partial?.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { headers, body } = lastAnswer(error, said);
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}

/** A refusal after which the connection closes. @param said headers that the application has already set */
function lastAnswer(error: ServiceError, said: readonly (readonly [string, string])[] = []) {
  const own = new Map([[correlationHeader, correlationIdOf()], ...said]);
  const body = JSON.stringify(refused(error, own.get(correlationHeader) ?? ''));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...Object.fromEntries(own),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return { headers, body };
}
