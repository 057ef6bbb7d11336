/**
 * Verifies the XML signature of a received document. Accepts only what DGII accepts: inclusive or exclusive C14N, and exactly
 * one Signature, which is the last child of the root and covers the whole document. The caller chooses how to handle blank
 * text. chain.ts checks the certificate and its issuer.
 */
import { X509Certificate } from 'node:crypto';
import { XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { readSignature, type SignatureFault } from './signature-profile.js';
import { canonicalRoot, dropBlankText, forParser, parseXml, type ParseFault } from './xml-document.js';
import { algorithms, rsaBitsMin, rsaExponent, securityCodeOf } from './xmldsig.js';

export type VerifyFault =
  | ParseFault
  | SignatureFault
  | 'certificate-unreadable'
  /** The key is not RSA, too short, or has an unusual public exponent. */
  | 'key-refused'
  /** The document is not the one that was signed. */
  | 'content-altered'
  /** SignatureValue does not fit SignedInfo and the certificate. */
  | 'signature-value-wrong';

/**
 * How to handle blank text (only white space between two tags) before the check of the signature.
 * `dropped`: remove it, as .NET does with `PreserveWhitespace = false`. Then a signature over indented text fails, and
 * indentation that was added after signing does no harm. `as-received`: keep it. `either`: one of the two must succeed.
 */
export const blankTexts = ['dropped', 'either', 'as-received'] as const;
export type BlankText = (typeof blankTexts)[number];

export type Verification =
  | {
      readonly ok: true;
      readonly certificate: X509Certificate;
      /** Base64 without white space. */
      readonly signatureValue: string;
      readonly securityCode: string;
      /** True when the signature was checked without blank text that the document had. */
      readonly whitespaceStripped: boolean;
      /**
       * Canonical XML of what the signature covers: the root without its Signature. Read values from this text, never
       * from the bytes received: then no difference between two parsers can show one thing and verify another.
       */
      readonly content: string;
    }
  | { readonly ok: false; readonly reason: VerifyFault };

export function verifyXml(xml: string, blankText: BlankText = 'either'): Verification {
  const document = parseXml(xml);
  if (typeof document === 'string') return { ok: false, reason: document };
  if (blankText === 'as-received') return verifyDocument(document, false);
  const kept = blankText === 'either' ? verifyDocument(document, false) : undefined;
  // Blank text can cause only these two faults.
  if (kept !== undefined && (kept.ok || !['content-altered', 'signature-value-wrong'].includes(kept.reason)))
    return kept;
  if (!dropBlankText(document)) return kept ?? verifyDocument(document, false);
  const stripped = parseXml(canonicalRoot(document));
  const dropped: Verification =
    typeof stripped === 'string' ? { ok: false, reason: stripped } : verifyDocument(stripped, true);
  return dropped.ok ? dropped : (kept ?? dropped);
}

function verifyDocument(document: Document, whitespaceStripped: boolean): Verification {
  const signature = readSignature(document);
  if (typeof signature === 'string') return { ok: false, reason: signature };
  const certificate = readCertificate(signature.certificate);
  if (certificate === undefined) return { ok: false, reason: 'certificate-unreadable' };
  if (!isUsualRsa(certificate)) return { ok: false, reason: 'key-refused' };
  const checked = check(document, signature.element, certificate);
  if (!checked.ok) return checked;
  return {
    ok: true,
    certificate,
    signatureValue: signature.value,
    securityCode: securityCodeOf(signature.value),
    whitespaceStripped,
    content: checked.content,
  };
}

type Check =
  | { readonly ok: true; readonly content: string }
  | { readonly ok: false; readonly reason: 'content-altered' | 'signature-value-wrong' };

/**
 * xml-crypto searches the whole document several times, and the time grows with the square of the lines. So we give it only a
 * frame: the root with nothing but its Signature. SignedInfo depends on nothing else. For the digest, where xml-crypto removes
 * the Signature, our transform returns the whole root instead.
 */
function check(document: Document, signature: Element, certificate: X509Certificate): Check {
  const root = document.documentElement;
  // Use only the key of the certificate checked above, and ignore everything else in KeyInfo.
  const verifier = new SignedXml({ publicCert: certificate.publicKey, getCertFromKeyInfo: () => null });
  verifier.CanonicalizationAlgorithms[algorithms.enveloped] = class {
    readonly includeComments = false;
    process(): Node {
      return root;
    }
    getAlgorithmName(): string {
      return algorithms.enveloped;
    }
  };
  const frame = root.cloneNode(false);
  frame.appendChild(signature.cloneNode(true));
  const after = signature.nextSibling;
  root.removeChild(signature);
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(forParser(new XMLSerializer().serializeToString(frame))))
      return { ok: false, reason: 'content-altered' };
  } catch {
    return { ok: false, reason: 'signature-value-wrong' };
  } finally {
    root.insertBefore(signature, after);
  }
  const [content, ...others] = verifier.getSignedReferences();
  if (content === undefined || others.length > 0) return { ok: false, reason: 'content-altered' };
  return { ok: true, content };
}

function readCertificate(der: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der);
    // Refuse trailing bytes: they are not part of the certificate, so nothing would check them.
    return certificate.raw.equals(der) ? certificate : undefined;
  } catch {
    return undefined;
  }
}

/** Every signature of somebody else passes here, so this alone decides about the keys of others. */
function isUsualRsa(certificate: X509Certificate): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails: { modulusLength = 0, publicExponent } = {} } =
      certificate.publicKey;
    return asymmetricKeyType === 'rsa' && modulusLength >= rsaBitsMin && publicExponent === rsaExponent;
  } catch {
    // The certificate parses but its key does not. Node decodes the key only on first use.
    return false;
  }
}
