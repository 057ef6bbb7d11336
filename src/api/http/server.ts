/** The HTTP server around the application: its limits, and Node's own refusals in the envelope. */
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError, type ErrorCode } from '../../shared/errors.js';
import { createApp, type AppOptions } from './app.js';
import { closeLingering } from './close-lingering.js';
import { correlationHeader, correlationIdOf } from './correlation-id.js';
import type { ApiDeps } from '../deps.js';
import { refused } from './envelope.js';

/** In milliseconds, but for the last three. */
export const serverLimits = {
  headersTimeout: 15_000,
  /** The whole request: 16 MB at 2 Mbit/s. How long an answer may take is bounded by waitForFinal. */
  requestTimeout: 70_000,
  /** Above the 60 s of usual load balancers, so that they, and not we, end an idle connection. */
  keepAliveTimeout: 65_000,
  /** How often the timeouts above are looked at. */
  connectionsCheckingInterval: 5_000,
  /** How long a client that is answered too early may go on sending before it reads: 17 MB at 5 Mbit/s. */
  lingerMs: 30_000,
  /** Bytes of it: four of the largest bodies. */
  lingerBytesMax: 64 * 1024 * 1024,
  /** Bytes: a token, a correlation id and what proxies add. */
  maxHeaderSize: 16 * 1024,
  /** Twice the sends that may wait at once; further connections are closed at once. */
  maxConnections: 10_000,
} as const;

export type ServerLimits = { readonly [Name in keyof typeof serverLimits]: number };

/** What Node's HTTP parser and timers refuse before there is a request. */
const clientErrors: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
};

/** Not listening yet: the caller chooses host and port, and closes it. */
export function createApiServer(
  deps: ApiDeps,
  options: AppOptions = {},
  limits: ServerLimits = serverLimits,
): Server {
  const { maxConnections, lingerMs, lingerBytesMax, ...httpOptions } = limits;
  const linger = { lingerMs, lingerBytesMax };
  // Host is checked by the application, so that its refusal comes in the envelope too.
  const app = createApp(deps, options);
  const server = createServer({ ...httpOptions, noDelay: true, requireHostHeader: false }, (req, res) => {
    req.url = originForm(req.url ?? '/');
    app(req, res);
  });
  server.maxConnections = maxConnections;
  // None is left out silently; maxHeaderSize bounds them, and the application counts them.
  server.maxHeadersCount = 0;
  server.on('drop', () => deps.log.warn('connection dropped: too many connections'));
  // Any other expectation than 100-continue is ignored (RFC 9110 §10.1.1 allows it).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));

  const answering = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (req, res) => answering.set(req.socket, res));
  server.on('connection', (socket) => {
    // This is how Node closes a connection after its last answer.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (answering.get(socket)?.req.complete === false) closeLingering(socket, linger);
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
  // No proxy: Node would close the connection without a word.
  server.on('connect', (_req, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    closeLingering(socket, linger, rawAnswer(new ServiceError('METHOD_NOT_ALLOWED')));
  });
  return server;
}

/**
 * Whether the connection's last request may be followed by a refusal written by hand: it broke off before its answer
 * began, or it and its answer are over and this is about the next one. Else the refusal would be taken for its answer.
 */
function mayAnswer({ headersSent, writableFinished, req }: ServerResponse): boolean {
  return req.complete ? writableFinished : !headersSent;
}

/** `http://host/path?query` → `/path?query`: every server must take it (RFC 9112 §3.2.2); the host is not looked at. */
function originForm(target: string): string {
  const [authority] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  if (authority === undefined) return target;
  const rest = target.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** What the application had already said of the request. */
const carriedHeaders = [correlationHeader, 'Deprecation', 'Link'] as const;

/** @param begun the answer that was being prepared when the request broke off. */
function rawAnswer(error: ServiceError, begun?: ServerResponse): string {
  const said = carriedHeaders.flatMap((name) => {
    const value = begun?.headersSent === true ? undefined : begun?.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const headers = new Map([[correlationHeader, correlationIdOf(undefined).id], ...said]);
  const body = JSON.stringify(refused(error, headers.get(correlationHeader) ?? ''));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
