/** Bearer tokens: JWT signed with HS256 (RFC 7519), valid for 120 minutes in both versions of the API. */
import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isObject } from '../../ecf/json/structure.js';
import { environments, type Environment } from '../../ecf/model/environments.js';
import type { Caller } from '../../ledger/store.js';
import { ServiceError } from '../../shared/errors.js';

export interface TokenConfig {
  /** We sign with the first one and verify with all, so that rotating a secret ends no session. */
  readonly secrets: readonly { readonly kid: string; readonly secret: string }[];
  readonly issuer: string;
  readonly audience: string;
}

/** A token names its user and company as they were at login. */
export type TokenClaims = Caller;

/** Spec §8, "Token lifetime". */
const lifetimeSeconds = 120 * 60;

/** The clocks of the api processes may differ by this much. NTP keeps them far closer. */
const clockSkewSeconds = 5;

/** The only algorithm that we accept. A token that names another one, `none` included, is refused. */
const algorithm = 'HS256';

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens({ secrets, issuer, audience }: TokenConfig) {
  // As key objects: the library tries to read a text as a public key first, which costs half a millisecond on each request.
  const keys = secrets.map(({ kid, secret }) => ({ kid, key: createSecretKey(secret, 'utf8') }));
  const [signing] = keys;
  if (signing === undefined) throw new Error('No secret to sign tokens with');

  const verify = (authorization: string | undefined, now: Date): TokenClaims => {
    const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw new ServiceError('TOKEN_MISSING');
    const nowSeconds = Math.floor(now.getTime() / 1000);
    try {
      const decoded = jwt.decode(token, { complete: true });
      const key = keys.find(({ kid }) => kid === decoded?.header.kid)?.key;
      // The library assumes that a JSON payload is an object, so we check it first.
      if (key === undefined || !isObject(decoded?.payload)) throw new ServiceError('TOKEN_INVALID');
      const checks = { issuer, audience, clockTimestamp: nowSeconds, clockTolerance: clockSkewSeconds };
      return readClaims(jwt.verify(token, key, { algorithms: [algorithm], ...checks }), nowSeconds);
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) throw new ServiceError('TOKEN_EXPIRED');
      // The library throws a SyntaxError when the payload is not JSON.
      if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError)
        throw new ServiceError('TOKEN_INVALID');
      throw error;
    }
  };
  return {
    issue: (claims: TokenClaims, now: Date) => {
      const iat = Math.floor(now.getTime() / 1000);
      const exp = iat + lifetimeSeconds;
      const token = jwt.sign({ ...claims, sub: claims.usuario, iat, exp }, signing.key, {
        algorithm,
        keyid: signing.kid,
        issuer,
        audience,
      });
      return { token, expiresAt: new Date(exp * 1000) };
    },

    /** Throws TOKEN_MISSING, TOKEN_INVALID or TOKEN_EXPIRED. `authorization`: the header of the request. */
    verify,

    /** The claims of a valid token; undefined for all that `verify` refuses. */
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
function readClaims(payload: unknown, nowSeconds: number): TokenClaims {
  const { usuario, rnc, companyId, environment, userGeneration, companyGeneration, iat, exp } =
    payload as Record<string, unknown>;
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
    usuario,
    rnc,
    companyId: companyId as number,
    environment: environment as Environment,
    userGeneration: userGeneration as number,
    companyGeneration: companyGeneration as number,
  };
}
