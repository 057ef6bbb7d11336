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

interface Kept {
  readonly answer: DirectoryAnswer;
  readonly untilMs: number;
}

export interface Directory {
  find(auth: Credentials, rnc: string, signal?: AbortSignal): Promise<DirectoryAnswer>;
}

/** Any company may ask, and all of them get the same answer. Callers at the same moment share one question. */
export function createDirectory(dgii: Pick<DgiiClient, 'directoryEntry'>, clock: () => Date): Directory {
  const kept = new LRUCache<string, Kept>({ max: entriesMax });
  const asked = new Map<string, Promise<DirectoryAnswer>>();
  return {
    find: async (auth, rnc, signal) => {
      const key = `${auth.environment}/${rnc}`;
      const known = kept.get(key);
      if (known !== undefined && clock().getTime() < known.untilMs) return known.answer;
      const running = asked.get(key);
      if (running !== undefined) return running;
      const question = dgii.directoryEntry(auth, rnc, signal).finally(() => asked.delete(key));
      asked.set(key, question);
      const answer = await question;
      // A failure of one company's signer says nothing about other companies, so it is not kept for them.
      const own = answer.kind === 'unavailable' && ownCauses.includes(answer.cause);
      const forMs = own ? 0 : answer.kind === 'unavailable' ? failureKeptMs : keptMs;
      kept.set(key, { answer, untilMs: clock().getTime() + forMs });
      return answer;
    },
  };
}

const ownCauses: readonly string[] = ['not-delegated', 'certificate', 'cancelled', 'token-refused'];
