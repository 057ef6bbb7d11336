/** The Express application: the steps that every request takes, then the company's operations and the receiver's services. */
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { ServiceError } from '../shared/errors.js';
import { createClientOf, type Client } from './http/client-address.js';
import { createKeyDoor, type KeyDoor } from './session/api-keys.js';
import { createTokens, type Tokens } from './session/tokens.js';
import { installCompanyApi } from './company-api.js';
import type { ApiDeps } from './deps.js';
import { createLimits, loadsOf, receiverLoadsOf, type Limits } from './limits/limits.js';
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
  readonly limits?: Limits;
  readonly accepted?: () => number;
  /** `receiver`: only the receiver's services, on their own port. */
  readonly serves?: 'all' | 'receiver';
}

export function createApp(
  deps: ApiDeps,
  {
    contract,
    serves = 'all',
    accepted = () => 0,
    web = {},
    limits = createLimits(accepted),
  }: AppOptions = {},
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', deps.config.trustProxy).set('query parser', readQuery);
  app.use(begin(deps));
  installHealth(app, deps);
  const clientOf = createClientOf(deps.log);
  const tokens = createTokens(deps.config.jwt);
  const { allowProduction } = deps.config;
  const keyDoor = createKeyDoor({ ...deps, allowProduction, limits });
  app.use(startFairly(deps, { tokens, keyDoor, limits, clientOf }));
  if (serves === 'all') {
    deps.metrics.observeLoad(loadsOf(limits));
    installCompanyApi(app, deps, {
      tokens,
      keyDoor,
      contract: contract ?? compileContract(),
      web,
      limits,
      clientOf,
    });
  } else deps.metrics.observeLoad(receiverLoadsOf(limits));
  if (deps.receiver !== undefined)
    installReceiver(app, { ...deps, receiver: deps.receiver }, { limits, clientOf });
  app.use(() => {
    throw new ServiceError('NOT_FOUND');
  });
  app.use(answerError(deps));
  return app;
}

interface Arrival {
  readonly tokens: Tokens;
  readonly keyDoor: KeyDoor;
  readonly limits: Limits;
  readonly clientOf: (req: Request) => Client;
}

/** Before anything else, and in two queues (limits/limits.ts): a flood of strangers delays no company. */
function startFairly({ clock }: ApiDeps, { tokens, keyDoor, limits, clientOf }: Arrival): RequestHandler {
  return async (req, res, next) => {
    const { authorization } = req.headers;
    const claims = isOfCompany(req) ? tokens.claimsOf(authorization, clock()) : undefined;
    const companyId = claims?.companyId ?? keyDoor.companyOf(authorization);
    if (companyId === undefined) await limits.arrivals.fairStart(clientOf(req).network);
    else {
      if (claims !== undefined) contextOf(res).claims = claims;
      await limits.companyArrivals.fairStart(companyId);
    }
    next();
  };
}

function isOfCompany(req: Request): boolean {
  return /^\/api\//i.test(req.path);
}

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
