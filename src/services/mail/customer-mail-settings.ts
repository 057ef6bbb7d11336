/** How a company mails its vouchers to its customers: where answers go, and whether each accepted voucher leaves by itself. */
import type { Company } from '../../ledger/companies/company.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';
import { normalEmail } from '../people/email.js';
import { isMailAddress } from './mail-address.js';

export interface CustomerMail {
  /** Empty: where answers to all mails go. */
  readonly mailReplyTo: string;
  readonly mailAccepted: 'on' | 'off';
}

export async function setCustomerMail(
  { store }: Pick<Ledger<'changeSettings' | 'latestSeq'>, 'store'>,
  { companyId, environment, mailAccepted: before }: Company,
  wanted: CustomerMail,
): Promise<
  | { readonly outcome: 'changed'; readonly settings: CustomerMail }
  | Refused<'EMAIL_INVALID' | 'COMPANY_NOT_FOUND'>
> {
  const settings = { ...wanted, mailReplyTo: normalEmail(wanted.mailReplyTo) };
  if (settings.mailReplyTo !== '' && !isMailAddress(settings.mailReplyTo)) return refused('EMAIL_INVALID');
  const begins = settings.mailAccepted === 'on' && before !== 'on';
  const changed = await store.changeSettings(companyId, {
    ...settings,
    // What was accepted before stays unsent.
    ...(begins && { mailCursor: { environment, seq: await store.latestSeq({ companyId, environment }) } }),
  });
  return changed ? { outcome: 'changed', settings } : refused('COMPANY_NOT_FOUND');
}
