/** The limits of what an operator types: names, users, passwords. */

/** The RazonSocialEmisor of a voucher holds 150 characters (Formato e-CF v1.0, "Emisor"). */
const nameLengthMax = 150;
/** The limits of the login (openapi.yaml, LoginRequest). */
const usuarioLengthMax = 100;
const passwordLengthMax = 200;
/** NIST SP 800-63B requires at least 8. A program stores an integration's password, so a longer one costs nothing. */
const passwordLengthMin = 12;

const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export function isCompanyName(text: string): boolean {
  return text.trim() === text && fits(text, 1, nameLengthMax);
}

export function isUsuario(text: string): boolean {
  return fits(text, 1, usuarioLengthMax) && !/\s/u.test(text);
}

export function isNewPassword(text: string): boolean {
  return fits(text, passwordLengthMin, passwordLengthMax);
}

/** Counts code points. */
function fits(text: string, min: number, max: number): boolean {
  const { length } = Array.from(text);
  return length >= min && length <= max && !control.test(text);
}
