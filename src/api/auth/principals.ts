/**
 * Who calls: the user and company behind a token, read from the ledger on each request, so that a new password, a disabled
 * user or another environment ends the token at once.
 */
import { ServiceError } from '../../shared/errors.js';
import type { ApiStore, Company, UserOfCompany } from '../../ledger/store.js';
import type { TokenClaims } from './tokens.js';

export interface Principal {
  readonly usuario: string;
  /** As it was before the body arrived. Its environment is the token's. */
  readonly company: Company;
  /**
   * Reads the ledger again, now: the body may have taken a minute to arrive. The company as it is now; throws
   * TOKEN_INVALID when the token has ended.
   */
  confirm(): Promise<Company>;
}

/**
 * @returns a function that finds the principal of a token's claims, or throws TOKEN_INVALID. Thousands of retries may
 * arrive at the same moment: they share one read. Nothing is kept beyond it.
 */
export function createPrincipals(store: ApiStore): (claims: TokenClaims) => Promise<Principal> {
  /** As many as requests under way, at most. */
  const reading = new Map<string, Promise<UserOfCompany | undefined>>();

  const read = ({ usuario, rnc }: TokenClaims) => store.findUserOfCompany(usuario, rnc);
  const readShared = (claims: TokenClaims) => {
    const key = JSON.stringify([claims.rnc, claims.usuario]);
    const found = reading.get(key) ?? read(claims).finally(() => reading.delete(key));
    reading.set(key, found);
    return found;
  };

  return async (claims) => ({
    usuario: claims.usuario,
    company: companyOf(claims, await readShared(claims)),
    // Not shared: a read under way may have started before the change that matters.
    confirm: async () => companyOf(claims, await read(claims)),
  });
}

function companyOf(claims: TokenClaims, found: UserOfCompany | undefined): Company {
  if (found === undefined || !mayCall(claims, found)) throw new ServiceError('TOKEN_INVALID');
  return found.company;
}

function mayCall(claims: TokenClaims, { user, company }: UserOfCompany): boolean {
  return (
    !user.disabled &&
    (user.tokenGeneration ?? 0) === claims.userGeneration &&
    company.companyId === claims.companyId &&
    company.rnc === claims.rnc &&
    company.environment === claims.environment &&
    (company.tokenGeneration ?? 0) === claims.companyGeneration
  );
}
