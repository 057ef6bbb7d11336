/** Reads a CRL (RFC 5280, 5): whose it is, when it was issued, who signed it, and which of some certificates it revokes. */
import { verify, X509Certificate } from 'node:crypto';
import { issuerName } from './crl-points.js';
import {
  asn1,
  bytesOf,
  derOf,
  extensionOf,
  isUniversal,
  members,
  oidOf,
  present,
  read,
  tagged,
  type Node,
} from './der.js';

export type CrlFault =
  /** No DER or PEM of a CRL. */
  | 'UNREADABLE'
  /** It is of another authority than the certificate. */
  | 'OTHER_ISSUER'
  | 'SIGNATURE_WRONG'
  /** A newer one should be there, or it is of the future. */
  | 'OUT_OF_DATE';

export interface CrlFacts {
  /** The CRL in DER. */
  readonly der: Buffer;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** False: the issuer's certificate is not known, or we do not know the algorithm. */
  readonly checked: boolean;
  /** Those of the given serial numbers that it revokes. */
  readonly revoked: readonly { readonly serial: string; readonly at: Date }[];
}

export type ReadCrl = ({ readonly ok: true } & CrlFacts) | { readonly ok: false; readonly fault: CrlFault };

export interface CrlChecks {
  /** PEM of a certificate that names the CRL. */
  readonly certificatePem: string;
  /** PEM of the certificate that issued it, if it is known. */
  readonly issuerPem: string | undefined;
  /** As `X509Certificate` writes them. */
  readonly serials: readonly string[];
  readonly now: Date;
}

const digests: Readonly<Record<string, string>> = {
  // RSA, and ECDSA.
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
const issuingDistributionPoint = '2.5.29.28';
/** The tag that says that the entries may be of other authorities' certificates. */
const indirectTag = 4;
/** Clocks differ. */
const aheadMaxMs = 3_600_000;

export function readCrl(bytes: Uint8Array, checks: CrlChecks): ReadCrl {
  try {
    return checked(derBytes(Buffer.from(bytes)), checks);
  } catch {
    // What is not where the standard has it.
    return { ok: false, fault: 'UNREADABLE' };
  }
}

/** Some servers send PEM, although the standard asks for DER. */
function derBytes(bytes: Buffer): Buffer {
  const pem = /^\s*-----BEGIN X509 CRL-----([A-Za-z0-9+/=\s]+)-----END/.exec(bytes.toString('latin1'))?.[1];
  return pem === undefined ? bytes : Buffer.from(pem, 'base64');
}

function checked(der: Buffer, { certificatePem, issuerPem, serials, now }: CrlChecks): ReadCrl {
  const [list, algorithm, signature, ...others] = members(read(der));
  if (others.length > 0) throw new Error('Not a CRL');
  const parts = { list: present(list), algorithm: present(algorithm), signature: present(signature) };
  const { issuer, thisUpdate, nextUpdate, entries, extensions } = fieldsOf(parts.list);
  const signer = issuerPem === undefined ? undefined : new X509Certificate(issuerPem);
  const right = signer && isSignedBy(signer, der, parts);
  if (right === false) return { ok: false, fault: 'SIGNATURE_WRONG' };
  // A signature of the issuer's key says more than a name.
  if (right === undefined && !issuer.equals(issuerName(new X509Certificate(certificatePem))))
    return { ok: false, fault: 'OTHER_ISSUER' };
  const isFuture = thisUpdate.getTime() - now.getTime() > aheadMaxMs;
  if (isFuture || (nextUpdate !== null && nextUpdate < now)) return { ok: false, fault: 'OUT_OF_DATE' };
  const revoked = isIndirect(extensions) ? [] : revokedOf(entries, new Set(serials.map(plainSerial)));
  return { ok: true, der, thisUpdate, nextUpdate, checked: right === true, revoked };
}

function fieldsOf(list: Node) {
  const { INTEGER, UTCTIME, GENERALIZEDTIME, SEQUENCE } = asn1.Type;
  const all = members(list);
  const isVersioned = isUniversal(present(all[0]), INTEGER);
  const [, issuer, first, ...rest] = isVersioned ? all.slice(1) : all;
  const second =
    rest[0] !== undefined && isUniversal(rest[0], UTCTIME, GENERALIZEDTIME) ? rest[0] : undefined;
  const entries = rest.find((node) => isUniversal(node, SEQUENCE));
  return {
    issuer: derOf(present(issuer)),
    thisUpdate: timeOf(present(first)),
    nextUpdate: second === undefined ? null : timeOf(second),
    entries: entries === undefined ? [] : members(entries),
    extensions: tagged(rest, 0),
  };
}

function timeOf(node: Node): Date {
  const text = bytesOf(node).toString('latin1');
  const time = isUniversal(node, asn1.Type.UTCTIME)
    ? asn1.utcTimeToDate(text)
    : asn1.generalizedTimeToDate(text);
  if (Number.isNaN(time.getTime())) throw new Error('Not a time');
  return time;
}

interface Signed {
  readonly algorithm: Node;
  readonly signature: Node;
}

/** Undefined: we do not know the algorithm. */
function isSignedBy(
  issuer: X509Certificate,
  der: Buffer,
  { algorithm, signature }: Signed,
): boolean | undefined {
  const digest = digests[oidOf(members(algorithm)[0])];
  if (digest === undefined) return undefined;
  // What is signed lies between the head of the whole and the last two members.
  const long = der.readUInt8(1);
  const head = long < 0x80 ? 2 : 2 + (long & 0x7f);
  const end = der.length - derOf(algorithm).length - derOf(signature).length;
  // The first byte of the bit string counts its unused bits.
  return verify(digest, der.subarray(head, end), issuer.publicKey, bytesOf(signature).subarray(1));
}

function isIndirect(extensions: Node | undefined): boolean {
  const point = extensionOf(extensions, issuingDistributionPoint);
  return point !== undefined && tagged(members(point), indirectTag) !== undefined;
}

function revokedOf(entries: readonly Node[], serials: ReadonlySet<string>): CrlFacts['revoked'] {
  return entries.flatMap((entry) => {
    const [serial, at] = members(entry);
    const written = plainSerial(bytesOf(serial).toString('hex'));
    return serials.has(written) ? [{ serial: written, at: timeOf(present(at)) }] : [];
  });
}

/** DER may put a zero before a number, and Node does not. */
export function plainSerial(hex: string): string {
  return hex.toUpperCase().replace(/^0+(?=.)/, '');
}
