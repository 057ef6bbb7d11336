/** Chooses the pair of key and certificate that signs. If the file does not decide, a person must. */
import { X509Certificate } from 'node:crypto';
import type { CertificateCandidate } from './open-fault.js';
import { usabilityOf } from '../verify/certificate-expiry.js';
import { oneLine, subjectName } from '../verify/subject.js';

interface Pair {
  readonly certificateDer: Buffer;
  readonly fingerprint: string;
  readonly subject: string;
  readonly subjectSerialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

type Chosen<One> =
  | { readonly pair: One }
  /** In the order of the file. */
  | { readonly candidates: readonly CertificateCandidate[] };

/**
 * The pair that the person named. Without a name: among those that may sign, the pairs that an authority issued for a holder with a number go
 * before others, and then the pairs that are valid today. After a renewal these have one holder, and the newest signs. If they have several
 * holders, the person must choose.
 * @param pairs at least one
 * @param fingerprint of the pair that the person chose, or its beginning
 */
export function choosePair<One extends Pair>(pairs: readonly One[], fingerprint?: string): Chosen<One> {
  const each = [...new Map(pairs.map((pair) => [pair.fingerprint, pair])).values()];
  if (fingerprint !== undefined) {
    const [pair, another] = each.filter((one) => one.fingerprint.startsWith(fingerprint.toLowerCase()));
    return pair === undefined || another !== undefined ? { candidates: each.map(candidateOf) } : { pair };
  }
  const narrowed = [isForSignatures, isIssuedToHolder, isValidToday].reduce<readonly One[]>(preferring, each);
  const [first] = narrowed;
  if (first === undefined || new Set(narrowed.map(holderOf)).size > 1)
    return { candidates: narrowed.map(candidateOf) };
  return { pair: newest(first, narrowed) };
}

/** Those that fit, or all if none does. */
function preferring<One extends Pair>(pairs: readonly One[], fits: (pair: Pair) => boolean): readonly One[] {
  const fitting = pairs.filter(fits);
  return fitting.length > 0 ? fitting : pairs;
}

const dayMs = 86_400_000;

/** Pairs that end within a day of each other were issued together, so of those the first one counts. */
function newest<One extends Pair>(first: One, pairs: readonly One[]): One {
  return pairs.reduce(
    (best, one) => (one.notAfter.getTime() - best.notAfter.getTime() > dayMs ? one : best),
    first,
  );
}

function isValidToday(pair: Pair): boolean {
  return usabilityOf(pair, new Date()) === 'usable';
}

/** ETSI EN 319 412-1 §5.1: a person's number is the subject's serial number, and a legal person's one may be elsewhere in the subject. */
function isIssuedToHolder({ certificateDer, subject, subjectSerialNumber }: Pair): boolean {
  const certificate = new X509Certificate(certificateDer);
  if (certificate.subject === certificate.issuer || certificate.verify(certificate.publicKey)) return false;
  return /\d/.test(subjectSerialNumber) || /\b(?:VATDO|RNC)-?(?:\d{9}|\d{11})\b/.test(subject);
}

/** The serial number identifies the holder. A renewed certificate may spell the name differently. */
function holderOf({ certificateDer, subject, subjectSerialNumber }: Pair): string {
  return subjectSerialNumber || subjectName(new X509Certificate(certificateDer)) || subject;
}

function candidateOf({ certificateDer, fingerprint, subject, notAfter }: Pair) {
  return { fingerprint, subject, issuer: oneLine(new X509Certificate(certificateDer).issuer), notAfter };
}

/** keyUsage, 2.5.29.15, in DER. */
const keyUsageId = Buffer.from('0603551d0f', 'hex');

/** False: its keyUsage has neither digitalSignature nor nonRepudiation, the first two bits. Without a keyUsage it may sign. */
function isForSignatures({ certificateDer: der }: Pair): boolean {
  const at = der.indexOf(keyUsageId);
  if (at === -1) return true;
  const afterId = at + keyUsageId.length;
  // Perhaps a boolean of three bytes (critical); then an octet string, and in it a bit string with a count before its bits.
  const octets = der[afterId] === 0x01 ? afterId + 3 : afterId;
  return ((der[octets + 5] ?? 0) & 0xc0) !== 0;
}
