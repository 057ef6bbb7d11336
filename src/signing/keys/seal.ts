/**
 * Seals private keys at rest with AES-256-GCM under the master key. The sealed text names the key that sealed it, so that
 * master keys can be replaced one after the other; the associated data (company and fingerprint) binds it to its record.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** `v1.keyId.nonce.tag.ciphertext`, the last three Base64url: fit for any text field. */
export type Sealed = string;

/** 32 random bytes. Secret. */
export type MasterKey = Buffer;

/** The current one, and during a rotation the former ones too. */
export type MasterKeys = MasterKey | readonly MasterKey[];

export const masterKeyBytes = 32;

const version = 'v1';
/** 96 bits, the size GCM is defined for; random nonces stay safe far beyond the number of keys ever sealed. */
const nonceBytes = 12;
const tagBytes = 16;
const keyIdHexLength = 16;

/** Names a master key without telling anything of it. */
export function masterKeyId(masterKey: MasterKey): string {
  assertMasterKey(masterKey);
  return createHmac('sha256', masterKey)
    .update('ecf-issuer master key id')
    .digest('hex')
    .slice(0, keyIdHexLength);
}

/** @param aad binds the sealed text to its record, for example `3:{fingerprint}`; the same is needed to unseal. */
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

/** @returns undefined when none of these keys sealed it, when it was sealed for another record, or when it was altered. */
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

function assertMasterKey(masterKey: MasterKey): void {
  if (masterKey.length !== masterKeyBytes) throw new Error(`A master key has ${masterKeyBytes} bytes`);
}
