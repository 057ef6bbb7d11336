/**
 * A company's signing certificate: private key and X.509 certificate, opened from PEM or from the `.p12` file that the
 * certification authority delivers. If a file does not open, the result is a value with the reason, never an exception.
 */
import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readP12 } from './p12.js';
import { hashesTooOften, readPem, type PemKey } from './pem.js';
import { usabilityOf } from '../verify/certificate-expiry.js';
import { subjectSerialNumber } from '../verify/subject.js';
import { rsaBitsMin } from '../verify/xmldsig.js';

export interface SigningCertificate {
  readonly privateKey: KeyObject;
  readonly certificateDer: Buffer;
  /** SHA-256 of the DER certificate, lower-case hex. */
  readonly fingerprint: string;
  /** Attribute SN (2.5.4.5) of the subject, for example `IDCDO-00199999996`; `""` when the subject has none. */
  readonly subjectSerialNumber: string;
  /** The subject on one line, for people. */
  readonly subject: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Why a certificate file cannot be used, with one message for people for each reason. */
export const openFaults = {
  TOO_LARGE: 'El archivo es demasiado grande para ser un certificado.',
  UNREADABLE:
    'El archivo no se puede leer: no es un .p12 ni un PEM con la llave privada y el certificado, o está dañado.',
  WRONG_PASSWORD: 'La clave del certificado no es correcta.',
  NO_PRIVATE_KEY:
    'El archivo no contiene la llave privada: exporte el certificado con ella (.p12), o reúna los dos en un archivo PEM.',
  NO_CERTIFICATE:
    'El archivo contiene la llave privada y ningún certificado: reúna los dos en un archivo PEM, o importe el .p12.',
  NO_MATCHING_CERTIFICATE: 'Ningún certificado del archivo corresponde a la llave privada.',
  KEY_CIPHER_UNSUPPORTED:
    'La llave privada está cifrada con un método antiguo que no se puede abrir: cífrela con AES («openssl pkcs8 -topk8 -v2 aes256»), o importe el .p12.',
  KEY_UNSUPPORTED: 'La llave no es RSA de al menos 2048 bits, la única que acepta la DGII.',
} as const;

export type OpenFault = keyof typeof openFaults;

export type OpenedCertificate =
  | { readonly ok: true; readonly certificate: SigningCertificate }
  | { readonly ok: false; readonly reason: OpenFault };

/** A chain and a key take a few KB. A larger file is not a certificate file. */
export const fileBytesMax = 1024 * 1024;

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @param certPem one or several certificates in PEM; @param keyPem the unencrypted private key, PKCS#8 or PKCS#1 */
export function openPem(certPem: string, keyPem: string): OpenedCertificate {
  if (certPem.length > fileBytesMax || keyPem.length > fileBytesMax) return cannotOpen('TOO_LARGE');
  if (!keyPem.includes('PRIVATE KEY-----')) return cannotOpen('NO_PRIVATE_KEY');
  const certificates = (certPem.match(pemCertificate) ?? []).map((pem) => Buffer.from(pem));
  return openOrUnreadable(() => choose(createPrivateKey(keyPem), certificates));
}

/** Whether the file needs a password. The key in a PEM file may be unencrypted. */
export function needsPassword(bytes: Uint8Array): boolean {
  const pem = readPem(bytes);
  return pem === undefined ? !isCertificate(bytes) : pem.keys.some(({ encrypted }) => encrypted);
}

/** Opens the files that authorities deliver and operators have: PKCS#12, or PEM with key and certificates in one file. */
export function openCertificateFile(bytes: Uint8Array, password: string): OpenedCertificate {
  if (bytes.length > fileBytesMax) return cannotOpen('TOO_LARGE');
  const pem = readPem(bytes);
  if (pem !== undefined) return newestPair(pem.keys, (key) => openPemKey(key, pem.certificates, password));
  return isCertificate(bytes) ? cannotOpen('NO_PRIVATE_KEY') : openP12(bytes, password);
}

/**
 * Of the keys whose certificate is in the file and may sign today, the one whose certificate ends last: after a renewal a file may have both
 * pairs. Pairs that end within a day of each other were issued together, so of those the first one counts. If none may sign today, takes any
 * of them. If no key has a certificate, returns the fault of the first key.
 */
function newestPair<Key>(keys: readonly Key[], open: (key: Key) => OpenedCertificate): OpenedCertificate {
  const opened = keys.slice(0, keysMax).map(open);
  const pairs = opened.filter(({ ok }) => ok);
  const usable = pairs.filter(maySignToday);
  const [first, ...others] = usable.length > 0 ? usable : pairs;
  if (first === undefined) return opened[0] ?? cannotOpen('NO_PRIVATE_KEY');
  return others.reduce((best, one) => (endOf(one) - endOf(best) > dayMs ? one : best), first);
}

const dayMs = 86_400_000;

function endOf(opened: OpenedCertificate): number {
  return opened.ok ? opened.certificate.notAfter.getTime() : 0;
}

function maySignToday(opened: OpenedCertificate): boolean {
  if (!opened.ok) return false;
  const { certificate } = opened;
  return usabilityOf(certificate, new Date()) === 'usable' && isForSignatures(certificate.certificateDer);
}

/** keyUsage, 2.5.29.15, in DER. */
const keyUsageId = Buffer.from('0603551d0f', 'hex');

/** False: its keyUsage has neither digitalSignature nor nonRepudiation, the first two bits. Without a keyUsage it may sign. */
function isForSignatures(der: Buffer): boolean {
  const at = der.indexOf(keyUsageId);
  if (at === -1) return true;
  const afterId = at + keyUsageId.length;
  // Perhaps a boolean of three bytes (critical); then an octet string, and in it a bit string with a count before its bits.
  const octets = der[afterId] === 0x01 ? afterId + 3 : afterId;
  return ((der[octets + 5] ?? 0) & 0xc0) !== 0;
}

/**
 * Most files have one key, and some have another one for encryption. There is a limit, because opening an encrypted key takes much
 * computing.
 */
const keysMax = 5;

function openPemKey(
  { pem, encrypted }: PemKey,
  certificates: readonly Buffer[],
  password: string,
): OpenedCertificate {
  let key: KeyObject;
  try {
    if (encrypted && hashesTooOften(pem)) return cannotOpen('UNREADABLE');
    key = createPrivateKey(encrypted ? { key: pem, passphrase: password } : pem);
  } catch (error) {
    if (!encrypted) return cannotOpen('UNREADABLE');
    // With about one wrong password in 256, the decrypted bytes end as they should although they are no key. OpenSSL then says
    // ERR_OSSL_UNSUPPORTED: this is a wrong password too.
    const isCipher = (error as NodeJS.ErrnoException).code === 'ERR_OSSL_EVP_UNSUPPORTED';
    return cannotOpen(isCipher ? 'KEY_CIPHER_UNSUPPORTED' : 'WRONG_PASSWORD');
  }
  return openOrUnreadable(() => choose(key, certificates));
}

/** Whether the file is a `.cer` or `.crt` in DER. Such a file is public and has no key. */
function isCertificate(bytes: Uint8Array): boolean {
  try {
    return new X509Certificate(bytes).raw.length > 0;
  } catch {
    return false;
  }
}

/** Opens a PKCS#12 file, also with the old RC2 and 3DES encryptions, which OpenSSL 3 refuses. */
export function openP12(bytes: Uint8Array, password: string): OpenedCertificate {
  if (bytes.length > fileBytesMax) return cannotOpen('TOO_LARGE');
  const content = readP12(bytes, password);
  if (typeof content === 'string') return cannotOpen(content);
  return newestPair(content.keys, (keyDer) => {
    const key = { key: keyDer, format: 'der', type: 'pkcs8' } as const;
    return openOrUnreadable(() => choose(createPrivateKey(key), content.certificates));
  });
}

function openOrUnreadable(open: () => OpenedCertificate): OpenedCertificate {
  try {
    return open();
  } catch {
    return cannotOpen('UNREADABLE');
  }
}

function cannotOpen(reason: OpenFault): OpenedCertificate {
  return { ok: false, reason };
}

/** The certificate as PEM. It is public, so it is stored unsealed. */
export function certificatePem(certificate: SigningCertificate): string {
  return new X509Certificate(certificate.certificateDer).toString();
}

/** The private key as PKCS#8 PEM. Secret: seal it (seal.ts) before it is stored. */
export function privateKeyPem(certificate: SigningCertificate): string {
  return certificate.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * A delivered file has the whole chain in any order, so the leaf is the certificate whose public key matches. After a renewal that keeps
 * the key, two match: the one that is valid longest is the new one.
 */
function choose(privateKey: KeyObject, certificates: readonly Buffer[]): OpenedCertificate {
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (privateKey.asymmetricKeyType !== 'rsa' || bits < rsaBitsMin) return cannotOpen('KEY_UNSUPPORTED');
  if (certificates.length === 0) return cannotOpen('NO_CERTIFICATE');
  const [leaf] = certificates
    .map((bytes) => new X509Certificate(bytes))
    .filter((one) => one.checkPrivateKey(privateKey))
    .sort((a, b) => Date.parse(b.validTo) - Date.parse(a.validTo));
  if (leaf === undefined) return cannotOpen('NO_MATCHING_CERTIFICATE');
  return {
    ok: true,
    certificate: {
      privateKey,
      certificateDer: leaf.raw,
      fingerprint: createHash('sha256').update(leaf.raw).digest('hex'),
      subjectSerialNumber: subjectSerialNumber(leaf),
      subject: leaf.subject.split('\n').join(', '),
      notBefore: new Date(leaf.validFrom),
      notAfter: new Date(leaf.validTo),
    },
  };
}
