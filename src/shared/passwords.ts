/**
 * Passwords of integration users, stored as scrypt hashes (RFC 7914). Each hash contains its parameters, so that we can raise
 * them without changing existing users.
 */
import { randomBytes, scrypt, scryptSync, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

interface Parameters {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** OWASP Password Storage Cheat Sheet, scrypt row N=2^15, r=8, p=3: each try takes 32 MB and about 0.2 s. */
const parameters: Parameters = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };
/** A stored hash with a higher cost than this is not one of ours. */
const costMax = 2 ** 17;
const blockSizeMax = 16;
const parallelizationMax = 16;
const saltBytes = 16;
const keyBytes = 32;

export interface PasswordToVerify {
  readonly password: string;
  readonly hash: string;
}

export interface PasswordWork {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (asked: PasswordToVerify) => Promise<boolean>;
}

/** @returns `scrypt$N$r$p$salt$key`, salt and key in Base64 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(parameters, salt, await scryptKey(password, salt, parameters));
}

/** Does the same in the calling thread, which is blocked for a quarter of a second. */
export function hashPasswordAtOnce(password: string): string {
  const salt = randomBytes(saltBytes);
  return format(parameters, salt, scryptSync(normal(password), salt, keyBytes, optionsOf(parameters)));
}

/** Takes a thread of Node's pool for a fraction of a second. Rejects if the stored text is not a hash of ours. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const { parameters: asked, salt, key } = parse(stored);
  return timingSafeEqual(await scryptKey(password, salt, asked), key);
}

export function verifyPasswordAtOnce(password: string, stored: string): boolean {
  const { parameters: asked, salt, key } = parse(stored);
  return timingSafeEqual(scryptSync(normal(password), salt, keyBytes, optionsOf(asked)), key);
}

/** In Node's pool of threads, with the priority of the process. */
export const inThreadPool: PasswordWork = {
  hash: hashPassword,
  verify: ({ password, hash }) => verifyPassword(password, hash),
};

/** A hash that no password has. It is checked if the user does not exist, so that both answers take the same time. */
export const nobodysHash = format(parameters, Buffer.alloc(saltBytes), Buffer.alloc(keyBytes));

function format({ cost, blockSize, parallelization }: Parameters, salt: Buffer, key: Buffer): string {
  return ['scrypt', cost, blockSize, parallelization, salt.toString('base64'), key.toString('base64')].join(
    '$',
  );
}

function parse(stored: string): { parameters: Parameters; salt: Buffer; key: Buffer } {
  const match = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(
    stored,
  );
  const [cost, blockSize, parallelization] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
  const salt = Buffer.from(match?.[4] ?? '', 'base64');
  const key = Buffer.from(match?.[5] ?? '', 'base64');
  const bounded = cost <= costMax && blockSize <= blockSizeMax && parallelization <= parallelizationMax;
  if (match === null || !bounded || key.length !== keyBytes)
    throw new Error('Not a password hash of this service');
  return { parameters: { cost, blockSize, parallelization }, salt, key };
}

function scryptKey(password: string, salt: Buffer, asked: Parameters): Promise<Buffer> {
  return scryptOf(normal(password), salt, keyBytes, optionsOf(asked));
}

/** Two systems may encode the same typed password differently (é as one code point or as two), so the text is normalized. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

function optionsOf(asked: Parameters): ScryptOptions {
  // RFC 7914 §2: 128·N·r bytes for the table and 128·r·p for the blocks; the rest is OpenSSL's margin.
  return { ...asked, maxmem: 128 * asked.blockSize * (asked.cost + asked.parallelization) + 1024 * 1024 };
}
