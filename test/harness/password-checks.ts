/** Checks passwords without threads, for tests of an api in their own process. */
import type { PasswordThreads } from '../../src/api/auth/password-threads.js';
import { verifyPassword } from '../../src/shared/passwords.js';

export const noPasswordThreads: PasswordThreads = {
  verify: ({ password, hash }) => verifyPassword(password, hash),
  close: () => Promise.resolve(),
};
