/**
 * Mails to a person about what happened to the own account. Somebody who took over an account cannot stop them. A mail that cannot be queued
 * refuses nothing: the act has happened.
 */
import { localDate } from '../../ecf/model/dates.js';
import type { FactorChange, MailKind, MailKinds } from '../../ledger/mail/mail-record.js';
import type { Person } from '../../ledger/people/person.js';
import { queueMail } from '../../services/mail/queue-mail.js';
import { errorForLog } from '../error-for-log.js';
import type { RouteDeps } from '../web/web-route.js';

export type SecurityNotices = ReturnType<typeof createSecurityNotices>;

/** People mistype a code or two. From the tenth on each code has to wait (code-tries.ts). */
const wrongCodesTold: readonly number[] = [3, 10, 50];

export function createSecurityNotices(deps: Pick<RouteDeps, 'store' | 'clock' | 'log' | 'mailEnabled'>) {
  const send = async <Kind extends MailKind>(
    kind: Kind,
    { personId, email }: Person,
    data: MailKinds[Kind],
    once?: string,
  ): Promise<void> => {
    try {
      const key = once === undefined ? {} : { key: `${kind}:${personId}:${once}` };
      await queueMail(deps, kind, { to: email, data, ...key });
    } catch (error) {
      deps.log.error({ ...errorForLog(error), personId, kind }, 'a person was not warned by mail');
    }
  };
  const today = () => localDate(deps.clock().getTime());
  return {
    /** The password was right, from an address where the person did not log in lately. */
    newDevice: (person: Person, network: string) =>
      send('new-device', person, { at: deps.clock(), network }, `${network}:${today()}`),

    wrongCode: async (person: Person, count: number) => {
      if (!wrongCodesTold.includes(count)) return;
      await send('failed-codes', person, { at: deps.clock(), count }, `${count}:${today()}`);
    },

    factorChanged: (person: Person, what: FactorChange) =>
      send('factor-changed', person, { at: deps.clock(), what }),

    passwordChanged: (person: Person) => send('password-changed', person, { at: deps.clock() }),

    recoveryCodeUsed: (person: Person, left: number) =>
      send('recovery-code-used', person, { at: deps.clock(), left }),
  };
}
