/** Bearer tokens of the api, valid for 120 minutes in both versions of it. */
import { createSecretKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { environments, type Environment } from '../../ecf/model/environments.js';
import type { UserCaller } from '../../ledger/people/user.js';
import { ServiceError } from '../../shared/errors.js';
import { bearerToken, clockSkewSeconds, createJwt, secondsOf, type TokenConfig } from './jwt.js';

/** A token names its user and company as they were at login. */
export type TokenClaims = UserCaller;

/** Spec §8, "Token lifetime". */
const lifetimeSeconds = 120 * 60;

/** How many verified tokens we remember: about one megabyte. */
const rememberedMax = 1_000;

interface Verified {
  readonly claims: TokenClaims;
  readonly iat: number;
  readonly exp: number;
}

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens({ secrets, issuer, audience }: TokenConfig) {
  const keys = secrets.map(({ kid, secret }) => ({ kid, key: createSecretKey(secret, 'utf8') }));
  const jwt = createJwt(keys, issuer, audience);

  /** By the token. A client sends the same one for two hours, and to verify it takes a tenth of a millisecond. */
  const remembered = new LRUCache<string, Verified>({ max: rememberedMax });

  const verify = (authorization: string | undefined, now: Date): TokenClaims => {
    const token = bearerToken(authorization);
    const nowSeconds = secondsOf(now);
    const known = remembered.get(token);
    if (known !== undefined && known.iat <= nowSeconds && nowSeconds < known.exp) return known.claims;
    const verified = readClaims(jwt.verify(token, now), nowSeconds);
    remembered.set(token, verified);
    return verified.claims;
  };

  return {
    issue: (claims: TokenClaims, now: Date) => {
      const { text, expiresAt } = jwt.sign({ ...claims, sub: claims.usuario }, now, lifetimeSeconds);
      return { token: text, expiresAt };
    },

    /** Throws TOKEN_MISSING, TOKEN_INVALID or TOKEN_EXPIRED. */
    verify,

    claimsOf: (authorization: string | undefined, now: Date): TokenClaims | undefined => {
      if (authorization === undefined) return undefined;
      try {
        return verify(authorization, now);
      } catch (error) {
        if (error instanceof ServiceError) return undefined;
        throw error;
      }
    },
  };
}

/** Refuses a token issued in the future, or with a longer lifetime than ours: no login made it. */
function readClaims(claims: Readonly<Record<string, unknown>>, nowSeconds: number): Verified {
  const { usuario, rnc, companyId, environment, userGeneration, companyGeneration, iat, exp } = claims;
  const complete =
    typeof usuario === 'string' &&
    typeof rnc === 'string' &&
    Number.isSafeInteger(companyId) &&
    typeof environment === 'string' &&
    Object.hasOwn(environments, environment) &&
    Number.isSafeInteger(userGeneration) &&
    Number.isSafeInteger(companyGeneration) &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= nowSeconds + clockSkewSeconds &&
    exp - iat <= lifetimeSeconds;
  if (!complete) throw new ServiceError('TOKEN_INVALID');
  return {
    claims: {
      usuario,
      rnc,
      companyId: companyId as number,
      environment: environment as Environment,
      userGeneration: userGeneration as number,
      companyGeneration: companyGeneration as number,
    },
    iat,
    exp,
  };
}
