/** Form fields. Label, hint and error are tied to the control, so that a screen reader reads them together. */
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { es } from '../../es.js';
import { shownDay, typedDay, wrongDay } from '../../shared/typed/typed-day.js';
import { otherKind, type FileKind } from '../../shared/chosen-file.js';

interface About {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps extends About {
  /** A remark about the value, which may stay. */
  readonly warning?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error, warning, required = false, children }: FieldProps) {
  const id = useId();
  const described = Object.entries({ hint, error, warning })
    .filter(([, text]) => text !== undefined)
    .map(([name]) => `${id}-${name}`);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint === undefined ? null : (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error === undefined ? null : (
        <div className="error" id={`${id}-error`} role="alert">
          {error}
        </div>
      )}
      {warning === undefined ? null : <Warning id={`${id}-warning`}>{warning}</Warning>}
    </div>
  );
}

/** A sign and a word, because a colour alone would not reach every person. */
export function Warning({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <div className="warning-text" id={id}>
      <span aria-hidden="true">! </span>
      {es.warning}: {children}
    </div>
  );
}

interface TextProps extends About {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'search';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly maxLength?: number;
  /** The form is not sent while the value does not match. The error of the field must say so, see `onInvalid`. */
  readonly pattern?: string;
  readonly onInvalid?: (event: SyntheticEvent<HTMLInputElement>) => void;
  readonly placeholder?: string;
  readonly spellCheck?: boolean;
  /** Only for a form that opens when a person presses a button: the keyboard continues there. */
  readonly autoFocus?: boolean;
}

export function TextField(props: TextProps) {
  const { label, hint, error, required, onChange, spellCheck = false, ...input } = props;
  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(control) => (
        <input
          {...control}
          {...input}
          spellCheck={spellCheck}
          required={required}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface DateProps extends About {
  /** `yyyy-MM-dd`, or what was typed while it is no day. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The first day that is valid, `yyyy-MM-dd`. */
  readonly min?: string | undefined;
  /** What the field says about a day before the first one. */
  readonly early?: string;
}

/**
 * A day, typed as people write it here. The browser's own field follows the browser's language, and in English the month comes first, so a
 * person would enter another day than the one that was meant. The form is not sent while the text is no day.
 */
export function DateField({ label, hint, error, required = false, value, onChange, min, early }: DateProps) {
  const [isTold, setIsTold] = useState(false);
  const wrong = wrongDay(value, min, early);
  return (
    <Field
      label={label}
      hint={hint}
      error={isTold && wrong !== undefined ? wrong : error}
      required={required}
    >
      {(control) => (
        <input
          {...control}
          ref={(field) => field?.setCustomValidity(wrong ?? '')}
          inputMode="numeric"
          autoComplete="off"
          placeholder={es.dayForm}
          maxLength={10}
          spellCheck={false}
          required={required}
          value={shownDay(value)}
          onInvalid={(event) => {
            if (wrong === undefined) return;
            event.preventDefault();
            event.currentTarget.focus();
            setIsTold(true);
          }}
          onChange={(event) => {
            setIsTold(false);
            onChange(typedDay(event.target.value));
          }}
        />
      )}
    </Field>
  );
}

interface AreaProps extends About {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly rows?: number;
}

export function TextArea({ label, hint, error, required, onChange, ...area }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(control) => (
        <textarea
          {...control}
          {...area}
          required={required}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Without other texts: the reason for a decision. */
export function NoteField(field: Omit<AreaProps, 'label'> & { readonly label?: string }) {
  return <TextArea label={es.voucher.note} hint={es.voucher.noteHint} maxLength={300} required {...field} />;
}

/** @param props `autoComplete` says whether a password manager fills in the password or keeps it as a new one */
export function PasswordField(
  props: TextProps & { readonly autoComplete: 'current-password' | 'new-password' },
) {
  return <TextField type="password" required {...props} />;
}

interface SelectProps<Value extends string> extends About {
  readonly value: Value | '';
  readonly onChange: (value: Value) => void;
  readonly options: Readonly<Record<NoInfer<Value>, string>>;
  /** The text of the empty option, whose value is ''. Without it a person must choose one of the options. */
  readonly empty?: string;
  readonly disabled?: boolean;
}

export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, required, disabled, value, onChange, options, empty } = props;
  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(control) => (
        <select
          {...control}
          value={value}
          required={required}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {empty === undefined ? null : <option value="">{empty}</option>}
          {Object.entries<string>(options).map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
        <span>{label}</span>
      </label>
    </div>
  );
}

interface FileFieldProps extends About {
  readonly accept: string;
  /** What the file may be. A file that is certainly something else is refused at once, in words of its own. */
  readonly kinds: readonly FileKind[];
  readonly wanted: string;
  readonly onChange: (file: File | undefined) => void;
}

/** A file that goes with the form. The browser sends no form without it. */
export function FileField({ accept, kinds, wanted, onChange, error, ...about }: FileFieldProps) {
  const [wrong, setWrong] = useState<string>();
  const [name, setName] = useState<string>();
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    setWrong(undefined);
    setName(file?.name);
    onChange(file);
    const kind = file === undefined ? undefined : await otherKind(file, kinds);
    // The person may have chosen another one meanwhile.
    if (kind === undefined || input.files?.[0] !== file) return;
    input.value = '';
    setName(undefined);
    onChange(undefined);
    setWrong(es.files.wrongKind(file?.name ?? '', kind, wanted));
  };
  return (
    <Field required {...about} error={wrong ?? error}>
      {(control) => (
        <ChosenFile name={name}>
          <input
            {...control}
            type="file"
            accept={accept}
            required
            onChange={(event) => void choose(event.currentTarget)}
          />
        </ChosenFile>
      )}
    </Field>
  );
}

/** The browser's own control speaks the browser's language. It lies, unseen, above ours, so a press and a file that is dropped reach it. */
function ChosenFile({ name, children }: { readonly name: string | undefined; readonly children: ReactNode }) {
  return (
    <div className="file">
      <span aria-hidden="true">
        <span className="button small">{es.files.choose}</span>{' '}
        <span className={name === undefined ? 'faint' : undefined}>{name ?? es.files.none}</span>
      </span>
      {children}
    </div>
  );
}

interface FileProps extends ControlProps {
  readonly accept: string;
  readonly onFile: (file: File) => Promise<void>;
}

/** A control for a file that is read at once. Afterwards the same file can be chosen again, for example when it was corrected. */
export function FileInput({ onFile, ...control }: FileProps) {
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file === undefined) return;
    await onFile(file);
    input.value = '';
  };
  return (
    <ChosenFile name={undefined}>
      <input {...control} type="file" onChange={(event) => void read(event.currentTarget)} />
    </ChosenFile>
  );
}
