/**
 * Sends an accepted voucher to the company's customer: one mail for each address. The key of the order names the mails, so a repeated order
 * finds them and sends nothing twice. Nothing is queued unless all of it may be.
 */
import { createHash } from 'node:crypto';
import { documentStates } from '../../ecf/model/document-states.js';
import type { MailRecord, NewMail, VoucherMailRecord } from '../../ledger/mail/mail-record.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { refused, type Refused } from '../../shared/refused.js';
import { countInDay, hashedName } from '../count-in-hour.js';
import type { Ledger } from '../deps.js';
import { normalEmail } from '../people/email.js';
import { isMailAddress } from './mail-address.js';

/** Of one company to one address, in a day. A distributor has so many invoices for one customer; a person who is bombed gets no more. */
const ofAddressMax = 100;
/** Of one company in a day, outside production. Nobody has checked who the company is, and its vouchers have no value. */
const ofTestsMax = 50;
/** Below the limit of all mails of a company (queue-mail.ts), so that its warnings and invitations still have room. */
const openMax = 400;
/** The relay takes the mails that wait within minutes. */
const queueRetrySeconds = 60;

export interface CustomerMailDeps extends Ledger<'count' | 'countOpenMails' | 'findMail' | 'putMail'> {
  /** In production, of one company. 0: the service sends no mail to customers. */
  readonly customerMailsPerDay: number;
}

export interface CustomerMailOrder {
  /** Unique within the company and environment, with what kind of key it is. */
  readonly key: string;
  /** Absent: the voucher's own CorreoComprador. */
  readonly to?: readonly string[];
  readonly message?: string;
  readonly by: string;
}

type LimitOf = 'company' | 'address' | 'queue';

export type CustomerMailRefusal =
  | Refused<
      | 'CUSTOMER_MAIL_OFF'
      | 'CUSTOMER_MAIL_NOT_ACCEPTED'
      | 'CUSTOMER_MAIL_ADDRESS_MISSING'
      | 'IDEMPOTENCY_KEY_REUSED'
    >
  | Refused<'CUSTOMER_MAIL_ADDRESS_INVALID', { readonly at: number }>
  | Refused<'CUSTOMER_MAIL_LIMIT', { readonly of: LimitOf; readonly retryAfterSeconds: number }>;

export type MailedToCustomer =
  { readonly outcome: 'queued'; readonly mails: readonly VoucherMailRecord[] } | CustomerMailRefusal;

export async function mailToCustomer(
  deps: CustomerMailDeps,
  document: DocumentRecord,
  { key, to, message, by }: CustomerMailOrder,
): Promise<MailedToCustomer> {
  const { store, clock, customerMailsPerDay } = deps;
  if (customerMailsPerDay === 0) return refused('CUSTOMER_MAIL_OFF');
  if (documentStates[document.state].accepted !== 1) return refused('CUSTOMER_MAIL_NOT_ACCEPTED');
  const addresses = [...new Set((to ?? ownAddressOf(document)).map(normalEmail))];
  if (addresses.length === 0) return refused('CUSTOMER_MAIL_ADDRESS_MISSING');
  const wrong = addresses.findIndex((address) => !isMailAddress(address));
  if (wrong >= 0) return refused('CUSTOMER_MAIL_ADDRESS_INVALID', { at: wrong });

  const { companyId, environment, encf, attempt, rncComprador } = document;
  const text = message?.trim() ?? '';
  const order = hashOf([encf, text, ...addresses]);
  const idAt = (at: number) => hashedName(`voucher:${companyId}:${environment}:${key}:${at}`);
  const known = await Promise.all(addresses.map((_, at) => store.findMail(idAt(at))));
  if (isOther(known[0], order)) return refused('IDEMPOTENCY_KEY_REUSED');
  const missing = addresses.filter((_, at) => known[at] === undefined);
  const limited = missing.length === 0 ? undefined : await limit(deps, document, missing);
  if (limited !== undefined) return limited;

  const createdAt = clock();
  const data = {
    environment,
    encf,
    attempt,
    ...(rncComprador !== '' && { rncComprador }),
    ...(text !== '' && { message: text }),
    by,
    order,
  };
  const mails: VoucherMailRecord[] = [];
  for (const [at, address] of addresses.entries()) {
    const id = idAt(at);
    const mail: NewMail = { kind: 'voucher', companyId, to: address, language: 'es', data, createdAt };
    // The first insert under the key decides between two orders of one moment.
    if (known[at] === undefined) await store.putMail(id, mail);
    const stored = known[at] ?? (await store.findMail(id));
    if (isOther(stored, order)) return refused('IDEMPOTENCY_KEY_REUSED');
    mails.push(stored as VoucherMailRecord);
  }
  return { outcome: 'queued', mails };
}

/** Empty if the voucher has no address, or one to which nothing can be sent: the issuer's system may have put anything there. */
export function ownAddressOf({
  correoComprador,
}: Pick<DocumentRecord, 'correoComprador'>): readonly string[] {
  const address = normalEmail(correoComprador ?? '');
  return isMailAddress(address) ? [address] : [];
}

function isOther(mail: MailRecord | undefined, order: string): boolean {
  return mail !== undefined && (mail.kind !== 'voucher' || mail.data.order !== order);
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function limit(
  deps: CustomerMailDeps,
  { companyId, environment }: DocumentRecord,
  addresses: readonly string[],
): Promise<CustomerMailRefusal | undefined> {
  if ((await deps.store.countOpenMails(companyId, openMax)) >= openMax)
    return tooMany('queue', queueRetrySeconds);
  const isTest = environment !== 'production';
  const most = isTest ? Math.min(ofTestsMax, deps.customerMailsPerDay) : deps.customerMailsPerDay;
  const ofCompany = (amount: number) =>
    countInDay(deps, `customer-mail-of:${companyId}:${isTest ? 'test' : 'production'}`, amount);
  // What is refused does not count, so a smaller order may still pass.
  const refuse = async (of: LimitOf, leftSeconds: number) => {
    await ofCompany(-addresses.length);
    return tooMany(of, leftSeconds);
  };
  const { count, leftSeconds } = await ofCompany(addresses.length);
  if (count > most) return refuse('company', leftSeconds);
  for (const address of addresses) {
    const toAddress = await countInDay(deps, `customer-mail-to:${companyId}:${hashedName(address)}`, 1);
    if (toAddress.count > ofAddressMax) return refuse('address', toAddress.leftSeconds);
  }
  return undefined;
}

function tooMany(of: LimitOf, retryAfterSeconds: number) {
  return refused('CUSTOMER_MAIL_LIMIT', { of, retryAfterSeconds });
}
