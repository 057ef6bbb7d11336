/**
 * A thread that checks passwords, one after the other. Piscina calls `verify`. The thread has a lower priority than the rest of the
 * process, so somebody who guesses passwords gets only the processor time that the companies leave.
 */
import { verifyPasswordAtOnce } from '../../shared/passwords.js';
import { lowerPriority } from '../../shared/threads/lower-priority.js';
import type { PasswordToVerify } from './password-threads.js';

lowerPriority();

export function verify({ password, hash }: PasswordToVerify): boolean {
  return verifyPasswordAtOnce(password, hash);
}
