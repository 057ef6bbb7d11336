/** Seals an upload as the browser does (src/web/api/certificates.ts). */
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { associatedDataOf, type SealedFor } from '../../../src/ecf/messages/sealed-upload.js';

export interface PublicUploadKey {
  readonly keyId: string;
  readonly publicKey: string;
}

/** What the browser sends to import a certificate. The person has not confirmed it unless `bound` says so. */
export function sealedUpload(
  { keyId, publicKey }: PublicUploadKey,
  bound: Pick<SealedFor, 'companyId' | 'personId' | 'sealedAt'> &
    Partial<Pick<SealedFor, 'confirmed' | 'fingerprint'>>,
  content: { readonly p12: Uint8Array; readonly password: string },
) {
  const { sealedAt, fingerprint, confirmed = false } = bound;
  const plain = JSON.stringify({ ...content, p12: Buffer.from(content.p12).toString('base64') });
  const sealed = sealText(publicKey, plain, associatedDataOf({ ...bound, keyId, confirmed }));
  return { keyId, sealedAt, ...sealed, ...(fingerprint && { fingerprint }), ...(confirmed && { confirmed }) };
}

export function sealText(publicKey: string, plain: string, boundTo: string) {
  const [aesKey, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv).setAAD(Buffer.from(boundTo));
  const content = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const spki = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const oaep = { key: spki, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return {
    wrappedKey: publicEncrypt(oaep, aesKey).toString('base64'),
    iv: iv.toString('base64'),
    sealed: content.toString('base64'),
  };
}
