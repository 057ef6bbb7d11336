/** The routes of a company's vouchers, numbers, settings and certificates. */
import type { RouteDeps, WebRoute } from '../web-route.js';
import { certificationRoutes } from './certification/routes.js';
import { certificationRunRoutes } from './certification/runs.js';
import { simulationRoutes } from './certification/simulation.js';
import { buyerSettingsRoutes } from './company/buyer-settings.js';
import { certificateRoutes } from './company/certificates.js';
import { portalXmlRoutes } from './company/portal-xml.js';
import { companyRoutes } from './company/companies.js';
import { printedFormRoutes } from './company/printed-form.js';
import { settingsRoutes } from './company/settings.js';
import { summaryRoutes } from './company/summary.js';
import { userRoutes } from './company/users.js';
import { annulmentRoutes } from './numbering/annulments.js';
import { sequenceRoutes } from './numbering/sequences.js';
import { unusedRoutes } from './numbering/unused.js';
import { inboxRoutes } from './received/inbox.js';
import { refusedRoutes } from './received/refused.js';
import { decisionRoutes } from './vouchers/decisions.js';
import { listRoutes } from './vouchers/list.js';
import { oneRoutes } from './vouchers/one.js';

const resources: readonly ((deps: RouteDeps) => readonly WebRoute[])[] = [
  ...[listRoutes, oneRoutes, decisionRoutes],
  ...[sequenceRoutes, unusedRoutes, annulmentRoutes],
  ...[certificationRoutes, certificationRunRoutes, simulationRoutes],
  ...[companyRoutes, settingsRoutes, userRoutes, summaryRoutes, certificateRoutes, portalXmlRoutes],
  ...[printedFormRoutes, buyerSettingsRoutes, inboxRoutes, refusedRoutes],
];

export function deskRoutes(deps: RouteDeps): readonly WebRoute[] {
  return resources.flatMap((rows) => rows(deps));
}
