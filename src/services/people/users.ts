/** The accounts of a company's integrations. No result contains a password or its hash. */
import type { Company } from '../../ledger/companies/company.js';
import type { User } from '../../ledger/people/user.js';
import type { Maker } from '../../ledger/people/person.js';
import { inThisProcess, type NewPasswordWork } from './guessable-password.js';
import type { Ledger, OperatorDeps } from '../deps.js';
import { isNewPassword, isUsuario } from '../input-rules.js';
import { refused, type Refused } from '../../shared/refused.js';

export type UserView = Pick<User, 'usuario' | 'rnc' | 'companyId' | 'disabled' | 'madeBy' | 'passwordBy'>;

type AddedUserView = Omit<UserView, 'madeBy' | 'passwordBy'>;

export interface Credentials {
  readonly usuario: string;
  readonly clave: string;
}

export interface SetCredentials extends Credentials {
  readonly by: Maker;
}

type AddedUser =
  | { readonly outcome: 'added'; readonly user: AddedUserView }
  | Refused<'USUARIO_INVALID' | 'PASSWORD_INVALID' | 'PASSWORD_COMMON' | 'USER_EXISTS'>;

type ChangedUser = { readonly outcome: 'changed' } | Refused<'USER_NOT_FOUND'>;
type ChangedPassword = ChangedUser | Refused<'PASSWORD_INVALID' | 'PASSWORD_COMMON'>;

type PasswordMaking = Pick<NewPasswordWork, 'hash' | 'isGuessable'>;

/** More than enough, because a company has a handful of integrations. */
const usersListed = 1_000;

export async function addUser(
  { store }: OperatorDeps,
  company: Company,
  { usuario, clave, by }: SetCredentials,
  passwords: PasswordMaking = inThisProcess,
): Promise<AddedUser> {
  const { rnc, companyId } = company;
  if (!isUsuario(usuario)) return refused('USUARIO_INVALID');
  const made = await newHash(company, { usuario, clave }, passwords);
  if (made.outcome === 'refused') return made;
  const user: User = {
    usuario,
    rnc,
    companyId,
    passwordHash: made.hash,
    disabled: false,
    madeBy: by,
    passwordBy: by,
  };
  return (await store.addUser(user))
    ? { outcome: 'added', user: { usuario, rnc, companyId, disabled: false } }
    : refused('USER_EXISTS');
}

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

type NewHash =
  { readonly outcome: 'made'; readonly hash: string } | Refused<'PASSWORD_INVALID' | 'PASSWORD_COMMON'>;

async function newHash(
  { rnc, razonSocial }: Company,
  { usuario, clave }: Credentials,
  { hash, isGuessable }: PasswordMaking,
): Promise<NewHash> {
  if (!isNewPassword(clave)) return refused('PASSWORD_INVALID');
  if (await isGuessable({ password: clave, about: [usuario, rnc, razonSocial] }))
    return refused('PASSWORD_COMMON');
  return { outcome: 'made', hash: await hash(clave) };
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

function viewOf({ usuario, rnc, companyId, disabled, madeBy, passwordBy }: User): UserView {
  return {
    usuario,
    rnc,
    companyId,
    disabled,
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(passwordBy === undefined ? {} : { passwordBy }),
  };
}
