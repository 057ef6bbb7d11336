/** What a company may do about numbers now: its origin and environment, its certificate, its authorizations. */
import type { Collections } from './collections.js';
import type { Authorization, NextNumber, SequenceRef, SuspensionReason } from './numbering.js';
import { sequenceKey } from './numbering.js';
import type { Company } from './store.js';

export interface Standing extends SequenceRef {
  readonly company: Company | undefined;
  readonly suspension: SuspensionReason | undefined;
  readonly authorizations: readonly Authorization[];
}

export async function readStanding(
  { companies, certificates, sequences }: Collections,
  { companyId, environment, ecfType }: SequenceRef,
  now: Date,
): Promise<Standing> {
  const ref = { companyId, environment, ecfType };
  const [company, certificate, record] = await Promise.all([
    companies.findOne({ _id: companyId }),
    certificates.findOne(
      { companyId },
      { sort: { importedAt: -1 }, projection: { _id: 0, notBefore: 1, notAfter: 1 } },
    ),
    sequences.findOne({ _id: sequenceKey(ref) }),
  ]);
  return {
    ...ref,
    company: company ?? undefined,
    suspension: suspensionOf(company, certificate, environment, now),
    authorizations: record?.authorizations ?? [],
  };
}

function suspensionOf(
  company: Company | null,
  certificate: { readonly notBefore: Date; readonly notAfter: Date } | null,
  environment: Company['environment'],
  now: Date,
): SuspensionReason | undefined {
  if (certificate === null) return 'CERTIFICATE_MISSING';
  if (now < certificate.notBefore) return 'CERTIFICATE_NOT_YET_VALID';
  if (now > certificate.notAfter) return 'CERTIFICATE_EXPIRED';
  const suspended = company?.suspended;
  return suspended?.environment === environment ? suspended.reason : undefined;
}

/** Whether numbers are handed out, or refused, alike by both. */
export function saysTheSame({ company }: Standing, read: Company): boolean {
  return JSON.stringify(factsOf(company)) === JSON.stringify(factsOf(read));
}

function factsOf(company: Company | undefined) {
  const { environment, origin, originChange, suspended } = company ?? {};
  return [environment, origin, originChange?.to, suspended?.environment, suspended?.reason];
}

/** Why no number is handed out at all, not even one that was reserved before. */
export function refusalOf({ company }: Standing, { environment }: SequenceRef): NextNumber | undefined {
  if (company?.environment !== environment) return { outcome: 'other-environment' };
  // The web application issues there, and takes its numbers here whatever the origin is.
  if (environment === 'certification') return undefined;
  if (company.originChange !== undefined) return { outcome: 'origin-changing' };
  return company.origin === 'client' ? { outcome: 'client-origin' } : undefined;
}
