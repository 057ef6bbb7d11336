/**
 * Invitations. A link works once and for three days. The inviting person passes the link on, because the service sends no mail. So an
 * e-mail address proves nothing: a membership starts only when somebody uses the link, and a person who already has a password must enter
 * it. Otherwise an administrator could take over an account of another company.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { hourMs } from '../../ecf/durations.js';
import { tokenHash } from '../../ledger/people/token-hash.js';
import type { Invitation, Maker, Membership, Person } from '../../ledger/people/person.js';
import { nobodysHash } from '../../shared/passwords.js';
import { inThisProcess, type NewPasswordWork } from './guessable-password.js';
import type { OperatorDeps } from '../deps.js';
import { isPersonName, passwordFault, type PasswordFault } from '../input-rules.js';
import { isEmail, looksLike, normalEmail } from './email.js';
import { takeStock, type LeftBehind } from './left-behind.js';
import { refused, type Refused } from '../../shared/refused.js';
import { roleIn } from './people.js';

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
  const invited = await issue(deps, {
    email,
    ...(membership === undefined ? {} : { membership: { ...membership, invitedBy } }),
    ...(support ? { support: true as const } : {}),
    invitedBy,
  });
  return { ...invited, personId: known?.personId ?? invited.invitation.invitationId };
}

export interface ResetPerson extends Invited {
  /** What somebody with this account made in each company. */
  readonly left: readonly (LeftBehind & { readonly companyId: number })[];
}

/**
 * Removes the person's password, second factor and sessions, and withdraws the open links that the person made. With the new link the person
 * chooses a password.
 */
export async function resetPerson(
  deps: OperatorDeps,
  email: string,
  operator: string,
): Promise<ResetPerson | Refused<'PERSON_NOT_FOUND'>> {
  const { store } = deps;
  const person = await store.findPersonByEmail(normalEmail(email));
  if (person === undefined) return refused('PERSON_NOT_FOUND');
  const { personId, memberships } = person;
  await store.resetPerson(personId);
  const companies = await store.findCompanies(memberships.map(({ companyId }) => companyId));
  const left: ResetPerson['left'][number][] = [];
  for (const company of companies)
    left.push({ companyId: company.companyId, ...(await takeStock(deps, company, personId)) });
  // Of companies that the person has left, and of the platform.
  await store.withdrawInvitationsBy(personId);
  return { ...(await issue(deps, { email: person.email, personId, invitedBy: { operator } })), left };
}

export interface InvitationView {
  readonly outcome: 'found';
  readonly email: string;
  /** True if the person has a password, which confirms the invitation. Otherwise the person chooses name and password now. */
  readonly known: boolean;
  readonly membership: Membership | undefined;
  /** The person will belong to the platform. */
  readonly support: boolean;
  /** The person who accepts the invitation. A new person already has the id that the record will have. */
  readonly person: Pick<Person, 'personId' | 'memberships' | 'support'>;
}

export async function findInvitation(
  deps: OperatorDeps,
  token: string,
): Promise<InvitationView | Refused<'INVITATION_NOT_FOUND'>> {
  const open = await openInvitation(deps, token);
  if (open === undefined) return refused('INVITATION_NOT_FOUND');
  const { invitation, toJoin, toReset } = open;
  const { email, membership, support = false } = invitation;
  const person = (toJoin ?? toReset)?.person ?? newPerson(invitation, '');
  return { outcome: 'found', email, known: toJoin !== undefined, membership, support, person };
}

interface Acceptance {
  readonly name: string;
  readonly password: string;
}

export type Accepted =
  | { readonly outcome: 'accepted'; readonly personId: string }
  | Refused<
      'INVITATION_NOT_FOUND' | 'PERSON_NAME_INVALID' | PasswordFault | 'PASSWORD_COMMON' | 'LOGIN_INVALID'
    >
  /** The person belongs to the company meanwhile, with another role than the invitation's. */
  | Refused<'PERSON_EXISTS'>;

/** Takes effect first and then removes the link. Each effect is conditional, so the same link may be used again after a failure. */
export async function acceptInvitation(
  deps: OperatorDeps,
  token: string,
  { name, password }: Acceptance,
  passwords: NewPasswordWork = inThisProcess,
): Promise<Accepted> {
  const open = await openInvitation(deps, token);
  if (open === undefined) return refused('INVITATION_NOT_FOUND');
  const { invitation, toJoin, toReset } = open;
  if (toJoin !== undefined) {
    const { person, secrets } = toJoin;
    if (!(await passwords.verify({ password, hash: secrets.passwordHash ?? nobodysHash })))
      return refused('LOGIN_INVALID');
    if (await isWithdrawn(deps, token)) return refused('INVITATION_NOT_FOUND');
    return (await join(deps, person, invitation))
      ? done(deps, token, person.personId)
      : refused('PERSON_EXISTS');
  }
  if (!isPersonName(name)) return refused('PERSON_NAME_INVALID');
  const fault = passwordFault(password, invitation.email);
  if (fault !== undefined) return refused(fault);
  if (await passwords.isGuessable({ password, about: [invitation.email, name] }))
    return refused('PASSWORD_COMMON');
  const hash = await passwords.hash(password);
  if (await isWithdrawn(deps, token)) return refused('INVITATION_NOT_FOUND');
  if (toReset !== undefined) {
    const { personId } = toReset.person;
    const set = await deps.store.setFirstPassword(personId, name, hash);
    return set ? done(deps, token, personId) : refused('INVITATION_NOT_FOUND');
  }
  const added = newPerson(invitation, name);
  // If two requests use the same link, the unique e-mail lets only one of them add the person.
  return (await deps.store.addPerson(added, hash))
    ? done(deps, token, added.personId)
    : refused('INVITATION_NOT_FOUND');
}

/**
 * The address of a link. It never comes from the request, whose Host somebody else may have chosen.
 * @param publicUrl the setting ECF_PUBLIC_URL; empty: the page completes the path with its own address
 */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/app/invitacion/${token}`;
}

async function issue(
  { store, clock }: OperatorDeps,
  about: Omit<Invitation, 'invitationId' | 'createdAt' | 'expiresAt'>,
): Promise<Invited> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  const invitation = { invitationId: randomUUID(), ...about, createdAt, expiresAt };
  await store.putInvitation(tokenHash(token), invitation);
  return { outcome: 'invited', token, invitation };
}

async function openInvitation({ store, clock }: OperatorDeps, token: string) {
  const invitation = await store.findInvitation(tokenHash(token), clock());
  if (invitation === undefined) return undefined;
  const { personId, email } = invitation;
  // Only a reset link may set the password of an existing person. A company's invitation must not.
  if (personId === undefined) return { invitation, toJoin: await store.findPersonWithSecrets({ email }) };
  const toReset = await store.findPersonWithSecrets({ personId });
  // A password means that somebody has used this link already.
  if (toReset === undefined || toReset.secrets.passwordHash !== undefined) return undefined;
  return { invitation, toReset };
}

/** The limit for the people and the invitations that a new address is compared with. */
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

/** A password takes a while to check. The invitation may have been withdrawn or replaced meanwhile. */
async function isWithdrawn({ store, clock }: OperatorDeps, token: string): Promise<boolean> {
  return (await store.findInvitation(tokenHash(token), clock())) === undefined;
}

/** False if the person has another role in the company, for example from another link. Then nothing changes. */
async function join(
  { store }: OperatorDeps,
  { personId }: Person,
  { membership, support }: Invitation,
): Promise<boolean> {
  if (membership !== undefined && !(await store.addMembership(personId, membership))) {
    const person = await store.findPerson(personId);
    if (person === undefined || hasOtherRole(person, membership)) return false;
  }
  if (support === true) await store.setSupport(personId);
  return true;
}

async function done({ store }: OperatorDeps, token: string, personId: string): Promise<Accepted> {
  await store.removeInvitation(tokenHash(token));
  return { outcome: 'accepted', personId };
}

function hasOtherRole(person: Person, membership: Membership | undefined): boolean {
  const role = membership === undefined ? undefined : roleIn(person, membership.companyId);
  return role !== undefined && role !== membership?.role;
}

function hasAll(person: Person, membership: Membership | undefined, support: boolean): boolean {
  const isMember = membership === undefined || roleIn(person, membership.companyId) !== undefined;
  return isMember && (!support || person.support);
}

/** The person's id is the invitation's id, so the audit log can name the person before the record exists. */
function newPerson({ invitationId, email, membership, support }: Invitation, name: string): Person {
  const memberships = membership === undefined ? [] : [membership];
  return {
    personId: invitationId,
    email,
    name,
    support: support === true,
    memberships,
    generation: 0,
    secondFactor: false,
  };
}
