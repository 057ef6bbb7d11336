/** Asks for a code of the present second factor, or for a recovery code, before the second factor changes. */
import { es } from '../../es.js';
import { TextField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { useForm } from '../../parts/use-form.js';

interface PresentCodeProps<Output> {
  /** What the code is for. */
  readonly text: string;
  readonly send: (code: string) => Promise<Output>;
  readonly onDone: (output: Output) => unknown;
  readonly onCancel: () => void;
}

export function PresentCodeForm<Output>({ text, send, onDone, onCancel }: PresentCodeProps<Output>) {
  const form = useForm({ start: { code: '' }, send: ({ code }) => send(code.trim()), done: onDone });
  return (
    <Form form={form} submit={es.account.go} onCancel={onCancel}>
      <p>{text}</p>
      <TextField
        label={es.account.presentCode}
        hint={es.account.presentCodeHint}
        autoComplete="one-time-code"
        autoFocus
        required
        {...form.field('code')}
      />
    </Form>
  );
}
