/** The routes of a company's vouchers, numbers, settings and certificates. */
import type { RouteDeps } from '../route-deps.js';
import type { WebRoute } from '../web-route.js';
import { certificationRoutes } from './certification/routes.js';
import { sequenceRoutes } from './numbering/sequences.js';
import { unusedRoutes } from './numbering/unused.js';
import { decisionRoutes } from './vouchers/decisions.js';
import { listRoutes } from './vouchers/list.js';
import { oneRoutes } from './vouchers/one.js';

export function deskRoutes(deps: RouteDeps): readonly WebRoute[] {
  return [listRoutes, oneRoutes, decisionRoutes, sequenceRoutes, unusedRoutes, certificationRoutes].flatMap(
    (rows) => rows(deps),
  );
}
