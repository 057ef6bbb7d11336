/**
 * Finds out who signed a document that we received. A wrong signature refuses the document. A doubtful certificate does not: only DGII
 * knows who may sign for whom, so we keep what we found out about the certificate for people to read.
 */
import { createHash, type X509Certificate } from 'node:crypto';
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import { usabilityOf } from '../../signing/verify/certificate-expiry.js';
import { chainFault, readAuthorities, type ChainFault } from '../../signing/verify/chain.js';
import { subjectName, subjectSerialNumber } from '../../signing/verify/subject.js';
import { verifyXml } from '../../signing/verify/verify.js';
import { parseXml } from '../../signing/verify/xml-document.js';

/**
 * How strictly certificates are checked. `record`: never refused. `period`: refused outside the certificate's period of validity. `chain`:
 * also refused if no trusted authority issued the certificate.
 */
export type CertificateCheck = 'record' | 'period' | 'chain';

export interface SignatureChecks {
  readonly nowMs: number;
  readonly authorities: string;
}

type CheckedSignature =
  | {
      readonly ok: true;
      readonly signer: SignerFacts;
      readonly securityCode: string;
      /** The SHA-256 of the SignatureValue in hex. */
      readonly signatureHash: string;
      /** The signed content. All values are read from it, so that nobody can show one value and sign another one. */
      readonly root: Element;
    }
  | { readonly ok: false; readonly detail: string };

export function checkSignature(xml: string, checks: SignatureChecks): CheckedSignature {
  const verified = verifyXml(xml);
  if (!verified.ok) return { ok: false, detail: verified.reason };
  // Several authorities may have certified one key. A trusted one says best who has it.
  const signers = verified.certificates.map((certificate) => signerOf(certificate, checks));
  const signer = signers.find(({ chain }) => chain === 'trusted') ?? signerOf(verified.certificate, checks);
  const content = parseXml(verified.content);
  if (typeof content === 'string') return { ok: false, detail: content };
  const { securityCode, signatureValue } = verified;
  const signatureHash = sha256Of(Buffer.from(signatureValue, 'base64'));
  return { ok: true, signer, securityCode, signatureHash, root: content.documentElement };
}

function signerOf(certificate: X509Certificate, { nowMs, authorities }: SignatureChecks): SignerFacts {
  const now = new Date(nowMs);
  const validity = { notBefore: new Date(certificate.validFrom), notAfter: new Date(certificate.validTo) };
  return {
    subject: certificate.subject.split('\n').join(', ').slice(0, subjectCharsMax),
    name: subjectName(certificate).slice(0, subjectCharsMax),
    serialNumber: subjectSerialNumber(certificate).slice(0, subjectCharsMax),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    publicKeyHash: sha256Of(certificate.publicKey.export({ type: 'spki', format: 'der' })),
    chain: chainOf(certificate, authorities, now),
    period: usabilityOf(validity, now),
  };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Needed because the subject of a certificate may have any length. */
const subjectCharsMax = 300;

/** The faults that concern the issuer of a certificate; faults of time are in `period`. */
const untrusted: readonly (ChainFault | undefined)[] = ['not-trusted', 'is-authority'];

function chainOf(certificate: X509Certificate, authorities: string, now: Date): SignerFacts['chain'] {
  if (authorities === '') return 'not-checked';
  const fault = chainFault(certificate, readAuthorities(authorities), now);
  return untrusted.includes(fault) ? 'not-trusted' : 'trusted';
}

/** Undefined if the certificate is good enough. The caller chooses `check`, because it knows the environment. */
export function certificateRefusal(
  { chain, period }: Pick<SignerFacts, 'chain' | 'period'>,
  check: CertificateCheck,
): string | undefined {
  if (check === 'record') return undefined;
  if (period !== 'usable') return `certificate-${period}`;
  return check === 'chain' && chain !== 'trusted' ? `certificate-${chain}` : undefined;
}
