/**
 * A thread that checks and hashes passwords, one after the other. Piscina calls `verify`, `hash` or
 * `isGuessable`. The thread has a lower priority than the
 * rest of the process, so somebody who guesses passwords or sets many gets only the processor time that the companies leave.
 */
import { isGuessable as judge, type PasswordToJudge } from '../../services/people/guessable-password.js';
import { hashPasswordAtOnce, verifyPasswordAtOnce, type PasswordToVerify } from '../../shared/passwords.js';
import { lowerPriority } from '../../shared/threads/lower-priority.js';

lowerPriority();

export function verify({ password, hash }: PasswordToVerify): boolean {
  return verifyPasswordAtOnce(password, hash);
}

export function hash(password: string): string {
  return hashPasswordAtOnce(password);
}

export function isGuessable(asked: PasswordToJudge): Promise<boolean> {
  return judge(asked);
}
