/** The rounds about mail: one starts the workflow of each mail that is due, another warns the administrators of companies. */
import { dayMs } from '../../ecf/durations.js';
import { localDate } from '../../ecf/model/dates.js';
import type { Company } from '../../ledger/companies/company.js';
import { expiredWatchedMs } from '../../ledger/certificates/certificates.js';
import type { Store } from '../../ledger/ledger.js';
import type { MailRecord } from '../../ledger/mail/mail-record.js';
import { stockWarnings, type StockThresholds } from '../../ledger/numbers/stock-warnings.js';
import { mailAdministrators } from '../../services/mail/mail-administrators.js';
import type { MailDeps } from '../../services/mail/queue-mail.js';
import { expiryOf } from '../../signing/verify/certificate-expiry.js';
import { sendMailStartOf, sendMailType, type MailTimings } from '../../workflows/contract/mail.js';
import { startDue, type DueRecords, type RoundDeps } from '../rounds/due-rounds.js';

/** @returns whether there may be more */
export function startMails(
  deps: RoundDeps<MailTimings> & { readonly store: Pick<Store, 'claimDueMails'> },
  stopping: AbortSignal,
): Promise<boolean> {
  const { store, taskQueue, timings } = deps;
  const mails: DueRecords<MailRecord> = {
    claim: store.claimDueMails,
    // Four are sent at once. More would only wait in Temporal.
    batch: 10,
    startsAtOnce: 2,
    about: ({ _id: mailId, companyId }) => ({ mailId, companyId }),
    failed: 'a mail could not be started',
    start: ({ workflow }, mail) =>
      workflow.start(sendMailType, sendMailStartOf(taskQueue, mail, { mailId: mail._id, timings })),
  };
  return startDue(deps, mails, stopping);
}

/** A round reads all companies, one page after the other. */
const companiesOfPage = 100;
/** 30 days, and one more so that no certificate is missed between two rounds. */
const certificatesAheadMs = 31 * dayMs;
const certificatesMax = 1_000;

export interface NoticeDeps extends MailDeps {
  readonly store: MailDeps['store'] &
    Pick<Store, 'listCompanies' | 'listPeople' | 'sequencesOverview' | 'certificatesEnding'>;
  readonly numbering: StockThresholds;
}

/**
 * Mails the administrators of each company about numbers that run out or expire, and about certificates that end: once for each threshold,
 * because the mail's key names it. Several workers may do this at once.
 */
export async function mailNotices(deps: NoticeDeps, stopping: AbortSignal): Promise<false> {
  await mailAboutCertificates(deps, stopping);
  let after = 0;
  for (;;) {
    const companies = await deps.store.listCompanies(after, companiesOfPage);
    for (const company of companies) {
      if (stopping.aborted) return false;
      if (company.origin === 'service') await mailAboutNumbers(deps, company);
    }
    const last = companies.at(-1);
    if (last === undefined || companies.length < companiesOfPage) return false;
    after = last.companyId;
  }
}

async function mailAboutNumbers(deps: NoticeDeps, { companyId, environment }: Company): Promise<void> {
  const { store, clock, numbering } = deps;
  const today = localDate(clock().getTime());
  for (const status of await store.sequencesOverview(companyId, environment, today)) {
    const { ecfType, authorizations } = status;
    // A new authorization starts the warnings again.
    const about = `${companyId}:${environment}:${ecfType}:${authorizations.length}`;
    for (const { code, quedan } of stockWarnings(status, today, numbering)) {
      if (code === 'SEQUENCE_LOW_STOCK') {
        const data = { environment, ecfType, left: quedan };
        const key = `${about}:${quedan === 0 ? 'none' : 'low'}`;
        await mailAdministrators(deps, 'numbers-low', { companyId, key, data });
      } else {
        const data = { environment, ecfType, days: quedan };
        const key = `${about}:${expiryStep(quedan)}`;
        await mailAdministrators(deps, 'numbers-expiring', { companyId, key, data });
      }
    }
  }
}

/** A certificate has three thresholds: the operator's first day of warning, 7 days and 1 day before. */
function expiryStep(days: number): string {
  if (days <= 1) return 'day';
  return days <= 7 ? 'week' : 'first';
}

async function mailAboutCertificates(deps: NoticeDeps, stopping: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  const now = clock();
  const time = {
    after: new Date(now.getTime() - expiredWatchedMs),
    before: new Date(now.getTime() + certificatesAheadMs),
  };
  for (const { companyId, fingerprint, notBefore, notAfter } of await store.certificatesEnding(
    time,
    certificatesMax,
  )) {
    if (stopping.aborted) return;
    const { standing, daysLeft } = expiryOf({ notBefore, notAfter }, now);
    if (standing === 'vigente' || standing === 'aún no válido') continue;
    const key = `${companyId}:${fingerprint}:${standing}`;
    const data = { fingerprint, notAfter, daysLeft };
    await mailAdministrators(deps, 'certificate-expiring', { companyId, key, data });
  }
}
