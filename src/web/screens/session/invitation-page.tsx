/** The page of an invitation's link, where the person enters a name and chooses a password. The link works once. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '../../api/answers.js';
import { acceptInvitation, invitationQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { PasswordField, TextField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { FactList, useTitle } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { ForgottenLink } from './forgotten-link.js';

const route = getRouteApi('/invitacion/$token');

export function Screen() {
  useTitle(es.invitation.title);
  const { token } = route.useParams();
  const invitation = useQuery(invitationQuery(token));
  return (
    <main className="outside">
      <div className="card">
        <h1>{es.invitation.title}</h1>
        <Loaded query={invitation} undated>
          {(invited) => (
            <>
              <Offer {...invited} />
              <AcceptForm token={token} known={invited.known} />
            </>
          )}
        </Loaded>
      </div>
    </main>
  );
}

/** Which company invites, and with what role. A link without both is for a person who lost the password. */
function Offer({ email, razonSocial, role, support }: AnswerOf<'getInvitation'>) {
  const offered = support ? 'soporte' : role;
  return (
    <>
      <p>{offered === null ? es.invitation.newPassword : es.invitation.text}</p>
      <FactList
        facts={[
          [es.invitation.account, email],
          [es.invitation.company, support ? es.invitation.allCompanies : razonSocial],
          [es.people.role, offered === null ? null : es.roles[offered]],
          [es.invitation.may, offered === null ? null : es.rolesMay[offered]],
        ]}
      />
    </>
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
      {known ? <ForgottenLink /> : null}
    </Form>
  );
}
