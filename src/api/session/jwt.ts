/** Signs and verifies JWTs with HS256 (RFC 7519): the tokens of the api, and the seeds and tokens of the receiver. */
import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isObject } from '../../ecf/json/structure.js';
import { ServiceError } from '../../shared/errors.js';

export interface TokenConfig {
  /** We sign with the first one and verify with all, so that rotating a secret ends no session. */
  readonly secrets: readonly { readonly kid: string; readonly secret: string }[];
  readonly issuer: string;
  readonly audience: string;
}

/** As a key object: the library tries to read a text as a public key first, which costs half a millisecond on each request. */
interface JwtKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** The clocks of the api processes may differ by this much. NTP keeps them far closer. */
export const clockSkewSeconds = 5;

/** The only algorithm that we accept. A token that names another one, `none` included, is refused. */
const algorithm = 'HS256';

export function createJwt(keys: readonly JwtKey[], issuer: string, audience: string) {
  const [signing] = keys;
  if (signing === undefined) throw new Error('No secret to sign tokens with');
  return {
    sign: (claims: object, now: Date, lifetimeSeconds: number) => {
      const iat = secondsOf(now);
      const exp = iat + lifetimeSeconds;
      const options = { algorithm, keyid: signing.kid, issuer, audience } as const;
      const text = jwt.sign({ ...claims, iat, exp }, signing.key, options);
      return { text, issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) };
    },

    /** Throws TOKEN_INVALID or TOKEN_EXPIRED. */
    verify: (text: string, now: Date): Readonly<Record<string, unknown>> => {
      try {
        const decoded = jwt.decode(text, { complete: true });
        const key = keys.find(({ kid }) => kid === decoded?.header.kid)?.key;
        // The library assumes that a JSON payload is an object, so we check it first.
        if (key === undefined || !isObject(decoded?.payload)) throw new ServiceError('TOKEN_INVALID');
        const clock = { clockTimestamp: secondsOf(now), clockTolerance: clockSkewSeconds };
        const checks = { algorithms: [algorithm], issuer, audience, ...clock } satisfies jwt.VerifyOptions;
        return jwt.verify(text, key, checks) as jwt.JwtPayload;
      } catch (error) {
        if (error instanceof jwt.TokenExpiredError) throw new ServiceError('TOKEN_EXPIRED');
        // The library throws a SyntaxError when the payload is not JSON.
        if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError)
          throw new ServiceError('TOKEN_INVALID');
        throw error;
      }
    },
  };
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

/** Throws TOKEN_MISSING. */
export function bearerToken(authorization: string | undefined): string {
  const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new ServiceError('TOKEN_MISSING');
  return token;
}
