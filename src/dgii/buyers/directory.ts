/**
 * DGII's directory, asked once for several vouchers to the same buyer. An answer is kept only for a short time, because taxpayers change
 * their addresses.
 */
import { LRUCache } from 'lru-cache';
import type { DgiiClient } from '../client.js';
import type { Credentials } from '../auth/token-cache.js';
import type { DirectoryAnswer } from '../replies/answers.js';

const keptMs = 10 * 60_000;
/** After a failure the directory is not asked again at once for each voucher. */
const failureKeptMs = 60_000;
const entriesMax = 10_000;

export interface Directory {
  find(auth: Credentials, rnc: string, signal: AbortSignal): Promise<DirectoryAnswer>;
}

/**
 * Any company may ask, and all of them get the same answer. A company's callers at the same moment share one question. Companies do not
 * share it, because it may fail for a reason of the company that asks.
 */
export function createDirectory(dgii: Pick<DgiiClient, 'directoryEntry'>, clock: () => Date): Directory {
  const kept = new LRUCache<string, DirectoryAnswer>({
    max: entriesMax,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  });
  const asked = new Map<string, Promise<DirectoryAnswer>>();
  const find: Directory['find'] = async (auth, rnc, signal) => {
    const key = `${auth.environment}/${rnc}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const askedKey = `${auth.companyId}/${key}`;
    const running = asked.get(askedKey);
    if (running !== undefined) {
      const shared = await running;
      // The voucher that asked was cancelled, and this one was not.
      const askAgain = isUnavailable(shared, ['cancelled']) && !signal.aborted;
      return askAgain ? find(auth, rnc, signal) : shared;
    }
    const question = dgii.directoryEntry(auth, rnc, signal).finally(() => asked.delete(askedKey));
    asked.set(askedKey, question);
    const answer = await question;
    // A failure of one company's signer says nothing about other companies, so it is not kept for them.
    if (!isUnavailable(answer, ownCauses))
      kept.set(key, answer, { ttl: answer.kind === 'unavailable' ? failureKeptMs : keptMs });
    return answer;
  };
  return { find };
}

const ownCauses: readonly string[] = [
  'not-delegated',
  'certificate',
  'cancelled',
  'token-refused',
  'seed-refused',
  'unauthorized',
];

function isUnavailable(answer: DirectoryAnswer, causes: readonly string[]): boolean {
  return answer.kind === 'unavailable' && causes.includes(answer.cause);
}
