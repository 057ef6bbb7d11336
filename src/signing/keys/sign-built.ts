/**
 * Signs a built voucher without parsing it again. The builder has already written the canonical form, and SignedInfo is written in its
 * canonical form too. So a signature costs one digest and one RSA operation. Profile: Firmado e-CF, p. 3 (enveloped, URI="", inclusive
 * C14N, RSA-SHA256, X509Certificate only, no Id).
 */
import { sign } from 'node:crypto';
import type { SigningCertificate } from './certificate.js';
import { algorithms, dsigNamespace, securityCodeOf } from '../verify/xmldsig.js';

/** A built document whose canonical form has been digested, perhaps in another thread: a large one takes long. */
export interface Digested {
  /** UTF-8. */
  readonly wire: Uint8Array;
  /** SHA-256 of the canonical form, Base64. The canonical form must be one root without attributes: `assertPlainRoot`. */
  readonly digest: string;
  readonly rootName: string;
}

export interface SignedBytes {
  /** We send these bytes. They must not change afterwards. */
  readonly xml: Buffer;
  /** The first six characters of SignatureValue. */
  readonly securityCode: string;
}

/** Throws only when the wire bytes break the builder's promise. */
export function signDigested(
  { wire, digest, rootName }: Digested,
  certificate: SigningCertificate,
): SignedBytes {
  const endTag = Buffer.from(`</${rootName}>`);
  const contentEnd = wire.length - endTag.length;
  if (!endTag.equals(wire.subarray(contentEnd)))
    throw new Error('The wire text must end with the end tag of its root');

  const { element, signatureValue } = signatureOver(digest, certificate);
  const xml = Buffer.concat([wire.subarray(0, contentEnd), Buffer.from(element), endTag]);
  return { xml, securityCode: securityCodeOf(signatureValue) };
}

/** @param scope the prefixes that the root declares, as Canonical XML writes them, because SignedInfo inherits them */
export function signatureOver(digest: string, certificate: SigningCertificate, scope = '') {
  const body = signedInfoBody(digest);
  const canonicalSignedInfo = `<SignedInfo xmlns="${dsigNamespace}"${scope}>${body}`;
  const signatureValue = sign('sha256', Buffer.from(canonicalSignedInfo), certificate.privateKey).toString(
    'base64',
  );
  const element =
    `<Signature xmlns="${dsigNamespace}"><SignedInfo>${body}<SignatureValue>${signatureValue}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate.certificateDer.toString('base64')}</X509Certificate></X509Data></KeyInfo>` +
    '</Signature>';
  return { element, signatureValue };
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
