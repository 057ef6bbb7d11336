/** A person's own account: the password, the second factor and its recovery codes. */
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { changePassword } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, PasswordField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { useForm } from '../../parts/form/use-form.js';
import { allowLetters, usesLetters } from '../../shared/typing.js';
import { useSession } from '../../shell/use-session.js';
import { list } from '../../texts/list.js';
import { RecoveryCodesCard, SecondFactor } from './second-factor.js';

export function Screen() {
  const { person } = useSession();
  return (
    <Page title={es.nav.account} intro={`${person.name} · ${person.email}`}>
      <Password email={person.email} />
      <SecondFactor active={person.secondFactor} />
      {person.secondFactor ? <RecoveryCodesCard /> : null}
      <ListKeys />
    </Page>
  );
}

/** Whether single letters act in lists. It belongs to this browser: another one may be used with another keyboard. */
function ListKeys() {
  const [allowed, setAllowed] = useState(usesLetters);
  return (
    <section className="card narrow" aria-labelledby="list-keys">
      <h2 id="list-keys">{list.keys.title}</h2>
      <p className="soft">{list.keys.text}</p>
      <Check
        label={list.keys.use}
        checked={allowed}
        onChange={(wanted) => {
          allowLetters(wanted);
          setAllowed(wanted);
        }}
      />
    </section>
  );
}

interface PasswordProps {
  readonly email: string;
}

function Password({ email }: PasswordProps) {
  const [step, setStep] = useState<'start' | 'form' | 'changed'>('start');
  return (
    <section className="card narrow" aria-labelledby="password">
      <h2 id="password">{es.account.password}</h2>
      <p className="soft">{es.account.passwordText}</p>
      {step === 'changed' ? (
        <Notice tone="good" urgent>
          {es.account.changed}
        </Notice>
      ) : null}
      {step === 'form' ? (
        <PasswordForm email={email} onDone={() => setStep('changed')} onCancel={() => setStep('start')} />
      ) : (
        <div>
          <Button onPress={() => setStep('form')}>{es.account.changePassword}</Button>
        </div>
      )}
    </section>
  );
}

interface FormProps extends PasswordProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function PasswordForm({ email, onDone, onCancel }: FormProps) {
  const form = useForm({
    start: { password: '', newPassword: '', again: '' },
    send: ({ again, ...body }) => {
      if (again === body.newPassword) return changePassword(body);
      const differs = { code: 'DIFFERENT', mensaje: es.account.different, campo: 'again' };
      return Promise.reject(new ApiError(0, differs));
    },
    done: onDone,
  });
  return (
    <Form form={form} submit={es.account.changePassword} onCancel={onCancel}>
      {/* Password managers store the new password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={es.account.present}
        autoComplete="current-password"
        autoFocus
        {...form.field('password')}
      />
      <PasswordField
        label={es.account.chosen}
        hint={es.invitation.passwordHint}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <PasswordField label={es.account.again} autoComplete="new-password" {...form.field('again')} />
    </Form>
  );
}
