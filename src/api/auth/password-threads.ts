/** Threads of low priority for the passwords of callers that may be guessing. They start when they are needed. */
import { Piscina } from 'piscina';
import { projectFile } from '../../shared/project-file.js';
import { firstLoginLimits } from '../limits/shares.js';

export interface PasswordToVerify {
  readonly password: string;
  /** As written by passwords.ts. */
  readonly hash: string;
}

export interface PasswordThreads {
  verify(asked: PasswordToVerify): Promise<boolean>;
  close(): Promise<void>;
}

/** A thread takes a fraction of a second to start, and about 10 MB. */
const idleMs = 60_000;

export function createPasswordThreads(): PasswordThreads {
  const threads = new Piscina({
    // The built file, also when tests run from the sources: Node cannot start a thread from TypeScript.
    filename: projectFile('dist/src/api/auth/password-thread.js'),
    name: 'verify',
    minThreads: 0,
    maxThreads: firstLoginLimits.runningMax,
    idleTimeout: idleMs,
    // The thread waits on its event loop, where it can be ended at once.
    atomics: 'disabled',
    // A thread needs no secret of the process.
    env: {},
  });
  // A thread that fails while it has no work needs no report: the next work starts another one.
  threads.on('error', () => undefined);
  return {
    verify: (asked) => threads.run(asked) as Promise<boolean>,
    close: () => threads.destroy(),
  };
}
