/**
 * Finds private keys and certificates in the PEM files that people have: key and chain in one file and any order, text
 * between the blocks (`Bag Attributes`), any line ends, and a byte-order mark from an editor.
 */
import forge from 'node-forge';
import { hasLargeNumber } from './hash-rounds.js';

export interface PemKey {
  /** One PEM block. Secret when it is not encrypted. */
  readonly pem: string;
  readonly encrypted: boolean;
}

export interface PemContent {
  readonly keys: readonly PemKey[];
  /** PEM, in the order of the file. */
  readonly certificates: readonly Buffer[];
}

const blocks = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]+(?:-[^-]+)*)-----END \1-----/g;

/** Undefined: the file is not PEM. */
export function readPem(bytes: Uint8Array): PemContent | undefined {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  if (!text.includes('-----BEGIN ')) return undefined;
  const keys: PemKey[] = [];
  const certificates: Buffer[] = [];
  for (const [, label = '', body = ''] of text.matchAll(blocks)) {
    const pem = `-----BEGIN ${label}-----\n${tidyLines(body)}\n-----END ${label}-----\n`;
    if (/^(X509 )?CERTIFICATE$/.test(label)) certificates.push(Buffer.from(pem));
    if (label.endsWith('PRIVATE KEY')) {
      const encrypted = label.startsWith('ENCRYPTED') || body.includes('Proc-Type: 4,ENCRYPTED');
      keys.push({ pem, encrypted });
    }
  }
  return { keys, certificates };
}

/**
 * The encrypted key itself says how often its password is hashed, and nothing can stop OpenSSL while it does that.
 * @param pem PKCS#8, encrypted
 */
export function hashesTooOften(pem: string): boolean {
  const [block] = forge.pem.decode(pem);
  // An older form of encryption hashes once.
  if (block === undefined || !block.type.startsWith('ENCRYPTED')) return false;
  const { value } = forge.asn1.fromDer(block.body, false);
  const [algorithm] = Array.isArray(value) ? value : [];
  return algorithm !== undefined && hasLargeNumber(algorithm);
}

/** Removes indentation and the line ends of other systems from a block. */
function tidyLines(body: string): string {
  return body
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n');
}
