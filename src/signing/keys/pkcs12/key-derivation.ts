/**
 * Turns passwords into keys. The file says how often its password is hashed, and a hostile one asks for hours. Nothing can stop OpenSSL while
 * it hashes, so the rounds of a file are counted before each derivation.
 */
import { createHmac, hash, pbkdf2Sync, scryptSync } from 'node:crypto';
import { OpenError, unreadable, unsupported } from '../open-fault.js';
import { algorithmOf, childrenOf, countOf, isInteger, nameOf, octetsOf, type Node } from './asn1.js';

/**
 * The most rounds that one file takes, all its derivations together. Firefox, NSS and GnuTLS announce 600,000 for each of three. On one
 * processor of 2020 these take 2 s by PBKDF2 with SHA-256, 7 s with SHA-3, and 10 s by the older derivation of PKCS#12.
 */
export const roundsMax = 10_000_000;

export interface Rounds {
  /** @throws OpenError if the file takes too many rounds with these */
  spend(rounds: number): void;
}

export function createRounds(): Rounds {
  let spent = 0;
  return {
    spend: (rounds) => {
      spent += rounds;
      if (spent > roundsMax) throw tooCostly(rounds);
    },
  };
}

/**
 * Before the first derivation, so that the person gets the answer at once.
 * @param parts the rounds of each part that the file announces; the error names the most
 * @throws OpenError if together they are too many
 */
export function refuseTooMany(parts: readonly number[]): void {
  const sum = parts.reduce((one, other) => one + other, 0);
  if (sum > roundsMax) throw tooCostly(Math.max(...parts));
}

function tooCostly(rounds: number): OpenError {
  return new OpenError({ reason: 'TOO_COSTLY', facts: { rounds: Number.isFinite(rounds) ? rounds : null } });
}

interface Hash {
  readonly name: string;
  readonly bytes: number;
  /** How many bytes it hashes at a time (FIPS 180-4, FIPS 202). */
  readonly blockBytes: number;
}

const hashes = {
  md5: { name: 'md5', bytes: 16, blockBytes: 64 },
  sha1: { name: 'sha1', bytes: 20, blockBytes: 64 },
  sha224: { name: 'sha224', bytes: 28, blockBytes: 64 },
  sha256: { name: 'sha256', bytes: 32, blockBytes: 64 },
  sha384: { name: 'sha384', bytes: 48, blockBytes: 128 },
  sha512: { name: 'sha512', bytes: 64, blockBytes: 128 },
  sha512with224: { name: 'sha512-224', bytes: 28, blockBytes: 128 },
  sha512with256: { name: 'sha512-256', bytes: 32, blockBytes: 128 },
  sha3with224: { name: 'sha3-224', bytes: 28, blockBytes: 144 },
  sha3with256: { name: 'sha3-256', bytes: 32, blockBytes: 136 },
  sha3with384: { name: 'sha3-384', bytes: 48, blockBytes: 104 },
  sha3with512: { name: 'sha3-512', bytes: 64, blockBytes: 72 },
} as const satisfies Record<string, Hash>;

export const { md5, sha1 } = hashes;

/** RFC 3279, RFC 5754 and NIST's register of algorithms. */
const digests: Readonly<Record<string, Hash>> = {
  '1.2.840.113549.2.5': hashes.md5,
  '1.3.14.3.2.26': hashes.sha1,
  '2.16.840.1.101.3.4.2.1': hashes.sha256,
  '2.16.840.1.101.3.4.2.2': hashes.sha384,
  '2.16.840.1.101.3.4.2.3': hashes.sha512,
  '2.16.840.1.101.3.4.2.4': hashes.sha224,
  '2.16.840.1.101.3.4.2.5': hashes.sha512with224,
  '2.16.840.1.101.3.4.2.6': hashes.sha512with256,
  '2.16.840.1.101.3.4.2.7': hashes.sha3with224,
  '2.16.840.1.101.3.4.2.8': hashes.sha3with256,
  '2.16.840.1.101.3.4.2.9': hashes.sha3with384,
  '2.16.840.1.101.3.4.2.10': hashes.sha3with512,
};

/** RFC 8018 §B.1.2 and NIST's register. */
const hmacs: Readonly<Record<string, Hash>> = {
  '1.2.840.113549.2.6': hashes.md5,
  '1.2.840.113549.2.7': hashes.sha1,
  '1.2.840.113549.2.8': hashes.sha224,
  '1.2.840.113549.2.9': hashes.sha256,
  '1.2.840.113549.2.10': hashes.sha384,
  '1.2.840.113549.2.11': hashes.sha512,
  '1.2.840.113549.2.12': hashes.sha512with224,
  '1.2.840.113549.2.13': hashes.sha512with256,
  '2.16.840.1.101.3.4.2.13': hashes.sha3with224,
  '2.16.840.1.101.3.4.2.14': hashes.sha3with256,
  '2.16.840.1.101.3.4.2.15': hashes.sha3with384,
  '2.16.840.1.101.3.4.2.16': hashes.sha3with512,
};

export function digestOf(algorithm: Node | undefined): Hash {
  return known(digests, algorithm);
}

export function hmacOf(algorithm: Node | undefined): Hash {
  return known(hmacs, algorithm);
}

function known(table: Readonly<Record<string, Hash>>, algorithm: Node | undefined): Hash {
  const { oid } = algorithmOf(algorithm);
  const found = table[oid];
  if (found === undefined) throw unsupported(nameOf(oid));
  return found;
}

export function hmac({ name }: Hash, key: Buffer, content: Buffer): Buffer {
  return createHmac(name, key).update(content).digest();
}

/** How a file derives its keys. The older derivations have no other parts. */
export interface Salted {
  readonly hash: Hash;
  readonly salt: Buffer;
  readonly rounds: number;
}

/** PKCS #12's own derivation (RFC 7292 §B.2). OpenSSL has it too, but Node does not offer it. */
export function pkcs12Key(password: Buffer, from: Salted, wanted: { id: 1 | 2 | 3; bytes: number }): Buffer {
  const { name, bytes, blockBytes } = from.hash;
  const diversifier = Buffer.alloc(blockBytes, wanted.id);
  const mixed = Buffer.concat([filled(from.salt, blockBytes), filled(password, blockBytes)]);
  const key: Buffer[] = [];
  for (let made = 0; made < wanted.bytes; made += bytes) {
    let block = hash(name, Buffer.concat([diversifier, mixed]), 'buffer');
    for (let round = 1; round < from.rounds; round += 1) block = hash(name, block, 'buffer');
    key.push(block);
    const added = Buffer.alloc(blockBytes);
    for (let at = 0; at < blockBytes; at += 1) added[at] = block[at % bytes] ?? 0;
    for (let at = 0; at < mixed.length; at += blockBytes)
      addPlusOne(mixed.subarray(at, at + blockBytes), added);
  }
  return Buffer.concat(key).subarray(0, wanted.bytes);
}

/** How many rounds `pkcs12Key` takes for a key of this length. */
export function pkcs12Cost({ hash: { bytes }, rounds }: Salted, keyBytes: number): number {
  return rounds * Math.ceil(keyBytes / bytes);
}

/** The bytes again and again until they fill whole blocks. */
function filled(bytes: Buffer, blockBytes: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes, bytes);
}

/** Adds two numbers and 1 in place, the most significant byte first, without the last carry. */
function addPlusOne(number: Buffer, added: Buffer): void {
  let carry = 1;
  for (let at = number.length - 1; at >= 0; at -= 1) {
    carry += (number[at] ?? 0) + (added[at] ?? 0);
    number[at] = carry & 0xff;
    carry >>= 8;
  }
}

/** PBKDF1 (RFC 8018 §5.1): key and initial vector, 8 bytes each. */
export function pbkdf1(password: Buffer, from: Salted): Buffer {
  let block = hash(from.hash.name, Buffer.concat([password, from.salt]), 'buffer');
  for (let round = 1; round < from.rounds; round += 1) block = hash(from.hash.name, block, 'buffer');
  return block.subarray(0, 16);
}

export interface Derivation {
  readonly rounds: number;
  readonly derive: (password: Buffer) => Buffer;
}

/** A key is never longer than the longest hash. */
const keyBytesMax = 64;

/** The usual scrypt takes 16 MiB (RFC 7914 §2: 128 · N · r), and hostile ones as much as there is. */
const scryptBytesMax = 64 * 1024 * 1024;

/**
 * PBKDF2 (RFC 8018 §A.2) or scrypt (RFC 7914 §7.1), both by OpenSSL.
 * @param keyBytes absent: as many as the file says
 */
export function derivationOf(algorithm: Node | undefined, keyBytes?: number): Derivation {
  const { oid, params } = algorithmOf(algorithm);
  const [salt, ...numbers] = childrenOf(params);
  if (oid === '1.2.840.113549.1.5.12') return pbkdf2(octetsOf(salt), numbers, keyBytes);
  if (oid === '1.3.6.1.4.1.11591.4.11') return scrypt(octetsOf(salt), numbers, keyBytes);
  throw unsupported(nameOf(oid));
}

function pbkdf2(salt: Buffer, [count, ...rest]: readonly Node[], keyBytes?: number): Derivation {
  const prf = rest.find((one) => !isInteger(one));
  const { name, bytes } = prf === undefined ? sha1 : hmacOf(prf);
  const wanted = keyBytes ?? keyLength(rest.find(isInteger));
  const announced = countOf(count);
  return {
    rounds: announced * Math.ceil(wanted / bytes),
    derive: (password) => pbkdf2Sync(password, salt, announced, wanted, name),
  };
}

function scrypt(salt: Buffer, numbers: readonly Node[], keyBytes?: number): Derivation {
  const [N = 0, r = 0, p = 0] = numbers.slice(0, 3).map(countOf);
  const wanted = keyBytes ?? keyLength(numbers[3]);
  // One mix of one block takes about as long as one round of the others.
  const rounds = N * r * p;
  if (128 * r * (N + p) > scryptBytesMax) throw tooCostly(rounds);
  return {
    rounds,
    derive: (password) => {
      try {
        return scryptSync(password, salt, wanted, { N, r, p, maxmem: 2 * scryptBytesMax });
      } catch {
        // N is no power of two.
        throw unreadable();
      }
    },
  };
}

function keyLength(node: Node | undefined): number {
  const bytes = countOf(node);
  if (bytes > keyBytesMax) throw unreadable();
  return bytes;
}
