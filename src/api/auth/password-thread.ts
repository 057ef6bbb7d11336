/**
 * A thread that checks passwords, one after the other. Piscina calls `verify`. The thread has a lower priority than the rest of the
 * process (Linux only), so somebody who guesses passwords gets only the processor time that the companies leave.
 */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { verifyPasswordAtOnce } from '../../shared/passwords.js';
import type { PasswordToVerify } from './password-threads.js';

lowerPriority();

/** `/proc/thread-self` leads to the folder of the thread that reads it; see proc(5). Linux gives each thread its own priority. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // A sandbox may forbid the lower priority. Then check passwords with the usual one.
  }
}

export function verify({ password, hash }: PasswordToVerify): boolean {
  return verifyPasswordAtOnce(password, hash);
}
