/** Adds the web application to the api: everything under /app. */
import type { Express, Request, RequestHandler } from 'express';
import { ServiceError } from '../../shared/errors.js';
import { projectFile } from '../../shared/project-file.js';
import type { Client } from '../http/client-address.js';
import type { ApiDeps } from '../deps.js';
import type { FeedWaits } from '../events/feed-waits.js';
import { refuseOtherMethods } from '../http/other-methods.js';
import {
  createCallLimit,
  createWebRateLimits,
  type Limits,
  type WebCallsPerMinute,
} from '../limits/limits.js';
import type { KeyDoor } from '../session/api-keys.js';
import { answerWebError } from './error-answer.js';
import { createWebRoutes } from './routes.js';
import { installPages } from './pages.js';
import { stepsOf } from './run-route.js';
import { createSessions } from '../session/sessions.js';
import type { WebDeps } from './web-deps.js';
import { createWorkerWatch } from './worker-watch.js';
import type { RouteDeps } from './web-route.js';
import { compileWebContract, webApi } from './web-document.js';

export interface WebOptions {
  readonly contract?: readonly RequestHandler[];
  readonly pages?: string;
  readonly callsPerMinute?: WebCallsPerMinute;
}

interface MountOptions extends WebOptions {
  readonly keyDoor: KeyDoor;
  readonly limits: Limits;
  readonly feedWaits: FeedWaits;
  readonly clientOf: (req: Request) => Client;
}

export function mountWeb(
  app: Express,
  { web, ...api }: ApiDeps & { readonly web: WebDeps },
  {
    limits,
    feedWaits,
    keyDoor,
    clientOf,
    contract = compileWebContract(),
    pages = projectFile('dist/web'),
    callsPerMinute,
  }: MountOptions,
): void {
  const { operator, config } = web;
  const { store, clock } = operator;
  const deps: RouteDeps = {
    ...api,
    ...operator,
    limits,
    feedWaits,
    isProcessing: createWorkerWatch(web),
    config: { ...api.config, web: config },
  };
  const sessions = createSessions({
    secrets: config.secrets,
    people: store,
    clock,
    openStore: () => store.openSessions(),
  });
  const counted = { store, clock, log: api.log };
  const rateLimits = createWebRateLimits(counted, callsPerMinute);
  const countCall = createCallLimit(counted, api.config.limits.callsPerMinute);
  const runner = { deps, sessions, keyDoor, countCall, rateLimits, contract, clientOf };
  const routes = createWebRoutes(deps, sessions);
  for (const route of routes) app[route.method](webApi + route.path, ...stepsOf(route, runner));
  for (const { path } of routes) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    app.all(webApi + path, refuseOtherMethods(methods));
  }
  app.use(webApi, () => {
    throw new ServiceError('NOT_FOUND');
  });
  installPages(app, pages);
  app.use('/app', answerWebError(api));
}
