/**
 * DGII's bearer tokens, one for each (company, environment, certificate). Companies never share a token. Callers at the same
 * moment share one request for it. A token is renewed before it expires.
 */
import { LRUCache } from 'lru-cache';
import type { Environment } from '../../ecf/model/environments.js';
import type { SigningCertificate } from '../../signing/keys/certificate.js';
import type { Obstructed } from '../replies/answers.js';
import { unlessAborted } from '../../shared/within.js';
import { abortKind } from '../http.js';

export interface Credentials {
  readonly companyId: number;
  readonly environment: Environment;
  readonly certificate: SigningCertificate;
}

type TokenRefusal = { readonly ok: false; readonly obstructed: Obstructed };

export type TokenOutcome =
  { readonly ok: true; readonly token: string; readonly lifetimeMs: number | null } | TokenRefusal;

/** More companies than one worker serves in an hour. Above it the cache removes the token used least recently. */
const tokensMax = 5_000;
/** "1 hora por el momento" (Descripción técnica de servicios, Autenticación); used when DGII states no times. */
const lifetimeDefaultMs = 60 * 60_000;
/** The longest time that we keep a token, whatever DGII states, so that a revoked delegation takes effect within a day. */
const lifetimeMaxMs = 24 * 60 * 60_000;
/** A token is renewed this long before it expires, or after four fifths of a short lifetime. */
const renewBeforeMs = 5 * 60_000;

interface Held {
  readonly token: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

export interface TokenCache<Auth extends Credentials = Credentials> {
  /** The wait ends when the signal aborts; the request continues for the other callers. */
  take(
    auth: Auth,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly token: string } | TokenRefusal>;
  /** Asks DGII for a new token, to check certificate and delegation now. If DGII gives none, the cached token stays. */
  renew(auth: Auth, signal: AbortSignal): Promise<{ readonly ok: true } | TokenRefusal>;
  /** DGII refused this token: removes it from the cache. A newer token under the same key stays. */
  drop(auth: Auth, token: string): void;
}

/**
 * @param options.obtain must end by itself within a time limit and must not reject
 * @param options.scope a further part of the key, for tokens that others give; absent: DGII gives all tokens
 */
export function createTokenCache<Auth extends Credentials = Credentials>(options: {
  obtain: (auth: Auth) => Promise<TokenOutcome>;
  clock: () => Date;
  scope?: (auth: Auth) => string;
}): TokenCache<Auth> {
  const keyOf = (auth: Auth) => `${companyKeyOf(auth)}/${options.scope?.(auth) ?? ''}`;
  const held = new LRUCache<string, Held>({ max: tokensMax });
  const openRequests = new Map<string, Promise<TokenOutcome>>();

  const keep = (key: string, token: string, lifetimeMs: number | null, askedAt: number) => {
    const life = Math.min(lifetimeMs ?? lifetimeDefaultMs, lifetimeMaxMs);
    held.set(key, {
      token,
      renewAt: askedAt + life - Math.min(renewBeforeMs, life / 5),
      expiresAt: askedAt + life,
    });
  };

  /** Callers at the same moment share one request. All of them get its failure, and the next call tries again. */
  const requestOnce = (key: string, auth: Auth): Promise<TokenOutcome> => {
    const running = openRequests.get(key);
    if (running !== undefined) return running;
    // The lifetime starts before the request, by our own clock, so we never keep a token too long.
    const askedAt = options.clock().getTime();
    const request = options
      .obtain(auth)
      .then((outcome) => {
        if (outcome.ok) keep(key, outcome.token, outcome.lifetimeMs, askedAt);
        return outcome;
      })
      .finally(() => openRequests.delete(key));
    openRequests.set(key, request);
    return request;
  };

  return {
    async take(auth, signal) {
      const key = keyOf(auth);
      const now = options.clock().getTime();
      const current = held.get(key);
      if (current !== undefined && now < current.renewAt) return { ok: true, token: current.token };
      const outcome = await unlessAborted(requestOnce(key, auth), signal);
      if (outcome?.ok === true) return outcome;
      // DGII's token service may be down while the old token is still valid. But if DGII refused the signer, do not use it.
      const signerRefused =
        outcome?.obstructed.cause === 'certificate' || outcome?.obstructed.cause === 'not-delegated';
      const old = held.get(key);
      if (old !== undefined && !signerRefused && !signal.aborted && options.clock().getTime() < old.expiresAt)
        return { ok: true, token: old.token };
      return outcome ?? { ok: false, obstructed: gaveUp(signal) };
    },
    async renew(auth, signal) {
      const outcome = await unlessAborted(requestOnce(keyOf(auth), auth), signal);
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

function companyKeyOf({ companyId, environment, certificate }: Credentials): string {
  return `${companyId}/${environment}/${certificate.fingerprint}`;
}
