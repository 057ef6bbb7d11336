/**
 * Queues one mail. An address and a company get few mails in an hour, so nobody can bomb a stranger. Each kind counts by itself, so that
 * mails of one kind cannot use up what a warning about the person's own account needs.
 */
import { randomUUID } from 'node:crypto';
import { noCompanyId, type MailKind, type MailKinds, type NewMail } from '../../ledger/mail/mail-record.js';
import { refused, type Refused } from '../../shared/refused.js';
import { countInHour, hashedName } from '../count-in-hour.js';
import type { Ledger } from '../deps.js';
import { isMailAddress } from './mail-address.js';

/** The limit of one kind, for one address, in one hour. A person who loses invitations needs two or three. */
const ofRecipientMax = 5;
/** The limit of one company in one hour. A company with 1,000 people invites them within a day. */
const ofCompanyMax = 100;
/**
 * The limit of a company's mails that have not ended. With its limit for an hour, a company reaches this only while the relay takes
 * nothing.
 */
const openMax = 500;

export interface MailDeps extends Ledger<'count' | 'countOpenMails' | 'findMail' | 'putMail'> {
  /** True if MAIL_FROM is set and ECF_MAIL is not `off`. */
  readonly mailEnabled?: boolean;
}

export interface MailRequest<Kind extends MailKind> {
  readonly to: string;
  /** Absent: a mail about a person's own account. */
  readonly companyId?: number;
  readonly data: MailKinds[Kind];
  /** There is one mail for each key, for example for a warning that several workers find. Absent: one for each call. */
  readonly key?: string;
}

export type QueuedMail = { readonly outcome: 'queued'; readonly mailId: string } | Refused<MailRefusal>;

/** `MAIL_REPEATED`: there is a mail with this key. */
export type MailRefusal =
  'MAIL_OFF' | 'MAIL_ADDRESS_INVALID' | 'MAIL_REPEATED' | 'MAIL_TOO_MANY' | 'MAIL_QUEUE_FULL';

export async function queueMail<Kind extends MailKind>(
  deps: MailDeps,
  kind: Kind,
  { to, companyId = noCompanyId, data, key }: MailRequest<Kind>,
): Promise<QueuedMail> {
  const { store, clock, mailEnabled = false } = deps;
  if (!mailEnabled) return refused('MAIL_OFF');
  if (!isMailAddress(to)) return refused('MAIL_ADDRESS_INVALID');
  const mailId = key === undefined ? randomUUID() : hashedName(key);
  if (key !== undefined && (await store.findMail(mailId)) !== undefined) return refused('MAIL_REPEATED');
  const limited = await limit(deps, kind, { to, companyId });
  if (limited !== undefined) return limited;
  // The compiler does not see that kind and data belong together.
  const mail = { kind, companyId, to, language: 'es', data, createdAt: clock() } as NewMail;
  return (await store.putMail(mailId, mail)) ? { outcome: 'queued', mailId } : refused('MAIL_REPEATED');
}

async function limit(
  deps: MailDeps,
  kind: MailKind,
  { to, companyId }: Pick<NewMail, 'to' | 'companyId'>,
): Promise<Refused<MailRefusal> | undefined> {
  const toRecipient = await countInHour(deps, `mail-to:${kind}:${hashedName(to)}`, 1);
  if (toRecipient.count > ofRecipientMax) return refused('MAIL_TOO_MANY');
  // What concerns only a person's account has no company, so no company can use it up.
  if (companyId === noCompanyId) return undefined;
  const ofCompany = await countInHour(deps, `mail-of:${companyId}`, 1);
  if (ofCompany.count > ofCompanyMax) return refused('MAIL_TOO_MANY');
  return (await deps.store.countOpenMails(companyId, openMax)) >= openMax
    ? refused('MAIL_QUEUE_FULL')
    : undefined;
}
