/** Invites a person. The page shows the link once only, because nobody but the invited person may have it. */
import { useState } from 'react';
import type { InvitationMail, Role } from '../../api/answers.js';
import { invitePerson, peopleQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';

type CompanyRole = Exclude<Role, 'soporte'>;
const start: { readonly email: string; readonly role: CompanyRole } = { email: '', role: 'consulta' };

export function Invite({ companyId, onClose }: { readonly companyId: number; readonly onClose: () => void }) {
  const [made, setMade] = useState<{ readonly link: string; readonly mail: InvitationMail }>();
  const form = useForm({
    start,
    send: ({ email, role }) => invitePerson(companyId, { email: email.trim(), role }),
    refreshes: [peopleQuery(companyId)],
    done: ({ invitationUrl, mail }) => setMade({ link: new URL(invitationUrl, location.origin).href, mail }),
  });
  return (
    // The link is shown once, so Escape does not close the dialog while it is on its way or on the screen.
    <Dialog title={es.people.invite} open onClose={onClose} firm={form.pending || made !== undefined}>
      {made === undefined ? (
        <Form form={form} submit={es.people.invite} onCancel={onClose}>
          <TextField
            label={es.login.email}
            type="email"
            autoComplete="off"
            required
            {...form.field('email')}
          />
          <SelectField
            label={es.people.role}
            options={es.companyRoles}
            hint={es.rolesMay[form.values.role]}
            {...form.field('role')}
          />
        </Form>
      ) : (
        <>
          <Notice tone="good" title={es.people.linkTitle} urgent>
            <p>{es.people.linkFor(form.values.email.trim(), es.roles[form.values.role])}</p>
            <MailNote mail={made.mail} email={form.values.email.trim()} />
            <p>{es.people.linkText}</p>
            <p>
              <code className="wrap">{made.link}</code>
            </p>
          </Notice>
          <div className="actions">
            <Copy text={made.link} />
            <Button onPress={onClose}>{es.actions.close}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Nothing where the service sends no mail: then a link is the usual way. */
function MailNote({ mail, email }: { readonly mail: InvitationMail; readonly email: string }) {
  if (mail === 'MAIL_OFF') return null;
  return <p>{mail === 'queued' ? es.people.linkMailed(email) : es.people.linkNotMailed}</p>;
}
