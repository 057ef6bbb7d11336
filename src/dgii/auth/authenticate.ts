/** Obtains a token: fetches the seed, checks it, signs it and sends it back (Descripción técnica de servicios DGII, "Autenticación"). */
import { signXml } from '../../signing/keys/sign-xml.js';
import type { Obstacle, Obstructed } from '../replies/answers.js';
import { withDeadline } from '../deadline.js';
import type { Exchange, Http } from '../http.js';
import { multipartXml } from '../multipart.js';
import { readTokenReply } from './read-token.js';
import { replyOf } from '../replies/reply.js';
import { readSeed } from './seed.js';
import type { Credentials, TokenOutcome } from './token-cache.js';

const seedFileName = 'semilla.xml';

export interface AuthenticationAddresses {
  readonly seed: URL;
  readonly token: URL;
}

/** At DGII's service or at a buyer's, which has the same form. Never rejects; ends within `timeoutMs`. */
export function authenticate(
  http: Http,
  addresses: AuthenticationAddresses,
  { certificate }: Pick<Credentials, 'certificate'>,
  timeoutMs: number,
): Promise<TokenOutcome> {
  return withDeadline(timeoutMs, undefined, async (signal) => {
    const seedReply = await http.exchange(
      {
        url: addresses.seed,
        method: 'GET',
        headers: { accept: 'application/xml' },
      },
      signal,
    );
    if (seedReply.outcome === 'failed') return failed(obstacleOf(seedReply), seedReply.detail, seedReply);
    if (seedReply.status !== 200)
      return failed(
        seedReply.status === 429 ? 'throttled' : 'auth-unavailable',
        `seed: HTTP ${seedReply.status}`,
        seedReply,
      );
    const seed = seedReply.cut
      ? ({ ok: false, detail: 'seed is too long' } as const)
      : readSeed(seedReply.body);
    if (!seed.ok) return failed('seed-invalid', seed.detail, seedReply);

    let signed: string;
    try {
      signed = signXml(seed.xml, certificate);
    } catch {
      // Do not log the library's error: it may quote key material.
      return failed('certificate', 'the seed could not be signed');
    }
    const form = multipartXml(seedFileName, signed);
    const reply = await http.exchange(
      {
        url: addresses.token,
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': form.contentType },
        body: form.body,
      },
      signal,
    );
    if (reply.outcome === 'failed') return failed(obstacleOf(reply), reply.detail, reply);
    const reading = readTokenReply(reply.status, reply.contentType, reply.body);
    if (reading.kind === 'token') return { ok: true, token: reading.token, lifetimeMs: reading.lifetimeMs };
    const { cause, detail, mensajes } = reading;
    return { ok: false, obstructed: { cause, detail, mensajes, reply: replyOf(reply) } };
  });
}

/** A failed seed request changes nothing at DGII, so it does not matter here whether the request left this machine. */
function obstacleOf(failure: Extract<Exchange, { outcome: 'failed' }>): Obstacle {
  switch (failure.reason) {
    case 'timeout':
    case 'broken':
      return 'auth-unavailable';
    case 'unreachable':
    case 'tls':
    case 'cancelled':
    case 'overloaded':
      return failure.reason;
  }
}

function failed(cause: Obstacle, detail: string, exchange?: Exchange): TokenOutcome {
  const reply = exchange?.outcome === 'answered' ? replyOf(exchange) : null;
  const obstructed: Obstructed = { cause, detail, mensajes: [], reply };
  return { ok: false, obstructed };
}
