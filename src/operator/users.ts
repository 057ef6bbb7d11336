/** The accounts of a company's integrations. No result contains a password or its hash. */
import type { Company } from '../ledger/companies/company.js';
import type { User } from '../ledger/companies/user.js';
import { inThreadPool, type PasswordWork } from '../shared/passwords.js';
import type { Ledger, OperatorDeps } from './deps.js';
import { isNewPassword, isUsuario } from './input-rules.js';
import { refused, type Refused } from '../shared/refused.js';

export type UserView = Pick<User, 'usuario' | 'rnc' | 'companyId' | 'disabled'>;

export interface Credentials {
  readonly usuario: string;
  readonly clave: string;
}

type AddedUser =
  | { readonly outcome: 'added'; readonly user: UserView }
  | Refused<'USUARIO_INVALID' | 'PASSWORD_INVALID' | 'USER_EXISTS'>;

type ChangedUser = { readonly outcome: 'changed' } | Refused<'PASSWORD_INVALID' | 'USER_NOT_FOUND'>;

/** More than enough, because a company has a handful of integrations. */
const usersListed = 1_000;

export async function addUser(
  { store }: OperatorDeps,
  { rnc, companyId }: Company,
  { usuario, clave }: Credentials,
  { hash }: Pick<PasswordWork, 'hash'> = inThreadPool,
): Promise<AddedUser> {
  if (!isUsuario(usuario)) return refused('USUARIO_INVALID');
  if (!isNewPassword(clave)) return refused('PASSWORD_INVALID');
  const user: User = { usuario, rnc, companyId, passwordHash: await hash(clave), disabled: false };
  return (await store.addUser(user)) ? { outcome: 'added', user: viewOf(user) } : refused('USER_EXISTS');
}

/** Changes the password and ends the user's tokens. */
export async function changePassword(
  { store }: OperatorDeps,
  { rnc }: Company,
  { usuario, clave }: Credentials,
  { hash }: Pick<PasswordWork, 'hash'> = inThreadPool,
): Promise<ChangedUser> {
  if (!isNewPassword(clave)) return refused('PASSWORD_INVALID');
  const changed = await store.setUserPassword(rnc, usuario, await hash(clave));
  return changed ? { outcome: 'changed' } : refused('USER_NOT_FOUND');
}

/** Enables or disables a user. Disabling ends the user's tokens, and enabling does not bring them back. */
export async function setUserDisabled(
  { store }: OperatorDeps,
  { rnc }: Company,
  { usuario, disabled }: Pick<User, 'usuario' | 'disabled'>,
): Promise<ChangedUser> {
  const changed = await store.setUserDisabled(rnc, usuario, disabled);
  return changed ? { outcome: 'changed' } : refused('USER_NOT_FOUND');
}

export async function listUsers(
  { store }: Pick<Ledger<'listUsers'>, 'store'>,
  { rnc }: Company,
): Promise<UserView[]> {
  return (await store.listUsers(rnc, usersListed)).map(viewOf);
}

function viewOf({ usuario, rnc, companyId, disabled }: User): UserView {
  return { usuario, rnc, companyId, disabled };
}
