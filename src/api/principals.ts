/**
 * Who calls: the company and user behind a token, read from the ledger on each request, so that a disabled user or a
 * changed environment counts although the token still lives.
 */
import { ServiceError } from '../errors.js';
import type { ApiStore, Company } from '../store/store.js';
import type { TokenClaims } from './tokens.js';

export interface Principal {
  readonly usuario: string;
  /** Its environment is the token's. */
  readonly company: Company;
}

/**
 * @returns a function that finds the principal of a token's claims, or throws TOKEN_INVALID. Thousands of retries may
 * arrive at the same moment: they share one read. Nothing is kept beyond it, so that what was changed counts at once.
 */
export function createPrincipals(store: ApiStore): (claims: TokenClaims) => Promise<Principal> {
  /** As many as requests under way, at most. */
  const reading = new Map<string, Promise<Company | undefined>>();

  const companyOf = (claims: TokenClaims): Promise<Company | undefined> => {
    const key = JSON.stringify([claims.rnc, claims.usuario, claims.companyId]);
    const company = reading.get(key) ?? read(store, claims).finally(() => reading.delete(key));
    reading.set(key, company);
    return company;
  };

  return async (claims) => {
    const company = await companyOf(claims);
    if (company?.environment !== claims.environment) throw new ServiceError('TOKEN_INVALID');
    return { usuario: claims.usuario, company };
  };
}

async function read(store: ApiStore, claims: TokenClaims): Promise<Company | undefined> {
  const [user, company] = await Promise.all([
    store.findUser(claims.usuario, claims.rnc),
    store.findCompany(claims.companyId),
  ]);
  const allowed = user !== undefined && !user.disabled && user.companyId === claims.companyId;
  return allowed && company?.rnc === claims.rnc ? company : undefined;
}
