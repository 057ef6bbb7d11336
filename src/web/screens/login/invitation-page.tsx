/** An invitation's link: the person gives a name and chooses a password. It works once. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { acceptInvitation, invitationQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/field.js';
import { Loading, Notice, Problem } from '../../parts/notice.js';
import { useTitle } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';

const route = getRouteApi('/invitacion/$token');

export function InvitationPage() {
  useTitle(es.invitation.title);
  const { token } = route.useParams();
  const invitation = useQuery(invitationQuery(token));
  return (
    <main className="outside">
      <div className="card">
        <h1>{es.invitation.title}</h1>
        {invitation.isPending ? <Loading /> : null}
        {invitation.isError ? <Problem error={invitation.error} /> : null}
        {invitation.isSuccess ? (
          <>
            <p>{es.invitation.text(invitation.data.companyName ?? es.invitation.support)}</p>
            <p className="soft">{invitation.data.email}</p>
            <AcceptForm token={token} known={invitation.data.known} />
          </>
        ) : null}
      </div>
    </main>
  );
}

function AcceptForm({ token, known }: { readonly token: string; readonly known: boolean }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [accepted, setAccepted] = useState(false);
  const submit = useAction(
    () => acceptInvitation(token, { ...(known ? {} : { name: name.trim() }), password }).then(() => true),
    () => setAccepted(true),
  );
  if (accepted)
    return (
      <Notice tone="good" title={es.invitation.done} urgent>
        <Link to="/">{es.invitation.enter}</Link>
      </Notice>
    );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit.run(undefined);
      }}
    >
      {known ? null : (
        <TextField
          label={es.invitation.name}
          autoComplete="name"
          required
          value={name}
          onChange={setName}
          error={submit.errorAt('name')}
        />
      )}
      <TextField
        label={known ? es.invitation.knownPassword : es.invitation.password}
        hint={known ? undefined : es.invitation.passwordHint}
        type="password"
        autoComplete={known ? 'current-password' : 'new-password'}
        required
        value={password}
        onChange={setPassword}
        error={submit.errorAt('password')}
      />
      {submit.errorBeside('name', 'password') === undefined ? null : <Problem error={submit.error} />}
      <Button kind="primary" type="submit" pending={submit.pending}>
        {es.invitation.submit}
      </Button>
    </form>
  );
}
