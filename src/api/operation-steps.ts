/**
 * The steps that a request takes to an operation, in their order: who asks, whether openapi.yaml allows the request, the body, the
 * operation's handler, the answer. The kind of the operation decides which steps it takes.
 */
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import type { Client } from './http/client-address.js';
import type { KeyScope } from '../ledger/people/api-key.js';
import { ServiceError } from '../shared/errors.js';
import { environments } from '../ecf/model/environments.js';
import { checkReach, checkScope, shownKey, type KeyDoor } from './session/api-keys.js';
import { createFindPrincipal, type Principal } from './session/principals.js';
import type { Tokens } from './session/tokens.js';
import type { ApiDeps } from './deps.js';
import type { Answer, CompanyRequest, OpenRequest } from './handler.js';
import { compileDocument, contractOf, enforcedDocument } from './http/openapi-document.js';
import { bytesOf, collectBody, readOptionalBody, readPlainBody } from './http/request-body.js';
import { sendStream } from './http/send-stream.js';
import { contextOf, textParams } from './http/request-context.js';
import { traceRequest } from './http/trace-request.js';
import {
  acquireForAnswer,
  acquireForRequest,
  keepMemoryDuring,
  requestBytes,
  type ByteLimit,
} from './limits/body-memory.js';
import { createCallLimit, type Limits } from './limits/limits.js';
import { checkCompanyOfPath, type Operation } from './operations.js';
import { rncAskedFor } from './taxpayers/consult-rnc.js';

export type Contract = readonly RequestHandler[];

export const compileContract = (): Contract => compileDocument(enforcedDocument());

export interface StepsOptions {
  readonly tokens: Tokens;
  readonly keyDoor: KeyDoor;
  readonly contract: Contract;
  readonly limits: Limits;
  readonly clientOf: (req: Request) => Client;
}

interface Steps {
  readonly stepsOf: (operation: Operation) => RequestHandler[];
  /** For what has a token and a body but no operation in openapi.yaml. */
  readonly jsonOfCompany: readonly RequestHandler[];
}

/**
 * First the token; a login has none. Then the request is checked against openapi.yaml. This includes the body of a login or `json`
 * operation, so that body is read before. The body of an `ecf` operation is read last.
 */
export function createSteps(deps: ApiDeps, options: StepsOptions): Steps {
  const { contract, limits, clientOf } = options;
  const { companyBytes } = limits;
  const authenticateFor = createAuthenticate(deps, options);
  const acquireBytesOf = (res: Response) =>
    acquireForRequest(res, companyBytes, principalOf(res).company.companyId);
  const run = (handle: Handle) => answerWith(handle, companyBytes);
  const jsonOfCompany = [authenticateFor('any'), collectBody('json', acquireBytesOf), readPlainBody];
  const stepsOf = (operation: Operation) => {
    const contractChecks = contractOf(contract);
    const { scope, alsoScope } = operation;
    const authenticate = authenticateFor(scope, alsoScope);
    switch (operation.kind) {
      case 'login':
        return [
          collectBody('login', () => loginBytes),
          readPlainBody,
          ...contractChecks,
          run((req, res) => operation.handle(openRequest(req, res, clientOf(req)))),
        ];
      case 'ecf':
        return [
          authenticate,
          ...contractChecks,
          checkCompany,
          collectBody('ecf', acquireBytesOf),
          run((req, res) => {
            const body = bytesOf(req, contextOf(res).contentType);
            return operation.handle({
              ...companyRequest(req, res),
              body,
              idempotencyKey: req.get('Idempotency-Key'),
            });
          }),
        ];
      case 'json':
        return [
          authenticate,
          collectBody('json', acquireBytesOf),
          operation.optionalBody === true ? readOptionalBody : readPlainBody,
          ...contractChecks,
          checkCompany,
          run((req, res) =>
            operation.handle({
              ...companyRequest(req, res),
              body: req.body,
              idempotencyKey: req.get('Idempotency-Key'),
            }),
          ),
        ];
      case 'query':
        return [
          authenticate,
          ...(operation.asksAboutRnc === true
            ? [checkRncOfPath, ...contractChecks]
            : [...contractChecks, checkCompany]),
          run((req, res) => {
            const handle = async () => operation.handle(companyRequest(req, res));
            const { companyId } = principalOf(res).company;
            return operation.inTurn === true ? limits.lists.run(companyId, handle) : handle();
          }),
        ];
    }
  };
  return { stepsOf, jsonOfCompany };
}

/** A login has 4 KB at most, so all connections together have 80 MB. */
const loginBytes = () => undefined;

function createAuthenticate(deps: ApiDeps, { tokens, keyDoor, limits, clientOf }: StepsOptions) {
  const { companyBytes, starts } = limits;
  const findPrincipal = createFindPrincipal(deps.store, deps.clock);
  const checkCalls = createCallLimit(deps, deps.config.limits.callsPerMinute);
  const ofToken = (req: Request, res: Response): Promise<Principal> => {
    const claims = contextOf(res).claims ?? tokens.verify(req.headers.authorization, deps.clock());
    acquireForRequest(res, companyBytes, claims.companyId)(requestBytes);
    return findPrincipal(claims);
  };
  const ofKey = async (
    req: Request,
    res: Response,
    scope: KeyScope | 'any' | undefined,
    alsoScope: KeyScope | undefined,
  ) => {
    const shown = shownKey(req.headers.authorization);
    if (shown === undefined) return undefined;
    if (shown === 'malformed') throw new ServiceError('API_KEY_INVALID');
    const accepted = await keyDoor.accept(shown, clientOf(req));
    contextOf(res).keyId = accepted.key.keyId;
    // A key of the platform has no company, and no scope.
    if (scope !== 'any' || accepted.company === undefined)
      checkScope(accepted.key, scope === 'any' ? undefined : scope);
    if (alsoScope !== undefined) checkScope(accepted.key, alsoScope);
    if (accepted.company === undefined) throw new Error('A key without a company has a scope');
    // Queries may ask about the vouchers of another environment of the company.
    const { environment } = req.query;
    if (typeof environment === 'string' && Object.hasOwn(environments, environment))
      checkReach(accepted.key, environment);
    acquireForRequest(res, companyBytes, accepted.company.companyId)(requestBytes);
    return keyDoor.principalOf(accepted, shown);
  };
  return (scope: KeyScope | 'any' | undefined, alsoScope?: KeyScope): RequestHandler =>
    async (req, res, next) => {
      const context = contextOf(res);
      const principal = (await ofKey(req, res, scope, alsoScope)) ?? (await ofToken(req, res));
      context.principal = principal;
      const { companyId } = principal.company;
      await checkCalls(companyId);
      await starts.fairStart(companyId);
      const traceparent = req.get('traceparent');
      traceRequest(deps.traces, { companyId, traceparent }, [req, res, next]);
    };
}

const checkCompany: RequestHandler = (req, res, next) => {
  checkCompanyOfPath(textParams(req), principalOf(res).company);
  next();
};

/** Runs before the OpenAPI validator, which would report a malformed RNC in a path as COMPANY_NOT_ALLOWED. */
const checkRncOfPath: RequestHandler = (req, _res, next) => {
  const params = textParams(req);
  if (params['rnc'] !== undefined) rncAskedFor({ params, query: {} });
  next();
};

function openRequest(req: Request, res: Response, client: Client): OpenRequest {
  const credentials = req.body as OpenRequest['credentials'];
  return { client, hasLeft: () => res.destroyed, credentials };
}

function companyRequest(req: Request, res: Response): CompanyRequest {
  const { correlationId } = contextOf(res);
  const principal = principalOf(res);
  return {
    principal,
    company: principal.company,
    correlationId,
    hasLeft: () => res.destroyed,
    params: textParams(req),
    query: req.query,
  };
}

function principalOf(res: Response): Principal {
  const { principal } = contextOf(res);
  if (principal === undefined) throw new Error('An operation of a company ran without its principal');
  return principal;
}

type Handle = (req: Request, res: Response) => Answer | Promise<Answer>;

function answerWith(handle: Handle, companyBytes: ByteLimit<number>): RequestHandler {
  return async (req, res) => {
    const {
      body,
      type = 'json',
      headers = {},
    } = await keepMemoryDuring(res, Promise.resolve(handle(req, res)));
    if (body instanceof Readable) {
      await sendStream(res.set(headers).status(200).type(type), body);
      return;
    }
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const { principal } = contextOf(res);
    // A login has no company yet, and its answer is small.
    if (principal !== undefined)
      acquireForAnswer(res, companyBytes, principal.company.companyId, bytes.length);
    res.set(headers).status(200).type(type).send(bytes);
  };
}
