/**
 * A certificate arrives here sealed: only a process that has the master key opens the file and seals its private key. Nothing in this file
 * can open a private key.
 */
import { X509Certificate } from 'node:crypto';
import { newerThan } from '../../ledger/clocks.js';
import type { StoredCertificate } from '../../ledger/certificates/stored-certificate.js';
import type { CertificateDoubt, ImportFacts } from '../../ledger/inquiries/inquiries.js';
import { usabilityOf } from '../../signing/verify/certificate-expiry.js';
import { subjectName, subjectSerialNumber } from '../../signing/verify/subject.js';
import type { Ledger } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';
import { type CertificateView, type Shown, viewOf, subjectOf } from './list-certificates.js';
import type { UnusableCode } from './choose-certificate.js';

type ImportedCertificate =
  | {
      readonly outcome: 'imported';
      readonly certificate: CertificateView;
      /** The certificate with which the company signed until now. Absent if there was none, or if it is the same one. */
      readonly replaced?: Pick<StoredCertificate, 'fingerprint' | 'notAfter'>;
    }
  | Refused<'COMPANY_NOT_FOUND' | 'CERTIFICATE_OTHER_RNC'>
  | ImportRefusedFor<UnusableCode | 'CERTIFICATE_NOT_CONFIRMED'>;

export type ImportRefusedFor<Code extends keyof ImportFacts> = {
  [One in Code]: Refused<One, ImportFacts[One]>;
}[Code];

/**
 * Imports a certificate. The company signs with it from now on.
 * @param options.confirmed a person wants it although it has another holder than the present one, or ends earlier
 */
export async function importCertificate(
  { store, clock }: Ledger<'findCompany' | 'currentCertificate' | 'putCertificate'>,
  sealed: Omit<StoredCertificate, 'importedAt'>,
  { confirmed = false }: { readonly confirmed?: boolean } = {},
): Promise<ImportedCertificate> {
  const now = clock();
  const { notBefore, notAfter } = sealed;
  const state = usabilityOf(sealed, now);
  if (state === 'not-yet-valid') return refused('CERTIFICATE_NOT_YET_VALID', { notBefore });
  if (state === 'expired') return refused('CERTIFICATE_EXPIRED', { notAfter });
  const company = await store.findCompany(sealed.companyId);
  if (company === undefined) return refused('COMPANY_NOT_FOUND');
  if (isOfOther(sealed, company.rnc)) return refused('CERTIFICATE_OTHER_RNC');
  const before = await store.currentCertificate(sealed.companyId);
  const doubt = confirmed ? undefined : doubtAbout(sealed, before);
  if (doubt !== undefined) return refused('CERTIFICATE_NOT_CONFIRMED', doubt);
  // The newest one signs.
  const stored = { ...sealed, importedAt: newerThan(before?.importedAt, now) };
  await store.putCertificate(stored, now);
  return {
    outcome: 'imported',
    certificate: viewOf(stored, now, true),
    ...(before === undefined || before.fingerprint === sealed.fingerprint ? {} : { replaced: before }),
  };
}

/**
 * Whether the certificate names another taxpayer. Most signers are natural persons, and DGII's delegation says for whom they sign. But a
 * certificate of a legal person has its RNC in the subject (ETSI EN 319 412-1 §5.1.4: `VATDO-`).
 */
function isOfOther(offered: Shown, rnc: string): boolean {
  const named = /\b(?:VATDO|RNC)-?(\d{9}|\d{11})\b/.exec(subjectOf(offered))?.[1];
  return named !== undefined && named !== rnc;
}

/** Returns undefined if the offered certificate renews the present one: it has the same holder and does not end earlier. */
function doubtAbout(offered: Shown, present: Shown | undefined): CertificateDoubt | undefined {
  if (present === undefined || present.fingerprint === offered.fingerprint) return undefined;
  if (holderOf(present) === holderOf(offered) && present.notAfter <= offered.notAfter) return undefined;
  return {
    present: { subject: subjectOf(present), notAfter: present.notAfter },
    offered: { subject: subjectOf(offered), notAfter: offered.notAfter },
  };
}

/** The serial number identifies the holder. A renewed certificate may spell the name differently. */
function holderOf({ certificatePem }: Shown): string {
  const certificate = new X509Certificate(certificatePem);
  return subjectSerialNumber(certificate) || subjectName(certificate);
}
