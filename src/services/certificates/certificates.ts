/**
 * Companies' certificates. A certificate arrives here sealed: only a process that has the master key opens the file and seals its private
 * key. Nothing in this file can open a private key.
 */
import { X509Certificate } from 'node:crypto';
import type { Environment } from '../../ecf/model/environments.js';
import { newerThan } from '../../ledger/clocks.js';
import type { StoredCertificate } from '../../ledger/certificates/stored-certificate.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type {
  AccessRefusal,
  CertificateDoubt,
  CertificateUseAnswer,
  ImportFacts,
  ImportRefusal,
  InquiryKinds,
} from '../../ledger/inquiries/inquiries.js';
import type { Company } from '../../ledger/companies/company.js';
import { expiryOf, usabilityOf, type Expiry } from '../../signing/verify/certificate-expiry.js';
import { oneLine, subjectName, subjectSerialNumber } from '../../signing/verify/subject.js';
import type { Ledger, OperatorDeps, ProcessRefusal } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

/** The public fields of a certificate. */
export interface CertificateView
  extends Pick<StoredCertificate, 'fingerprint' | 'notBefore' | 'notAfter' | 'importedAt'>, Expiry {
  readonly subject: string;
  /** True for the certificate with which the company signs. */
  readonly current: boolean;
}

const unusableCodes = {
  expired: 'CERTIFICATE_EXPIRED',
  'not-yet-valid': 'CERTIFICATE_NOT_YET_VALID',
} as const;
type UnusableCode = (typeof unusableCodes)[keyof typeof unusableCodes];

type ImportedCertificate =
  | {
      readonly outcome: 'imported';
      readonly certificate: CertificateView;
      /** The certificate with which the company signed until now. Absent if there was none, or if it is the same one. */
      readonly replaced?: Pick<StoredCertificate, 'fingerprint' | 'notAfter'>;
    }
  | Refused<'COMPANY_NOT_FOUND' | 'CERTIFICATE_OTHER_RNC'>
  | ImportRefusedFor<UnusableCode | 'CERTIFICATE_NOT_CONFIRMED'>;

/** The refusal of an import with the facts that its message needs. */
type ImportRefusedFor<Code extends keyof ImportFacts> = {
  [One in Code]: Refused<One, ImportFacts[One]>;
}[Code];

/** More than enough, because a company renews its certificate every one or two years. */
const certificatesListed = 100;

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

type ChosenCertificate =
  | { readonly outcome: 'chosen'; readonly certificate: CertificateView }
  | Refused<'CERTIFICATE_NOT_FOUND' | UnusableCode>;

/** The company signs with one of its certificates again, for example after a wrong one replaced it. */
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

/** Asks a worker to choose the certificate (`chooseCertificate`), because the api's account in MongoDB may not change certificates. */
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

/** Lists a company's certificates, newest first. */
export async function listCertificates(
  { store, clock }: Ledger<'listCertificates'>,
  { companyId }: Company,
): Promise<CertificateView[]> {
  const certificates = await store.listCertificates(companyId, certificatesListed);
  return certificates.map((one, index) => viewOf(one, clock(), index === 0));
}

/** When the certificate with which the company signs expires; undefined if it has no certificate. */
export async function currentExpiry(
  { store, clock }: Ledger<'currentCertificate'>,
  companyId: number,
): Promise<({ readonly notAfter: Date } & Expiry) | undefined> {
  const certificate = await store.currentCertificate(companyId);
  if (certificate === undefined) return undefined;
  return { notAfter: certificate.notAfter, ...expiryOf(certificate, clock()) };
}

interface Checked {
  readonly companyId: number;
  readonly environment: Environment;
  readonly fingerprint: string | null;
}

type UploadedCertificate =
  | { readonly outcome: 'imported'; readonly fingerprint: string; readonly replaced: string | null }
  | Refused<Exclude<ImportRefusal, keyof ImportFacts>>
  | ImportRefusedFor<keyof ImportFacts>
  | ProcessRefusal;

/** Asks a worker to open and import the certificate that a browser sealed. The company signs with it from then on. */
export async function uploadCertificate(
  { processes }: OperatorDeps,
  upload: InquiryKinds['certificate-import']['about'],
): Promise<UploadedCertificate> {
  const asked = await processes.ask('certificate-import', upload);
  if (asked.outcome === 'refused') return asked;
  const { answer } = asked;
  if (answer.outcome === 'imported') return answer;
  if (!('facts' in answer)) return refused(answer.reason);
  // The compiler does not see that these facts are those of this reason.
  return refused(answer.reason, answer.facts) as ImportRefusedFor<typeof answer.reason>;
}

interface FoundUploadKey {
  readonly outcome: 'found';
  readonly keyId: string;
  readonly publicKey: string;
  /** The ledger's time, which the browser binds to the upload. */
  readonly now: Date;
}

/** The public key for which browsers seal a certificate. If no key is in use, a worker makes one. */
export async function uploadKey({
  store,
  processes,
}: OperatorDeps): Promise<FoundUploadKey | ProcessRefusal> {
  const known = await keyInUse(store);
  if (known !== undefined) return known;
  const asked = await processes.ask('upload-key', {});
  if (asked.outcome === 'refused') return asked;
  return (await keyInUse(store)) ?? refused('WORKER_SILENT');
}

async function keyInUse(
  store: Ledger<'ping' | 'publicUploadKey'>['store'],
): Promise<FoundUploadKey | undefined> {
  const now = await store.ping();
  const key = await store.publicUploadKey(now);
  return key === undefined ? undefined : { outcome: 'found', ...key, now };
}

type CheckRefusal =
  Exclude<AccessRefusal, 'CERTIFICATE_UNREADABLE' | 'QUERY_REFUSED'> | 'CERTIFICATE_NOT_OPENED';

export type CertificateCheck =
  /** DGII issued a token. `resumed` is true if this ended a suspension of the company. */
  | ({ readonly outcome: 'token'; readonly resumed: boolean } & Checked)
  | Refused<CheckRefusal, Checked & { readonly mensajes: readonly DgiiMessage[] }>
  | Refused<'DGII_UNAVAILABLE', Checked & { readonly cause: string }>
  | ProcessRefusal;

/** Asks a worker to sign a DGII seed with the company's certificate and to get a token for it from DGII. */
export async function checkCertificate(
  { processes }: OperatorDeps,
  companyId: number,
  environment: Environment,
): Promise<CertificateCheck> {
  const asked = await processes.ask('certificate-check', { companyId, environment });
  if (asked.outcome === 'refused') return asked;
  const { answer } = asked;
  const checked = { companyId, environment, fingerprint: answer.fingerprint };
  switch (answer.outcome) {
    case 'token':
      return { outcome: 'token', resumed: answer.resumed, ...checked };
    case 'refused':
      return refused(codeOf(answer.reason), { ...checked, mensajes: answer.mensajes });
    case 'unavailable':
      return refused('DGII_UNAVAILABLE', { ...checked, cause: answer.cause });
  }
}

function codeOf(reason: AccessRefusal): CheckRefusal {
  if (reason === 'QUERY_REFUSED') return 'CERTIFICATE_REFUSED';
  return reason === 'CERTIFICATE_UNREADABLE' ? 'CERTIFICATE_NOT_OPENED' : reason;
}

type Shown = Pick<StoredCertificate, 'fingerprint' | 'certificatePem' | 'notAfter'>;

/**
 * Whether the certificate names another taxpayer. Most signers are natural persons, and DGII's delegation says for whom they sign. But a
 * certificate of a legal person has its RNC in the subject (ETSI EN 319 412-1 §5.1.4: `VATDO-`).
 */
function isOfOther(offered: Shown, rnc: string): boolean {
  const named = /\b(?:VATDO|RNC)-?(\d{9}|\d{11})\b/.exec(subjectOf(offered))?.[1];
  return named !== undefined && named !== rnc;
}

/** Undefined if the offered certificate renews the present one: it has the same holder and does not end earlier. */
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

function viewOf(certificate: StoredCertificate, now: Date, current: boolean): CertificateView {
  const { fingerprint, notBefore, notAfter, importedAt } = certificate;
  const subject = subjectOf(certificate);
  return { fingerprint, subject, notBefore, notAfter, importedAt, current, ...expiryOf(certificate, now) };
}

function subjectOf({ certificatePem }: Shown): string {
  return oneLine(new X509Certificate(certificatePem).subject);
}
