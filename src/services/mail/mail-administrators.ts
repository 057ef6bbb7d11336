/** Tells the administrators of a company, once for each key, about what they must do. */
import type { MailKind } from '../../ledger/mail/mail-record.js';
import type { Ledger } from '../deps.js';
import { peopleListed, roleIn } from '../people/list-people.js';
import { queueMail, type MailDeps, type MailRequest } from './queue-mail.js';

/** More administrators than a company has. The limit keeps one warning from becoming hundreds of mails. */
const administratorsMax = 20;

export async function mailAdministrators<Kind extends MailKind>(
  deps: MailDeps & Ledger<'listPeople'>,
  kind: Kind,
  {
    companyId,
    key,
    data,
  }: Pick<MailRequest<Kind>, 'data'> & { readonly companyId: number; readonly key: string },
): Promise<void> {
  if (deps.mailEnabled !== true) return;
  const people = await deps.store.listPeople(companyId, peopleListed);
  const administrators = people.filter((person) => roleIn(person, companyId) === 'administrador');
  for (const { personId, email } of administrators.slice(0, administratorsMax))
    await queueMail(deps, kind, { to: email, companyId, data, key: `${kind}:${key}:${personId}` });
}
