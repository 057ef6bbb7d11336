/**
 * One try of one mail. It is written ahead: a worker that dies after the relay took the mail, and before that was recorded, leaves the mail
 * open, and the next try sends it again under the same Message-ID.
 */
import { hourMs } from '../../ecf/durations.js';
import { noCompanyId, type MailRecord } from '../../ledger/mail/mail-record.js';
import type { Store } from '../../ledger/ledger.js';
import { tokenHash } from '../../ledger/people/token-hash.js';
import { isMailAddress } from '../../services/mail/mail-address.js';
import type { Log } from '../../shared/log.js';
import type { MailEnd } from '../../workflows/contract/mail.js';
import { composeMail, type MailMessage } from './compose-mail.js';
import { mailToken } from './mail-link.js';
import { mailTextOf, type MailFacts } from './mail-texts.js';
import type { SmtpClient } from './smtp.js';
import { voucherMessage, type VoucherMailDeps } from './voucher-mail.js';

export interface MailActivityDeps extends Omit<VoucherMailDeps, 'store'> {
  readonly store: VoucherMailDeps['store'] &
    Pick<
      Store,
      | 'addMailToken'
      | 'beginMail'
      | 'findInvitationById'
      | 'findMail'
      | 'postponeMail'
      | 'recordFailed'
      | 'recordSent'
    >;
  readonly smtp: SmtpClient;
  readonly masterKey: Uint8Array;
  readonly giveUpMs: number;
  readonly log: Log;
  readonly observe: (outcome: MailTryOutcome) => void;
}

type MailTryOutcome = 'sent' | 'later' | 'failed';

/** Longer than the pause before the next try. The background round starts the workflow again only if it is lost. */
const roundAfterMs = 2 * hourMs;

type NotSent = 'EXPIRED' | 'WITHDRAWN' | 'ADDRESS';

/** @returns how the mail ended, or the relay's code if it must be tried later */
export async function deliverMail(
  deps: MailActivityDeps,
  mailId: string,
): Promise<MailEnd | { readonly later: string }> {
  const { store, smtp, giveUpMs, clock, log, observe } = deps;
  const now = clock();
  const mail = await store.beginMail(mailId, now, new Date(now.getTime() + roundAfterMs));
  if (mail === undefined) return endOf(await store.findMail(mailId));
  const end = async (code: string) => {
    if (!(await store.recordFailed(mail, code, clock()))) return endOf(await store.findMail(mailId));
    observe('failed');
    log.warn({ mailId, kind: mail.kind, companyId: mail.companyId, code }, 'a mail was not sent');
    return 'failed' as const;
  };
  const isOver = (at: Date) => at.getTime() - mail.since.getTime() >= giveUpMs;
  if (isOver(now) && mail.attempts > 1) return end(mail.code ?? 'EXPIRED');
  const message = await messageOf(deps, mail, now);
  if (typeof message === 'string') return end(message);
  const outcome = await smtp.send(message);
  if (outcome.kind === 'taken') {
    await store.recordSent(mailId, clock());
    observe('sent');
    return 'sent';
  }
  if (outcome.kind === 'refused' || isOver(clock())) return end(outcome.code);
  await store.postponeMail(mail, outcome.code);
  observe('later');
  log.info(
    { mailId, kind: mail.kind, code: outcome.code, attempts: mail.attempts },
    'a mail waits for the relay',
  );
  return { later: outcome.code };
}

function endOf(mail: MailRecord | undefined): MailEnd {
  if (mail === undefined) return 'unknown';
  // `open`: another try has begun.
  return mail.state === 'sent' ? 'sent' : mail.state === 'failed' ? 'failed' : 'open';
}

async function messageOf(
  deps: MailActivityDeps,
  mail: MailRecord,
  now: Date,
): Promise<MailMessage | NotSent> {
  const { store, sender, publicUrl, masterKey } = deps;
  if (!isMailAddress(mail.to)) return 'ADDRESS';
  if (mail.kind === 'voucher') return (await voucherMessage(deps, mail)) ?? 'WITHDRAWN';
  const company = mail.companyId === noCompanyId ? undefined : await store.findCompany(mail.companyId);
  const companyName = company?.razonSocial ?? '';
  const compose = (facts: MailFacts) =>
    composeMail(mail, mailTextOf<typeof mail.kind>(mail.kind, mail.data, facts), { companyName, sender });
  if (!('invitationId' in mail.data)) return compose({ companyName, url: `${publicUrl}/app/` });
  const { invitationId } = mail.data;
  const invitation = await store.findInvitationById(invitationId, now);
  // Somebody who can write the ledger must not be able to send a person's link to another address.
  if (invitation === undefined || invitation.email !== mail.to) return 'WITHDRAWN';
  const token = mailToken(masterKey, mail._id);
  if (!(await store.addMailToken(invitationId, tokenHash(token), now))) return 'WITHDRAWN';
  const { expiresAt, membership } = invitation;
  const page = mail.kind === 'password-forgotten' ? 'clave-nueva' : 'invitacion';
  const url = `${publicUrl}/app/${page}/${token}`;
  return compose({ companyName, url, expiresAt, ...(membership && { role: membership.role }) });
}
