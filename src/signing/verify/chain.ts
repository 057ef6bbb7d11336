/** Judges whose certificate signed: issued by a trusted authority, an end certificate, valid at the instant. */
import { X509Certificate } from 'node:crypto';

export type ChainFault = 'not-trusted' | 'is-authority' | 'expired' | 'not-yet-valid';

/** Reads one or several PEM texts, each of which may hold several certificates. Throws on what is no certificate. */
export function readAuthorities(pems: string | readonly string[]): readonly X509Certificate[] {
  const texts = typeof pems === 'string' ? [pems] : pems;
  const blocks = texts.flatMap(
    (text) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
  );
  if (blocks.length === 0) throw new Error('No trusted authority was given');
  return blocks.map((block) => new X509Certificate(block));
}

/**
 * @returns the fault, or undefined when the certificate is good. The authority must be one of `trusted` itself: DGII's
 * accredited authorities issue directly, so intermediates are listed, not discovered.
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
