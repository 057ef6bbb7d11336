/** Asks for e-mail and password, then for the second factor. The login page and the dialog of a lost session both show this form. */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode, useState } from 'react';
import { reportSessionLost } from '../../api/session-lost.js';
import { announceSession } from '../../api/shown-person.js';
import { login, logout, sendCode, sessionQuery, type LoginStage, type Next } from '../../api/session.js';
import { es } from '../../es.js';
import { PasswordField, TextField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Loading, Problem } from '../../parts/notice.js';
import { useTitle } from '../../parts/page.js';
import { ForgottenLink } from './forgotten-link.js';
import { useAction } from '../../parts/use-action.js';
import { useForm } from '../../parts/form/use-form.js';
import icon from '../../style/icon.svg';

interface LoginFormProps {
  readonly onDone: () => unknown;
  readonly stage?: LoginStage;
  readonly email?: string;
  /** Called when recovery codes appear, which the person must keep before `onDone`. */
  readonly onCodes?: () => void;
}

/** A person does it once, so the browser loads it only then. */
const EnrolSecondFactor = lazy(async () => ({
  default: (await import('./enrol-second-factor.js')).EnrolSecondFactor,
}));

export function LoginForm({ onDone, onCodes, stage = 'password', email = '' }: LoginFormProps) {
  const [step, setStep] = useState(stage);
  const follow = ({ next }: Next) => (next === 'done' ? onDone() : setStep(next));
  const startOver = useAction(logout, () => setStep('password'));
  if (step === 'code')
    return (
      <CodeForm send={sendCode} onDone={follow} onCancel={() => void startOver.run(undefined)}>
        <h2>{es.login.codeTitle}</h2>
        <Problem error={startOver.error} />
      </CodeForm>
    );
  if (step === 'enrol')
    return (
      <Suspense fallback={<Loading />}>
        <EnrolSecondFactor onDone={onDone} onCodes={onCodes} />
      </Suspense>
    );
  return <PasswordForm email={email} onNext={follow} />;
}

interface StepProps {
  readonly onNext: (next: Next) => unknown;
}

function PasswordForm({ email, onNext }: StepProps & { readonly email: string }) {
  const form = useForm({
    start: { email, password: '' },
    send: (given) => login(given.email.trim(), given.password),
    done: onNext,
  });
  return (
    <Form form={form} submit={es.login.submit}>
      <TextField
        label={es.login.email}
        type="email"
        autoComplete="username"
        required
        {...form.field('email')}
      />
      <PasswordField label={es.login.password} autoComplete="current-password" {...form.field('password')} />
      <ForgottenLink ofLostSession={email !== ''} />
    </Form>
  );
}

export interface CodeFormProps<Output> {
  readonly send: (code: string) => Promise<Output>;
  readonly onDone: (output: Output) => unknown;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
  readonly submit?: string;
  readonly field?: { readonly label: string; readonly hint: string; readonly autoFocus?: boolean };
}

const anyCode = { label: es.login.code, hint: es.login.codeHint };

export function CodeForm<Output>(props: CodeFormProps<Output>) {
  const { send, onDone, children, submit = es.login.codeSubmit, field = anyCode, ...buttons } = props;
  const form = useForm({ start: { code: '' }, send: ({ code }) => send(code.trim()), done: onDone });
  return (
    <Form form={form} submit={submit} {...buttons}>
      {children}
      <TextField autoComplete="one-time-code" required {...field} {...form.field('code')} />
    </Form>
  );
}

/** The browser keeps its address, so a link to a page inside opens that page after the login. */
export function LoginPage({ stage }: { readonly stage: LoginStage }) {
  useTitle(es.login.title);
  const queries = useQueryClient();
  const enter = () => {
    // A code that came too late was refused for want of a session.
    reportSessionLost(false);
    announceSession();
    return queries.invalidateQueries(sessionQuery);
  };
  return (
    <main className="outside">
      <div className="card">
        <p className="brand">
          <img src={icon} alt="" /> {es.product}
        </p>
        <h1>{es.login.title}</h1>
        <LoginForm stage={stage} onDone={enter} />
      </div>
    </main>
  );
}
