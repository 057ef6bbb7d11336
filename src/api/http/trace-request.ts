/**
 * The span of a request. It opens when we know who asks, so strangers make none and continue none. It has codes, the company and the route's
 * template: no query, no address, nothing of the body.
 */
import type { NextFunction, Request, Response } from 'express';
import { noTraces, type Traces } from '../../shared/traces.js';
import { contextOf, templateOf } from './request-context.js';

interface Caller {
  readonly companyId: number | undefined;
  /** Programs send one to continue their own trace. */
  readonly traceparent: string | undefined;
}

export function traceRequest(
  traces: Traces,
  { companyId, traceparent }: Caller,
  [req, res, next]: readonly [Request, Response, NextFunction],
): void {
  if (traces === noTraces) {
    next();
    return;
  }
  const context = contextOf(res);
  const route = templateOf(req);
  const span = traces.open(`${req.method} ${route ?? 'other'}`, {
    kind: 'server',
    traceparent,
    since: new Date(Date.now() - (performance.now() - context.startedMs)),
    facts: {
      'http.request.method': req.method,
      'http.route': route,
      'ecf.company_id': companyId,
      'ecf.correlation_id': context.correlationId,
    },
  });
  res.once('close', () => {
    const status = res.writableFinished ? res.statusCode : undefined;
    const facts = {
      'http.response.status_code': status,
      'ecf.operation': operationOf(req),
      'error.type': context.refusal,
    };
    span.end(facts, status !== undefined && status >= 500);
  });
  span.run(next);
}

/** The operation's id in openapi.yaml, which the validator adds to the request. */
function operationOf({ openapi }: Request & { readonly openapi?: unknown }): string | undefined {
  const { schema } = (openapi ?? {}) as { readonly schema?: { readonly operationId?: string } };
  return schema?.operationId;
}
