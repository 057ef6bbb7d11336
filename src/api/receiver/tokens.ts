/**
 * Seeds and tokens of the receiver. Both are JWTs signed with a secret that is derived from the api's. So a token of the receiver is valid
 * nowhere else, and no other token is valid here. A seed needs no memory until somebody returns it signed.
 */
import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { ServiceError } from '../../shared/errors.js';
import { bearerToken, clockSkewSeconds, createJwt, type TokenConfig } from '../session/jwt.js';

const seedSeconds = 5 * 60;
const tokenSeconds = 60 * 60;

export type ReceiverTokens = ReturnType<typeof createReceiverTokens>;

export function createReceiverTokens({ secrets, issuer }: TokenConfig) {
  const keys = secrets.map(({ kid, secret }) => {
    return { kid, key: createSecretKey(createHmac('sha256', secret).update('receiver').digest()) };
  });
  const seeds = createJwt(keys, issuer, 'ecf-receiver-seed');
  const tokens = createJwt(keys, issuer, 'ecf-receiver');

  return {
    seed: (now: Date) => seeds.sign({ sub: '', jti: randomUUID() }, now, seedSeconds),
    /** @throws TOKEN_INVALID or TOKEN_EXPIRED */
    readSeed: (valor: string, now: Date) => {
      const { jti, exp } = seeds.verify(valor, now);
      if (typeof jti !== 'string' || typeof exp !== 'number') throw new ServiceError('TOKEN_INVALID');
      return { id: jti, expiresAt: new Date((exp + clockSkewSeconds) * 1_000) };
    },
    /** @param subject the fingerprint of the certificate that signed the seed */
    issue: (subject: string, now: Date) =>
      tokens.sign({ sub: subject, jti: randomUUID() }, now, tokenSeconds),
    /** @throws TOKEN_MISSING, TOKEN_INVALID or TOKEN_EXPIRED */
    verify: (authorization: string | undefined, now: Date): void => {
      tokens.verify(bearerToken(authorization), now);
    },
  };
}
