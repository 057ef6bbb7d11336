/** The archive copy of a reply: as it came, but without bearer tokens. */
import type { DgiiReply } from './answers.js';
import type { Exchange } from '../http.js';

/** DGII's tokens are JWTs: three parts of base64url, the first beginning with `{"`. */
const jwtPattern = /eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g;
/** The member with the token, in case a token has another form. */
const tokenMember = /("token"\s*:\s*")[^"]*(")|(<token>)[^<]*(<\/token>)/gi;

/** `secret` is the token of the request. We remove it if the reply repeats it. */
export function replyOf(
  answered: Omit<Extract<Exchange, { outcome: 'answered' }>, 'bytes' | 'date'>,
  secret?: string,
): DgiiReply {
  let raw = answered.body.replace(jwtPattern, '***').replace(tokenMember, '$1$3***$2$4');
  if (secret !== undefined && secret !== '') raw = raw.replaceAll(secret, '***');
  return { httpStatus: answered.status, contentType: answered.contentType, raw, rawCut: answered.cut };
}
