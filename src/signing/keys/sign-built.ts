/**
 * Signs a built voucher without parsing it again. The builder has already written the canonical form, and SignedInfo is
 * written in its canonical form too. So a signature costs one digest and one RSA operation. In the tests `verify.ts` and
 * xmlsec1 verify the result.
 * Profile: Firmado e-CF, p. 3 (enveloped, URI="", inclusive C14N, RSA-SHA256, X509Certificate only, no Id).
 */
import { createHash, sign } from 'node:crypto';
import type { BuiltXml } from '../../ecf/xml/build-xml.js';
import type { SigningCertificate } from './certificate.js';
import { algorithms, dsigNamespace, securityCodeOf } from '../verify/xmldsig.js';

export interface SignedBuilt {
  /** We send the UTF-8 bytes of this text. They must not change afterwards. */
  readonly xml: string;
  /** First six characters of SignatureValue. */
  readonly securityCode: string;
}

/** Throws only when the built text breaks the builder's promise: one root without attributes or namespaces. */
export function signBuilt(
  built: Pick<BuiltXml, 'wire' | 'canonical'> & { readonly rootName: string },
  certificate: SigningCertificate,
): SignedBuilt {
  const endTag = `</${built.rootName}>`;
  // A namespace on the root would also be in scope in SignedInfo and change its canonical form: see signedInfoBody.
  if (!built.canonical.startsWith(`<${built.rootName}>`) || !built.canonical.endsWith(endTag))
    throw new Error('The canonical text must be one root element without attributes');
  if (!built.wire.endsWith(endTag)) throw new Error('The wire text must end with the end tag of its root');

  const body = signedInfoBody(createHash('sha256').update(built.canonical, 'utf8').digest('base64'));
  const canonicalSignedInfo = `<SignedInfo xmlns="${dsigNamespace}">${body}`;
  const signatureValue = sign('sha256', Buffer.from(canonicalSignedInfo), certificate.privateKey).toString(
    'base64',
  );
  const signature =
    `<Signature xmlns="${dsigNamespace}"><SignedInfo>${body}<SignatureValue>${signatureValue}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate.certificateDer.toString('base64')}</X509Certificate></X509Data></KeyInfo>` +
    '</Signature>';
  const xml = built.wire.slice(0, -endTag.length) + signature + endTag;
  return { xml, securityCode: securityCodeOf(signatureValue) };
}

/** SignedInfo after its start tag, in canonical form: no empty-element tags, no white space, attributes in order. */
function signedInfoBody(digest: string): string {
  return (
    `<CanonicalizationMethod Algorithm="${algorithms.inclusiveC14n}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${algorithms.rsaSha256}"></SignatureMethod>` +
    `<Reference URI=""><Transforms><Transform Algorithm="${algorithms.enveloped}"></Transform></Transforms>` +
    `<DigestMethod Algorithm="${algorithms.sha256}"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  );
}
