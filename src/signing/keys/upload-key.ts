/**
 * A key pair for certificates that people upload: the browser seals the file and its password to the public half, so that only a
 * worker can open them. The private half is sealed under the master key. RSA-OAEP with SHA-256 wraps a key of AES-256-GCM, whose associated
 * data binds the upload to its company, person, upload key and time.
 */
import {
  constants,
  createDecipheriv,
  createHash,
  createPrivateKey,
  generateKeyPair,
  privateDecrypt,
  randomUUID,
} from 'node:crypto';
import { promisify } from 'node:util';
import { seal, unseal, type MasterKey, type MasterKeys, type Sealed } from './seal.js';

export interface UploadKey {
  readonly keyId: string;
  /** SPKI, Base64. */
  readonly publicKey: string;
  readonly sealedKey: Sealed;
}

/** What the browser sends, in Base64, and what it must have bound to it. */
export interface SealedUpload {
  /** The associated data. Write it from what the service knows, not from what the browser sends. */
  readonly boundTo: string;
  readonly wrappedKey: string;
  readonly iv: string;
  /** Ciphertext and tag. */
  readonly sealed: string;
}

export interface Upload {
  readonly file: Buffer;
  readonly password: string;
}

const generate = promisify(generateKeyPair);
/** 3072 bits are as strong as AES-128 (NIST SP 800-57). */
const modulusLength = 3072;
const aesKeyBytes = 32;
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const;
const ivBytes = 12;
const tagBytes = 16;

/** A new key pair, with its private half sealed under the master key. */
export async function makeUploadKey(masterKey: MasterKey): Promise<UploadKey> {
  // Ask for encoded keys, not for key objects: while a key object is read, Node 20 may collect the job that made it, and then the process
  // stops.
  const { publicKey, privateKey: plain } = await generate('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const keyId = randomUUID();
  const sealedKey = seal(plain, masterKey, contextOf(keyId));
  plain.fill(0);
  return { keyId, publicKey: publicKey.toString('base64'), sealedKey };
}

/**
 * `KEY_UNKNOWN`: no given master key opens the private half. `INVALID`: the upload was sealed to another key, or is bound to something else,
 * or was altered, or is not what a browser sends. An error never shows a part of the content.
 */
export function openUpload(
  { keyId, sealedKey }: UploadKey,
  upload: SealedUpload,
  masterKeys: MasterKeys,
): Upload | 'KEY_UNKNOWN' | 'INVALID' {
  const plain = unseal(sealedKey, masterKeys, contextOf(keyId));
  if (plain === undefined) return 'KEY_UNKNOWN';
  try {
    const privateKey = createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
    const aesKey = privateDecrypt({ key: privateKey, ...oaep }, bytesOf(upload.wrappedKey));
    return read(decrypt(aesKey, upload)) ?? 'INVALID';
  } catch {
    return 'INVALID';
  } finally {
    plain.fill(0);
  }
}

/**
 * Opens a short secret that the api sealed with RSA-OAEP alone. The label binds it to what it is for.
 * Undefined: no given master key opens the private half, or the secret was sealed for another key or label.
 */
export function openShortSecret(
  { keyId, sealedKey }: UploadKey,
  { sealed, label }: { readonly sealed: string; readonly label: string },
  masterKeys: MasterKeys,
): Buffer | undefined {
  const plain = unseal(sealedKey, masterKeys, contextOf(keyId));
  if (plain === undefined) return undefined;
  try {
    const privateKey = createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
    return privateDecrypt({ key: privateKey, ...oaep, oaepLabel: Buffer.from(label) }, bytesOf(sealed));
  } catch {
    return undefined;
  } finally {
    plain.fill(0);
  }
}

/**
 * Names an upload that was opened, so that it is used once. GCM authenticates every byte that is hashed. The wrapped key is left out, because
 * the sender could wrap the same key again.
 */
export function uploadHash({ iv, sealed }: SealedUpload): string {
  return createHash('sha256').update(bytesOf(iv)).update(bytesOf(sealed)).digest('hex');
}

function decrypt(aesKey: Buffer, upload: SealedUpload): Buffer {
  const iv = bytesOf(upload.iv);
  const sealed = bytesOf(upload.sealed);
  if (aesKey.length !== aesKeyBytes || iv.length !== ivBytes || sealed.length < tagBytes)
    throw new Error('Not what a browser seals');
  const decipher = createDecipheriv('aes-256-gcm', aesKey, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(upload.boundTo));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
}

function read(plain: Buffer): Upload | undefined {
  const { p12, password } = JSON.parse(plain.toString('utf8')) as { p12?: unknown; password?: unknown };
  plain.fill(0);
  if (typeof p12 !== 'string' || typeof password !== 'string') return undefined;
  return { file: bytesOf(p12), password };
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

function contextOf(keyId: string): string {
  return `upload-key:${keyId}`;
}
