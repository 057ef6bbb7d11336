/**
 * Finds the user and the company of a token in the ledger, so that a new password, a disabled user or a change of environment ends the
 * token. Requests that only read notice it within a second. `send`, `validate` and `next` read the ledger again, so they notice it at once.
 */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../shared/errors.js';
import { createLaterReads } from '../../shared/later-reads.js';
import { mayCall } from '../../ledger/people/users.js';
import type { ApiStore } from '../../ledger/ledger.js';
import type { Caller, FoundCaller, UserOfCompany } from '../../ledger/people/user.js';
import type { Company } from '../../ledger/companies/company.js';
import type { TokenClaims } from './tokens.js';

export interface Principal {
  readonly usuario: string;
  /** The company as it was up to a second before the request. Its environment is that of the token. */
  readonly company: Company;
  /** For a request that reads the ledger anyway: the same query finds the caller, see `acceptedCompany`. */
  readonly caller: Caller;
  /**
   * Reads user and company again now: the body may have taken a minute to arrive. Whatever issues a voucher or takes a number needs this.
   * Throws TOKEN_INVALID or API_KEY_INVALID when the token or key is no longer valid.
   */
  readAgain(): Promise<Company>;
}

/** From a read of the ledger that started at most a second ago. Throws TOKEN_INVALID. */
type FindPrincipal = (claims: TokenClaims) => Promise<Principal>;

/** How long we use one read. A client that asks again and again for the state of its vouchers then costs one read a second. */
const recentMs = 1_000;
const rememberedMax = 10_000;

interface Remembered {
  readonly found: UserOfCompany;
  readonly readAtMs: number;
}

export function createFindPrincipal(store: ApiStore, clock: () => Date): FindPrincipal {
  const remembered = new LRUCache<string, Remembered>({ max: rememberedMax });
  const reading = new Map<string, Promise<UserOfCompany | undefined>>();

  const read = async (claims: TokenClaims) => {
    const readAtMs = clock().getTime();
    const found = await store.findUserOfCompany(claims.usuario, claims.rnc);
    if (found === undefined) remembered.delete(keyOf(claims));
    else remembered.set(keyOf(claims), { found, readAtMs });
    return found;
  };
  /** Thousands of retries may arrive at the same moment, so they share one read. */
  const readShared = (claims: TokenClaims) => {
    const key = keyOf(claims);
    const found = reading.get(key) ?? read(claims).finally(() => reading.delete(key));
    reading.set(key, found);
    return found;
  };
  const recentOf = (claims: TokenClaims): UserOfCompany | undefined => {
    const last = remembered.get(keyOf(claims));
    if (last === undefined) return undefined;
    // Less than 0: the clock was set back, and the record may be of any age.
    const ageMs = clock().getTime() - last.readAtMs;
    return ageMs >= 0 && ageMs < recentMs ? last.found : undefined;
  };
  const laterReads = createLaterReads<UserOfCompany | undefined>();
  const principal = (claims: TokenClaims, company: Company): Principal => ({
    usuario: claims.usuario,
    company,
    caller: claims,
    readAgain: async () => acceptedCompany(claims, await laterReads(keyOf(claims), () => read(claims))),
  });

  return async (claims) => {
    const found = recentOf(claims);
    // A remembered record never refuses: the token may be newer than the record.
    if (mayCall(claims, found)) return principal(claims, found.company);
    return principal(claims, acceptedCompany(claims, await readShared(claims)));
  };
}

/** Throws TOKEN_INVALID or API_KEY_INVALID when the token or key is no longer valid. */
export function acceptedCompany(caller: Caller, found: FoundCaller | undefined): Company {
  if (!mayCall(caller, found)) throw callerRefused(caller);
  return found.company;
}

export function callerRefused(caller: Caller | undefined): ServiceError {
  return new ServiceError(caller?.keyHash === undefined ? 'TOKEN_INVALID' : 'API_KEY_INVALID');
}

function keyOf({ usuario, rnc }: Pick<TokenClaims, 'usuario' | 'rnc'>): string {
  return JSON.stringify([rnc, usuario]);
}
