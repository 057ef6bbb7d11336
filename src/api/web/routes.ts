/** The table of all routes under /app/api. */
import { archiveRoutes } from '../archive/web-archive.js';
import { accountRoutes } from '../session/web/account.js';
import { auditRoutes } from '../people/audit.js';
import { portalXmlRoutes } from '../certification/portal-xml.js';
import { certificationRunRoutes } from '../certification/runs.js';
import { simulationRoutes } from '../certification/simulation.js';
import { certificateRoutes } from '../certificates/certificates.js';
import { companyRoutes } from '../companies/companies.js';
import { troubleRoutes } from '../companies/companies-in-trouble.js';
import { printedFormRoutes } from '../companies/printed-form.js';
import { settingsRoutes } from '../companies/settings.js';
import { summaryRoutes } from '../companies/summary.js';
import { figuresRoutes } from '../months/figures.js';
import { monthRoutes } from '../months/web-months.js';
import { supplierRoutes } from '../months/web-suppliers.js';
import { keyRoutes } from '../people/keys.js';
import { userRoutes } from '../people/users.js';
import { annulmentRoutes } from '../numbers/web-annulments.js';
import { sequenceRoutes } from '../numbers/web-ranges.js';
import { unusedRoutes } from '../numbers/web-unused.js';
import { eventRoutes } from '../events/web-events.js';
import { webhookRoutes } from '../events/web-webhooks.js';
import { inboxRoutes } from '../received/web-inbox.js';
import { taxpayerRoutes } from '../taxpayers/web-taxpayer.js';
import { decisionRoutes } from '../vouchers/web-decisions.js';
import { draftRoutes } from '../vouchers/issue/web-drafts.js';
import { issueRoutes } from '../vouchers/issue/web-issue.js';
import { listRoutes } from '../vouchers/web-list.js';
import { oneRoutes } from '../vouchers/web-voucher.js';
import { invitationRoutes } from '../people/invitations.js';
import { forgottenPasswordRoutes } from '../session/forgotten-password.js';
import { createLoginParts } from '../session/web/login-parts.js';
import { loginRoutes } from '../session/web/login.js';
import { peopleRoutes } from '../people/people.js';
import { sessionRoutes } from '../session/web/session.js';
import type { Sessions } from '../session/sessions.js';
import type { RouteDeps, WebRoute } from './web-route.js';

const resources: readonly ((deps: RouteDeps) => readonly WebRoute[])[] = [
  ...[peopleRoutes, auditRoutes],
  ...[listRoutes, oneRoutes, decisionRoutes, issueRoutes, draftRoutes, taxpayerRoutes],
  ...[archiveRoutes, sequenceRoutes, unusedRoutes, annulmentRoutes],
  ...[certificationRunRoutes, simulationRoutes, portalXmlRoutes],
  ...[companyRoutes, troubleRoutes, settingsRoutes, userRoutes, keyRoutes, summaryRoutes, certificateRoutes],
  ...[figuresRoutes, monthRoutes, supplierRoutes, printedFormRoutes, inboxRoutes, eventRoutes, webhookRoutes],
];

export function createWebRoutes(deps: RouteDeps, sessions: Sessions): readonly WebRoute[] {
  const parts = createLoginParts(deps, sessions);
  return [
    ...sessionRoutes(deps, sessions),
    ...loginRoutes(parts),
    ...accountRoutes(parts),
    ...forgottenPasswordRoutes(parts),
    ...invitationRoutes(deps, parts.limit),
    ...resources.flatMap((rowsOf) => rowsOf(deps)),
  ];
}
