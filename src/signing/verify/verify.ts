/**
 * Verifies the XML signature of a document received. Accepts what DGII accepts (inclusive and exclusive C14N) and nothing
 * else: exactly one Signature, last child of the root, over the whole document. The caller chooses what happens to blank text. Whom the certificate belongs to and who issued it is judged by chain.ts.
 */
import { X509Certificate } from 'node:crypto';
import { XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { rsaBitsMin } from '../keys/certificate.js';
import { readSignature, type SignatureFault } from './signature-profile.js';
import { canonicalRoot, dropBlankText, forParser, parseXml, type ParseFault } from './xml-document.js';
import { algorithms, securityCodeOf } from './xmldsig.js';

export type VerifyFault =
  | ParseFault
  | SignatureFault
  | 'certificate-unreadable'
  /** The key is not RSA, or too short. */
  | 'key-refused'
  /** The document is not the one that was signed. */
  | 'content-altered'
  /** SignatureValue does not fit SignedInfo and the certificate. */
  | 'signature-value-wrong';

/**
 * What happens to blank text, which is white space only between two tags, before the signature is checked. `dropped`: it is
 * removed, as .NET does with `PreserveWhitespace = false`; a signature over indentation fails then, and indenting afterwards
 * does no harm. `as-received`: it stays. `either`: one of the two must hold.
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
  // Only these two faults may come from blank text.
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
  if (!isStrongRsa(certificate)) return { ok: false, reason: 'key-refused' };
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
 * xml-crypto searches the whole document several times, in a time that grows with the square of its lines. So it gets the
 * frame alone, the root with nothing but its Signature, which has all that SignedInfo depends on; where it takes the
 * Signature out to compute the digest, the whole root comes in.
 */
function check(document: Document, signature: Element, certificate: X509Certificate): Check {
  const root = document.documentElement;
  // The key is the one of the certificate checked above; what else KeyInfo may say is not asked.
  const verifier = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null });
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
    // Trailing bytes would not be part of the certificate, and so not of anything checked.
    return certificate.raw.equals(der) ? certificate : undefined;
  } catch {
    return undefined;
  }
}

function isStrongRsa(certificate: X509Certificate): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= rsaBitsMin;
  } catch {
    // The certificate parses, its key does not: node decodes the key on first use only.
    return false;
  }
}
