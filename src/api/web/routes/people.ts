/** The people of a company: who they are, their roles and sessions, and invitations. */
import type { CompanyRole, Invitation } from '../../../ledger/people/person.js';
import type { Company } from '../../../ledger/companies/company.js';
import { invite } from '../../../operator/people/invitations.js';
import {
  changeRole,
  endSessions,
  listInvitations,
  listPeople,
  roleIn,
} from '../../../operator/people/people.js';
import { doneOr } from '../refusals/operator-refusal.js';
import { WebError } from '../web-error.js';
import { get, patch, post, remove, type RouteDeps, type WebRequest, type WebRoute } from '../web-route.js';

const folder = '/companies/:companyId';

export function peopleRoutes(deps: RouteDeps): readonly WebRoute[] {
  const permission = 'people';
  return [
    get(`${folder}/people`, { permission, turn: 'person' }, ({ company }) => list(deps, company)),
    post(`${folder}/people`, { permission, audit: 'person.invite' }, (request) => add(deps, request)),
    patch(
      `${folder}/people/:personId`,
      { permission, audit: 'person.role', turn: 'person' },
      async ({ company, params, body, about }) => {
        const { role } = body as { readonly role: CompanyRole | null };
        const { personId = '' } = params;
        about(`${personId} ${role ?? 'sin rol'}`);
        doneOr(await changeRole(deps, company, { personId, role }));
        return {};
      },
    ),
    remove(
      `${folder}/people/:personId/sessions`,
      { permission, audit: 'person.end-sessions', turn: 'person' },
      async ({ company, params }) => {
        doneOr(await endSessions(deps, company, params['personId'] ?? ''));
        return {};
      },
    ),
    remove(
      `${folder}/invitations/:invitationId`,
      { permission, audit: 'invitation.withdraw', turn: 'person' },
      async ({ company: { companyId }, params, about }) => {
        const withdrawn = await deps.store.withdrawInvitation(companyId, params['invitationId'] ?? '');
        if (withdrawn === undefined) throw new WebError('INVITATION_NOT_FOUND');
        // Nothing else keeps the address. An id would name nobody from now on.
        about(withdrawn.email);
        return {};
      },
    ),
  ];
}

async function list(deps: RouteDeps, company: Company): Promise<object> {
  const [people, invitations] = await Promise.all([
    listPeople(deps, company),
    listInvitations(deps, company),
  ]);
  return {
    items: people.map((person) => ({
      personId: person.personId,
      email: person.email,
      name: person.name,
      role: roleIn(person, company.companyId),
      secondFactor: person.secondFactor,
    })),
    invitations: invitations.map(invitationView),
  };
}

function invitationView({ invitationId, email, membership, expiresAt }: Invitation): object {
  return { invitationId, email, role: membership?.role, expiresAt };
}

async function add(deps: RouteDeps, { company, body, origin, about }: WebRequest): Promise<object> {
  const { email, role } = body as { readonly email: string; readonly role: CompanyRole };
  const { companyId } = company;
  const invited = await invite(deps, { email, membership: { companyId, role } });
  const { personId, token, invitation } = doneOr(invited, () => ({ campo: 'email' }));
  about(`${personId} ${role}`);
  return { invitationUrl: `${origin}/app/invitacion/${token}`, expiresAt: invitation.expiresAt };
}
