/** What every request passes first: correlation id, basic headers, one log line. And what it carries from step to step. */
import type { Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../../shared/errors.js';
import { correlationHeader, correlationIdOf } from './correlation-id.js';
import type { ApiDeps } from '../deps.js';
import { headerValues } from './header-values.js';
import type { Principal } from '../auth/principals.js';

export interface RequestContext {
  correlationId: string;
  /** Content-Type as the client sent it. */
  contentType: string | undefined;
  /** Absent before the token was checked. */
  principal?: Principal;
}

export function contextOf(res: Response): RequestContext {
  return res.locals as RequestContext & Record<string, unknown>;
}

/** The service answers JSON: nothing in it may be framed, cached, sniffed or run. /docs sets its own policy. */
const basicHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** Of the route that took it; undefined for a path that is none of ours. */
function templateOf(req: Request): string | undefined {
  const route = req.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : undefined;
}

/** A path to be logged: without what is asked about, which may be a person's cédula. */
export function shownPath(req: Request): string {
  return templateOf(req) ?? req.path.slice(0, pathCharsShown).replace(/\d/g, '#');
}

/** The longest path of ours has half of it. */
const pathCharsShown = 120;

/** Of an operation on one voucher. From the path: the parameters are gone once a step has failed. */
function shownEncf(req: Request): string | undefined {
  return /\/(E\d{12})$/.exec(req.path)?.[1];
}

/** Asked every few seconds: written at a level that is usually off. */
const quietPaths = new Set(['/healthz', '/readyz']);

export function begin({ log, metrics }: Pick<ApiDeps, 'log' | 'metrics'>): RequestHandler {
  return (req, res, next) => {
    const startedMs = performance.now();
    const context = contextOf(res);
    context.correlationId = correlationIdOf(req.get(correlationHeader)).id;
    // Two of them contradict each other: taken together they are none that could be read.
    const contentTypes = headerValues(req, 'content-type');
    context.contentType = contentTypes.length === 0 ? undefined : contentTypes.join(', ');
    res.set(basicHeaders).set(correlationHeader, context.correlationId);
    if (isDeprecated(req.path)) res.set(deprecated);
    if (req.secure) res.set('Strict-Transport-Security', 'max-age=31536000');

    res.once('close', () => {
      const ms = performance.now() - startedMs;
      if (res.writableFinished) metrics.answered(req.method, templateOf(req), res.statusCode, ms / 1_000);
      const line = {
        method: req.method,
        path: shownPath(req),
        encf: shownEncf(req),
        // A client that went away before its answer has none.
        status: res.writableFinished ? res.statusCode : undefined,
        ms: Math.round(ms),
        correlationId: context.correlationId,
        companyId: context.principal?.company.companyId,
      };
      if (quietPaths.has(req.path)) log.debug(line, 'request');
      else log.info(line, 'request');
    });

    const refusal = refusalOf(req);
    if (refusal !== undefined) throw refusal;
    next();
  };
}

/** A path of version 1, an operation's or not. An operation says in `Link` what succeeds it, in place of this. */
function isDeprecated(path: string): boolean {
  return /^\/api\/v1(\/|$)/i.test(path);
}

const deprecated = { Deprecation: 'true', Link: '</docs/>; rel="deprecation"' } as const;

/** Far above what clients and proxies send. Node would leave out silently what goes beyond its own limit. */
const headersMax = 200;

/** What is HTTP for Node's parser, but not for the RFC or not without doubt. */
function refusalOf(req: Request): ServiceError | undefined {
  if (req.rawHeaders.length / 2 > headersMax) return new ServiceError('HEADERS_TOO_LARGE');
  const hosts = headerValues(req, 'host');
  // RFC 9112 §3.2: exactly one.
  if (hosts.length > 1 || (hosts.length === 0 && req.httpVersion === '1.1'))
    return new ServiceError('REQUEST_INVALID', {
      campo: 'Host',
      mensaje: 'La solicitud debe llevar un encabezado Host, y uno solo.',
    });
  // Whoever stands before us may have looked at the other one.
  return headerValues(req, 'authorization').length > 1 ? new ServiceError('TOKEN_INVALID') : undefined;
}
