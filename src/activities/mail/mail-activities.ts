/** The activity that sends a mail. A worker without a relay has it too, because its lane may have a run from before a change of the setting. */
import type { MailEnd } from '../../workflows/contract/mail.js';
import { failure, failWithCodeOnly, withHeartbeat } from '../activity-frame.js';
import { deliverMail, type MailActivityDeps } from './deliver-mail.js';

export interface MailActivities {
  /** One try. Fails with a code while the mail must wait; Temporal then tries again. */
  deliverMail(mailId: string): Promise<MailEnd>;
}

/** @param deps undefined: this worker sends no mail */
export function createMailActivities(deps: MailActivityDeps | undefined): MailActivities {
  return {
    deliverMail: async (mailId) => {
      if (deps === undefined) throw failure('MAIL_OFF');
      const end = await failWithCodeOnly(deps, { mailId }, 'a mail could not be sent', () =>
        withHeartbeat(() => deliverMail(deps, mailId)),
      );
      // Outside the frame, which takes every failure for a defect of ours.
      if (typeof end === 'object') throw failure(`MAIL_${end.later}`);
      return end;
    },
  };
}
