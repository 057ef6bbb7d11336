/** Threads of low priority for the passwords of callers that may be guessing, and for new passwords. They start when they are needed. */
import { openPool } from '../../shared/threads/pool.js';
import type { NewPasswordWork } from '../../services/people/guessable-password.js';
import { firstLoginLimits, newPasswordLimits } from '../limits/limits.js';

export interface PasswordThreads extends NewPasswordWork {
  readonly close: () => Promise<void>;
}

/** A thread takes a fraction of a second to start, and about 10 MB; 40 MB if it judges new passwords. */
const idleMs = 60_000;

export function createPasswordThreads(): PasswordThreads {
  const threads = openPool({
    program: 'api/session/password-thread',
    threadsMax: firstLoginLimits.runningMax + newPasswordLimits.runningMax,
    idleMs,
  });
  return {
    verify: (asked) => threads.run(asked, { name: 'verify' }) as Promise<boolean>,
    hash: (password) => threads.run(password, { name: 'hash' }) as Promise<string>,
    isGuessable: (asked) => threads.run(asked, { name: 'isGuessable' }) as Promise<boolean>,
    close: () => threads.destroy(),
  };
}
