/** The Express application: the steps that every request takes, then one route for each operation and version. */
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { ServiceError } from '../../shared/errors.js';
import { createClientOf, type Client } from '../auth/client-address.js';
import { rncAskedFor } from '../taxpayers/consult-rnc.js';
import { createCompanyLimit } from '../auth/company-limit.js';
import type { ApiDeps } from '../deps.js';
import { installDocs } from './docs.js';
import { refused, type Answer } from './envelope.js';
import { toServiceError } from './error-answer.js';
import { installHealth } from './health.js';
import { enforcedDocument } from './openapi-document.js';
import {
  checkCompanyOfPath,
  createOperations,
  successorOf,
  versions,
  type Operation,
  type Version,
} from '../operations.js';
import type { CompanyRequest, OpenRequest } from '../requests.js';
import { createPrincipals } from '../auth/principals.js';
import { bytesOf, collectBody, readBody, type BodyBudget } from './request-body.js';
import { begin, contextOf, shownPath } from './request-context.js';
import { createTokens } from '../auth/tokens.js';

export interface AppOptions {
  /** Compiled once, to share it between several applications in one process. */
  readonly contract?: Contract;
}

/** Middleware that checks requests against openapi.yaml. */
export type Contract = readonly RequestHandler[];

export function compileContract(): Contract {
  return openApiValidator({
    apiSpec: enforcedDocument(),
    // A test checks openapi.yaml against the standard (test/contract/published.test.ts), so a start need not.
    validateApiSpec: false,
    validateRequests: true,
    validateResponses: false,
    // We check the token ourselves, before anything else, so that a stranger learns nothing about the contract.
    validateSecurity: false,
    fileUploader: false,
  });
}

export function createApp(deps: ApiDeps, { contract = compileContract() }: AppOptions = {}): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', deps.config.trustProxy);
  app.use(begin(deps));
  installHealth(app, deps);
  installDocs(app);

  const tokens = createTokens(deps.config.jwt);
  const principalOf = createPrincipals(deps.store);
  const checkCalls = createCompanyLimit(deps.store, deps.config.limits.callsPerMinute, deps.clock, deps.log);
  const authenticate: RequestHandler = async (req, res, next) => {
    const principal = await principalOf(tokens.verify(req.headers.authorization, deps.clock()));
    contextOf(res).principal = principal;
    await checkCalls(principal.company.companyId);
    next();
  };

  const clientOf = createClientOf(deps.log);
  const budget: BodyBudget = { heldBytes: 0 };
  for (const operation of createOperations(deps, tokens)) {
    for (const version of versions) {
      const path = operation[version];
      if (path === undefined) continue;
      const route = app.route(path);
      route.all(announce(operation, version));
      route[operation.method](
        plainRequest,
        ...stepsOf(operation, { authenticate, contract, budget, clientOf }),
      );
      route.all((_req, res) => {
        res.set('Allow', operation.method === 'get' ? 'GET, HEAD' : 'POST');
        throw new ServiceError('METHOD_NOT_ALLOWED');
      });
    }
  }
  app.use(() => {
    throw new ServiceError('NOT_FOUND');
  });
  app.use(answerError(deps));
  return app;
}

interface Steps {
  readonly authenticate: RequestHandler;
  readonly contract: Contract;
  readonly budget: BodyBudget;
  readonly clientOf: (req: Request) => Client;
}

/**
 * The token is checked first; a login has none. Then the request is checked against openapi.yaml. This includes the body of a
 * login or `json` operation, which is therefore read before that. The body of an `ecf` operation is read last.
 */
function stepsOf(
  operation: Operation,
  { authenticate, contract, budget, clientOf }: Steps,
): RequestHandler[] {
  switch (operation.kind) {
    case 'login':
      return [
        collectBody('json', budget),
        readPlainBody,
        ...contract,
        run((req) => operation.handle({ client: clientOf(req), credentials: credentialsOf(req) })),
      ];
    case 'ecf':
      return [
        authenticate,
        ...contract,
        checkCompany,
        collectBody('ecf', budget),
        run((req, res) => {
          const body = bytesOf(req, contextOf(res).contentType);
          return operation.handle({ ...companyRequest(req, res), body });
        }),
      ];
    case 'json':
      return [
        authenticate,
        collectBody('json', budget),
        readPlainBody,
        ...contract,
        checkCompany,
        run((req, res) => operation.handle({ ...companyRequest(req, res), body: req.body })),
      ];
    case 'query':
      return [
        authenticate,
        ...(operation.asksAboutRnc === true ? [checkRnc, ...contract] : [...contract, checkCompany]),
        run((req, res) => operation.handle(companyRequest(req, res))),
      ];
  }
}

/** Adds the successor's path to v1 answers. `begin` has already added the Deprecation header. */
function announce(operation: Operation, version: Version): RequestHandler {
  return (req, res, next) => {
    if (version === 'v1') {
      res.set('Link', `<${successorOf(operation, textParams(req))}>; rel="successor-version"`);
    }
    next();
  };
}

/**
 * Hides two things from the OpenAPI validator. It would keep one compiled validator for ever for each Content-Type with other
 * parameters. And it does not treat HEAD as GET; Node itself leaves the body out of the answer to a HEAD.
 */
const plainRequest: RequestHandler = (req, _res, next) => {
  if (req.headers['content-type'] !== undefined) req.headers['content-type'] = 'application/json';
  if (req.method === 'HEAD') req.method = 'GET';
  next();
};

const readPlainBody: RequestHandler = (req, res, next) => {
  const body = readBody(req, contextOf(res).contentType);
  if (!body.ok) throw new ServiceError(body.code, { mensaje: body.mensaje });
  const [fault] = body.faults;
  if (fault !== undefined)
    throw new ServiceError('REQUEST_INVALID', { campo: fault.campo, mensaje: fault.mensaje });
  req.body = body.value;
  next();
};

const checkCompany: RequestHandler = (req, res, next) => {
  checkCompanyOfPath(textParams(req), companyRequest(req, res).principal.company);
  next();
};

/** Runs before the OpenAPI validator, which would report a malformed RNC in a path as COMPANY_NOT_ALLOWED. */
const checkRnc: RequestHandler = (req, _res, next) => {
  rncAskedFor({ params: textParams(req), query: req.query });
  next();
};

function run(handle: (req: Request, res: Response) => Answer | Promise<Answer>): RequestHandler {
  return async (req, res) => {
    const { body, headers = {} } = await handle(req, res);
    res.set(headers).status(200);
    if (Buffer.isBuffer(body)) res.type('json').send(body);
    else res.json(body);
  };
}

/** The OpenAPI validator has already checked that the three fields are texts. */
function credentialsOf(req: Request): OpenRequest['credentials'] {
  return req.body as OpenRequest['credentials'];
}

function companyRequest(req: Request, res: Response): CompanyRequest {
  const { principal, correlationId } = contextOf(res);
  if (principal === undefined) throw new Error('An operation of a company ran without its principal');
  return { principal, correlationId, params: textParams(req), query: req.query };
}

/** The OpenAPI validator turns numbers in paths into numbers. */
function textParams(req: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(req.params).map(([name, value]) => [name, String(value)]));
}

function answerError({ log, metrics }: ApiDeps): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const refusal = toServiceError(error, req);
    const { correlationId } = contextOf(res);
    metrics.refused(refusal.code);
    // The cause is logged here, once, and never sent to the caller.
    if (refusal.status >= 500) {
      log.error(
        { err: refusal.cause, code: refusal.code, path: shownPath(req), correlationId },
        'request failed',
      );
    }
    if (res.headersSent) {
      next(error);
      return;
    }
    const { retryAfterSeconds } = refusal.detail;
    if (refusal.status === 401) res.set('WWW-Authenticate', 'Bearer');
    if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
    res.status(refusal.status).json(refused(refusal, correlationId));
  };
}
