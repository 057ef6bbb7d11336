/**
 * Timestamps of RFC 3161: the request for the stamp of a hash, and the check of the authority's reply. The reply is kept as it came, so
 * that anybody can check it again with `openssl ts -verify`.
 */
import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import type forge from 'node-forge';
import { asn1, bytesOf, derOf, members, oidOf, present, read, type Node } from './der.js';

export type StampFault =
  /** No DER of a timestamp reply. */
  | 'UNREADABLE'
  /** The authority refused: its status is neither granted nor granted with modifications. */
  | 'REFUSED'
  /** It stamped another hash, or answered another request. */
  | 'OTHER_IMPRINT'
  | 'OTHER_NONCE'
  | 'SIGNATURE_WRONG'
  /** No authority of the file issued the certificate, or it is not for timestamps. */
  | 'NOT_TRUSTED';

export type Stamp =
  { readonly ok: true; readonly at: Date } | { readonly ok: false; readonly fault: StampFault };

export interface StampChecks {
  /** The stamped hash, SHA-256, hex. */
  readonly sha256: string;
  /** Of the request. Undefined: the request is not known any more. */
  readonly nonce?: Buffer;
  /** Empty: the issuer of the authority's certificate is not checked. */
  readonly authorities: readonly X509Certificate[];
}

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  rsaPss: '1.2.840.113549.1.1.10',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

const digests: Readonly<Record<string, string>> = {
  [oids.sha256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** The tag of the certificates in what is signed: 0. */
const certificatesTag = asn1.Type.NONE;
/** How many certificates may lie between the authority's and a trusted one. */
const chainMax = 5;

/** @param nonce random bytes, so that an old reply cannot answer this request */
export function stampRequest(sha256: string, nonce: Buffer): Buffer {
  const { SEQUENCE, INTEGER, OID, NULL, OCTETSTRING, BOOLEAN } = asn1.Type;
  const universal = asn1.Class.UNIVERSAL;
  const primitive = (type: forge.asn1.Type, value: string) => asn1.create(universal, type, false, value);
  const sequence = (...nodes: Node[]) => asn1.create(universal, SEQUENCE, true, nodes);
  const algorithm = sequence(primitive(OID, asn1.oidToDer(oids.sha256).getBytes()), primitive(NULL, ''));
  const request = sequence(
    primitive(INTEGER, '\u0001'),
    sequence(algorithm, primitive(OCTETSTRING, Buffer.from(sha256, 'hex').toString('latin1'))),
    primitive(INTEGER, integerBytes(nonce).toString('latin1')),
    // The reply shall have the authority's certificate.
    primitive(BOOLEAN, '\u00ff'),
  );
  return Buffer.from(asn1.toDer(request).getBytes(), 'latin1');
}

export function checkStamp(reply: Uint8Array, checks: StampChecks): Stamp {
  try {
    return checked(reply, checks);
  } catch {
    // What is not where the standard has it.
    return { ok: false, fault: 'UNREADABLE' };
  }
}

function checked(reply: Uint8Array, { sha256, nonce, authorities }: StampChecks): Stamp {
  const [status, token] = members(read(Buffer.from(reply)));
  const code = Number(`0x${bytesOf(members(present(status))[0]).toString('hex')}`);
  if (code > 1) return failed('REFUSED');
  const [, content] = members(present(token));
  const signed = members(present(members(present(content))[0]));
  const [type, wrapped] = members(present(signed[2]));
  const info = bytesOf(members(present(wrapped))[0]);
  if (oidOf(type) !== oids.tstInfo) return failed('UNREADABLE');
  const { imprint, at, nonceThere } = readInfo(info);
  if (imprint !== sha256) return failed('OTHER_IMPRINT');
  if (nonce !== undefined && !nonceThere?.equals(integerBytes(nonce))) return failed('OTHER_NONCE');
  const certificates = signed
    .filter(({ tagClass, type: tag }) => tagClass === asn1.Class.CONTEXT_SPECIFIC && tag === certificatesTag)
    .flatMap((set) => members(set).map((one) => new X509Certificate(derOf(one))));
  const signer = signerOf(present(signed.at(-1)), info, certificates);
  if (signer === undefined) return failed('SIGNATURE_WRONG');
  if (authorities.length > 0 && !isTrusted(signer, { certificates, authorities, at }))
    return failed('NOT_TRUSTED');
  return { ok: true, at };
}

function failed(fault: StampFault): Stamp {
  return { ok: false, fault };
}

function readInfo(info: Buffer) {
  const [, , imprint, , time, ...others] = members(read(info));
  const [algorithm, hash] = members(present(imprint));
  if (oidOf(members(present(algorithm))[0]) !== oids.sha256) throw new Error('Another algorithm');
  const nonce = others.find(
    ({ tagClass, type }) => tagClass === asn1.Class.UNIVERSAL && type === asn1.Type.INTEGER,
  );
  return {
    imprint: bytesOf(hash).toString('hex'),
    at: asn1.generalizedTimeToDate(bytesOf(time).toString('latin1')),
    nonceThere: nonce && bytesOf(nonce),
  };
}

/** The certificate whose key signed the information. Undefined: none of them did. */
function signerOf(
  signers: Node,
  info: Buffer,
  certificates: readonly X509Certificate[],
): X509Certificate | undefined {
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature] = members(
    present(members(signers)[0]),
  );
  const digest = digests[oidOf(members(present(digestAlgorithm))[0])];
  if (digest === undefined || attributes === undefined) return undefined;
  const values = new Map(
    members(attributes).map((one) => {
      const [name, value] = members(one);
      return [oidOf(name), present(members(present(value))[0])];
    }),
  );
  const hash = createHash(digest).update(info).digest();
  const named = values.get(oids.messageDigest);
  if (named === undefined || !bytesOf(named).equals(hash)) return undefined;
  if (oidOf(values.get(oids.contentType)) !== oids.tstInfo) return undefined;
  // The signature covers the attributes as a SET; within the signer's information they have another tag.
  const covered = derOf(attributes);
  covered[0] = 0x31;
  const isPss = oidOf(members(present(signatureAlgorithm))[0]) === oids.rsaPss;
  const padding = isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {};
  return certificates.find(({ publicKey }) =>
    verify(digest, covered, { key: publicKey, ...padding }, bytesOf(signature)),
  );
}

function isTrusted(signer: X509Certificate, { certificates, authorities, at }: ChainParts): boolean {
  // Node calls the extended uses of a key its usage.
  if (!signer.keyUsage.includes(oids.timeStamping)) return false;
  let one = signer;
  for (let steps = 0; steps < chainMax; steps += 1) {
    if (at < new Date(one.validFrom) || at > new Date(one.validTo)) return false;
    const issued = (other: X509Certificate) => one.checkIssued(other) && one.verify(other.publicKey);
    if (authorities.some((other) => other.fingerprint256 === one.fingerprint256 || issued(other)))
      return true;
    const issuer = certificates.find(issued);
    if (issuer === undefined) return false;
    one = issuer;
  }
  return false;
}

interface ChainParts {
  readonly certificates: readonly X509Certificate[];
  readonly authorities: readonly X509Certificate[];
  readonly at: Date;
}

/** As DER writes a positive integer: no zero at the front, except before a high bit. */
function integerBytes(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first === -1 ? Buffer.of(0) : bytes.subarray(first);
  return (shortest[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), shortest]) : shortest;
}
