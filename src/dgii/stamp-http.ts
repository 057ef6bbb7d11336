/** Asks an authority of timestamps (RFC 3161, 3.4). The operator chose its address, and its reply is signed, so http is allowed too. */
import { request } from 'undici';
import { readLimited } from './read-limited.js';

const timeoutMs = 15_000;
/** A reply has a token of 2 to 6 KB with its certificates. */
const replyBytesMax = 64 * 1024;

export type StampReply =
  | { readonly outcome: 'answered'; readonly bytes: Buffer }
  /** What to tell an operator. */
  | { readonly outcome: 'failed'; readonly reason: string };

/** Never rejects. */
export async function askForStamp(url: string, query: Buffer, stopping: AbortSignal): Promise<StampReply> {
  try {
    const { statusCode, headers, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: query,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    });
    const bytes = await readLimited(body, replyBytesMax);
    if (bytes === undefined) return { outcome: 'failed', reason: 'REPLY_TOO_LARGE' };
    if (statusCode !== 200) return { outcome: 'failed', reason: `HTTP ${statusCode}` };
    if (!String(headers['content-type']).startsWith('application/timestamp-reply'))
      return { outcome: 'failed', reason: 'CONTENT_TYPE' };
    return { outcome: 'answered', bytes };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { outcome: 'failed', reason: code ?? name };
  }
}
