/** Where a certificate says that its authority publishes its CRLs (RFC 5280, 4.2.1.13). */
import { createHash, X509Certificate } from 'node:crypto';
import { bytesOf, derOf, extensionOf, members, present, read, tagged } from './der.js';

export interface CrlSource {
  /** Of the issuer's name and the addresses. */
  readonly place: string;
  /** Of the issuer's key: another key under the same name is another source. */
  readonly key: string;
  readonly id: string;
  /** They all have the same CRL: one is enough. */
  readonly urls: readonly string[];
  readonly certificate: X509Certificate;
  /** The company signs with it. False: an authority does. */
  readonly isSigner: boolean;
  /** Undefined: the company's file did not have it, so nobody can check who signed a CRL. */
  readonly issuer: X509Certificate | undefined;
}

/** Authorities name one point, seldom two, each with one address or a copy of it. */
const pointsMax = 2;
const urlsMax = 3;
const urlCharsMax = 500;

const distributionPoints = '2.5.29.31';

/**
 * Empty also if a certificate cannot be read: it signs all the same.
 * @param pems a company's certificate, and those of the file that issued it, each one before its issuer
 */
export function crlSourcesOf(pems: readonly string[]): readonly CrlSource[] {
  try {
    return sourcesOf(pems);
  } catch {
    return [];
  }
}

function sourcesOf(pems: readonly string[]): readonly CrlSource[] {
  const chain = pems.map((pem) => new X509Certificate(pem));
  return chain.flatMap((certificate, index) => {
    const issuer = chain[index + 1];
    return pointsOf(certificate).map((urls) => {
      const place = hashOf([issuerName(certificate), ...urls.map((url) => Buffer.from(`\n${url}`))]);
      const spki = issuer?.publicKey.export({ type: 'spki', format: 'der' });
      const key = spki === undefined ? 'unchecked' : hashOf([spki]);
      return { place, key, id: `${place}:${key}`, urls, certificate, isSigner: index === 0, issuer };
    });
  });
}

function pointsOf(certificate: X509Certificate): readonly (readonly string[])[] {
  const points = extensionOf(tagged(fieldsOf(certificate), 3), distributionPoints);
  if (points === undefined) return [];
  return members(points)
    .flatMap((point) => {
      const [name, otherIssuer] = [tagged(members(point), 0), tagged(members(point), 2)];
      if (name === undefined || otherIssuer !== undefined) return [];
      const fullName = tagged(members(name), 0);
      const urls = fullName === undefined ? [] : members(fullName).filter((one) => tagged([one], 6));
      const http = urls.map((one) => bytesOf(one).toString('latin1')).filter(isHttp);
      return http.length === 0 ? [] : [http.slice(0, urlsMax)];
    })
    .slice(0, pointsMax);
}

function isHttp(text: string): boolean {
  return text.length <= urlCharsMax && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** The issuer's name as the certificate writes it. */
export function issuerName(certificate: X509Certificate): Buffer {
  // Without the version, which old certificates do not have: the serial number, the algorithm, the issuer.
  const [, , issuer] = fieldsOf(certificate).filter((field) => tagged([field], 0) === undefined);
  return derOf(present(issuer));
}

function fieldsOf({ raw }: X509Certificate) {
  return members(present(members(read(raw))[0]));
}

function hashOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}
