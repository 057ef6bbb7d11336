/** The page of an invitation's link, where the person enters a name and chooses a password. The link works once. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { acceptInvitation, invitationQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { PasswordField, TextField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { useTitle } from '../../parts/page.js';
import { useForm } from '../../parts/use-form.js';

const route = getRouteApi('/invitacion/$token');

export function Screen() {
  useTitle(es.invitation.title);
  const { token } = route.useParams();
  const invitation = useQuery(invitationQuery(token));
  return (
    <main className="outside">
      <div className="card">
        <h1>{es.invitation.title}</h1>
        <Loaded query={invitation}>
          {({ companyName, email, known }) => (
            <>
              <p>{es.invitation.text(companyName ?? es.invitation.support)}</p>
              <p className="soft">{email}</p>
              <AcceptForm token={token} known={known} />
            </>
          )}
        </Loaded>
      </div>
    </main>
  );
}

function AcceptForm({ token, known }: { readonly token: string; readonly known: boolean }) {
  const [accepted, setAccepted] = useState(false);
  const form = useForm({
    start: { name: '', password: '' },
    send: ({ name, password }) =>
      acceptInvitation(token, { ...(known ? {} : { name: name.trim() }), password }),
    done: () => setAccepted(true),
  });
  if (accepted)
    return (
      <Notice tone="good" title={es.invitation.done} urgent>
        <Link to="/">{es.invitation.enter}</Link>
      </Notice>
    );
  return (
    <Form form={form} submit={es.invitation.submit}>
      {known ? null : (
        <TextField label={es.invitation.name} autoComplete="name" required {...form.field('name')} />
      )}
      <PasswordField
        label={known ? es.invitation.knownPassword : es.invitation.password}
        hint={known ? undefined : es.invitation.passwordHint}
        autoComplete={known ? 'current-password' : 'new-password'}
        {...form.field('password')}
      />
      {known ? <p className="hint">{es.login.forgotten}</p> : null}
    </Form>
  );
}
