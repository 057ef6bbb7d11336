/** A certification authority for demo and tests; only the simulator trusts it. node-forge makes the certificates. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import forge from 'node-forge';

export interface TestAuthority {
  readonly certificatePem: string;
  /** Secret: PKCS#8. */
  readonly privateKeyPem: string;
}

export interface IssuedCertificate {
  readonly certificatePem: string;
  /** Secret: PKCS#8. */
  readonly privateKeyPem: string;
}

export interface IssueOptions {
  readonly commonName: string;
  /** SN (2.5.4.5), for example `IDCDO-00199999996`. */
  readonly serialNumber: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** RSA bits; 2048 when absent. Other values are for tests of refusals. */
  readonly keyBits?: number;
  /** Its keyUsage. `none`: it has none. `signature` when absent. */
  readonly usage?: 'signature' | 'nonRepudiation' | 'encryption' | 'none';
  /** Of the signer; new ones when absent. */
  readonly keys?: RsaKeys;
  /** Where the authority's CRL is. */
  readonly crlUrls?: readonly string[];
}

export interface RsaKeys {
  readonly publicKey: string;
  /** Secret: PKCS#8. */
  readonly privateKey: string;
}

const defaultKeyBits = 2048;
const dayMs = 24 * 60 * 60 * 1000;
const authorityDays = 3650;
/** Accredited authorities issue for two years. */
const certificateDays = 730;
const serialBytes = 15;

interface AuthorityOptions {
  readonly days?: number;
  /** The authority that issues its certificate; itself when absent. */
  readonly root?: TestAuthority;
  /** Where the root's CRL is. */
  readonly crlUrls?: readonly string[];
}

export function createAuthority(
  name: string,
  { days = authorityDays, root, crlUrls = [] }: AuthorityOptions = {},
): TestAuthority {
  const keys = rsaKeys();
  const subject = [{ name: 'countryName', value: 'DO' }, utf8('commonName', name)];
  const now = Date.now();
  const certificatePem = certify({
    publicKeyPem: keys.publicKey,
    signerKeyPem: root?.privateKeyPem ?? keys.privateKey,
    subject,
    issuer: root === undefined ? subject : subjectOf(root),
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + days * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ...crlPoint(crlUrls),
    ],
  });
  return { certificatePem, privateKeyPem: keys.privateKey };
}

export function issueCertificate(authority: TestAuthority, options: IssueOptions): IssuedCertificate {
  const keys = options.keys ?? rsaKeys(options.keyBits);
  const now = Date.now();
  const certificatePem = certify({
    publicKeyPem: keys.publicKey,
    signerKeyPem: authority.privateKeyPem,
    subject: [
      { name: 'countryName', value: 'DO' },
      utf8('commonName', options.commonName),
      { type: forge.pki.oids['serialNumber'] ?? '2.5.4.5', value: options.serialNumber },
    ],
    issuer: subjectOf(authority),
    notBefore: options.notBefore ?? new Date(now - dayMs),
    notAfter: options.notAfter ?? new Date(now + certificateDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false },
      ...keyUsages[options.usage ?? 'signature'],
      ...crlPoint(options.crlUrls ?? []),
    ],
  });
  return { certificatePem, privateKeyPem: keys.privateKey };
}

function subjectOf({ certificatePem }: TestAuthority): forge.pki.CertificateField[] {
  return forge.pki.certificateFromPem(certificatePem).subject.attributes;
}

function crlPoint(urls: readonly string[]): Record<string, unknown>[] {
  const altNames = urls.map((value) => ({ type: 6, value }));
  return urls.length === 0 ? [] : [{ name: 'cRLDistributionPoints', altNames }];
}

const keyUsages = {
  signature: [{ name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true }],
  nonRepudiation: [{ name: 'keyUsage', nonRepudiation: true }],
  encryption: [{ name: 'keyUsage', keyEncipherment: true, dataEncipherment: true, critical: true }],
  none: [],
};

export interface P12Options {
  /** More certificates for the file, after the signer's own. */
  readonly chainPems?: readonly string[];
  /** The chain comes first, as in some files of real authorities. Then many programs pair the key with the wrong certificate. */
  readonly chainFirst?: true;
  readonly algorithm?: 'aes256' | '3des';
  /** Of the key derivation; 2,048 when absent, as in real files. */
  readonly iterations?: number;
}

/**
 * Makes a `.p12` file like those of an authority. node-forge gives the key and the file's first certificate the same
 * localKeyID. Java and .NET use it to find the key's certificate; other programs take the first certificate of the file.
 */
export function toP12(issued: IssuedCertificate, password: string, options: P12Options = {}): Buffer {
  const { chainPems = [], chainFirst } = options;
  const pems =
    chainFirst === true ? [...chainPems, issued.certificatePem] : [issued.certificatePem, ...chainPems];
  const certificates = pems.map((pem) => forge.pki.certificateFromPem(pem));
  const key = forge.pki.privateKeyFromPem(issued.privateKeyPem);
  const p12 = forge.pkcs12.toPkcs12Asn1(key, certificates, password, {
    algorithm: options.algorithm ?? 'aes256',
    ...(options.iterations === undefined ? {} : { count: options.iterations }),
  });
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary');
}

interface CertifyInput {
  readonly publicKeyPem: string;
  readonly signerKeyPem: string;
  readonly subject: forge.pki.CertificateField[];
  readonly issuer: forge.pki.CertificateField[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: Record<string, unknown>[];
}

/** forge then only lays out what is to be signed: its own arithmetic takes far longer than node:crypto. */
const notYet = { sign: () => '' } as unknown as forge.pki.rsa.PrivateKey;

function certify(input: CertifyInput): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(input.publicKeyPem);
  // A leading 01 keeps the serial number positive and at full length.
  certificate.serialNumber = `01${randomBytes(serialBytes).toString('hex')}`;
  certificate.validity.notBefore = input.notBefore;
  certificate.validity.notAfter = input.notAfter;
  certificate.setSubject(input.subject);
  certificate.setIssuer(input.issuer);
  certificate.setExtensions(input.extensions);
  certificate.sign(notYet, forge.md.sha256.create());
  const signed = Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'binary');
  certificate.signature = sign('sha256', signed, input.signerKeyPem).toString('binary');
  return forge.pki.certificateToPem(certificate);
}

function utf8(name: string, value: string): forge.pki.CertificateField {
  // forge's types permit only tag classes here, but the field takes an ASN.1 type.
  return { name, value, valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class };
}

/** Takes half a second of processor time. */
export function rsaKeys(modulusLength = defaultKeyBits): RsaKeys {
  return generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
