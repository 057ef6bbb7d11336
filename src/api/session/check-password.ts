/** Checks the password of a login. */
import { ServiceError } from '../../shared/errors.js';
import { verifyPassword, type PasswordToVerify } from '../../shared/passwords.js';
import type { Limits } from '../limits/limits.js';
import type { PasswordThreads } from './password-threads.js';

interface PasswordChecks {
  readonly limits: Pick<Limits, 'passwords' | 'firstLogins'>;
  readonly passwordThreads: PasswordThreads;
}

interface Caller {
  readonly network: string;
  /** The user logged in recently from this network, and its owner not too often (login-limit.ts). */
  readonly quick: boolean;
  readonly hasLeft: () => boolean;
}

/**
 * Networks take turns, so guesses delay only the network that they come from. Users who logged in from their network before have a queue
 * of their own, so they do not wait for guesses.
 */
export function checkPassword(
  { limits, passwordThreads }: PasswordChecks,
  asked: PasswordToVerify,
  { network, quick, hasLeft }: Caller,
): Promise<boolean> {
  const unlessLeft = (verify: () => Promise<boolean>) => () => {
    if (hasLeft()) throw new ServiceError('REQUEST_INVALID');
    return verify();
  };
  return quick
    ? limits.passwords.run(
        network,
        unlessLeft(() => verifyPassword(asked.password, asked.hash)),
      )
    : limits.firstLogins.run(
        network,
        unlessLeft(() => passwordThreads.verify(asked)),
      );
}
