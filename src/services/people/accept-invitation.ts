/** Accepts an invitation: a new person gets an account, and a known one joins the company. invite-person.ts has the rules. */
import { tokenHash } from '../../ledger/people/token-hash.js';
import type { Invitation, Membership, Person } from '../../ledger/people/person.js';
import { nobodysHash } from '../../shared/passwords.js';
import { inThisProcess, type NewPasswordWork } from './guessable-password.js';
import type { OperatorDeps } from '../deps.js';
import { isPersonName, passwordFault, type PasswordFault } from '../input-rules.js';
import { refused, type Refused } from '../../shared/refused.js';
import { hasOtherRole } from './invite-person.js';

export interface InvitationView {
  readonly outcome: 'found';
  readonly email: string;
  /** True if the person has a password, which confirms the invitation. Otherwise the person chooses name and password now. */
  readonly known: boolean;
  readonly membership: Membership | undefined;
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

async function openInvitation({ store, clock }: OperatorDeps, token: string) {
  const invitation = await store.findInvitation(tokenHash(token), clock());
  // The link for a forgotten password has its own page (forgotten-password.ts).
  if (invitation === undefined || invitation.forgotten !== undefined) return undefined;
  const { personId, email } = invitation;
  // Only a reset link may set the password of an existing person. A company's invitation must not.
  if (personId === undefined) return { invitation, toJoin: await store.findPersonWithSecrets({ email }) };
  const toReset = await store.findPersonWithSecrets({ personId });
  // A password means that somebody has used this link already.
  if (toReset === undefined || toReset.secrets.passwordHash !== undefined) return undefined;
  return { invitation, toReset };
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
