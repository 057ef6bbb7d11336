/**
 * Invitations. A link works once and for three days. The inviting person passes the link on, and with a relay the service mails it
 * too. So an e-mail address proves nothing: a membership starts only when somebody uses the link, and a person who already has a password must enter
 * it. Otherwise an administrator could take over an account of another company.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { hourMs } from '../../ecf/durations.js';
import { tokenHash } from '../../ledger/people/token-hash.js';
import type { Invitation, Maker, Membership, Person } from '../../ledger/people/person.js';
import type { OperatorDeps } from '../deps.js';
import { isEmail, looksLike, normalEmail } from './email.js';
import { refused, type Refused } from '../../shared/refused.js';
import { roleIn } from './list-people.js';

const lifetimeMs = 72 * hourMs;
const tokenBytes = 32;

export interface Invited {
  readonly outcome: 'invited';
  /** The secret part of the link. Nothing stores it; the ledger has only its hash. */
  readonly token: string;
  readonly invitation: Invitation;
}

type Inviting =
  | InvitedPerson
  | Refused<'EMAIL_INVALID' | 'PERSON_EXISTS'>
  | Refused<'EMAIL_LOOKS_LIKE', { readonly email: string }>;

interface InvitedPerson extends Invited {
  /** The id of the person who has this address. Until there is one it is the invitation's id, because a new person gets that id. */
  readonly personId: string;
}

/** Without a `membership` the person belongs to the platform only. */
interface NewPerson {
  readonly email: string;
  readonly membership?: Pick<Membership, 'companyId' | 'role'>;
  readonly support?: boolean;
  readonly invitedBy: Maker;
}

export async function invite(
  deps: OperatorDeps,
  { email: given, membership, support = false, invitedBy }: NewPerson,
): Promise<Inviting> {
  const email = normalEmail(given);
  if (!isEmail(email)) return refused('EMAIL_INVALID');
  const known = await deps.store.findPersonByEmail(email);
  if (known !== undefined && (hasOtherRole(known, membership) || hasAll(known, membership, support)))
    return refused('PERSON_EXISTS');
  const double = await findLookAlike(deps, email, membership?.companyId);
  if (double !== undefined) return refused('EMAIL_LOOKS_LIKE', { email: double });
  const invited = await issueInvitation(deps, {
    email,
    ...(membership === undefined ? {} : { membership: { ...membership, invitedBy } }),
    ...(support ? { support: true as const } : {}),
    invitedBy,
  });
  return { ...invited, personId: known?.personId ?? invited.invitation.invitationId };
}

/**
 * The address of a link. It never comes from the request, whose Host somebody else may have chosen.
 * @param publicUrl the setting ECF_PUBLIC_URL; empty: the page completes the path with its own address
 */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/app/invitacion/${token}`;
}

export async function issueInvitation(
  { store, clock }: OperatorDeps,
  about: Omit<Invitation, 'invitationId' | 'createdAt' | 'expiresAt'>,
  validMs = lifetimeMs,
): Promise<Invited> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + validMs);
  const invitation = { invitationId: randomUUID(), ...about, createdAt, expiresAt };
  await store.putInvitation(tokenHash(token), invitation);
  return { outcome: 'invited', token, invitation };
}

const comparedMax = 1_000;

/** The address of another person of the company, or of the service for the platform, that people may take for this one. */
async function findLookAlike(
  { store, clock }: OperatorDeps,
  email: string,
  companyId: number | undefined,
): Promise<string | undefined> {
  const [people, invitations] = await Promise.all([
    store.listPeople(companyId, comparedMax),
    companyId === undefined ? [] : store.listInvitations(companyId, clock(), comparedMax),
  ]);
  return [...people, ...invitations].map((one) => one.email).find((one) => looksLike(one, email));
}

export function hasOtherRole(person: Person, membership: Membership | undefined): boolean {
  const role = membership === undefined ? undefined : roleIn(person, membership.companyId);
  return role !== undefined && role !== membership?.role;
}

function hasAll(person: Person, membership: Membership | undefined, support: boolean): boolean {
  const isMember = membership === undefined || roleIn(person, membership.companyId) !== undefined;
  return isMember && (!support || person.support);
}
