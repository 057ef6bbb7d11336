/** The accounts of a company's integrations. No result contains a password or its hash. */
import type { Company } from '../../ledger/companies/company.js';
import type { User } from '../../ledger/people/user.js';
import type { Ledger } from '../deps.js';

export type UserView = Pick<User, 'usuario' | 'rnc' | 'companyId' | 'disabled' | 'madeBy' | 'passwordBy'>;

/** A company has a handful of integrations. */
const usersListed = 1_000;

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
