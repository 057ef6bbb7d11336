/** Signs a document that we did not build, in practice DGII's seed (`SemillaModel`). */
import { XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { certificatePem, type SigningCertificate } from './certificate.js';
import { algorithms } from '../verify/xmldsig.js';
import { dropBlankText, hasInstruction, parseXml } from '../verify/xml-document.js';

/**
 * @returns the document on one line, with the Signature as last child of its root. It removes blank text before signing:
 * DGII reads with `preserveWhitespace=false`, so the digest of an indented seed would not match there.
 * Throws when the text is not XML: the caller must check the text before it is signed.
 */
export function signXml(xml: string, certificate: SigningCertificate): string {
  const document = parseXml(xml);
  if (typeof document === 'string') throw new Error(`The document to sign cannot be read: ${document}`);
  if (hasInstruction(document)) throw new Error('The document to sign has a processing instruction');
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
