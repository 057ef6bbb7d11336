/** Who is logged in, and what this person may see. */
import type { Company } from '../../../ledger/store.js';
import type { Person } from '../../../ledger/people/person.js';
import { rolesOf, type Role } from '../permissions.js';
import type { RouteDeps } from '../route-deps.js';
import type { Sessions } from '../session/sessions.js';
import type { WebRequest, WebRoute } from '../web-route.js';

export function sessionRoutes(deps: RouteDeps, sessions: Sessions): readonly WebRoute[] {
  return [
    {
      method: 'get',
      path: '/session',
      permission: 'person',
      handle: ({ person }) => sessionOf(deps, person),
    },
    {
      method: 'delete',
      path: '/session',
      permission: 'unfinished',
      audit: 'session.end',
      handle: async ({ http }: WebRequest) => {
        await sessions.end(http);
        return {};
      },
    },
  ];
}

async function sessionOf({ store, config, allowProduction }: RouteDeps, person: Person): Promise<object> {
  const { personId, email, name, support, secondFactor } = person;
  const companies = await companiesOf(store, person);
  return {
    person: { personId, email, name, support, secondFactor },
    companies: companies.map((company) => viewOf(company, person)),
    service: { demo: config.web.demo, allowProduction, temporalUiUrl: config.web.temporalUiUrl },
  };
}

/** A person of the platform sees all companies; the list is long enough for any service. */
const companiesMax = 1_000;

async function companiesOf(store: RouteDeps['store'], person: Person): Promise<readonly Company[]> {
  if (person.support) return store.listCompanies(0, companiesMax);
  const found = await Promise.all(person.memberships.map(({ companyId }) => store.findCompany(companyId)));
  return found.filter((company) => company !== undefined);
}

function viewOf({ companyId, rnc, razonSocial, environment }: Company, person: Person): object {
  // A membership says more about the daily work than the platform's role.
  const role: Role | undefined = rolesOf(person, companyId).at(-1);
  return { companyId, rnc, razonSocial, environment, role };
}
