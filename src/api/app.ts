/** The Express application: the steps that every request takes, then the company's operations and the receiver's services. */
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { ServiceError } from '../shared/errors.js';
import { createClientOf, type Client } from './http/client-address.js';
import { createKeyDoor, type KeyDoor } from './session/api-keys.js';
import { createTokens, type Tokens } from './session/tokens.js';
import { installCompanyApi } from './company-api.js';
import type { ApiDeps } from './deps.js';
import { createShares, loadsOf, receiverLoadsOf, type Shares } from './limits/shares.js';
import { installReceiver } from './receiver/install-receiver.js';
import { compileContract, type Contract } from './operation-steps.js';
import type { WebOptions } from './web/mount.js';
import { refused } from './http/envelope.js';
import { reportRefusal, toServiceError } from './http/error-answer.js';
import { installHealth } from './http/health.js';
import { begin, contextOf, readQuery } from './http/request-context.js';

export interface AppOptions {
  /** Compiled once, to share it between several applications in one process. */
  readonly contract?: Contract;
  readonly web?: WebOptions;
  readonly shares?: Shares;
  /** Whether the process has more connections than it can serve. Then it answers only health checks. */
  readonly crowded?: () => boolean;
  /** How many connections the process has accepted so far. */
  readonly accepted?: () => number;
  /** `receiver`: only the receiver's services, on their own port. */
  readonly serves?: 'all' | 'receiver';
  /** How long the body of a login may take. */
  readonly loginBodyMs?: number;
}

/** A login fits in one packet. Strangers must not hold the slots for logins with bodies that never end. */
const usualLoginBodyMs = 10_000;

export function createApp(
  deps: ApiDeps,
  {
    contract,
    serves = 'all',
    accepted = () => 0,
    web = {},
    shares = createShares(accepted),
    crowded = () => false,
    loginBodyMs = usualLoginBodyMs,
  }: AppOptions = {},
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', deps.config.trustProxy).set('query parser', readQuery);
  app.use(begin(deps));
  installHealth(app, deps);
  app.use(refuseCrowd(crowded));
  const clientOf = createClientOf(deps.log);
  const tokens = createTokens(deps.config.jwt);
  const { allowProduction } = deps.config;
  const keyDoor = createKeyDoor({ ...deps, allowProduction, shares });
  app.use(
    ['/docs', '/openapi.json', '/openapi-management.json', '/llms.txt', '/llms-full.txt', '/app'],
    limitPages(shares, clientOf),
  );
  app.use(waitForTurn(deps, { tokens, keyDoor, shares, clientOf }));
  if (serves === 'all') {
    deps.metrics.observeLoad(loadsOf(shares));
    installCompanyApi(app, deps, {
      tokens,
      keyDoor,
      contract: contract ?? compileContract(),
      web,
      shares,
      clientOf,
      loginBodyMs,
    });
  } else deps.metrics.observeLoad(receiverLoadsOf(shares));
  if (deps.receiver !== undefined)
    installReceiver(app, { ...deps, receiver: deps.receiver }, { shares, clientOf });
  app.use(() => {
    throw new ServiceError('NOT_FOUND');
  });
  app.use(answerError(deps));
  return app;
}

interface Arrival {
  readonly tokens: Tokens;
  readonly keyDoor: KeyDoor;
  readonly shares: Shares;
  readonly clientOf: (req: Request) => Client;
}

/**
 * Companies wait among companies and strangers among networks, so a flood of wrong logins from many networks delays no company. The queues
 * order only the arrivals: a request gives its slot back at once and continues.
 */
function waitForTurn({ clock }: ApiDeps, { tokens, keyDoor, shares, clientOf }: Arrival): RequestHandler {
  return async (req, res, next) => {
    const { authorization } = req.headers;
    const claims = isOfCompany(req) ? tokens.claimsOf(authorization, clock()) : undefined;
    const companyId = claims?.companyId ?? keyDoor.companyOf(authorization);
    if (companyId === undefined) await shares.arrivals.run(clientOf(req).network, () => Promise.resolve());
    else {
      if (claims !== undefined) contextOf(res).claims = claims;
      await shares.companyArrivals.run(companyId, () => Promise.resolve());
    }
    next();
  };
}

function isOfCompany(req: Request): boolean {
  return /^\/api\//i.test(req.path);
}

/** Anyone may load the documentation and the web application. */
function limitPages({ pages }: Shares, clientOf: Arrival['clientOf']): RequestHandler {
  return (req, _res, next) => {
    pages(clientOf(req).network);
    next();
  };
}

/** Refuses requests before memory or sockets run out. /healthz still answers. */
function refuseCrowd(crowded: () => boolean): RequestHandler {
  return (_req, _res, next) => {
    if (crowded())
      throw new ServiceError('OVERLOADED', { retryAfterSeconds: crowdSeconds, limit: 'connections' });
    next();
  };
}

const crowdSeconds = 5;

function answerError(deps: ApiDeps): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const refusal = toServiceError(error, req);
    reportRefusal(deps, refusal, req, res);
    if (res.headersSent) {
      next(error);
      return;
    }
    if (refusal.status === 401) res.set('WWW-Authenticate', 'Bearer');
    res.status(refusal.status).json(refused(refusal, contextOf(res).correlationId));
  };
}
