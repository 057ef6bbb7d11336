/**
 * Finds private keys and certificates in the PEM files that people have: key and chain in one file and any order, text
 * between the blocks (`Bag Attributes`), any line ends, and a byte-order mark from an editor. Also finds a binary file that was written as
 * Base64, with or without such lines around it.
 */

export interface PemKey {
  /** One PEM block. Secret when it is not encrypted. */
  readonly pem: string;
  readonly encrypted: boolean;
  /** EncryptedPrivateKeyInfo, in DER. Undefined for the older form of encryption, which OpenSSL opens. */
  readonly pkcs8: Buffer | undefined;
}

export interface PemContent {
  readonly keys: readonly PemKey[];
  /** PEM, in the order of the file. */
  readonly certificates: readonly Buffer[];
  /** A PKCS#12 file between PEM lines. */
  readonly p12: Buffer | undefined;
}

const blocks = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]+(?:-[^-]+)*)-----END \1-----/g;

/** Undefined: the file is not PEM. */
export function readPem(bytes: Uint8Array): PemContent | undefined {
  const text = textOf(bytes);
  if (!text.includes('-----BEGIN ')) return undefined;
  const keys: PemKey[] = [];
  const certificates: Buffer[] = [];
  let p12: Buffer | undefined;
  for (const [, label = '', body = ''] of text.matchAll(blocks)) {
    const pem = `-----BEGIN ${label}-----\n${tidyLines(body)}\n-----END ${label}-----\n`;
    if (/^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label)) certificates.push(Buffer.from(pem));
    if (/^(?:PKCS12|PFX)$/.test(label)) p12 ??= Buffer.from(body, 'base64');
    if (label.endsWith('PRIVATE KEY')) {
      const isPkcs8 = label.startsWith('ENCRYPTED');
      const encrypted = isPkcs8 || body.includes('Proc-Type: 4,ENCRYPTED');
      keys.push({ pem, encrypted, pkcs8: isPkcs8 ? Buffer.from(body, 'base64') : undefined });
    }
  }
  return { keys, certificates, p12 };
}

/** Every large value of DER begins like this in Base64. */
const base64 = /^MI[A-Za-z0-9+/\s]+={0,2}$/;

export function withoutBase64(bytes: Uint8Array): Uint8Array {
  const text = textOf(bytes).trim();
  return base64.test(text) ? Buffer.from(text, 'base64') : bytes;
}

function textOf(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

function tidyLines(body: string): string {
  return body
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n');
}
