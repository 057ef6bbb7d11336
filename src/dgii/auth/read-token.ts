/**
 * Reads the answer of `validarsemilla`. Its messages are the first sign of a problem with the certificate or the delegation,
 * before any number is used.
 */
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { Obstacle } from '../replies/answers.js';
import { plain } from '../../ecf/messages/phrases.js';
import { causeOf } from '../replies/known-texts.js';
import { messagesOf, readBody, textOf } from '../replies/read-body.js';

export type TokenReading =
  /** `lifetimeMs` is `expira` minus `expedido`, both by DGII's clock, so our clock may differ. Null when not stated. */
  | { readonly kind: 'token'; readonly token: string; readonly lifetimeMs: number | null }
  | {
      readonly kind: 'failed';
      readonly cause: Extract<
        Obstacle,
        'auth-unavailable' | 'certificate' | 'not-delegated' | 'seed-refused' | 'token-refused' | 'throttled'
      >;
      readonly detail: string;
      readonly mensajes: readonly DgiiMessage[];
    };

/** A JWT goes into a header unchanged, so it must be visible ASCII and short enough for a header. */
const tokenPattern = /^[\x21-\x7e]{1,8192}$/;

export function readTokenReply(status: number, contentType: string, body: string): TokenReading {
  const read = readBody(contentType, body);
  const detail = `HTTP ${status}, ${read.form} body`;
  if (status === 200 && read.form === 'object') {
    const token = textOf(read.fields, 'token');
    if (token !== null && tokenPattern.test(token)) {
      const expira = instantMs(textOf(read.fields, 'expira'));
      const lifetimeMs = expira - instantMs(textOf(read.fields, 'expedido'));
      return {
        kind: 'token',
        token,
        lifetimeMs: Number.isFinite(lifetimeMs) && lifetimeMs > 0 ? lifetimeMs : null,
      };
    }
  }
  const mensajes = messagesOf(read);
  if (status === 429) return { kind: 'failed', cause: 'throttled', detail, mensajes };
  const cause = causeOf(mensajes);
  if (status >= 400 && status < 500 && (cause === 'not-delegated' || cause === 'certificate'))
    return { kind: 'failed', cause, detail, mensajes };
  // A 5xx, a redirect, HTML, a bare status or a 200 without a token says nothing about our certificate or delegation.
  const wordless = read.form === 'html' || mensajes.length === 0;
  if (status < 400 || status >= 500 || wordless || cause === 'transient')
    return { kind: 'failed', cause: 'auth-unavailable', detail, mensajes };
  const malformed = mensajes.some(({ valor }) => plain(valor).includes('estructura del archivo'));
  return { kind: 'failed', cause: malformed ? 'seed-refused' : 'token-refused', detail, mensajes };
}

function instantMs(text: string | null): number {
  return text === null ? NaN : Date.parse(text);
}
