/**
 * Addresses and names as the service puts them into mails. It checks them itself: the mail library took `a@x\r\nBcc: b@y` for an address and
 * made b@y a recipient.
 */
import { isEmail, normalEmail } from '../people/email.js';

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** RFC 5321 §4.5.3.1.1. */
const localLengthMax = 64;
/** A longer line of a header would be folded, and no mail program shows so much. */
const headerCharsMax = 150;

/** One address in its normal form, and nothing else: no name, no list, no line break, no route. */
export function isMailAddress(text: string): boolean {
  if (!isEmail(text) || normalEmail(text) !== text) return false;
  const [local = '', domain = ''] = text.split('@');
  const parts = [...local.split('.'), ...domain.split('.')];
  // Relays refuse an empty part. A dash in front could be taken for an option of a program.
  return local.length <= localLengthMax && parts.every((part) => part !== '' && !part.startsWith('-'));
}

/** Text for the subject or a name: without line breaks, control characters and what cannot be seen. */
export function headerText(text: string): string {
  const plain = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, headerCharsMax).join('');
}

/** `correo@empresa.example`, or `Nombre <correo@empresa.example>`. Undefined if it is neither. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, name = '', inBrackets] = /^([^<>"@]*)<([^<>]*)>$/.exec(text) ?? [];
  const address = inBrackets ?? text;
  if (!isMailAddress(address) || headerText(name) !== name.trim()) return undefined;
  return { name: name.trim(), address };
}
