/** The passwords that a person may choose, for an invitation or a change of password. */
import { isNewPassword, isOwnAddress } from '../input-rules.js';

export type PasswordFault = 'PASSWORD_INVALID' | 'PASSWORD_IS_EMAIL';

/** Undefined if the person with this address may have the password. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  if (!isNewPassword(password)) return 'PASSWORD_INVALID';
  return isOwnAddress(password, email) ? 'PASSWORD_IS_EMAIL' : undefined;
}
