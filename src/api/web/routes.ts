/** The table of all routes under /app/api. Each resource has its rows in a file of its own. */
import { accountRoutes } from './routes/account.js';
import { auditRoutes } from './routes/audit.js';
import { deskRoutes } from './routes/desk.js';
import { invitationRoutes } from './routes/invitations.js';
import { createLoginParts } from './routes/login-parts.js';
import { loginRoutes } from './routes/login.js';
import { peopleRoutes } from './routes/people.js';
import { sessionRoutes } from './routes/session.js';
import type { Sessions } from './session/sessions.js';
import type { RouteDeps, WebRoute } from './web-route.js';

export function createWebRoutes(deps: RouteDeps, sessions: Sessions): readonly WebRoute[] {
  const parts = createLoginParts(deps, sessions);
  return [
    ...sessionRoutes(deps, sessions),
    ...loginRoutes(parts),
    ...accountRoutes(parts),
    ...invitationRoutes(deps, parts.limit),
    ...peopleRoutes(deps),
    ...auditRoutes(deps),
    ...deskRoutes(deps),
  ];
}
