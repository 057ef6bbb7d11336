/** A company signs with an earlier one of its certificates again. */
import { newerThan } from '../../ledger/clocks.js';
import type { CertificateUseAnswer } from '../../ledger/inquiries/inquiries.js';
import { usabilityOf } from '../../signing/verify/certificate-expiry.js';
import type { Ledger, OperatorDeps, ProcessRefusal } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';
import { type CertificateView, viewOf } from './list-certificates.js';

const unusableCodes = {
  expired: 'CERTIFICATE_EXPIRED',
  'not-yet-valid': 'CERTIFICATE_NOT_YET_VALID',
} as const;
export type UnusableCode = (typeof unusableCodes)[keyof typeof unusableCodes];

type ChosenCertificate =
  | { readonly outcome: 'chosen'; readonly certificate: CertificateView }
  | Refused<'CERTIFICATE_NOT_FOUND' | UnusableCode>;

export async function chooseCertificate(
  { store, clock }: Ledger<'findCertificate' | 'currentCertificate' | 'chooseCertificate'>,
  companyId: number,
  fingerprint: string,
): Promise<ChosenCertificate> {
  const now = clock();
  const found = await store.findCertificate(companyId, fingerprint);
  if (found === undefined) return refused('CERTIFICATE_NOT_FOUND');
  const state = usabilityOf(found, now);
  if (state !== 'usable') return refused(unusableCodes[state]);
  const current = await store.currentCertificate(companyId);
  const chosen = { ...found, importedAt: newerThan(current?.importedAt, now) };
  await store.chooseCertificate(chosen, now);
  return { outcome: 'chosen', certificate: viewOf(chosen, now, true) };
}

/** A worker chooses the certificate (`chooseCertificate`), because the api's account in MongoDB may not change certificates. */
export async function useCertificate(
  { processes }: Pick<OperatorDeps, 'processes'>,
  companyId: number,
  fingerprint: string,
): Promise<
  | { readonly outcome: 'chosen' }
  | Refused<Extract<CertificateUseAnswer, { outcome: 'refused' }>['reason']>
  | ProcessRefusal
> {
  const asked = await processes.ask('certificate-use', { companyId, fingerprint });
  if (asked.outcome === 'refused') return asked;
  const { answer } = asked;
  return answer.outcome === 'refused' ? refused(answer.reason) : answer;
}
