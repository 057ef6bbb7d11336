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

/** Thousands of retries may arrive at the same moment; a change in the ledger counts after this at the latest. */
const freshMs = 2_000;
const entriesMax = 1_000;

/** @returns a function that finds the principal of a token's claims, or throws TOKEN_INVALID. */
export function createPrincipals(
  store: ApiStore,
  clock: () => Date,
): (claims: TokenClaims) => Promise<Principal> {
  const entries = new Map<
    string,
    { readonly readAtMs: number; readonly company: Promise<Company | undefined> }
  >();

  const companyOf = (claims: TokenClaims): Promise<Company | undefined> => {
    // With the environment: a token of a new one is not judged by what was read for an old one.
    const key = JSON.stringify([claims.rnc, claims.usuario, claims.companyId, claims.environment]);
    const nowMs = clock().getTime();
    const known = entries.get(key);
    if (known !== undefined && Math.abs(nowMs - known.readAtMs) < freshMs) return known.company;
    const company = read(store, claims);
    // A failure is not remembered: the next request asks again.
    company.catch(() => entries.delete(key));
    entries.delete(key);
    entries.set(key, { readAtMs: nowMs, company });
    const oldest = entries.keys().next().value;
    if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
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
