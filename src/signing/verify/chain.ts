/** Checks the signer's certificate: a trusted authority issued it, it is an end certificate, and it is valid at the instant. */
import { X509Certificate } from 'node:crypto';

export type ChainFault = 'not-trusted' | 'is-authority' | 'expired' | 'not-yet-valid';

/** Reads PEM texts, each with one or more certificates. @throws when a certificate cannot be read */
export function readAuthorities(pems: string | readonly string[]): readonly X509Certificate[] {
  const texts = typeof pems === 'string' ? [pems] : pems;
  const blocks = texts.flatMap(
    (text) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
  );
  if (blocks.length === 0) throw new Error('No trusted authority was given');
  return blocks.map((block) => new X509Certificate(block));
}

/**
 * @returns the fault, or undefined when the certificate is good. The issuer itself must be in `trusted`. DGII's accredited
 * authorities issue directly, so we list intermediate authorities and do not search for them.
 */
export function chainFault(
  certificate: X509Certificate,
  trusted: readonly X509Certificate[],
  now: Date,
): ChainFault | undefined {
  if (certificate.ca) return 'is-authority';
  const issuer = trusted.find(
    (authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
  );
  if (issuer === undefined) return 'not-trusted';
  for (const one of [certificate, issuer]) {
    if (now < new Date(one.validFrom)) return 'not-yet-valid';
    if (now > new Date(one.validTo)) return 'expired';
  }
  return undefined;
}
