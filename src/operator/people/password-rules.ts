/** What a person may choose as password, in an invitation and in a change of the own password. */
import { isNewPassword, isOwnAddress } from '../input-rules.js';

export type PasswordFault = 'PASSWORD_INVALID' | 'PASSWORD_IS_EMAIL';

/** Undefined if the person with this address may have the password. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  if (!isNewPassword(password)) return 'PASSWORD_INVALID';
  return isOwnAddress(password, email) ? 'PASSWORD_IS_EMAIL' : undefined;
}
