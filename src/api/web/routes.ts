/** The table of all routes under /app/api. Each resource has its rows in a file of its own. */
import type { RouteDeps } from './route-deps.js';
import { auditRoutes } from './routes/audit.js';
import { deskRoutes } from './routes/desk.js';
import { invitationRoutes } from './routes/invitations.js';
import { loginRoutes } from './routes/login.js';
import { peopleRoutes } from './routes/people.js';
import { sessionRoutes } from './routes/session.js';
import type { Sessions } from './session/sessions.js';
import type { WebRoute } from './web-route.js';

export function createWebRoutes(deps: RouteDeps, sessions: Sessions): readonly WebRoute[] {
  return [
    ...sessionRoutes(deps, sessions),
    ...loginRoutes(deps, sessions),
    ...invitationRoutes(deps),
    ...peopleRoutes(deps),
    ...auditRoutes(deps),
    ...deskRoutes(deps),
  ];
}
