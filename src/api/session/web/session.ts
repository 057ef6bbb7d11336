/** The person who is logged in, and what that person may see. */
import type { SessionData } from 'express-session';
import type { Company } from '../../../ledger/companies/company.js';
import type { Person } from '../../../ledger/people/person.js';
import { shownRole } from '../permissions.js';
import { stageOf } from '../second-factor-stage.js';
import type { Sessions } from '../sessions.js';
import { get, remove, type RouteDeps, type WebRequest, type WebRoute } from '../../web/web-route.js';

export function sessionRoutes(deps: RouteDeps, sessions: Sessions): readonly WebRoute[] {
  return [
    // This is the page's first request, also before and during a login. Browsers log a 401 as an error, so without a session the answer
    // is not a 401.
    get('/session', 'visitor', async (request) => {
      const { http } = request;
      if (!sessions.isNamed(http)) return { next: 'password' };
      const stage = stageOf(request.person, http.session, deps.allowProduction);
      return stage === 'done' ? sessionOf(deps, request) : { next: stage };
    }),
    remove('/session', { permission: 'unfinished', audit: 'session.end', turn: 'none' }, async ({ http }) => {
      await sessions.end(http);
      return {};
    }),
  ];
}

async function sessionOf(deps: RouteDeps, { person, http }: WebRequest): Promise<object> {
  const { config, allowProduction } = deps;
  const { demo, temporalUiUrl, receiverMiddle } = config.web;
  const { personId, email, name, support, secondFactor } = person;
  const companies = await companiesOf(deps, person);
  return {
    person: { personId, email, name, support, secondFactor },
    companies: companies.map((company) => viewOf(company, person)),
    service: {
      demo,
      allowProduction,
      temporalUiUrl,
      receiverMiddle,
      customerMail: config.customerMailsPerDay > 0,
    },
    wrongCodes: wrongCodesOf(http.session),
  };
}

function wrongCodesOf({ wrongCodes }: Partial<SessionData>): object | null {
  if (wrongCodes === undefined) return null;
  const { count, firstAtMs, lastAtMs } = wrongCodes;
  return { count, firstAt: new Date(firstAtMs), lastAt: new Date(lastAtMs) };
}

/** A person of the platform sees all companies, up to this many; no service has more. */
const companiesMax = 1_000;

async function companiesOf(deps: RouteDeps, { support, memberships }: Person): Promise<readonly Company[]> {
  if (support) return deps.store.listCompanies(0, companiesMax);
  const found = await deps.store.findCompanies(memberships.map(({ companyId }) => companyId));
  return memberships.flatMap(({ companyId }) => found.find((one) => one.companyId === companyId) ?? []);
}

function viewOf({ companyId, rnc, razonSocial, environment }: Company, person: Person): object {
  return { companyId, rnc, razonSocial, environment, role: shownRole(person, companyId) };
}
