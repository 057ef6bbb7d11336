/**
 * What companies, people and buyers use: documentation, the web application, links, and one route for each operation and version with
 * the steps of its kind.
 */
import type { Express, Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../shared/errors.js';
import { within } from '../shared/within.js';
import type { Client } from './auth/client-address.js';
import { createCompanyLimit } from './auth/company-limit.js';
import { createFindPrincipal, type Principal } from './auth/principals.js';
import type { Tokens } from './auth/tokens.js';
import type { ApiDeps } from './deps.js';
import { installDocs } from './http/docs.js';
import type { Answer } from './http/envelope.js';
import { compileDocument, contractOf, enforcedDocument } from './http/openapi-document.js';
import {
  allBytes,
  bytesOf,
  collectBody,
  plainRequest,
  readOptionalBody,
  readPlainBody,
} from './http/request-body.js';
import { contextOf, textParams } from './http/request-context.js';
import { hold, holdAnswer, holder, working } from './limits/holds.js';
import type { Limit, Shares } from './limits/shares.js';
import { installLinks } from './links/install-links.js';
import {
  checkCompanyOfPath,
  createOperations,
  successorOf,
  versions,
  type Operation,
  type Version,
} from './operations.js';
import type { CompanyRequest, OpenRequest } from './requests.js';
import { rncAskedFor } from './taxpayers/consult-rnc.js';
import { mountWeb, type WebOptions } from './web/mount.js';

/** Middleware that checks requests against openapi.yaml. */
export type Contract = readonly RequestHandler[];

export const compileContract = (): Contract => compileDocument(enforcedDocument());

type CompanyApi = Omit<Steps, 'authenticate'> & { readonly tokens: Tokens; readonly web: WebOptions };

export function installCompanyApi(
  app: Express,
  deps: ApiDeps,
  { tokens, contract, web, shares, clientOf, loginBodyMs }: CompanyApi,
): void {
  const findPrincipal = createFindPrincipal(deps.store, deps.clock);
  const checkCalls = createCompanyLimit(deps.store, deps.config.limits.callsPerMinute, deps.clock, deps.log);
  const authenticate: RequestHandler = async (req, res, next) => {
    const claims = contextOf(res).claims ?? tokens.verify(req.headers.authorization, deps.clock());
    hold(res, shares.companyRequests, claims.companyId, 1);
    const principal = await findPrincipal(claims);
    contextOf(res).principal = principal;
    const { companyId } = principal.company;
    await checkCalls(companyId);
    await shares.starts.run(companyId, () => Promise.resolve());
    next();
  };

  const steps: Steps = { authenticate, contract, shares, clientOf, loginBodyMs };
  const operations = createOperations(deps, tokens, shares);
  for (const operation of operations) {
    for (const version of versions) {
      const path = operation[version];
      if (path === undefined) continue;
      const route = app.route(path);
      route.all(announce(operation, version));
      route[operation.method](plainRequest, ...stepsOf(operation, steps));
      const allowed = allowedOn(operations, version, path);
      route.all((req, res, next) => {
        // Another operation has the same path.
        if (allowed.includes(req.method)) {
          next();
          return;
        }
        res.set('Allow', allowed.join(', '));
        throw new ServiceError('METHOD_NOT_ALLOWED');
      });
    }
  }

  // After the operations: Express compares a request with each route before its own, and the web application has many.
  installLinks(app, deps, { clientOf, open: shares.links, prints: shares.linkPrints });
  installDocs(app);
  if (deps.web !== undefined) mountWeb(app, { ...deps, web: deps.web }, { shares, clientOf, ...web });
}

/** The methods of all operations with this path. */
function allowedOn(operations: readonly Operation[], version: Version, path: string): string[] {
  return operations
    .filter((one) => one[version] === path)
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : ['POST']));
}

interface Steps {
  readonly authenticate: RequestHandler;
  readonly contract: Contract;
  readonly shares: Shares;
  readonly clientOf: (req: Request) => Client;
  readonly loginBodyMs: number;
}

/**
 * The token is checked first; a login has none. Then the request is checked against openapi.yaml. This includes the body of a
 * login or `json` operation, which is therefore read before that. The body of an `ecf` operation is read last.
 */
function stepsOf(
  operation: Operation,
  { authenticate, contract, shares, clientOf, loginBodyMs }: Steps,
): RequestHandler[] {
  const contractChecks = contractOf(contract);
  const { logins, companyBytes } = shares;
  const takeBytesOf = (res: Response) => holder(res, companyBytes, companyIdOf(res));
  const run = (handle: Handle) => answerWith(handle, companyBytes);
  switch (operation.kind) {
    case 'login':
      return [
        (req, res, next) => {
          hold(res, logins, clientOf(req).network, 1);
          next();
        },
        // `loginsMax` limits the memory of all these bodies.
        collectBody(
          'login',
          () => () => undefined,
          (_res, chunks) => within(loginBodyMs, allBytes(chunks), undefined),
        ),
        readPlainBody,
        ...contractChecks,
        run((req, res) =>
          operation.handle({
            client: clientOf(req),
            hasLeft: () => res.destroyed,
            credentials: credentialsOf(req),
          }),
        ),
      ];
    case 'ecf':
      return [
        authenticate,
        ...contractChecks,
        checkCompany,
        collectBody('ecf', takeBytesOf),
        run((req, res) => {
          const body = bytesOf(req, contextOf(res).contentType);
          return operation.handle({ ...companyRequest(req, res), body });
        }),
      ];
    case 'json':
      return [
        authenticate,
        collectBody('json', takeBytesOf),
        operation.optionalBody === true ? readOptionalBody : readPlainBody,
        ...contractChecks,
        checkCompany,
        run((req, res) => operation.handle({ ...companyRequest(req, res), body: req.body })),
      ];
    case 'query':
      return [
        authenticate,
        ...(operation.asksAboutRnc === true
          ? [checkRnc, ...contractChecks]
          : [...contractChecks, checkCompany]),
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

const checkCompany: RequestHandler = (req, res, next) => {
  checkCompanyOfPath(textParams(req), companyRequest(req, res).principal.company);
  next();
};

/** Runs before the OpenAPI validator, which would report a malformed RNC in a path as COMPANY_NOT_ALLOWED. */
const checkRnc: RequestHandler = (req, _res, next) => {
  rncAskedFor({ params: textParams(req), query: req.query });
  next();
};

type Handle = (req: Request, res: Response) => Answer | Promise<Answer>;

function answerWith(handle: Handle, companyBytes: Limit<number>): RequestHandler {
  return async (req, res) => {
    const { body, type = 'json', headers = {} } = await working(res, Promise.resolve(handle(req, res)));
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const { principal } = contextOf(res);
    // A login has no company yet, and its answer is small.
    if (principal !== undefined) holdAnswer(res, companyBytes, principal.company.companyId, bytes.length);
    res.set(headers).status(200).type(type).send(bytes);
  };
}

/** The OpenAPI validator has already checked that the three fields are texts. */
function credentialsOf(req: Request): OpenRequest['credentials'] {
  return req.body as OpenRequest['credentials'];
}

function companyRequest(req: Request, res: Response): CompanyRequest {
  const { correlationId } = contextOf(res);
  return { principal: principalOf(res), correlationId, params: textParams(req), query: req.query };
}

function companyIdOf(res: Response): number {
  return principalOf(res).company.companyId;
}

function principalOf(res: Response): Principal {
  const { principal } = contextOf(res);
  if (principal === undefined) throw new Error('An operation of a company ran without its principal');
  return principal;
}
