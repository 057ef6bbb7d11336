/** What companies, people and buyers use: one route for each operation and version, links, documentation, and the web application. */
import type { Express, RequestHandler } from 'express';
import type { ApiDeps } from './deps.js';
import { createFeedWaits } from './events/feed-waits.js';
import { installDocs } from './http/docs.js';
import { installMcp } from './http/mcp.js';
import { plainRequest } from './http/request-body.js';
import { textParams } from './http/request-context.js';
import { refuseOtherMethods } from './http/other-methods.js';
import { installLinks } from './buyers/install-links.js';
import { createSteps, type StepsOptions } from './operation-steps.js';
import {
  createOperations,
  methodOf,
  successorOf,
  versions,
  type Operation,
  type Version,
} from './operations.js';
import { mountWeb, type WebOptions } from './web/mount.js';

interface CompanyApi extends StepsOptions {
  readonly web: WebOptions;
}

export function installCompanyApi(app: Express, deps: ApiDeps, { web, ...options }: CompanyApi): void {
  const { tokens, keyDoor, limits, clientOf } = options;
  // One change stream for all readers of this process.
  const feedWaits = createFeedWaits(deps);
  const operations = createOperations(deps, { tokens, limits, feedWaits });
  const { stepsOf, jsonOfCompany } = createSteps(deps, options);
  for (const operation of operations) {
    for (const version of versions) {
      const path = operation[version];
      if (path === undefined) continue;
      const route = app.route(path);
      route.all(announce(operation, version));
      route[methodOf(operation)](plainRequest, ...stepsOf(operation));
      route.all(refuseOtherMethods(methodsOn(operations, version, path)));
    }
  }

  // After the operations: Express compares a request with each route before its own, and the web application has many.
  installLinks(app, deps, { clientOf, prints: limits.linkPrints });
  installDocs(app);
  installMcp(app, jsonOfCompany);
  if (deps.web !== undefined)
    mountWeb(app, { ...deps, web: deps.web }, { limits, keyDoor, clientOf, feedWaits, ...web });
}

/** `begin` has already added the Deprecation header. */
function announce(operation: Operation, version: Version): RequestHandler {
  return (req, res, next) => {
    if (version === 'v1') {
      res.set('Link', `<${successorOf(operation, textParams(req))}>; rel="successor-version"`);
    }
    next();
  };
}

function methodsOn(operations: readonly Operation[], version: Version, path: string): string[] {
  return operations.filter((one) => one[version] === path).map(methodOf);
}
