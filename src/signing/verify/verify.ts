/**
 * Verifies the XML signature of a received document. Accepts what DGII accepts: RSA-SHA256, any canonicalisation method, and exactly
 * one Signature, which is the last child of the root and covers the whole document. The caller chooses how to handle blank
 * text. chain.ts checks the certificate and its issuer.
 */
import { createVerify, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import {
  canonicalContent,
  canonicalMethods,
  canonicalSignedInfo,
  signatureFrame,
  withoutBlankText,
} from './canonical.js';
import { readSignature, type SignatureFault, type SignatureParts } from './signature-profile.js';
import { forParser, parseXml, type ParseFault } from './xml-document.js';
import { algorithms, rsaBitsMin, rsaExponent, securityCodeOf } from './xmldsig.js';

export type VerifyFault =
  | ParseFault
  | SignatureFault
  | 'certificate-unreadable'
  /** The key is not RSA, too short, or has an unusual public exponent. */
  | 'key-refused'
  | 'content-altered'
  /** SignatureValue does not fit SignedInfo and any of the certificates. */
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
      /** The signer's: the first one whose key fits the signature. */
      readonly certificate: X509Certificate;
      /** All whose key fits the signature. Authorities may have certified one key several times. */
      readonly certificates: SomeCertificates;
      /** Base64 without white space. */
      readonly signatureValue: string;
      readonly securityCode: string;
      /** True when the signature was checked without blank text that the document had. */
      readonly whitespaceStripped: boolean;
      /**
       * Canonical XML of what the signature covers: the document without its Signature. Read values from this text, never
       * from the bytes received: then no difference between two parsers can show one thing and verify another.
       */
      readonly content: string;
    }
  | { readonly ok: false; readonly reason: VerifyFault };

export function verifyXml(xml: string, blankText: BlankText = 'either'): Verification {
  const document = parseXml(xml);
  if (typeof document === 'string') return { ok: false, reason: document };
  const signature = readSignature(document);
  if (typeof signature === 'string') return { ok: false, reason: signature };
  if (blankText === 'as-received') return verifyText(xml, false);
  const kept = blankText === 'either' ? verifyText(xml, false) : undefined;
  // Blank text can cause only these two faults.
  if (kept !== undefined && (kept.ok || !['content-altered', 'signature-value-wrong'].includes(kept.reason)))
    return kept;
  const stripped = withoutBlankText(xml);
  if (stripped === undefined) return kept ?? verifyText(xml, false);
  const dropped = verifyText(stripped, true);
  return dropped.ok ? dropped : (kept ?? dropped);
}

/**
 * Reads the signature a second time, in libxml2's canonical text, so that no difference between two parsers can show one signature and
 * verify another.
 */
function verifyText(xml: string, whitespaceStripped: boolean): Verification {
  const frame = signatureFrame(xml);
  const document = frame === undefined ? 'not-well-formed' : parseXml(frame);
  if (frame === undefined || typeof document === 'string') return { ok: false, reason: 'not-well-formed' };
  const signature = readSignature(document);
  if (typeof signature === 'string') return { ok: false, reason: signature };
  const certificates = signature.certificates.map(readCertificate).filter((one) => one !== undefined);
  if (certificates.length < signature.certificates.length)
    return { ok: false, reason: 'certificate-unreadable' };
  const [usual, ...others] = certificates.filter(isUsualRsa);
  if (usual === undefined) return { ok: false, reason: 'key-refused' };
  const checked = check({ xml, frame, signature }, [usual, ...others]);
  if (!checked.ok) return checked;
  return {
    ok: true,
    certificate: checked.certificates[0],
    certificates: checked.certificates,
    signatureValue: signature.value,
    securityCode: securityCodeOf(signature.value),
    whitespaceStripped,
    content: checked.content,
  };
}

interface Signed {
  readonly xml: string;
  readonly frame: string;
  readonly signature: SignatureParts;
}

type SomeCertificates = readonly [X509Certificate, ...X509Certificate[]];

type Check =
  | {
      readonly ok: true;
      readonly content: string;
      readonly certificates: SomeCertificates;
    }
  | { readonly ok: false; readonly reason: 'content-altered' | 'signature-value-wrong' };

/**
 * xml-crypto compares the digest and calls the check of the SignatureValue. It searches the whole document several times, and the time grows
 * with the square of the lines, so we give it only the frame. Both canonical texts come from libxml2 (canonical.ts).
 */
function check({ xml, frame, signature }: Signed, candidates: SomeCertificates): Check {
  const signedInfo = canonicalSignedInfo(frame, signature.signedInfoForm);
  const content = canonicalContent(xml, signature.contentForm);
  if (signedInfo === undefined || content === undefined) return { ok: false, reason: 'content-altered' };
  const fitting: X509Certificate[] = [];
  // Use only the keys of the certificates checked above, and ignore everything else in KeyInfo.
  const verifier = new SignedXml({ publicCert: candidates[0].publicKey, getCertFromKeyInfo: () => null });
  verifier.CanonicalizationAlgorithms = canonicalizationsOf(signedInfo, content);
  verifier.SignatureAlgorithms = {
    [algorithms.rsaSha256]: rsaSha256Of(signature.value, candidates, fitting),
  };
  try {
    verifier.loadSignature(signature.element);
    if (!verifier.checkSignature(forParser(frame))) return { ok: false, reason: 'content-altered' };
  } catch {
    return { ok: false, reason: 'signature-value-wrong' };
  }
  const [covered, ...others] = verifier.getSignedReferences();
  if (covered !== content || others.length > 0) return { ok: false, reason: 'content-altered' };
  const [first, ...more] = fitting;
  if (first === undefined) return { ok: false, reason: 'signature-value-wrong' };
  return { ok: true, content, certificates: [first, ...more] };
}

type Canonicalizations = SignedXml['CanonicalizationAlgorithms'];

/** The profile allows two transforms. The first one for the content is always the enveloped signature; SignedInfo has none. */
function canonicalizationsOf(signedInfo: string, content: string): Canonicalizations {
  let root: Node | undefined;
  const named = (algorithm: string, process: (node: Node) => Node | string) =>
    class {
      process(node: Node): Node | string {
        return process(node);
      }
      getAlgorithmName(): string {
        return algorithm;
      }
    };
  const canonical = (node: Node) => (node === root ? content : signedInfo);
  return {
    [algorithms.enveloped]: named(algorithms.enveloped, (node) => (root = node)),
    ...Object.fromEntries(canonicalMethods.map((method) => [method, named(method, canonical)])),
  };
}

/** RSA-SHA256 under several candidate keys. @param fitting gets the certificates under which the value is right */
function rsaSha256Of(
  value: string,
  candidates: SomeCertificates,
  fitting: X509Certificate[],
): SignedXml['SignatureAlgorithms'][string] {
  return class {
    verifySignature(material: string): boolean {
      const fits = ({ publicKey }: X509Certificate) =>
        createVerify('RSA-SHA256').update(material).verify(publicKey, value, 'base64');
      fitting.push(...candidates.filter(fits));
      return fitting.length > 0;
    }
    getSignature(): never {
      throw new Error('This algorithm only verifies');
    }
    getAlgorithmName(): string {
      return algorithms.rsaSha256;
    }
  };
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
