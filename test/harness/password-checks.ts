/** Checks and hashes passwords without threads, for tests of an api in their own process. */
import type { PasswordThreads } from '../../src/api/auth/password-threads.js';
import { inThreadPool } from '../../src/shared/passwords.js';

export const noPasswordThreads: PasswordThreads = { ...inThreadPool, close: () => Promise.resolve() };
