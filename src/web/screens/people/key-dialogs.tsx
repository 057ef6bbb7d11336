/** The dialogs about an API key: make it, replace it, end it. A key is shown once, so its dialog stays until the person closes it. */
import { useState } from 'react';
import type { Key, KeyScope } from '../../api/answers.js';
import { addKey, keepKey, keysQuery, revokeKey, rotateKey } from '../../api/keys.js';
import { es } from '../../es.js';
import { Dialog } from '../../parts/dialog.js';
import { Check, DateField, SelectField, TextField } from '../../parts/field.js';
import { Form, FormDialog } from '../../parts/form.js';
import { NewSecret } from '../../parts/new-secret.js';
import { useForm } from '../../parts/use-form.js';
import { scopeList } from './key-scopes.js';

interface DialogProps {
  readonly companyId: number;
  readonly onClose: () => void;
}

interface NewKey {
  readonly name: string;
  readonly environment: Key['environment'];
  readonly scopes: readonly KeyScope[];
  readonly role: NonNullable<Key['role']> | '';
  /** A day, `yyyy-MM-dd`, or empty. */
  readonly expiresAt: string;
}

const start: NewKey = {
  name: '',
  environment: 'pre-certification',
  scopes: ['vouchers:issue', 'vouchers:read'],
  role: '',
  expiresAt: '',
};

/** Until the end of the day in Santo Domingo. */
const endOf = (day: string) => new Date(`${day}T23:59:59-04:00`).toISOString();

export function AddKey({ companyId, onClose }: DialogProps) {
  const [text, setText] = useState<string>();
  const form = useForm({
    start,
    send: ({ name, scopes, role, expiresAt, ...rest }) =>
      addKey(companyId, {
        ...rest,
        name: name.trim(),
        scopes: [...scopes],
        role: role === '' ? null : role,
        expiresAt: expiresAt === '' ? null : endOf(expiresAt),
      }),
    refreshes: [keysQuery(companyId)],
    done: (made) => setText(made.text),
  });
  const scopes = form.field('scopes');
  const set = (scope: KeyScope, checked: boolean) =>
    scopes.onChange(scopeList.filter((one) => (one === scope ? checked : scopes.value.includes(one))));
  return (
    <Dialog title={es.keys.add} open onClose={onClose} firm={form.pending || text !== undefined}>
      {text === undefined ? (
        <Form form={form} submit={es.keys.add} onCancel={onClose}>
          <TextField
            label={es.keys.name}
            hint={es.keys.nameHint}
            autoComplete="off"
            maxLength={60}
            required
            {...form.field('name')}
          />
          <SelectField
            label={es.keys.environment}
            hint={es.keys.environmentHint}
            options={es.environments}
            {...form.field('environment')}
          />
          <fieldset className="choices">
            <legend>{es.keys.permissions}</legend>
            {scopeList.map((scope) => (
              <Check
                key={scope}
                label={es.keys.scopes[scope]}
                checked={scopes.value.includes(scope)}
                onChange={(checked) => set(scope, checked)}
              />
            ))}
            {scopes.error === undefined ? null : (
              <div className="error" role="alert">
                {scopes.error}
              </div>
            )}
          </fieldset>
          <SelectField
            label={es.keys.role}
            hint={es.keys.roleHint}
            options={es.companyRoles}
            empty={es.keys.noRole}
            {...form.field('role')}
          />
          <DateField label={es.keys.expires} hint={es.keys.expiresHint} {...form.field('expiresAt')} />
        </Form>
      ) : (
        <NewSecret title={es.keys.newTitle} text={es.keys.newText} secret={text} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Grace = keyof typeof es.keys.graces;
const graceStart: { readonly graceHours: `${Grace}` } = { graceHours: '24' };

export function RotateKey({ companyId, rotated, onClose }: DialogProps & { readonly rotated: Key }) {
  const { keyId, name } = rotated;
  const [text, setText] = useState<string>();
  const form = useForm({
    start: graceStart,
    send: ({ graceHours }) => rotateKey({ companyId, keyId }, { graceHours: Number(graceHours) }),
    refreshes: [keysQuery(companyId)],
    done: (made) => setText(made.text),
  });
  return (
    <Dialog
      title={es.keys.rotateTitle(name)}
      open
      onClose={onClose}
      firm={form.pending || text !== undefined}
    >
      {text === undefined ? (
        <Form form={form} submit={es.keys.rotate} onCancel={onClose}>
          <p>{es.keys.rotateText}</p>
          <SelectField label={es.keys.grace} options={es.keys.graces} {...form.field('graceHours')} />
        </Form>
      ) : (
        <NewSecret title={es.keys.newTitle} text={es.keys.newText} secret={text} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface KeepProps extends DialogProps {
  readonly kept: Key;
  readonly secret: 'old' | 'new';
}

export function KeepKey({ companyId, kept: { keyId, name, rotation }, secret, onClose }: KeepProps) {
  const form = useForm({
    start: {},
    send: () => keepKey({ companyId, keyId }, { secret }),
    refreshes: [keysQuery(companyId)],
    done: onClose,
  });
  const submit = secret === 'new' ? es.keys.keepNew : es.keys.keepOld;
  return (
    <FormDialog title={`${submit}: ${name}`} form={form} submit={submit} onClose={onClose}>
      <p>{secret === 'new' ? es.keys.keepNewText(rotation?.shown ?? '') : es.keys.keepOldText}</p>
    </FormDialog>
  );
}

export function RevokeKey({ companyId, revoked, onClose }: DialogProps & { readonly revoked: Key }) {
  const { keyId, name } = revoked;
  const form = useForm({
    start: {},
    send: () => revokeKey({ companyId, keyId }),
    refreshes: [keysQuery(companyId)],
    done: onClose,
  });
  return (
    <FormDialog
      title={`${es.keys.revoke}: ${name}`}
      form={form}
      submit={es.keys.revoke}
      kind="danger"
      onClose={onClose}
    >
      <p>{es.keys.revokeText}</p>
    </FormDialog>
  );
}
