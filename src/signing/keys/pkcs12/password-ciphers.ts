/**
 * Decrypts what a password encrypted, in all forms of PKCS #5 and PKCS #12 that certificate files have. OpenSSL 3 refuses RC2 and DES, which
 * old files of authorities have, so RC2 comes from node-forge and DES is 3DES with one key three times.
 */
import { createDecipheriv } from 'node:crypto';
import forge from 'node-forge';
import { OpenError, unsupported } from '../open-fault.js';
import { algorithmOf, childrenOf, countOf, isInteger, nameOf, octetsOf, type Node } from './asn1.js';
import {
  derivationOf,
  md5,
  pbkdf1,
  pkcs12Cost,
  pkcs12Key,
  sha1,
  type Rounds,
  type Salted,
} from './key-derivation.js';

export interface Secret {
  readonly password: string;
  /** Of the whole file. */
  readonly rounds: Rounds;
}

interface Cipher {
  readonly keyBytes: number;
  readonly ivBytes: number;
  /** @returns undefined if the padding is wrong */
  readonly decrypt: (key: Buffer, iv: Buffer, data: Buffer) => Buffer | undefined;
}

function cbc(name: string, keyBytes: number, ivBytes: number, keyOf = (key: Buffer) => key): Cipher {
  return {
    keyBytes,
    ivBytes,
    decrypt: (key, iv, data) => {
      const decipher = createDecipheriv(name, keyOf(key), iv);
      try {
        return Buffer.concat([decipher.update(data), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

function rc2(keyBytes: number, bits: number): Cipher {
  return {
    keyBytes,
    ivBytes: 8,
    decrypt: (key, iv, data) => {
      const decipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), bits);
      decipher.start(iv.toString('latin1'));
      decipher.update(forge.util.createBuffer(data.toString('latin1')));
      return decipher.finish() ? Buffer.from(decipher.output.getBytes(), 'latin1') : undefined;
    },
  };
}

const tripleDes = cbc('des-ede3-cbc', 24, 8);
const twoKeyDes = cbc('des-ede3-cbc', 16, 8, (key) => Buffer.concat([key, key.subarray(0, 8)]));
const des = cbc('des-ede3-cbc', 8, 8, (key) => Buffer.concat([key, key, key]));
const rc2Of64Bits = rc2(8, 64);

/** RFC 7292 §C. Always with SHA-1. */
const pkcs12Ciphers: Readonly<Record<string, Cipher>> = {
  '1.2.840.113549.1.12.1.3': tripleDes,
  '1.2.840.113549.1.12.1.4': twoKeyDes,
  '1.2.840.113549.1.12.1.5': rc2(16, 128),
  '1.2.840.113549.1.12.1.6': rc2(5, 40),
};

interface Pbes1 {
  readonly hash: Salted['hash'];
  readonly cipher: Cipher;
}

/** PBES1 (RFC 8018 §A.3). */
const pbes1Ciphers: Readonly<Record<string, Pbes1>> = {
  '1.2.840.113549.1.5.3': { hash: md5, cipher: des },
  '1.2.840.113549.1.5.6': { hash: md5, cipher: rc2Of64Bits },
  '1.2.840.113549.1.5.10': { hash: sha1, cipher: des },
  '1.2.840.113549.1.5.11': { hash: sha1, cipher: rc2Of64Bits },
};

const pbes2 = '1.2.840.113549.1.5.13';
const rc2Cbc = '1.2.840.113549.3.2';

/** RFC 8018 §B.2, RFC 3565, RFC 3657. Their parameter is the initial vector. */
const pbes2Ciphers: Readonly<Record<string, Cipher>> = {
  '2.16.840.1.101.3.4.1.2': cbc('aes-128-cbc', 16, 16),
  '2.16.840.1.101.3.4.1.22': cbc('aes-192-cbc', 24, 16),
  '2.16.840.1.101.3.4.1.42': cbc('aes-256-cbc', 32, 16),
  '1.2.392.200011.61.1.1.1.2': cbc('camellia-128-cbc', 16, 16),
  '1.2.392.200011.61.1.1.1.3': cbc('camellia-192-cbc', 24, 16),
  '1.2.392.200011.61.1.1.1.4': cbc('camellia-256-cbc', 32, 16),
  '1.2.840.113549.3.7': tripleDes,
  '1.3.14.3.2.7': des,
};

/** RFC 8018 §B.2.3: the number stands for the size of the key. */
const rc2Ciphers: Readonly<Record<number, Cipher>> = { 160: rc2(5, 40), 120: rc2Of64Bits, 58: rc2(16, 128) };

export interface Locked {
  readonly rounds: number;
  /** Programs encode a password in one of these forms. */
  readonly forms: (password: string) => readonly Buffer[];
  /** Undefined if the password is surely wrong. */
  readonly open: (password: Buffer) => Buffer | undefined;
}

/** @throws OpenError if the encryption is not supported */
export function lockedBy(algorithm: Node | undefined, data: Buffer): Locked {
  const { oid, params } = algorithmOf(algorithm);
  if (oid === pbes2) return byPbes2(params, data);
  const pkcs12 = pkcs12Ciphers[oid];
  if (pkcs12 !== undefined) return byPkcs12(pkcs12, params, data);
  const pbes1 = pbes1Ciphers[oid];
  if (pbes1 !== undefined) return byPbes1(pbes1, params, data);
  throw unsupported(nameOf(oid));
}

/** @throws OpenError if the password is wrong, or the file takes too many rounds */
export function unlock({ rounds, forms, open }: Locked, secret: Secret): Buffer {
  for (const form of forms(secret.password)) {
    secret.rounds.spend(rounds);
    const plain = open(form);
    if (plain !== undefined && isSequence(plain)) return plain;
  }
  throw new OpenError({ reason: 'WRONG_PASSWORD' });
}

function byPkcs12(cipher: Cipher, params: Node | undefined, data: Buffer): Locked {
  const { keyBytes, ivBytes } = cipher;
  const from = { hash: sha1, ...saltAndRounds(params) };
  return {
    rounds: pkcs12Cost(from, keyBytes) + pkcs12Cost(from, ivBytes),
    forms: pkcs12Forms,
    open: (password) => {
      const key = pkcs12Key(password, from, { id: 1, bytes: keyBytes });
      return cipher.decrypt(key, pkcs12Key(password, from, { id: 2, bytes: ivBytes }), data);
    },
  };
}

function byPbes1({ hash, cipher }: Pbes1, params: Node | undefined, data: Buffer): Locked {
  const from = { hash, ...saltAndRounds(params) };
  return {
    rounds: from.rounds,
    forms: pkcs5Forms,
    open: (password) => {
      const key = pbkdf1(password, from);
      return cipher.decrypt(key.subarray(0, 8), key.subarray(8), data);
    },
  };
}

function saltAndRounds(params: Node | undefined): Pick<Salted, 'salt' | 'rounds'> {
  const [salt, count] = childrenOf(params);
  return { salt: octetsOf(salt), rounds: countOf(count) };
}

function byPbes2(params: Node | undefined, data: Buffer): Locked {
  const [kdf, scheme] = childrenOf(params);
  const { cipher, iv } = schemeOf(scheme);
  const { rounds, derive } = derivationOf(kdf, cipher.keyBytes);
  return { rounds, forms: pkcs5Forms, open: (password) => cipher.decrypt(derive(password), iv, data) };
}

function schemeOf(scheme: Node | undefined): { readonly cipher: Cipher; readonly iv: Buffer } {
  const { oid, params } = algorithmOf(scheme);
  // RC2 has its initial vector after the number for the size of its key.
  const [size, iv] = oid === rc2Cbc ? childrenOf(params) : [undefined, params];
  const cipher =
    oid === rc2Cbc ? (isInteger(size) ? rc2Ciphers[countOf(size)] : undefined) : pbes2Ciphers[oid];
  if (cipher === undefined) throw unsupported(nameOf(oid));
  return { cipher, iv: octetsOf(iv) };
}

/**
 * PKCS #12 wants the password in UTF-16 with a zero at its end (RFC 7292 §B.1). OpenSSL before 1.1 wrote each byte of the terminal as one
 * character. An empty password may also be none at all.
 */
export function pkcs12Forms(password: string): readonly Buffer[] {
  const asBytes = Buffer.from(password, 'utf8').toString('latin1');
  const none = password === '' ? [Buffer.alloc(0)] : [];
  return [...different([utf16(password), utf16(asBytes)]), ...none];
}

/** PKCS #5 leaves the form open, and everybody takes UTF-8. Old programs took Latin-1, and NSS took PKCS #12's form. */
export function pkcs5Forms(password: string): readonly Buffer[] {
  const latin1 = Buffer.from(password, 'latin1');
  const isLatin1 = latin1.toString('latin1') === password;
  return different([Buffer.from(password, 'utf8'), ...(isLatin1 ? [latin1] : []), utf16(password)]);
}

function utf16(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf16le').swap16();
}

function different(forms: readonly Buffer[]): readonly Buffer[] {
  return forms.filter((form, index) => forms.findIndex((one) => one.equals(form)) === index);
}

/** With one wrong password in 256 the padding is right by chance. All encrypted contents are one SEQUENCE, which says how long it is. */
function isSequence(plain: Buffer): boolean {
  const [tag, length = 0] = plain;
  if (tag !== 0x30) return false;
  if (length === 0x80) return true;
  const more = length > 0x80 ? length - 0x80 : 0;
  if (more > 4 || plain.length < 2 + more) return false;
  const content = more === 0 ? length : plain.readUIntBE(2, more);
  return plain.length === 2 + more + content;
}
