/**
 * Reads the answer of `validarsemilla`. Its messages are the first sign of a problem with the certificate or the delegation,
 * before any number is used.
 */
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { Obstacle } from '../replies/answers.js';
import { plain } from '../../ecf/messages/phrases.js';
import { causeOf } from '../replies/known-texts.js';
import { messagesOf, readBody, textOf, type Body } from '../replies/read-body.js';

/** `lifetimeMs` is `expira` minus `expedido`, both by DGII's clock, so our clock may differ. Null when not stated. */
interface Token {
  readonly kind: 'token';
  readonly token: string;
  readonly lifetimeMs: number | null;
}

type Cause = Extract<
  Obstacle,
  'auth-unavailable' | 'certificate' | 'not-delegated' | 'seed-refused' | 'token-refused' | 'throttled'
>;

type TokenReading =
  | Token
  | {
      readonly kind: 'failed';
      readonly cause: Cause;
      readonly detail: string;
      readonly mensajes: readonly DgiiMessage[];
    };

/** A JWT goes into a header unchanged, so it must be visible ASCII and short enough for a header. */
const tokenPattern = /^[\x21-\x7e]{1,8192}$/;

export function readTokenReply(status: number, contentType: string, body: string): TokenReading {
  const read = readBody(contentType, body);
  const token = status === 200 ? tokenIn(read) : undefined;
  if (token !== undefined) return token;
  const mensajes = messagesOf(read);
  const detail = `HTTP ${status}, ${read.form} body`;
  return { kind: 'failed', cause: whyNoToken(status, read, mensajes), detail, mensajes };
}

function tokenIn(read: Body): Token | undefined {
  if (read.form !== 'object') return undefined;
  const token = textOf(read.fields, 'token');
  if (token === null || !tokenPattern.test(token)) return undefined;
  const lifetimeMs = instantMs(textOf(read.fields, 'expira')) - instantMs(textOf(read.fields, 'expedido'));
  return {
    kind: 'token',
    token,
    lifetimeMs: Number.isFinite(lifetimeMs) && lifetimeMs > 0 ? lifetimeMs : null,
  };
}

function whyNoToken(status: number, { form }: Body, mensajes: readonly DgiiMessage[]): Cause {
  if (status === 429) return 'throttled';
  // A 5xx, a redirect, HTML, a bare status or a 200 without a token says nothing about our certificate or delegation.
  if (status < 400 || status >= 500) return 'auth-unavailable';
  const cause = causeOf(mensajes);
  if (cause === 'not-delegated' || cause === 'certificate') return cause;
  if (form === 'html' || mensajes.length === 0 || cause === 'transient') return 'auth-unavailable';
  const malformed = mensajes.some(({ valor }) => plain(valor).includes('estructura del archivo'));
  return malformed ? 'seed-refused' : 'token-refused';
}

function instantMs(text: string | null): number {
  return text === null ? NaN : Date.parse(text);
}
