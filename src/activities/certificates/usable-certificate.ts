/** The company's certificate, or the code that says why it cannot be used. */
import type { SigningRefusal } from '../../ledger/inquiries/inquiries.js';
import type { SigningCertificate } from '../../signing/keys/certificate.js';
import type { Unusable } from './company-certificates.js';
import type { ActivityDeps } from '../deps.js';

const reasons: Readonly<Partial<Record<Unusable, SigningRefusal>>> = {
  'none-imported': 'CERTIFICATE_MISSING',
  expired: 'CERTIFICATE_EXPIRED',
  'not-yet-valid': 'CERTIFICATE_NOT_YET_VALID',
};

export async function usableOrRefusal(
  { certificates, clock }: Pick<ActivityDeps, 'certificates' | 'clock'>,
  companyId: number,
  readAgain?: 'read again',
): Promise<SigningCertificate | SigningRefusal> {
  const certificate = await certificates.current(companyId, clock(), readAgain);
  if (!('unusable' in certificate)) return certificate;
  return reasons[certificate.unusable] ?? 'CERTIFICATE_UNREADABLE';
}
