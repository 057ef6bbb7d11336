/**
 * Signs a foreign document, in practice DGII's seed (`SemillaModel`), with xml-crypto. Vouchers are signed by
 * sign-built.ts, which needs no parsing.
 */
import { XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { certificatePem, type SigningCertificate } from './certificate.js';
import { algorithms } from '../verify/xmldsig.js';
import { dropBlankText, parseXml } from '../verify/xml-document.js';

/**
 * @returns the document with the Signature as last child of its root, on one line. Blank text is dropped before signing:
 * DGII reads with `preserveWhitespace=false`, and the digest of an indented seed would not survive that.
 * Throws when the text is not XML: the caller checks what it signs first.
 */
export function signXml(xml: string, certificate: SigningCertificate): string {
  const document = parseXml(xml);
  if (typeof document === 'string') throw new Error(`The document to sign cannot be read: ${document}`);
  dropBlankText(document);
  const signer = new SignedXml({
    privateKey: certificate.privateKey,
    publicCert: certificatePem(certificate),
    signatureAlgorithm: algorithms.rsaSha256,
    canonicalizationAlgorithm: algorithms.inclusiveC14n,
  });
  signer.addReference({
    xpath: '/*',
    transforms: [algorithms.enveloped],
    digestAlgorithm: algorithms.sha256,
    uri: '',
    isEmptyUri: true,
  });
  signer.computeSignature(new XMLSerializer().serializeToString(document), {
    location: { reference: '/*', action: 'append' },
  });
  return signer.getSignedXml();
}
