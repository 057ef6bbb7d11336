/**
 * Mails accepted vouchers to their CorreoComprador, for the companies that want it. Each company has a cursor in its feed of events, so none
 * is passed over while mail or the ledger is down, and the mails' keys keep two workers from sending one twice.
 */
import { dayMs } from '../../ecf/durations.js';
import type { Company } from '../../ledger/companies/company.js';
import type { Store } from '../../ledger/ledger.js';
import type { EventRecord } from '../../ledger/events/event-record.js';
import { mailToCustomer, ownAddressOf, type CustomerMailDeps } from '../../services/mail/mail-customer.js';
import type { Log } from '../../shared/log.js';

/** Of one company in one round, so that companies take turns. */
const eventsMax = 50;
/** No service has more. */
const companiesMax = 1_000;

/** As long as a mail is tried. After a longer outage, or beyond the limits, nobody expects an old invoice. */
const lateMs = 3 * dayMs;

const acceptedTypes = ['ecf.accepted', 'ecf.accepted_conditionally'] as const;

export interface MailAcceptedDeps extends CustomerMailDeps {
  readonly store: CustomerMailDeps['store'] &
    Pick<Store, 'companiesMailing' | 'findDocument' | 'latestSeq' | 'moveMailCursor' | 'readFeed'>;
  readonly log: Log;
}

/** @returns whether there may be more */
export async function mailAccepted(deps: MailAcceptedDeps, stopping: AbortSignal): Promise<boolean> {
  let more = false;
  for (const company of await deps.store.companiesMailing(companiesMax)) {
    if (stopping.aborted) return false;
    more = (await mailOfCompany(deps, company)) || more;
  }
  return more;
}

async function mailOfCompany(deps: MailAcceptedDeps, company: Company): Promise<boolean> {
  const { store } = deps;
  const { companyId, environment, mailCursor } = company;
  const feed = { companyId, environment };
  // The addresses in DGII's data set are not the company's customers.
  if (environment === 'certification') return false;
  // The company moved to another environment. What was accepted there before was sent, or nobody wanted it sent.
  if (mailCursor?.environment !== environment) {
    await store.moveMailCursor(company, { environment, seq: await store.latestSeq(feed) });
    return false;
  }
  const page = await store.readFeed({
    ...feed,
    after: mailCursor.seq,
    types: acceptedTypes,
    limit: eventsMax,
  });
  if (page.next === mailCursor.seq) return false;
  let seq = mailCursor.seq;
  for (const event of page.events) {
    if (!(await mailVoucherOf(deps, event))) {
      if (seq > mailCursor.seq) await store.moveMailCursor(company, { environment, seq });
      return false;
    }
    seq = event.seq;
  }
  await store.moveMailCursor(company, { environment, seq: page.next });
  return page.more;
}

/** False: the company has its mails of today, or too many wait. The voucher is mailed later. */
async function mailVoucherOf(deps: MailAcceptedDeps, event: EventRecord): Promise<boolean> {
  const { companyId, environment, data, at } = event;
  const encf = String(data['ecf']);
  const document = await deps.store.findDocument(companyId, environment, encf);
  if (document === undefined || ownAddressOf(document).length === 0) return true;
  if (deps.clock().getTime() - at.getTime() > lateMs) {
    deps.log.warn({ companyId, encf }, 'an accepted voucher was too old to be mailed');
    return true;
  }
  const key = `accepted:${encf}:${document.attempt}`;
  const sent = await mailToCustomer(deps, document, { key, by: 'la empresa, automáticamente' });
  if (sent.outcome === 'queued') return true;
  const mustWait = sent.refusal === 'CUSTOMER_MAIL_LIMIT' && sent.facts.of !== 'address';
  if (!mustWait) deps.log.warn({ companyId, encf, code: sent.refusal }, 'an accepted voucher was not mailed');
  return !mustWait;
}
