/** What a company's certificates show: holder, dates and which one signs. */
import { X509Certificate } from 'node:crypto';
import type { StoredCertificate } from '../../ledger/certificates/stored-certificate.js';
import type { Company } from '../../ledger/companies/company.js';
import { expiryOf, type Expiry } from '../../signing/verify/certificate-expiry.js';
import { oneLine } from '../../signing/verify/subject.js';
import type { Ledger } from '../deps.js';

export interface CertificateView
  extends Pick<StoredCertificate, 'fingerprint' | 'notBefore' | 'notAfter' | 'importedAt'>, Expiry {
  readonly subject: string;
  readonly current: boolean;
  /** Null: no CRL revokes it. */
  readonly revokedAt: Date | null;
}

/** A company renews its certificate every one or two years. */
const certificatesListed = 100;

export async function listCertificates(
  { store, clock }: Ledger<'listCertificates'>,
  { companyId }: Company,
): Promise<CertificateView[]> {
  const certificates = await store.listCertificates(companyId, certificatesListed);
  return certificates.map((one, index) => viewOf(one, clock(), index === 0));
}

/** Returns undefined if the company has no certificate. */
export async function currentExpiry(
  { store, clock }: Ledger<'currentCertificate'>,
  companyId: number,
): Promise<(Pick<CertificateView, 'notAfter' | 'revokedAt'> & Expiry) | undefined> {
  const certificate = await store.currentCertificate(companyId);
  if (certificate === undefined) return undefined;
  const { notAfter, revoked } = certificate;
  return { notAfter, revokedAt: revoked?.at ?? null, ...expiryOf(certificate, clock()) };
}

export type Shown = Pick<StoredCertificate, 'fingerprint' | 'certificatePem' | 'notAfter'>;

export function viewOf(certificate: StoredCertificate, now: Date, current: boolean): CertificateView {
  const { fingerprint, notBefore, notAfter, importedAt, revoked } = certificate;
  return {
    fingerprint,
    subject: subjectOf(certificate),
    notBefore,
    notAfter,
    importedAt,
    current,
    revokedAt: revoked?.at ?? null,
    ...expiryOf(certificate, now),
  };
}

export function subjectOf({ certificatePem }: Shown): string {
  return oneLine(new X509Certificate(certificatePem).subject);
}
