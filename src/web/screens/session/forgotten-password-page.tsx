/** Where a person who forgot the password asks for a link. Without mail it says whom to ask. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { askForPassword, forgottenPasswordQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { TextField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { useTitle } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { forgottenPassword as texts } from '../../texts/forgotten-password.js';

export function Screen() {
  useTitle(texts.title);
  const service = useQuery(forgottenPasswordQuery);
  return (
    <main className="outside">
      <div className="card">
        <h1>{texts.title}</h1>
        <Loaded query={service} undated>
          {({ mail }) =>
            mail ? (
              <AskForm />
            ) : (
              <Notice tone="info" title={texts.noMail}>
                {texts.noMailText}
              </Notice>
            )
          }
        </Loaded>
        <p>
          <Link to="/">{texts.back}</Link>
        </p>
      </div>
    </main>
  );
}

function AskForm() {
  const [sent, setSent] = useState(false);
  const form = useForm({
    start: { email: '' },
    send: ({ email }) => askForPassword(email.trim()),
    done: () => setSent(true),
  });
  if (sent)
    return (
      <Notice tone="good" title={texts.sent} urgent>
        {texts.sentText}
      </Notice>
    );
  return (
    <Form form={form} submit={texts.submit}>
      <p>{texts.intro}</p>
      <TextField
        label={es.login.email}
        type="email"
        autoComplete="username"
        required
        {...form.field('email')}
      />
    </Form>
  );
}
