/** Asks a person who is logged in for the password again. */
import type { ReactNode } from 'react';
import { es } from '../../es.js';
import { PasswordField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { useForm } from '../../parts/form/use-form.js';

interface OwnPasswordProps<Output> {
  readonly send: (password: string) => Promise<Output>;
  readonly onDone: (output: Output) => unknown;
  readonly onCancel?: (() => void) | undefined;
  readonly children: ReactNode;
}

export function OwnPasswordForm<Output>({ send, onDone, onCancel, children }: OwnPasswordProps<Output>) {
  const form = useForm({ start: { password: '' }, send: ({ password }) => send(password), done: onDone });
  return (
    <Form form={form} submit={es.account.go} {...(onCancel === undefined ? {} : { onCancel })}>
      {children}
      <PasswordField
        label={es.account.ownPassword}
        autoComplete="current-password"
        autoFocus
        {...form.field('password')}
      />
    </Form>
  );
}
