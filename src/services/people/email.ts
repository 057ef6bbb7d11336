/**
 * The e-mail addresses of people. An address is the name under which an administrator knows a person, so two people
 * must not have addresses that look the same.
 *
 * The rule: an address is compared in the form NFKC and in lower case. It has ASCII characters and the letters á é í ó ú ü ñ, and nothing
 * else: no letters of other alphabets, which look like ours (а, ο, ı), and nothing that cannot be seen. A domain in another alphabet is
 * written in its ASCII form, `xn--…`. Of two addresses of one company that differ only in what looks alike, the second one is refused.
 */

/** RFC 5321 §4.5.3.1.3: a path of 256 characters, less its angle brackets. */
const lengthMax = 254;
/** RFC 5322 §3.2.3 (atext) and the dot; RFC 6531 adds other letters; Spanish has these. */
const local = /^[a-z0-9áéíóúüñ!#$%&'*+/=?^_`{|}~.-]+$/;
const domain = /^[a-z0-9áéíóúüñ-]+(\.[a-z0-9áéíóúüñ-]+)+$/;

/** Two systems may write the same text in two ways, such as full-width letters, or é as one code point or as two. */
export function normalEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** @param email in its normal form */
export function isEmail(email: string): boolean {
  const [before = '', after = '', ...more] = email.split('@');
  return more.length === 0 && email.length <= lengthMax && local.test(before) && domain.test(after);
}

/** Whether people may take one address for the other. Both are in their normal form. False for the same address. */
export function looksLike(one: string, other: string): boolean {
  return one !== other && skeleton(one) === skeleton(other);
}

/** What is left to the eye, as in UTS #39 (Unicode Security Mechanisms, "Confusable Detection"): accents are small, `rn` looks like `m`. */
function skeleton(email: string): string {
  return email
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
