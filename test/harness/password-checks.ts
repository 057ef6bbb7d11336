/** Checks and hashes passwords without threads, for tests of an api in their own process. */
import type { PasswordThreads } from '../../src/api/session/password-threads.js';
import { inThisProcess } from '../../src/services/people/guessable-password.js';

export const noPasswordThreads: PasswordThreads = { ...inThisProcess, close: () => Promise.resolve() };
