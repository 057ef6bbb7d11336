/**
 * A person who forgot the password asks for a link at the login page. The link goes by mail alone: only who reads the person's mail gets it. It
 * changes the password and nothing else, so the second factor is asked for as before.
 */
import { hourMs } from '../../ecf/durations.js';
import { tokenHash } from '../../ledger/people/token-hash.js';
import type { Person } from '../../ledger/people/person.js';
import { refused, type Refused } from '../../shared/refused.js';
import { countInHour, hashedName } from '../count-in-hour.js';
import type { Ledger, OperatorDeps } from '../deps.js';
import { passwordFault, type PasswordFault } from '../input-rules.js';
import { queueMail, type MailDeps } from '../mail/queue-mail.js';
import { normalEmail } from './email.js';
import { inThisProcess, type NewPasswordWork } from './guessable-password.js';
import { issueInvitation } from './invite-person.js';

/** Long enough for a slow relay, and short enough that an old mailbox opens no account. */
const validMs = hourMs;
/** For one address in one hour. Each link replaces the one before, so a stranger who repeats must not make every link useless. */
const ofAddressMax = 3;

/**
 * Counts one more for this address, also if nobody has it, so that nobody can learn from the counter which addresses exist.
 * @returns whether a link may be made
 */
export async function mayAskForLink(deps: Ledger<'count'>, email: string): Promise<boolean> {
  const name = `password-forgotten:${hashedName(normalEmail(email))}`;
  return (await countInHour(deps, name, 1)).count <= ofAddressMax;
}

/** Returns undefined if nobody has this address, or if an operator has reset the person, whose link is then the only one. */
export async function findForgetful(
  { store }: Ledger<'findPersonWithSecrets'>,
  email: string,
): Promise<Person | undefined> {
  const found = await store.findPersonWithSecrets({ email: normalEmail(email) });
  return found?.secrets.passwordHash === undefined ? undefined : found.person;
}

/** Nobody gets the token that is made here; the worker makes the one in the mail (mail-link.ts). */
export async function mailPasswordLink(
  deps: OperatorDeps & MailDeps,
  { personId, email, generation }: Person,
): Promise<void> {
  const { invitation } = await issueInvitation(
    deps,
    { email, personId, forgotten: { generation }, invitedBy: { personId } },
    validMs,
  );
  const { invitationId } = invitation;
  await queueMail(deps, 'password-forgotten', { to: email, data: { invitationId } });
}

/** Returns undefined if the link no longer works. */
export async function findPasswordLink(
  { store, clock }: Ledger<'findInvitation' | 'findPerson'>,
  token: string,
): Promise<Person | undefined> {
  const link = await store.findInvitation(tokenHash(token), clock());
  if (link?.forgotten === undefined || link.personId === undefined) return undefined;
  const person = await store.findPerson(link.personId);
  return person?.generation === link.forgotten.generation ? person : undefined;
}

type Chosen =
  | { readonly outcome: 'chosen'; readonly person: Person }
  | Refused<'INVITATION_NOT_FOUND' | PasswordFault | 'PASSWORD_COMMON'>;

/** Only the request that removes the link may set the password, so a link works once. */
export async function chooseForgottenPassword(
  deps: OperatorDeps,
  token: string,
  password: string,
  passwords: NewPasswordWork = inThisProcess,
): Promise<Chosen> {
  const { store, clock } = deps;
  const person = await findPasswordLink(deps, token);
  if (person === undefined) return refused('INVITATION_NOT_FOUND');
  const fault = passwordFault(password, person.email);
  if (fault !== undefined) return refused(fault);
  if (await passwords.isGuessable({ password, about: [person.email, person.name] }))
    return refused('PASSWORD_COMMON');
  const hash = await passwords.hash(password);
  // A password takes a while to check, and the link may have expired or been replaced meanwhile.
  if ((await findPasswordLink(deps, token)) === undefined) return refused('INVITATION_NOT_FOUND');
  const set =
    (await store.removeInvitation(tokenHash(token))) &&
    (await store.replaceForgottenPassword(person, hash, clock()));
  return set ? { outcome: 'chosen', person } : refused('INVITATION_NOT_FOUND');
}
