/** Turns any error of a request into the ServiceError that we answer. */
import type { Request, Response } from 'express';
import { error as openApiErrors } from 'express-openapi-validator';
import { ServiceError, type ErrorCode } from '../../shared/errors.js';
import { CheckerBusyError } from '../../documents/threads/checker-threads.js';
import { ThreadEndedError } from '../../documents/threads/threads.js';
import { correlationHeader } from './correlation-id.js';
import type { ApiDeps } from '../deps.js';
import {
  BodyLostError,
  LedgerUnavailableError,
  ObjectStoreUnavailableError,
} from '../../ledger/unavailable.js';
import { contextOf, shownPath } from './request-context.js';
import { campoOf, hasField, requestFault, type CheckedRequest } from './request-fault.js';

/** MongoDB elects a new primary within this time. */
const ledgerRetrySeconds = 5;
/** An outage of an object store lasts minutes. */
const objectStoreRetrySeconds = 30;
/** A large voucher takes a few seconds of a thread. */
const checkerRetrySeconds = 5;

/** The validator writes header names in lower case. */
const correlationPath = `/headers/${correlationHeader.toLowerCase()}`;

/** Paths of the OpenAPI validator's findings that have a code of their own; all others are REQUEST_INVALID. */
const parameterErrors: ReadonlyMap<string, ErrorCode> = new Map(
  Object.entries<ErrorCode>({
    '/query/waitForFinal': 'WAIT_FOR_FINAL_INVALID',
    '/query/condicional': 'CONDICIONAL_INVALID',
    '/query/externalReference': 'EXTERNAL_REFERENCE_INVALID',
    [correlationPath]: 'CORRELATION_ID_INVALID',
    '/params/encf': 'ENCF_INVALID',
    '/query/encf': 'ENCF_INVALID',
    '/query/rnc': 'RNC_INVALID',
    '/query/rncEmisor': 'RNC_INVALID',
    '/params/rncEmisor': 'RNC_INVALID',
    '/query/rncComprador': 'RNC_INVALID',
    '/query/codigoSeguridad': 'SECURITY_CODE_INVALID',
    '/body/ecfType': 'ECF_TYPE_INVALID',
    '/body/externalReference': 'EXTERNAL_REFERENCE_INVALID',
    // A malformed company in the path is not the token's company.
    '/params/companyId': 'COMPANY_NOT_ALLOWED',
    '/params/rnc': 'COMPANY_NOT_ALLOWED',
  }),
);

export function toServiceError(error: unknown, request: CheckedRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  const cause = { cause: error };
  if (error instanceof LedgerUnavailableError) {
    return new ServiceError('LEDGER_UNAVAILABLE', { retryAfterSeconds: ledgerRetrySeconds }, cause);
  }
  if (error instanceof ObjectStoreUnavailableError) {
    return new ServiceError('OLD_BODY_UNAVAILABLE', { retryAfterSeconds: objectStoreRetrySeconds }, cause);
  }
  if (error instanceof BodyLostError) return new ServiceError('OLD_BODY_LOST', {}, cause);
  if (error instanceof CheckerBusyError) {
    return new ServiceError('OVERLOADED', { retryAfterSeconds: checkerRetrySeconds, limit: 'checks' }, cause);
  }
  if (error instanceof openApiErrors.BadRequest) return fromOpenApi(error, request);
  // The router could not decode the path, or the contract does not know it: the router leaves out a fragment, the validator does not.
  if (error instanceof URIError || unknownPaths.some((one) => error instanceof one))
    return new ServiceError('NOT_FOUND');
  return new ServiceError('INTERNAL_ERROR', {}, cause);
}

const unknownPaths = [openApiErrors.NotFound, openApiErrors.MethodNotAllowed];

interface OpenApiFindings {
  readonly path?: string;
  readonly errors?: readonly { readonly path: string; readonly errorCode?: string }[];
}

/** For most codes the code's own message explains the wrong value. These codes need a message about the field. */
const explained: readonly ErrorCode[] = ['REQUEST_INVALID', 'ECF_TYPE_INVALID'];

function fromOpenApi({ path, errors }: OpenApiFindings, request: CheckedRequest): ServiceError {
  const paths = errors?.map((finding) => finding.path) ?? [];
  // The answer names one finding: the first that has a code of its own, otherwise the first of all.
  const named = paths.find((one) => ownCode(one, request) !== undefined) ?? paths[0] ?? path ?? '';
  const code = ownCode(named, request) ?? 'REQUEST_INVALID';
  const campo = named === correlationPath ? correlationHeader : campoOf(named);
  const isMissing = errors?.some(({ errorCode }) => errorCode === 'required.openapi.validation') === true;
  const mensaje = explained.includes(code) || isMissing ? requestFault(request, named) : undefined;
  return new ServiceError(code, {
    ...(campo === '' ? {} : { campo }),
    ...(mensaje === undefined ? {} : { mensaje }),
  });
}

/** Undefined also for a name that this operation does not have, although another operation's parameter of that name has a code. */
function ownCode(path: string, request: CheckedRequest): ErrorCode | undefined {
  return hasField(request, path) ? parameterErrors.get(path) : undefined;
}

/** 503 says that another part is away or busy. But a thread that ended with its voucher is a defect. */
function isOutage({ status, cause }: Error & { readonly status: number }): boolean {
  return status === 503 && !(cause instanceof CheckerBusyError && cause.cause instanceof ThreadEndedError);
}

/**
 * Most clients read only after they have sent everything. To close before that would reset the connection, and the answer would be lost.
 * So the rest of the body is discarded, for as long as a request may take (server.ts), and a client that asked to close sees the end of
 * the answer.
 */
function discardRest(req: Request, res: Response): void {
  if (req.complete) return;
  req.resume();
  if (res.shouldKeepAlive) return;
  res.set('Connection', 'keep-alive');
  res.once('finish', () => req.socket.end());
}

/** Counts and logs a refusal, and sets the headers that tell the caller when to come back. */
export function reportRefusal(
  { log, metrics }: Pick<ApiDeps, 'log' | 'metrics'>,
  refusal: Error & { readonly code: string; readonly status: number },
  req: Request,
  res: Response,
): void {
  metrics.refused(refusal.code);
  contextOf(res).refusal = refusal.code;
  // The cause is logged here, once, and never sent. Only a defect needs a stack.
  if (refusal.status >= 500) {
    const line = { code: refusal.code, path: shownPath(req), correlationId: contextOf(res).correlationId };
    if (isOutage(refusal)) log.warn({ ...line, outage: refusal.cause }, 'request refused');
    else log.error({ ...line, err: refusal.cause }, 'request failed');
  }
  if (!res.headersSent) discardRest(req, res);
  if (res.headersSent || !(refusal instanceof ServiceError)) return;
  const { retryAfterSeconds, limit } = refusal.detail;
  if (limit !== undefined) metrics.limited(limit);
  if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
}
