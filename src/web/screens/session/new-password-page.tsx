/** The page of the mailed link, where the person chooses another password. The link works once. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { choosePassword, passwordLinkQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { PasswordField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { FactList, useTitle } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { forgottenPassword as texts } from '../../texts/forgotten-password.js';

const route = getRouteApi('/clave-nueva/$token');

export function Screen() {
  useTitle(texts.newTitle);
  const { token } = route.useParams();
  const link = useQuery(passwordLinkQuery(token));
  return (
    <main className="outside">
      <div className="card">
        <h1>{texts.newTitle}</h1>
        <Loaded query={link} undated>
          {({ email }) => <ChooseForm token={token} email={email} />}
        </Loaded>
        {link.isError ? (
          <p>
            <Link to="/olvide-mi-clave">{texts.again}</Link>
          </p>
        ) : null}
      </div>
    </main>
  );
}

function ChooseForm({ token, email }: { readonly token: string; readonly email: string }) {
  const [chosen, setChosen] = useState(false);
  const form = useForm({
    start: { password: '' },
    send: ({ password }) => choosePassword(token, password),
    done: () => setChosen(true),
  });
  if (chosen)
    return (
      <Notice tone="good" title={texts.done} urgent>
        <Link to="/">{es.invitation.enter}</Link>
      </Notice>
    );
  return (
    <>
      <FactList facts={[[texts.account, email]]} />
      <p>{texts.factor}</p>
      <Form form={form} submit={texts.change}>
        <PasswordField
          label={texts.password}
          hint={texts.passwordHint}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </Form>
    </>
  );
}
