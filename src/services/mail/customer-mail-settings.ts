/** How a company mails its vouchers to its customers: where answers go, and whether each accepted voucher leaves by itself. */
import type { Company } from '../../ledger/companies/company.js';
import type { CompanySettings } from '../../ledger/companies/company-settings.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';
import { normalEmail } from '../people/email.js';
import { isMailAddress } from './mail-address.js';

export interface CustomerMail {
  /** Empty: where answers to all mails go. */
  readonly mailReplyTo: string;
  readonly mailAccepted: 'on' | 'off';
}

/** What the company's record gets; what is absent in `wanted` stays as it is. */
export async function customerMailSettings(
  { store }: Pick<Ledger<'latestSeq'>, 'store'>,
  { companyId, environment, mailAccepted: before }: Company,
  { mailReplyTo, mailAccepted }: { readonly [Name in keyof CustomerMail]: CustomerMail[Name] | undefined },
): Promise<{ readonly outcome: 'valid'; readonly settings: CompanySettings } | Refused<'EMAIL_INVALID'>> {
  const address = mailReplyTo === undefined ? undefined : normalEmail(mailReplyTo);
  if (address !== undefined && address !== '' && !isMailAddress(address)) return refused('EMAIL_INVALID');
  const begins = mailAccepted === 'on' && before !== 'on';
  return {
    outcome: 'valid',
    settings: {
      ...(address !== undefined && { mailReplyTo: address }),
      ...(mailAccepted !== undefined && { mailAccepted }),
      // What was accepted before stays unsent.
      ...(begins && { mailCursor: { environment, seq: await store.latestSeq({ companyId, environment }) } }),
    },
  };
}
