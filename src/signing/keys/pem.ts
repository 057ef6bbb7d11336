/**
 * Finds private keys and certificates in a PEM file as people have them: key and chain in one file and any order, text
 * between the blocks (`Bag Attributes`), line ends of any kind, saved by an editor with a byte-order mark.
 */
export interface PemKey {
  /** One PEM block. Secret when it is not encrypted. */
  readonly pem: string;
  readonly encrypted: boolean;
}

export interface PemContent {
  readonly keys: readonly PemKey[];
  /** PEM, as the file has them. */
  readonly certificates: readonly Buffer[];
}

const blocks = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]+(?:-[^-]+)*)-----END \1-----/g;

/** Undefined: the file is no PEM. */
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

/** An indented block, or one with the line ends of another system, is read as what it is. */
function tidyLines(body: string): string {
  return body
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n');
}
