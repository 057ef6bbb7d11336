/** Adds an account for a company's integration. No result contains a password or its hash. */
import type { Company } from '../../ledger/companies/company.js';
import type { User } from '../../ledger/people/user.js';
import type { Maker } from '../../ledger/people/person.js';
import { inThisProcess, type NewPasswordWork } from './guessable-password.js';
import type { OperatorDeps } from '../deps.js';
import { isNewPassword, isUsuario } from '../input-rules.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { UserView } from './list-users.js';

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

export type PasswordMaking = Pick<NewPasswordWork, 'hash' | 'isGuessable'>;

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

type NewHash =
  { readonly outcome: 'made'; readonly hash: string } | Refused<'PASSWORD_INVALID' | 'PASSWORD_COMMON'>;

export async function newHash(
  { rnc, razonSocial }: Company,
  { usuario, clave }: Credentials,
  { hash, isGuessable }: PasswordMaking,
): Promise<NewHash> {
  if (!isNewPassword(clave)) return refused('PASSWORD_INVALID');
  if (await isGuessable({ password: clave, about: [usuario, rnc, razonSocial] }))
    return refused('PASSWORD_COMMON');
  return { outcome: 'made', hash: await hash(clave) };
}
