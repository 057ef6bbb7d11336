/**
 * Seals private keys at rest with AES-256-GCM under the master key. The sealed text names its master key, so an operator can
 * replace master keys one after the other. The associated data (company and fingerprint) binds the text to its record.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** `v1.keyId.nonce.tag.ciphertext`, the last three as Base64url. */
export type Sealed = string;

/** 32 random bytes. Secret. */
export type MasterKey = Buffer;

/** The current key; during a rotation also the earlier ones. */
export type MasterKeys = MasterKey | readonly MasterKey[];

export const masterKeyBytes = 32;

const version = 'v1';
/** 96 bits, the standard nonce size of GCM. Random nonces are safe for far more keys than we will ever seal. */
const nonceBytes = 12;
const tagBytes = 16;
const keyIdHexLength = 16;

/** Names a master key without revealing anything about it. */
export function masterKeyId(masterKey: MasterKey): string {
  assertMasterKey(masterKey);
  return createHmac('sha256', masterKey)
    .update('ecf-issuer master key id')
    .digest('hex')
    .slice(0, keyIdHexLength);
}

/** @param aad binds the sealed text to its record, for example `3:{fingerprint}`. `unseal` needs the same value. */
export function seal(plain: Buffer, masterKey: MasterKey, aad: string): Sealed {
  const nonce = randomBytes(nonceBytes);
  const keyId = masterKeyId(masterKey);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(`${version}.${keyId}.${aad}`));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [
    version,
    keyId,
    ...[nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url')),
  ].join('.');
}

/** @returns undefined when another key sealed it, when it was sealed for another record, or when it was altered */
export function unseal(sealed: Sealed, masterKeys: MasterKeys, aad: string): Buffer | undefined {
  const [found, keyId, nonce, tag, ciphertext, ...rest] = sealed.split('.');
  if (found !== version || keyId === undefined || nonce === undefined || tag === undefined) return undefined;
  if (ciphertext === undefined || rest.length > 0) return undefined;
  const keys = Buffer.isBuffer(masterKeys) ? [masterKeys] : masterKeys;
  const masterKey = keys.find((key) => masterKeyId(key) === keyId);
  if (masterKey === undefined) return undefined;
  try {
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv('aes-256-gcm', masterKey, Buffer.from(nonce, 'base64url'), options);
    decipher.setAAD(Buffer.from(`${version}.${keyId}.${aad}`));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64url')), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Seals a text again, under the first master key. Undefined when no given key opens it. */
export function reseal(
  sealed: Sealed,
  masterKeys: readonly [MasterKey, ...MasterKey[]],
  aad: string,
): Sealed | undefined {
  const plain = unseal(sealed, masterKeys, aad);
  if (plain === undefined) return undefined;
  const again = seal(plain, masterKeys[0], aad);
  plain.fill(0);
  return again;
}

function assertMasterKey(masterKey: MasterKey): void {
  if (masterKey.length !== masterKeyBytes) throw new Error(`A master key has ${masterKeyBytes} bytes`);
}
