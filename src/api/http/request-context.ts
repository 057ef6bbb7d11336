/** The first step of every request: correlation id, basic headers, one log line. */
import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../../shared/errors.js';
import { correlationHeader, correlationIdOf } from './correlation-id.js';
import type { ApiDeps } from '../deps.js';
import type { Principal } from '../session/principals.js';
import type { TokenClaims } from '../session/tokens.js';

interface RequestContext {
  /** Of `performance.now`. */
  startedMs: number;
  correlationId: string;
  /** Content-Type as the client sent it. */
  contentType: string | undefined;
  claims?: TokenClaims;
  /** Absent until the token has been checked. */
  principal?: Principal;
  personId?: string;
  keyId?: string;
  /** The code of the refusal. */
  refusal?: string;
}

export function contextOf(res: Response): RequestContext {
  return res.locals as RequestContext & Record<string, unknown>;
}

/** The parameters of the path, all as texts: the OpenAPI validator replaces numeric ones by numbers. */
export function textParams(req: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(req.params).map(([name, value]) => [name, String(value)]));
}

/** Our longest operation has fifteen. Of more than this, one is unknown or comes twice, and the answer says so. */
const parametersMax = 100;

/**
 * Reads the query as Express does, but without nesting. No parameter of ours is an object, so `limit[0]=1` is a `limit` with a list as its
 * value, which no operation accepts. The OpenAPI validator would make an object of such names and copy it for each of them: a thousand names
 * in a stranger's login took a tenth of a second of the event loop.
 */
export function readQuery(text: string | null): ParsedUrlQuery {
  const given = Object.entries(parse(text ?? '', '&', '=', { maxKeys: parametersMax }));
  const isNested = ([name]: (typeof given)[number]) => name.includes('[');
  const nested = given.filter(isNested).map(([name]): [string, string[]] => [name.replace(/\[.*/s, ''), []]);
  return Object.fromEntries([...given.filter((one) => !isNested(one)), ...nested]);
}

/** The service answers JSON, so a browser must not frame, cache, sniff or run an answer. /docs sets its own policy. */
const basicHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

export function templateOf(req: Request): string | undefined {
  const { path } = (req.route ?? {}) as { readonly path?: unknown };
  const shown: unknown = Array.isArray(path) ? path.at(-1) : path;
  return typeof shown === 'string' ? shown : undefined;
}

/**
 * The path for the log, without its values. One may be a person's cédula, another the token of a link: links reach this line without
 * a template if they are refused before their route.
 */
export function shownPath(req: Request): string {
  const shown = req.path.replace(secretLike, '…').replace(/\d/g, '#');
  return templateOf(req) ?? shown.slice(0, pathCharsShown);
}

/** Longer than any word of our paths. The tokens of links are longer. */
const secretLike = /[^/]{33,}/g;
/** Our longest path has half this length. */
const pathCharsShown = 120;

/** We read the path because Express drops the parameters once a step has failed. */
function shownEncf(req: Request): string | undefined {
  return /\/(E\d{12})$/.exec(req.path)?.[1];
}

/** Probes ask for these every few seconds, so we log them at a level that is usually off. */
const quietPaths = new Set(['/healthz', '/readyz']);

export function begin({
  log,
  metrics,
  config: { publicUrl },
}: Pick<ApiDeps, 'log' | 'metrics' | 'config'>): RequestHandler {
  return (req, res, next) => {
    const startedMs = performance.now();
    const context = contextOf(res);
    context.startedMs = startedMs;
    context.correlationId = correlationIdOf(req.get(correlationHeader));
    // Two Content-Type headers contradict each other. Joined, they match no type that we accept.
    const contentTypes = headerValues(req, 'content-type');
    context.contentType = contentTypes.length === 0 ? undefined : contentTypes.join(', ');
    res.set(basicHeaders).set(correlationHeader, context.correlationId);
    if (isDeprecated(req.path)) res.set(deprecated);
    // A browser ignores it in an answer that came by http.
    if (cameByHttps(req) || publicUrl !== '') res.set('Strict-Transport-Security', 'max-age=31536000');

    res.once('close', () => {
      const ms = performance.now() - startedMs;
      if (res.writableFinished) metrics.answered(req.method, templateOf(req), res.statusCode, ms / 1_000);
      const line = {
        method: req.method,
        path: shownPath(req),
        encf: shownEncf(req),
        // A client that left before its answer got no status.
        status: res.writableFinished ? res.statusCode : undefined,
        ms: Math.round(ms),
        correlationId: context.correlationId,
        companyId: context.principal?.company.companyId,
        personId: context.personId,
        keyId: context.keyId,
      };
      if (quietPaths.has(req.path)) log.debug(line, 'request');
      else log.info(line, 'request');
    });

    const refusal = refusalOf(req);
    if (refusal !== undefined) throw refusal;
    next();
  };
}

/** This process speaks HTTP, so only a proxy can say so. Express would check the peer's address first, also where no proxy says anything. */
function cameByHttps(req: Request): boolean {
  return req.headers['x-forwarded-proto'] !== undefined && req.secure;
}

function isDeprecated(path: string): boolean {
  return /^\/api\/v1(\/|$)/i.test(path);
}

const deprecated = { Deprecation: 'true', Link: '</docs/>; rel="deprecation"' } as const;

/** Far more than clients and proxies send. Node would silently drop headers beyond a limit of its own. */
const headersMax = 200;

/** Refuses requests that Node's parser accepts but the RFC forbids, or that can be read in two ways. */
function refusalOf(req: Request): ServiceError | undefined {
  if (req.rawHeaders.length / 2 > headersMax) return new ServiceError('HEADERS_TOO_LARGE');
  const hosts = headerValues(req, 'host');
  // RFC 9112 §3.2: exactly one Host header.
  if (hosts.length > 1 || (hosts.length === 0 && req.httpVersion === '1.1'))
    return new ServiceError('REQUEST_INVALID', {
      campo: 'Host',
      mensaje: 'La solicitud debe llevar un encabezado Host, y uno solo.',
    });
  // If there are several, a proxy in front of us may have checked another one than we would.
  return headerValues(req, 'authorization').length > 1 ? new ServiceError('TOKEN_INVALID') : undefined;
}

/**
 * All values of the header, in order; `name` is in lower case. Node's own `headersDistinct` does the same, but before Node
 * 20.20.2 it throws when any header of the request is named `__proto__`.
 */
function headerValues({ rawHeaders }: Pick<Request, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
