/** The table of all routes under /app/api. Each resource has its rows in a file of its own. */
import { accountRoutes } from './routes/account.js';
import { auditRoutes } from './routes/audit.js';
import { portalXmlRoutes } from './routes/certification/portal-xml.js';
import { certificationRoutes } from './routes/certification/routes.js';
import { certificationRunRoutes } from './routes/certification/runs.js';
import { simulationRoutes } from './routes/certification/simulation.js';
import { certificateRoutes } from './routes/company/certificates.js';
import { companyRoutes } from './routes/company/companies.js';
import { printedFormRoutes } from './routes/company/printed-form.js';
import { settingsRoutes } from './routes/company/settings.js';
import { summaryRoutes } from './routes/company/summary.js';
import { userRoutes } from './routes/company/users.js';
import { annulmentRoutes } from './routes/numbering/annulments.js';
import { sequenceRoutes } from './routes/numbering/sequences.js';
import { unusedRoutes } from './routes/numbering/unused.js';
import { inboxRoutes } from './routes/received/inbox.js';
import { decisionRoutes } from './routes/vouchers/decisions.js';
import { listRoutes } from './routes/vouchers/list.js';
import { oneRoutes } from './routes/vouchers/one.js';
import { invitationRoutes } from './routes/invitations.js';
import { createLoginParts } from './routes/login-parts.js';
import { loginRoutes } from './routes/login.js';
import { peopleRoutes } from './routes/people.js';
import { sessionRoutes } from './routes/session.js';
import type { Sessions } from './session/sessions.js';
import type { RouteDeps, WebRoute } from './web-route.js';

/** A company's people, vouchers, numbers, settings and certificates. */
const resources: readonly ((deps: RouteDeps) => readonly WebRoute[])[] = [
  ...[peopleRoutes, auditRoutes],
  ...[listRoutes, oneRoutes, decisionRoutes],
  ...[sequenceRoutes, unusedRoutes, annulmentRoutes],
  ...[certificationRoutes, certificationRunRoutes, simulationRoutes, portalXmlRoutes],
  ...[companyRoutes, settingsRoutes, userRoutes, summaryRoutes, certificateRoutes],
  ...[printedFormRoutes, inboxRoutes],
];

export function createWebRoutes(deps: RouteDeps, sessions: Sessions): readonly WebRoute[] {
  const parts = createLoginParts(deps, sessions);
  return [
    ...sessionRoutes(deps, sessions),
    ...loginRoutes(parts),
    ...accountRoutes(parts),
    ...invitationRoutes(deps, parts.limit),
    ...resources.flatMap((rowsOf) => rowsOf(deps)),
  ];
}
