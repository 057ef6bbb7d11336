/**
 * Who signed what we received. A wrong signature refuses the document. A doubtful certificate does not: only DGII knows who may sign
 * for whom, so we keep what we see of it for people.
 */
import type { X509Certificate } from 'node:crypto';
import { usable } from '../signing/verify/certificate-expiry.js';
import { chainFault, readAuthorities, type ChainFault } from '../signing/verify/chain.js';
import { verifyXml } from '../signing/verify/verify.js';
import { parseXml } from '../signing/verify/xml-document.js';

export interface SignerFacts {
  /** The subject on one line, for people. */
  readonly subject: string;
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
  /** `not-checked`: no authorities are configured. `trusted`: one of them issued the certificate. */
  readonly chain: 'not-checked' | 'trusted' | 'not-trusted';
  /** At the moment of the reception. */
  readonly period: 'usable' | 'expired' | 'not-yet-valid';
}

/** How strictly certificates are read. `record`: they are only noted. `period`: they must be valid now. `chain`: and be trusted. */
export const certificateChecks = ['record', 'period', 'chain'] as const;

export interface SignatureChecks {
  readonly nowMs: number;
  readonly certificates: (typeof certificateChecks)[number];
  /** PEM of the trusted authorities; empty: none are known. */
  readonly authorities: string;
}

export type CheckedSignature =
  | {
      readonly ok: true;
      readonly signer: SignerFacts;
      readonly securityCode: string;
      /** The signed content. All values are read from it, so that nobody can show one value and sign another. */
      readonly root: Element;
    }
  | { readonly ok: false; readonly detail: string };

export function checkSignature(xml: string, checks: SignatureChecks): CheckedSignature {
  const verified = verifyXml(xml);
  if (!verified.ok) return { ok: false, detail: verified.reason };
  const signer = signerOf(verified.certificate, checks);
  const refusal = certificateRefusal(signer, checks.certificates);
  if (refusal !== undefined) return { ok: false, detail: refusal };
  const content = parseXml(verified.content);
  if (typeof content === 'string') return { ok: false, detail: content };
  return { ok: true, signer, securityCode: verified.securityCode, root: content.documentElement };
}

function signerOf(certificate: X509Certificate, { nowMs, authorities }: SignatureChecks): SignerFacts {
  const now = new Date(nowMs);
  const validity = { notBefore: new Date(certificate.validFrom), notAfter: new Date(certificate.validTo) };
  return {
    subject: certificate.subject.split('\n').join(', ').slice(0, subjectCharsMax),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    chain: chainOf(certificate, authorities, now),
    period: usable(validity, now),
  };
}

/** A certificate may have a subject of any length. */
const subjectCharsMax = 300;

/** Faults of the issuer; `period` has those of time. */
const untrusted: readonly (ChainFault | undefined)[] = ['not-trusted', 'is-authority'];

function chainOf(certificate: X509Certificate, authorities: string, now: Date): SignerFacts['chain'] {
  if (authorities === '') return 'not-checked';
  const fault = chainFault(certificate, readAuthorities(authorities), now);
  return untrusted.includes(fault) ? 'not-trusted' : 'trusted';
}

function certificateRefusal(
  { chain, period }: SignerFacts,
  check: SignatureChecks['certificates'],
): string | undefined {
  if (check === 'record') return undefined;
  if (period !== 'usable') return `certificate-${period}`;
  return check === 'chain' && chain !== 'trusted' ? `certificate-${chain}` : undefined;
}
