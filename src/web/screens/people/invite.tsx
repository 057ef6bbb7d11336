/** Inviting a person: the link is shown once, because nobody but the invited person may have it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitePerson, peopleQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';

const roles = (['administrador', 'operador', 'consulta'] as const).map(
  (role) => [role, `${es.roles[role]}: ${es.roleHints[role]}`] as const,
);
type Invitable = (typeof roles)[number][0];

export function Invite({ companyId, onClose }: { readonly companyId: number; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Invitable>('consulta');
  const [link, setLink] = useState<string>();
  const invite = useAction(
    () => invitePerson(companyId, { email: email.trim(), role }),
    async ({ invitationUrl }) => {
      setLink(new URL(invitationUrl, location.origin).href);
      await queries.invalidateQueries(peopleQuery(companyId));
    },
  );
  return (
    <Dialog title={es.people.invite} open onClose={onClose}>
      {link === undefined ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void invite.run(undefined);
          }}
        >
          <TextField
            label={es.login.email}
            type="email"
            autoComplete="off"
            required
            value={email}
            onChange={setEmail}
            error={invite.errorAt('email')}
          />
          <SelectField
            label={es.people.role}
            options={roles}
            value={role}
            onChange={(value) => setRole(value === '' ? role : value)}
            error={invite.errorAt('role')}
          />
          {invite.errorBeside('email', 'role') === undefined ? null : <Problem error={invite.error} />}
          <div className="actions">
            <Button kind="primary" type="submit" pending={invite.pending}>
              {es.people.invite}
            </Button>
            <Button onPress={onClose}>{es.actions.cancel}</Button>
          </div>
        </form>
      ) : (
        <>
          <Notice tone="good" title={es.people.linkTitle} urgent>
            <p>{es.people.linkText}</p>
            <p>
              <code className="wrap">{link}</code>
            </p>
          </Notice>
          <div className="actions">
            <Copy text={link} />
            <Button onPress={onClose}>{es.actions.close}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
