/**
 * DGII's bearer tokens, one for each (company, environment, certificate): never shared between companies, obtained once
 * however many ask at the same moment, renewed before they expire.
 */
import type { Environment } from '../../ecf/model/environments.js';
import type { SigningCertificate } from '../../signing/keys/certificate.js';
import type { Obstructed } from '../replies/answers.js';
import { unlessAborted } from '../deadline.js';
import { abortKind } from '../http.js';

/** On whose behalf DGII is asked. */
export interface Credentials {
  readonly companyId: number;
  readonly environment: Environment;
  readonly certificate: SigningCertificate;
}

export type TokenRefusal = { readonly ok: false; readonly obstructed: Obstructed };

/** A new token, or why there is none. `lifetimeMs` is null when DGII did not state it. */
export type TokenOutcome =
  { readonly ok: true; readonly token: string; readonly lifetimeMs: number | null } | TokenRefusal;

/** More companies than one worker serves in an hour; the token used least recently goes first. */
const tokensMax = 5_000;
/** "1 hora por el momento" (Descripción técnica de servicios, Autenticación); used when DGII states no times. */
const lifetimeDefaultMs = 60 * 60_000;
/** Whatever DGII states, a token is not kept longer: it outlives neither a revoked delegation nor a day. */
const lifetimeMaxMs = 24 * 60 * 60_000;
/** Renewed this long before it expires, or at four fifths of a shorter life. */
const renewBeforeMs = 5 * 60_000;

interface Held {
  readonly token: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

export interface TokenCache {
  /** The cached token or a new one. Waits no longer than the signal allows; the attempt goes on for the others. */
  take(
    auth: Credentials,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly token: string } | TokenRefusal>;
  /** A new token, whatever is held: DGII says today's word on certificate and delegation. What is held stays if there is none. */
  renew(auth: Credentials, signal: AbortSignal): Promise<{ readonly ok: true } | TokenRefusal>;
  /** DGII refused this token: it is not handed out again. A newer one of the same key stays. */
  drop(auth: Credentials, token: string): void;
}

/** `obtain` must end by itself within a bound and must not reject. */
export function createTokenCache(options: {
  obtain: (auth: Credentials) => Promise<TokenOutcome>;
  clock: () => Date;
}): TokenCache {
  const held = new Map<string, Held>();
  const flights = new Map<string, Promise<TokenOutcome>>();

  const keep = (key: string, token: string, lifetimeMs: number | null, askedAt: number) => {
    const life = Math.min(lifetimeMs ?? lifetimeDefaultMs, lifetimeMaxMs);
    held.delete(key);
    held.set(key, {
      token,
      renewAt: askedAt + life - Math.min(renewBeforeMs, life / 5),
      expiresAt: askedAt + life,
    });
    const oldest = held.keys().next();
    if (held.size > tokensMax && oldest.done !== true) held.delete(oldest.value);
  };

  /** A failed attempt is told to those who waited for it and then forgotten. */
  const fly = (key: string, auth: Credentials): Promise<TokenOutcome> => {
    const running = flights.get(key);
    if (running !== undefined) return running;
    // Counted from before the request: by our own clock, whatever DGII's says, and never too late.
    const askedAt = options.clock().getTime();
    const flight = options
      .obtain(auth)
      .then((outcome) => {
        if (outcome.ok) keep(key, outcome.token, outcome.lifetimeMs, askedAt);
        return outcome;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };

  return {
    async take(auth, signal) {
      const key = keyOf(auth);
      const now = options.clock().getTime();
      const current = held.get(key);
      if (current !== undefined && now < current.renewAt) {
        // Moved to the end: the first of the map is the one used least recently.
        held.delete(key);
        held.set(key, current);
        return { ok: true, token: current.token };
      }
      const outcome = await unlessAborted(fly(key, auth), signal);
      if (outcome?.ok === true) return outcome;
      // DGII's token service may be down while the old token is still good. A verdict on the signer is not overruled.
      const signerRefused =
        outcome?.obstructed.cause === 'certificate' || outcome?.obstructed.cause === 'not-delegated';
      const old = held.get(key);
      if (old !== undefined && !signerRefused && !signal.aborted && options.clock().getTime() < old.expiresAt)
        return { ok: true, token: old.token };
      return outcome ?? { ok: false, obstructed: gaveUp(signal) };
    },
    async renew(auth, signal) {
      const outcome = await unlessAborted(fly(keyOf(auth), auth), signal);
      return outcome ?? { ok: false, obstructed: gaveUp(signal) };
    },
    drop(auth, token) {
      const key = keyOf(auth);
      if (held.get(key)?.token === token) held.delete(key);
    },
  };
}

function gaveUp(signal: AbortSignal): Obstructed {
  const inTime = abortKind(signal) === 'cancelled';
  return {
    cause: inTime ? 'cancelled' : 'auth-unavailable',
    detail: inTime ? 'given up while waiting for a token' : 'no token in time',
    mensajes: [],
    reply: null,
  };
}

function keyOf({ companyId, environment, certificate }: Credentials): string {
  return `${companyId}/${environment}/${certificate.fingerprint}`;
}
