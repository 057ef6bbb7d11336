/** A company's signing certificate. If a file does not open, the result is a value with the reason, never an exception. */
import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { choosePair } from './choose-pair.js';
import { OpenError, unsupported, type OpenFault, type PlainReason } from './open-fault.js';
import { readP12 } from './p12.js';
import { readPem, withoutBase64, type PemContent, type PemKey } from './pem.js';
import { childrenOf, octetsOf, readBer } from './pkcs12/asn1.js';
import { createRounds } from './pkcs12/key-derivation.js';
import { lockedBy, unlock, type Secret } from './pkcs12/password-ciphers.js';
import { oneLine, subjectSerialNumber } from '../verify/subject.js';
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
  /** PEM of what the file has of those that issued it: its issuer first. */
  readonly issuersPem: readonly string[];
}

type Opened<Fault> =
  { readonly ok: true; readonly certificate: SigningCertificate } | ({ readonly ok: false } & Fault);

export type OpenedCertificate = Opened<OpenFault>;

export type PemFault = PlainReason;

type OpenedKey = Opened<{ readonly reason: PemFault }>;

/** A chain and a key take a few KB. A larger file is not a certificate file. */
export const fileBytesMax = 1024 * 1024;

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @param certPem one or several certificates in PEM; @param keyPem the unencrypted private key, PKCS#8 or PKCS#1 */
export function openPem(certPem: string, keyPem: string): OpenedKey {
  if (certPem.length > fileBytesMax || keyPem.length > fileBytesMax) return cannotOpen('TOO_LARGE');
  if (!keyPem.includes('PRIVATE KEY-----')) return cannotOpen('NO_PRIVATE_KEY');
  const certificates = (certPem.match(pemCertificate) ?? []).map((pem) => Buffer.from(pem));
  return openKey(() => createPrivateKey(keyPem), certificates);
}

/** Whether the file needs a password. The key in a PEM file may be unencrypted. */
export function needsPassword(bytes: Uint8Array): boolean {
  const pem = readPem(bytes);
  if (pem === undefined) return !isCertificate(withoutBase64(bytes));
  return holdsP12(pem) || pem.keys.some(({ encrypted }) => encrypted);
}

/**
 * Opens the files that authorities deliver and operators have: PKCS#12, or PEM with key and certificates in one file.
 * @param fingerprint of the pair that a person chose from the candidates of `CHOICE_NEEDED`, or its beginning
 */
export function openCertificateFile(
  bytes: Uint8Array,
  password: string,
  fingerprint?: string,
): OpenedCertificate {
  if (bytes.length > fileBytesMax) return cannotOpen('TOO_LARGE');
  try {
    return chosenOf(openedKeys(bytes, password), fingerprint);
  } catch (error) {
    if (error instanceof OpenError) return { ok: false, ...error.fault };
    throw error;
  }
}

function openedKeys(bytes: Uint8Array, password: string): readonly OpenedKey[] {
  const pem = readPem(bytes);
  if (pem === undefined) return keysOfDer(withoutBase64(bytes), password);
  if (holdsP12(pem)) return keysOfDer(pem.p12, password);
  const secret = { password, rounds: createRounds() };
  return bounded(pem.keys).map((key) => openPemKey(key, pem.certificates, secret));
}

function holdsP12(pem: PemContent): pem is PemContent & { readonly p12: Buffer } {
  return pem.p12 !== undefined && pem.keys.length === 0;
}

function keysOfDer(bytes: Uint8Array, password: string): readonly OpenedKey[] {
  if (isCertificate(bytes)) return [cannotOpen('NO_PRIVATE_KEY')];
  if (isJavaKeystore(bytes)) throw unsupported('el formato JKS de Java (conviértalo con keytool en PKCS12)');
  const { keys, certificates } = readP12(bytes, password);
  return bounded(keys).map((key) => openKey(() => privateKeyOf(key), certificates));
}

/** If no key has a certificate, returns the fault of the first key. */
function chosenOf(opened: readonly OpenedKey[], fingerprint: string | undefined): OpenedCertificate {
  const pairs = opened.flatMap((one) => (one.ok ? [one.certificate] : []));
  if (pairs.length === 0) return opened[0] ?? cannotOpen('NO_PRIVATE_KEY');
  const chosen = choosePair(pairs, fingerprint);
  return 'pair' in chosen
    ? { ok: true, certificate: chosen.pair }
    : { ok: false, reason: 'CHOICE_NEEDED', facts: chosen };
}

/** Most files have one key, and a Java keystore may have some. Each one is compared with each certificate. */
const keysMax = 20;

function bounded<Key>(keys: readonly Key[]): readonly Key[] {
  if (keys.length > keysMax) throw unsupported(`más de ${keysMax} llaves privadas`);
  return keys;
}

function privateKeyOf(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

function openPemKey(
  { pem, encrypted, pkcs8 }: PemKey,
  certificates: readonly Buffer[],
  secret: Secret,
): OpenedKey {
  if (!encrypted) return openKey(() => createPrivateKey(pem), certificates);
  if (pkcs8 !== undefined) {
    const [algorithm, content] = childrenOf(readBer(pkcs8));
    const key = unlock(lockedBy(algorithm, octetsOf(content)), secret);
    return openKey(() => privateKeyOf(key), certificates);
  }
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, passphrase: secret.password });
  } catch (error) {
    // With about one wrong password in 256, the decrypted bytes end as they should although they are no key. OpenSSL then says
    // ERR_OSSL_UNSUPPORTED: this is a wrong password too.
    const isCipher = (error as NodeJS.ErrnoException).code === 'ERR_OSSL_EVP_UNSUPPORTED';
    return cannotOpen(isCipher ? 'KEY_CIPHER_UNSUPPORTED' : 'WRONG_PASSWORD');
  }
  return openKey(() => key, certificates);
}

/** Whether the file is a `.cer` or `.crt` in DER. Such a file is public and has no key. */
function isCertificate(bytes: Uint8Array): boolean {
  return certificateOf(bytes) !== undefined;
}

function certificateOf(bytes: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

/** JKS and JCEKS begin with these bytes. */
function isJavaKeystore(bytes: Uint8Array): boolean {
  return ['feedfeed', 'cececece'].includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));
}

function openKey(keyOf: () => KeyObject, certificates: readonly Buffer[]): OpenedKey {
  let key: KeyObject;
  try {
    key = keyOf();
  } catch (error) {
    // OpenSSL does not know this kind of key.
    const isKind = (error as NodeJS.ErrnoException).code === 'ERR_OSSL_EVP_UNSUPPORTED_ALGORITHM';
    return cannotOpen(isKind ? 'KEY_UNSUPPORTED' : 'UNREADABLE');
  }
  return choose(key, certificates);
}

function cannotOpen(reason: PemFault): { readonly ok: false; readonly reason: PemFault } {
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
function choose(privateKey: KeyObject, certificates: readonly Buffer[]): OpenedKey {
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (privateKey.asymmetricKeyType !== 'rsa' || bits < rsaBitsMin) return cannotOpen('KEY_UNSUPPORTED');
  if (certificates.length === 0) return cannotOpen('NO_CERTIFICATE');
  const readable = certificates.flatMap((bytes) => certificateOf(bytes) ?? []);
  if (readable.length === 0) return cannotOpen('UNREADABLE');
  const [leaf] = readable
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
      subject: oneLine(leaf.subject),
      notBefore: new Date(leaf.validFrom),
      notAfter: new Date(leaf.validTo),
      issuersPem: issuersOf(leaf, readable).map((issuer) => issuer.toString()),
    },
  };
}

/** An accredited authority has a root and one authority below it. */
const issuersMax = 4;

function issuersOf(leaf: X509Certificate, all: readonly X509Certificate[]): readonly X509Certificate[] {
  const issuers: X509Certificate[] = [];
  for (let one = leaf; issuers.length < issuersMax;) {
    const issuer = all.find(
      (other) =>
        other.fingerprint256 !== one.fingerprint256 && one.checkIssued(other) && one.verify(other.publicKey),
    );
    if (issuer === undefined) break;
    issuers.push(issuer);
    one = issuer;
  }
  return issuers;
}
