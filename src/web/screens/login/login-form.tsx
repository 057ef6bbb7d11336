/** Asks for e-mail and password, then for the second factor. The login page and the dialog of a lost session both show this form. */
import { useState } from 'react';
import { login, sendCode, type LoginStage, type Next } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { useForm } from '../../parts/use-form.js';
import { EnrolSecondFactor } from './enrol-second-factor.js';

interface LoginFormProps {
  readonly onDone: () => unknown;
  /** The step at which an interrupted login continues. */
  readonly stage?: LoginStage;
  /** The e-mail of the session that was lost. */
  readonly email?: string;
}

export function LoginForm({ onDone, stage = 'password', email = '' }: LoginFormProps) {
  const [step, setStep] = useState(stage);
  const follow = ({ next }: Next) => (next === 'done' ? onDone() : setStep(next));
  if (step === 'code') return <CodeForm onNext={follow} />;
  if (step === 'enrol') return <EnrolSecondFactor onDone={onDone} />;
  return <PasswordForm email={email} onNext={follow} />;
}

interface StepProps {
  readonly onNext: (next: Next) => unknown;
}

function PasswordForm({ email: known, onNext }: StepProps & { readonly email: string }) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const submit = useAction(() => login(email.trim(), password), onNext);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit.run(undefined);
      }}
    >
      {submit.error === undefined ? null : <Problem error={submit.error} />}
      <TextField
        label={es.login.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={setEmail}
      />
      <TextField
        label={es.login.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <Button kind="primary" type="submit" pending={submit.pending}>
        {es.login.submit}
      </Button>
    </form>
  );
}

function CodeForm({ onNext }: StepProps) {
  const form = useForm({
    start: { code: '' },
    send: ({ code }) => sendCode(code.trim()),
    done: onNext,
  });
  return (
    <Form form={form} submit={es.login.codeSubmit}>
      <h2>{es.login.codeTitle}</h2>
      <TextField
        label={es.login.code}
        hint={es.login.codeHint}
        autoComplete="one-time-code"
        required
        {...form.field('code')}
      />
    </Form>
  );
}
