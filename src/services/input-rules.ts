/** The limits of what an operator types: names, users, passwords. */
import { hasHidden } from '../ecf/hidden-characters.js';

/** The RazonSocialEmisor of a voucher holds 150 characters (Formato e-CF v1.0, "Emisor"). */
const nameLengthMax = 150;
/** The limits of the login (openapi.yaml, LoginRequest). */
const usuarioLengthMax = 100;
const passwordLengthMax = 200;
/** NIST SP 800-63B requires at least 8. Programs store the passwords of integrations, so four more cost nobody anything. */
const passwordLengthMin = 12;

const personNameLengthMax = 100;

const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export function isCompanyName(text: string): boolean {
  return text.trim() === text && !hasHidden(text) && fits(text, 1, nameLengthMax);
}

export function isUsuario(text: string): boolean {
  return fits(text, 1, usuarioLengthMax) && !hasHidden(text) && !/\s/u.test(text);
}

export function isNewPassword(text: string): boolean {
  return fits(text, passwordLengthMin, passwordLengthMax);
}

export type PasswordFault = 'PASSWORD_INVALID' | 'PASSWORD_IS_EMAIL';

/**
 * Returns undefined if the person with this address may have the password. Somebody who guesses tries the address and its part before the @
 * first.
 */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  if (!isNewPassword(password)) return 'PASSWORD_INVALID';
  const [local = ''] = email.split('@');
  const plain = (text: string) => text.trim().normalize('NFKC').toLowerCase();
  return [email, local].some((text) => plain(text) === plain(password)) ? 'PASSWORD_IS_EMAIL' : undefined;
}

export function isPersonName(text: string): boolean {
  return text.trim() === text && !hasHidden(text) && fits(text, 1, personNameLengthMax);
}

const keyNameLengthMax = 60;

export function isKeyName(text: string): boolean {
  return text.trim() === text && !hasHidden(text) && fits(text, 1, keyNameLengthMax);
}

function fits(text: string, min: number, max: number): boolean {
  const { length } = Array.from(text);
  return length >= min && length <= max && !control.test(text);
}
