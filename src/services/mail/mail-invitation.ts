/** Mails the link of an invitation or of a reset. The link that was shown works too, whatever becomes of the mail. */
import type { Invitation } from '../../ledger/people/person.js';
import { queueMail, type MailDeps, type QueuedMail } from './queue-mail.js';

/** The worker makes the link, and reads from the ledger what the invitation gives. So the mail holds no secret. */
export function mailInvitation(
  deps: MailDeps,
  { invitationId, email, membership, personId }: Invitation,
): Promise<QueuedMail> {
  return queueMail(deps, personId === undefined ? 'invitation' : 'password-reset', {
    to: email,
    ...(membership !== undefined && { companyId: membership.companyId }),
    data: { invitationId },
  });
}
