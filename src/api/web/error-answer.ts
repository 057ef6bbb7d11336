/** Turns any error of a request under /app into an answer: `{code, mensaje, campo?, detalle?}`. */
import type { ErrorRequestHandler, Request } from 'express';
import { error as openApiErrors } from 'express-openapi-validator';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';
import { reportRefusal, toServiceError } from '../http/error-answer.js';
import type { OpenApiDocument } from '../http/openapi-document.js';
import { campoOf, requestFault, type CheckedRequest } from '../http/request-fault.js';
import { withParameterNames } from './parameter-names.js';
import { errorBody, WebError } from './web-error.js';
import { readWebDocument } from './web-document.js';

export type AnsweredError = ServiceError | WebError;

export function toAnswered(error: unknown, request: CheckedRequest): AnsweredError {
  if (error instanceof WebError) return error;
  const answered =
    error instanceof openApiErrors.BadRequest ? fromContract(error, request) : toServiceError(error, request);
  return isAboutQuery(answered, request) ? inWordsOfPages(answered) : answered;
}

function isAboutQuery({ detail: { campo } }: ServiceError, { method, query }: CheckedRequest): boolean {
  return campo !== undefined && (method === 'GET' || Object.hasOwn(query, campo));
}

function inWordsOfPages(error: ServiceError): ServiceError {
  const mensaje = withParameterNames(error.message);
  return mensaje === error.message ? error : new ServiceError(error.code, { ...error.detail, mensaje });
}

interface Findings {
  readonly path?: string;
  readonly errors?: readonly { readonly path: string }[];
}

let contract: OpenApiDocument | undefined;

function fromContract({ path, errors }: Findings, request: CheckedRequest): ServiceError {
  contract ??= readWebDocument();
  const first = errors?.[0]?.path ?? path ?? '';
  const [, place] = first.split('/');
  // A parameter of the path that breaks the contract cannot name anything that exists.
  if (place === 'params') return new ServiceError('NOT_FOUND');
  const campo = campoOf(first);
  const mensaje = requestFault(request, first, contract);
  return new ServiceError('REQUEST_INVALID', {
    ...(campo === '' ? {} : { campo }),
    ...(mensaje === undefined ? {} : { mensaje }),
  });
}

export function answerWebError(deps: Pick<ApiDeps, 'log' | 'metrics'>): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const refusal = toAnswered(error, req);
    reportRefusal(deps, refusal, req, res);
    // express-session also reports errors that happen after the answer, such as a failure to extend the session. The answer stays as it is.
    if (res.headersSent) return;
    if (refusal.code === 'SESSION_REQUIRED' && isOpenedLink(req)) {
      res.redirect(303, `/app/abrir?documento=${encodeURIComponent(req.originalUrl)}`);
      return;
    }
    res.status(refusal.status).json(errorBody(refusal));
  };
}

/** True if a person opened a link in a tab, such as the link of a PDF: the page then asks for the login and opens the document. */
function isOpenedLink(req: Request): boolean {
  return req.method === 'GET' && req.get('sec-fetch-dest') === 'document';
}
