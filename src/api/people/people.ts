/** The people of a company: who they are, their roles and sessions, and invitations. */
import type { CompanyRole, Invitation, Person } from '../../ledger/people/person.js';
import type { Company } from '../../ledger/companies/company.js';
import type { MailRecord } from '../../ledger/mail/mail-record.js';
import { invitationUrl, invite } from '../../services/people/invite-person.js';
import { mailInvitation } from '../../services/mail/mail-invitation.js';
import { changeRole } from '../../services/people/change-role.js';
import { endSessions } from '../../services/people/end-sessions.js';
import { listInvitations, listPeople, roleIn } from '../../services/people/list-people.js';
import { findMakers } from '../web/makers.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import {
  get,
  patch,
  post,
  remove,
  type RouteDeps,
  type WebRequest,
  type WebRoute,
} from '../web/web-route.js';

const folder = '/companies/:companyId';

export function peopleRoutes(deps: RouteDeps): readonly WebRoute[] {
  const permission = 'people';
  const freshCode = 'or-password';
  return [
    get(`${folder}/people`, { permission, turn: 'person' }, ({ company }) => list(deps, company)),
    post(`${folder}/people`, { permission, freshCode, audit: 'person.invite' }, (request) =>
      add(deps, request),
    ),
    patch(
      `${folder}/people/:personId`,
      { permission, freshCode, audit: 'person.role', turn: 'person' },
      async ({ company, params, body, about }) => {
        const { role } = body as { readonly role: CompanyRole | null };
        const { personId = '' } = params;
        about(`${personId} ${role ?? 'sin rol'}`);
        const { left } = doneOr(await changeRole(deps, company, { personId, role }));
        return { left: left ?? null };
      },
    ),
    remove(
      `${folder}/people/:personId/sessions`,
      { permission, freshCode, audit: 'person.end-sessions', turn: 'person' },
      async ({ company, params }) => {
        doneOr(await endSessions(deps, company, params['personId'] ?? ''));
        return {};
      },
    ),
    post(`${folder}/invitations/:invitationId/mail`, { permission, audit: 'invitation.mail' }, (request) =>
      mailAgain(deps, request),
    ),
    remove(
      `${folder}/invitations/:invitationId`,
      { permission, freshCode, audit: 'invitation.withdraw', turn: 'person' },
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
  const makerOf = ({ memberships }: Pick<Person, 'memberships'>) =>
    memberships.find(({ companyId }) => companyId === company.companyId)?.invitedBy;
  const mails = await deps.store.mailsOfInvitations(invitations.map(({ invitationId }) => invitationId));
  const { nameOf } = await findMakers(deps, [
    ...people.map(makerOf),
    ...invitations.map(({ invitedBy }) => invitedBy),
  ]);
  return {
    items: people.map((person) => ({
      personId: person.personId,
      email: person.email,
      name: person.name,
      role: roleIn(person, company.companyId),
      secondFactor: person.secondFactor,
      invitedBy: nameOf(makerOf(person)),
    })),
    invitations: invitations.map(({ invitationId, email, membership, expiresAt, invitedBy }) => ({
      invitationId,
      email,
      role: membership?.role,
      expiresAt,
      invitedBy: nameOf(invitedBy),
      mail: mailStateOf(mails.get(invitationId)),
    })),
  };
}

async function add(deps: RouteDeps, { company, body, person, about }: WebRequest): Promise<object> {
  const { email, role } = body as { readonly email: string; readonly role: CompanyRole };
  const { companyId } = company;
  const invitedBy = { personId: person.personId };
  const invited = await invite(deps, { email, membership: { companyId, role }, invitedBy });
  const { personId, token, invitation } = doneOr(invited, () => ({ campo: 'email' }));
  about(`${personId} ${role}`);
  await withdrawIfRemoved(deps, person, invitation);
  const mail = await mailInvitation(deps, invitation);
  return {
    invitationUrl: invitationUrl(deps.config.publicUrl, token),
    expiresAt: invitation.expiresAt,
    mail: mail.outcome === 'queued' ? 'queued' : mail.refusal,
  };
}

/** Another mail with the link of an open invitation, to the same address. Its link works beside the others. */
async function mailAgain(deps: RouteDeps, { company, params, about }: WebRequest): Promise<object> {
  const invitation = await deps.store.findInvitationById(params['invitationId'] ?? '', deps.clock());
  if (invitation?.membership?.companyId !== company.companyId) throw new WebError('INVITATION_NOT_FOUND');
  about(invitation.email);
  doneOr(await mailInvitation(deps, invitation));
  return {};
}

function mailStateOf(mail: MailRecord | undefined): object | null {
  if (mail === undefined) return null;
  const { state, code, createdAt, triedAt, endedAt } = mail;
  return { state, code: code ?? null, at: endedAt ?? triedAt ?? createdAt };
}

/**
 * The inviting person may be removed while the link is made. A removal ends the sessions first and withdraws the links afterwards. So either
 * it finds this link, or this function finds that the sessions have ended.
 */
async function withdrawIfRemoved(
  { store }: RouteDeps,
  { personId, generation }: Person,
  { invitationId, membership }: Invitation,
): Promise<void> {
  if ((await store.findPerson(personId))?.generation === generation || membership === undefined) return;
  await store.withdrawInvitation(membership.companyId, invitationId);
  throw new WebError('SESSION_REQUIRED');
}
