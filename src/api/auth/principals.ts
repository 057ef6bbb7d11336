/**
 * Finds the user and the company of a token. It reads the ledger on each request, so that a new password, a disabled user or a
 * change of environment ends the token at once.
 */
import { ServiceError } from '../../shared/errors.js';
import type { ApiStore } from '../../ledger/mongo/connect.js';
import type { Company, UserOfCompany } from '../../ledger/store.js';
import type { TokenClaims } from './tokens.js';

export interface Principal {
  readonly usuario: string;
  /** The company as it was before the body arrived. Its environment is that of the token. */
  readonly company: Company;
  /**
   * Reads the ledger again, because the body may have taken a minute to arrive. Returns the company as it is now. Throws
   * TOKEN_INVALID when the token is no longer valid.
   */
  confirm(): Promise<Company>;
}

/**
 * @returns a function that finds the principal of a token's claims, or throws TOKEN_INVALID. Thousands of retries may
 * arrive at the same moment, so they share one read. The result is not cached after that read.
 */
export function createPrincipals(store: ApiStore): (claims: TokenClaims) => Promise<Principal> {
  /** Reads under way. There are never more of them than requests. */
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
    // Not shared: a read that is under way may have started before the change that we must see.
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
