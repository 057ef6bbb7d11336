/** Numbers of vouchers and taxpayers, days and texts as people type and paste them. */
import { rnc } from '../list-filters.js';

const amountForm = /^[\s\d]*[.,][\s\d.,]*$/;

/**
 * Removes what an e-NCF cannot have, and cuts afterwards: a pasted blank must not cost the last digit. One character
 * more stays, so that a long number is refused and not turned into another one; so does an amount's comma, or
 * `4,720.00` would begin an e-NCF of type 47.
 */
export function typedEncf(text: string): string {
  if (amountForm.test(text)) return text.trim();
  return text
    .replace(/[^a-z\d]/gi, '')
    .toUpperCase()
    .slice(0, 14);
}

/** Only the digits of an RNC or cédula. As with an e-NCF, one more stays. A text with letters is no RNC, and stays so that it is refused. */
export function typedRnc(text: string): string {
  if (/\p{L}/u.test(text)) return text;
  return text.replace(/\D/g, '').slice(0, 12);
}

/** `1-31-88068-1` becomes `131880681`. A text that is no RNC or cédula without its hyphens and blanks stays as it is. */
export function withoutHyphens(text: string): string {
  const digits = text.replace(/[\s-]/g, '');
  return rnc.test(digits) ? digits : text;
}

const dayForm = /^(0?[1-9]|[12]\d|3[01])([/-])(0?[1-9]|1[0-2])\2(\d{4}|\d{2})$/;

/**
 * `5/3/2026` becomes `05-03-2026`: people in the Dominican Republic write the day first. Any other text stays as it is.
 */
export function typedDay(text: string): string {
  const [, day = '', , month = '', year] = dayForm.exec(text) ?? [];
  return year === undefined
    ? text
    : `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year.padStart(4, '20')}`;
}

/** A pasted name may come with line breaks, which the voucher would then have in its XML. */
export function inOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/);
  return lines.length === 1 ? text : lines.map((line) => line.trim()).join(' ');
}
