/** A form: its fields, the error of the last attempt, and its buttons. And the form with the filters of a list. */
import type { ReactNode } from 'react';
import { es } from '../es.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Problem } from './notice.js';
import type { FormState } from './use-form.js';

interface FormProps {
  readonly form: FormState;
  /** The text of the button that sends the form. */
  readonly submit: string;
  readonly kind?: 'primary' | 'danger' | 'plain';
  /** The form cannot be sent as it is. */
  readonly blocked?: boolean;
  readonly onCancel?: () => void;
  /** More buttons beside the one that sends. */
  readonly buttons?: ReactNode;
  readonly children?: ReactNode;
}

export function Form(props: FormProps) {
  const { form, submit, kind = 'primary', blocked = false, onCancel, buttons, children } = props;
  const problem = form.problem();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked) void form.submit();
      }}
    >
      {children}
      {problem === undefined ? null : <Problem error={problem} />}
      <div className="actions">
        <Button kind={kind} type="submit" pending={form.pending} disabled={blocked}>
          {submit}
        </Button>
        {buttons}
        {onCancel === undefined ? null : <Button onPress={onCancel}>{es.actions.cancel}</Button>}
      </div>
    </form>
  );
}

interface FormDialogProps extends Omit<FormProps, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A dialog that holds one form. */
export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  );
}

interface FilterFormProps {
  readonly onApply: () => void;
  readonly onClear: () => void;
  /** Beside the buttons. */
  readonly more?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
}

/** The filters above a list. They apply when the form is sent. */
export function FilterForm({ onApply, onClear, more, children }: FilterFormProps) {
  return (
    <form
      className="card filters"
      role="search"
      aria-label={es.vouchers.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      <div className="form-row">{children}</div>
      <div className="actions">
        {more}
        <span className="spring" />
        <Button kind="quiet" onPress={onClear}>
          {es.actions.clear}
        </Button>
        <Button kind="primary" type="submit">
          {es.actions.filter}
        </Button>
      </div>
    </form>
  );
}
