/** Changes an integration's account: its password, and whether it may log in. */
import type { Company } from '../../ledger/companies/company.js';
import type { User } from '../../ledger/people/user.js';
import { inThisProcess } from './guessable-password.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';
import { type SetCredentials, type PasswordMaking, newHash } from './add-user.js';

type ChangedUser = { readonly outcome: 'changed' } | Refused<'USER_NOT_FOUND'>;
type ChangedPassword = ChangedUser | Refused<'PASSWORD_INVALID' | 'PASSWORD_COMMON'>;

/** Changes the password and ends the user's tokens. */
export async function changePassword(
  { store }: OperatorDeps,
  company: Company,
  { usuario, clave, by }: SetCredentials,
  passwords: PasswordMaking = inThisProcess,
): Promise<ChangedPassword> {
  const made = await newHash(company, { usuario, clave }, passwords);
  if (made.outcome === 'refused') return made;
  const changed = await store.setUserPassword(company.rnc, usuario, made.hash, by);
  return changed ? { outcome: 'changed' } : refused('USER_NOT_FOUND');
}

/** Disabling ends the user's tokens, and enabling does not bring them back. */
export async function setUserDisabled(
  { store }: OperatorDeps,
  { rnc }: Company,
  { usuario, disabled }: Pick<User, 'usuario' | 'disabled'>,
): Promise<ChangedUser> {
  const changed = await store.setUserDisabled(rnc, usuario, disabled);
  return changed ? { outcome: 'changed' } : refused('USER_NOT_FOUND');
}
