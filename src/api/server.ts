/** The HTTP server around the application: it sets the limits and answers in our envelope when Node itself refuses a request. */
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError, type ErrorCode } from '../shared/errors.js';
import { createApp, type AppOptions } from './app.js';
import { correlationHeader, correlationIdOf } from './http/correlation-id.js';
import type { ApiDeps } from './deps.js';
import { refused } from './http/envelope.js';

/** Settings of Node's server, in milliseconds except the last two. The proxy in front has closer ones (deploy/proxy). */
export const serverLimits = {
  headersTimeout: 15_000,
  /** For the whole request: 16 MB at 2 Mbit/s. waitForFinal limits how long an answer may take. */
  requestTimeout: 70_000,
  /** A client that neither sends nor reads for this long is cut off. Longer than any wait for an answer. */
  silenceTimeout: 300_000,
  /** Longer than the 60 s of common load balancers, so that they close an idle connection and we do not. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  /** In bytes: enough for a token, a correlation id and what proxies add. */
  maxHeaderSize: 16 * 1024,
  /** Node closes any further connection at once. */
  maxConnections: 20_000,
} as const;

export type ServerLimits = { readonly [Name in keyof typeof serverLimits]: number };

const clientErrors: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
};

/** How long a client may go on sending after an answer that Node's parser caused, before it reads it. */
const lastAnswerMs = 5_000;

export function createApiServer(
  deps: ApiDeps,
  options: AppOptions = {},
  limits: ServerLimits = serverLimits,
): Server {
  const { maxConnections, silenceTimeout, ...httpOptions } = limits;
  // The application checks Host, so that this refusal uses the envelope too.
  let accepted = 0;
  const app = createApp(deps, { accepted: () => accepted, ...options });
  const server = createServer({ ...httpOptions, noDelay: true, requireHostHeader: false }, (req, res) => {
    req.url = originForm(req.url ?? '/');
    app(req, res);
  });
  server.on('connection', () => (accepted += 1));
  server.timeout = silenceTimeout;
  server.maxConnections = maxConnections;
  // 0: Node must not drop headers silently. maxHeaderSize limits their size, and the application counts them.
  server.maxHeadersCount = 0;
  server.on('drop', () => deps.log.warn('connection dropped: too many connections'));
  // Ignore any expectation other than 100-continue (RFC 9110 §10.1.1 allows it).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));

  const answering = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (req, res) => answering.set(req.socket, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || (response !== undefined && !mayAnswer(response))) {
      socket.destroy(error);
      return;
    }
    const code = Object.hasOwn(clientErrors, error.code ?? '') ? clientErrors[error.code ?? ''] : undefined;
    deps.metrics.refused(code ?? 'REQUEST_INVALID');
    const refusal = new ServiceError(code ?? 'REQUEST_INVALID');
    answerLast(socket, rawAnswer(refusal, response));
  });
  // We are not a proxy. Without this handler Node would close the connection without an answer.
  server.on('connect', (_req, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    answerLast(socket, rawAnswer(new ServiceError('METHOD_NOT_ALLOWED')));
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

/** Node's parser must not see what still arrives: a late body would be admitted after its refusal. */
function answerLast(socket: Duplex, answer: string): void {
  socket
    .removeAllListeners('data')
    .on('data', () => undefined)
    .end(answer);
  // The parser may have paused the socket, until someone reads the body. Most clients read only after they have sent everything.
  socket.resume()._read(0);
  const timer = setTimeout(() => socket.destroy(), lastAnswerMs);
  socket.once('close', () => clearTimeout(timer));
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

function rawAnswer(error: ServiceError, partial?: ServerResponse): string {
  const said = carriedHeaders.flatMap((name) => {
    const value = partial?.headersSent === true ? undefined : partial?.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const own = new Map([[correlationHeader, correlationIdOf()], ...said]);
  const body = JSON.stringify(refused(error, own.get(correlationHeader) ?? ''));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...Object.fromEntries(own),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
