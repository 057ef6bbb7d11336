/**
 * The text of an API key: `ecf_prod_` and the like, 30 random characters and a checksum of them, the form that secret scanners ask for. They
 * find it in code that was published by mistake, and the checksum saves them and us from looking up what only looks like a key.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../../ecf/model/environments.js';
import { tokenHash } from '../../ledger/people/token-hash.js';
import type { KeySecret } from '../../ledger/people/api-key.js';
import type { Maker } from '../../ledger/people/person.js';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 bits: nobody finds a key by trying. */
const randomChars = 30;
/** A checksum has 32 bits, and 62^6 is more. */
const checksumChars = 6;
/** How much of the random part people see, beside the last four characters of the key. */
const shownChars = 4;
const lastChars = 4;

export const keyPrefixes = {
  production: 'prod',
  certification: 'cert',
  'pre-certification': 'test',
} as const satisfies Record<Environment, string>;

const form = new RegExp(
  `^ecf_(prod|cert|test)_([0-9A-Za-z]{${randomChars}})([0-9A-Za-z]{${checksumChars}})$`,
);

/** Whether the text claims to be a key. Then it is not taken for a token. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith('ecf_');
}

/** Returns undefined if the form or the checksum is wrong: no such key was ever made. */
export function environmentOfKey(text: string): Environment | undefined {
  const [, prefix, random = '', checksum] = form.exec(text) ?? [];
  if (prefix === undefined || checksum !== checksumOf(random)) return undefined;
  return (Object.keys(keyPrefixes) as Environment[]).find((one) => keyPrefixes[one] === prefix);
}

export interface NewSecret {
  /** The whole key. Nothing stores it, and it is shown once. */
  readonly text: string;
  readonly secret: KeySecret;
}

/** @param shownTo who will see the key */
export function newSecret(environment: Environment, createdAt: Date, shownTo: Maker): NewSecret {
  const random = Array.from({ length: randomChars }, () => digits.charAt(randomInt(digits.length))).join('');
  const start = `ecf_${keyPrefixes[environment]}_`;
  const text = `${start}${random}${checksumOf(random)}`;
  const prefix = start + random.slice(0, shownChars);
  return {
    text,
    secret: { hash: tokenHash(text), prefix, lastFour: text.slice(-lastChars), createdAt, shownTo },
  };
}

function checksumOf(random: string): string {
  let left = crc32(random);
  let text = '';
  for (let place = 0; place < checksumChars; place++) {
    text = digits.charAt(left % digits.length) + text;
    left = Math.floor(left / digits.length);
  }
  return text;
}
