/**
 * Seeds and tokens of the receiver. Both are JWTs signed with a secret that is derived from the api's. So a token of the receiver is valid
 * nowhere else, and no other token is valid here. A seed needs no memory until somebody returns it signed.
 */
import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { ServiceError } from '../../shared/errors.js';
import type { TokenConfig } from '../auth/tokens.js';

const seedSeconds = 5 * 60;
const tokenSeconds = 60 * 60;
const clockSkewSeconds = 5;
const algorithm = 'HS256';

const seedAudience = 'ecf-receiver-seed';
const tokenAudience = 'ecf-receiver';

export type ReceiverTokens = ReturnType<typeof createReceiverTokens>;

export function createReceiverTokens({ secrets, issuer }: TokenConfig) {
  const keys = secrets.map(({ kid, secret }) => {
    return { kid, key: createSecretKey(createHmac('sha256', secret).update('receiver').digest()) };
  });
  const [signing] = keys;
  if (signing === undefined) throw new Error('No secret to sign tokens with');

  const issue = (audience: string, subject: string, now: Date, seconds: number) => {
    const iat = Math.floor(now.getTime() / 1_000);
    const options = { algorithm, keyid: signing.kid, issuer, audience, jwtid: randomUUID() } as const;
    const text = jwt.sign({ sub: subject, iat, exp: iat + seconds }, signing.key, options);
    return { text, issuedAt: new Date(iat * 1_000), expiresAt: new Date((iat + seconds) * 1_000) };
  };

  /** @throws TOKEN_INVALID or TOKEN_EXPIRED */
  const read = (audience: string, text: string, now: Date) => {
    try {
      const kid = jwt.decode(text, { complete: true })?.header.kid;
      const key = keys.find((one) => one.kid === kid)?.key;
      if (key === undefined) throw new ServiceError('TOKEN_INVALID');
      const clockTimestamp = Math.floor(now.getTime() / 1_000);
      const checks = { issuer, audience, clockTimestamp, clockTolerance: clockSkewSeconds };
      const claims = jwt.verify(text, key, { algorithms: [algorithm], ...checks });
      if (typeof claims !== 'object' || claims.jti === undefined || claims.exp === undefined)
        throw new ServiceError('TOKEN_INVALID');
      // The seed or token is accepted until this time.
      return { id: claims.jti, expiresAt: new Date((claims.exp + clockSkewSeconds) * 1_000) };
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) throw new ServiceError('TOKEN_EXPIRED');
      if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError)
        throw new ServiceError('TOKEN_INVALID');
      throw error;
    }
  };

  return {
    seed: (now: Date) => issue(seedAudience, '', now, seedSeconds),
    readSeed: (valor: string, now: Date) => read(seedAudience, valor, now),
    /** @param subject the fingerprint of the certificate that signed the seed */
    issue: (subject: string, now: Date) => issue(tokenAudience, subject, now, tokenSeconds),
    /** @param authorization the header of the request. @throws TOKEN_MISSING, TOKEN_INVALID or TOKEN_EXPIRED */
    verify: (authorization: string | undefined, now: Date): void => {
      const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw new ServiceError('TOKEN_MISSING');
      read(tokenAudience, token, now);
    },
  };
}
