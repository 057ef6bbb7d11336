/** Adds the web application to the api: everything under /app. */
import type { Express, Request, RequestHandler } from 'express';
import { ServiceError } from '../../shared/errors.js';
import type { Client } from '../auth/client-address.js';
import type { ApiDeps } from '../deps.js';
import type { Shares } from '../limits/shares.js';
import { answerWebError } from './error-answer.js';
import { createWebRoutes } from './routes.js';
import type { RouteDeps } from './route-deps.js';
import { methodNotAllowed, stepsOf } from './run-route.js';
import { createSessions } from './session/sessions.js';
import type { WebDeps } from './web-deps.js';
import { webApi } from './web-document.js';

export interface MountOptions {
  readonly shares: Shares;
  readonly clientOf: (req: Request) => Client;
  readonly contract: readonly RequestHandler[];
}

export function mountWeb(
  app: Express,
  { web, ...api }: ApiDeps & { readonly web: WebDeps },
  { shares, clientOf, contract }: MountOptions,
): void {
  const { operator, config } = web;
  const { store, clock } = operator;
  const deps: RouteDeps = { ...api, ...operator, shares, config: { ...api.config, web: config } };
  const sessions = createSessions({
    ...{ secrets: config.secrets, people: store, clock },
    openStore: () => store.openSessions(),
  });
  const runner = { deps, sessions, contract, clientOf };
  for (const route of createWebRoutes(deps, sessions))
    app[route.method](webApi + route.path, ...stepsOf(route, runner));
  for (const route of createWebRoutes(deps, sessions)) app.all(webApi + route.path, methodNotAllowed);
  app.use(webApi, () => {
    throw new ServiceError('NOT_FOUND');
  });
  app.use('/app', answerWebError(api));
}
