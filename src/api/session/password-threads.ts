/** Threads of low priority for the passwords of callers that may be guessing, and for new passwords. They start when they are needed. */
import { Piscina } from 'piscina';
import { projectFile } from '../../shared/project-file.js';
import type { NewPasswordWork } from '../../services/people/guessable-password.js';
import { firstLoginLimits, newPasswordLimits } from '../limits/shares.js';

export interface PasswordThreads extends NewPasswordWork {
  readonly close: () => Promise<void>;
}

/** A thread takes a fraction of a second to start, and about 10 MB; 40 MB if it judges new passwords. */
const idleMs = 60_000;

export function createPasswordThreads(): PasswordThreads {
  const threads = new Piscina({
    // The built file, also when tests run from the sources: Node cannot start a thread from TypeScript.
    filename: projectFile('dist/src/api/session/password-thread.js'),
    minThreads: 0,
    maxThreads: firstLoginLimits.runningMax + newPasswordLimits.runningMax,
    idleTimeout: idleMs,
    // The thread waits on its event loop, where it can be ended at once.
    atomics: 'disabled',
    // A thread needs no secret of the process.
    env: {},
  });
  // A thread that fails while it has no work needs no report: the next work starts another one.
  threads.on('error', () => undefined);
  return {
    verify: (asked) => threads.run(asked, { name: 'verify' }) as Promise<boolean>,
    hash: (password) => threads.run(password, { name: 'hash' }) as Promise<string>,
    isGuessable: (asked) => threads.run(asked, { name: 'isGuessable' }) as Promise<boolean>,
    close: () => threads.destroy(),
  };
}
