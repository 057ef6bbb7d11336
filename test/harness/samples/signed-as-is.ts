/**
 * Signs XML as a stranger's program may have made it: with comments and instructions, by any canonicalisation method. `signXml` signs neither.
 * That our canonical text is the standard's is proved with xmlsec1 (xmlsec-differential.test.ts).
 */
import { createHash, sign } from 'node:crypto';
import type { SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { canonicalContent, type CanonicalMethod } from '../../../src/signing/verify/canonical.js';
import { algorithms, dsigNamespace } from '../../../src/signing/verify/xmldsig.js';

/** @param xml its root declares no namespace, so that SignedInfo is written in its canonical form under every method */
export function signedAsIs(
  xml: string,
  { privateKey, certificateDer }: SigningCertificate,
  method: CanonicalMethod = algorithms.inclusiveC14n,
): Buffer {
  const content = canonicalContent(xml, { method, prefixes: [] });
  if (content === undefined) throw new Error('It has no canonical form');
  const digest = createHash('sha256').update(content).digest('base64');
  const named = (element: string, algorithm: string) => `<${element} Algorithm="${algorithm}"></${element}>`;
  const signedInfo = (declared: string) =>
    `<SignedInfo${declared}>${named('CanonicalizationMethod', method)}${named('SignatureMethod', algorithms.rsaSha256)}` +
    `<Reference URI=""><Transforms>${named('Transform', algorithms.enveloped)}${named('Transform', method)}</Transforms>` +
    `${named('DigestMethod', algorithms.sha256)}<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`;
  const canonical = Buffer.from(signedInfo(` xmlns="${dsigNamespace}"`));
  const value = sign('RSA-SHA256', canonical, privateKey).toString('base64');
  const certificate = Buffer.from(certificateDer).toString('base64');
  const signature =
    `<Signature xmlns="${dsigNamespace}">${signedInfo('')}<SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`;
  const end = xml.lastIndexOf('</');
  return Buffer.from(xml.slice(0, end) + signature + xml.slice(end));
}
