/** The dialogs about an API key: make it, replace it, end it. A key is shown once, so its dialog stays until the person closes it. */
import { useState } from 'react';
import type { Key, KeyScope } from '../../api/answers.js';
import { addKey, keepKey, keysQuery, revokeKey, rotateKey } from '../../api/keys.js';
import { es } from '../../es.js';
import { Dialog } from '../../parts/dialog.js';
import { Check, DateField, SelectField, TextField } from '../../parts/form/field.js';
import { Form, FormDialog } from '../../parts/form/form.js';
import { NewSecret } from '../../parts/new-secret.js';
import { useForm } from '../../parts/form/use-form.js';
import { scopeList } from './key-scopes.js';
import { keys as keysTexts } from '../../texts/keys.js';

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
    <Dialog title={keysTexts.add} open onClose={onClose} firm={form.pending || text !== undefined}>
      {text === undefined ? (
        <Form form={form} submit={keysTexts.add} onCancel={onClose}>
          <TextField
            label={keysTexts.name}
            hint={keysTexts.nameHint}
            autoComplete="off"
            maxLength={60}
            required
            {...form.field('name')}
          />
          <SelectField
            label={keysTexts.environment}
            hint={keysTexts.environmentHint}
            options={es.environments}
            {...form.field('environment')}
          />
          <fieldset className="choices">
            <legend>{keysTexts.permissions}</legend>
            {scopeList.map((scope) => (
              <Check
                key={scope}
                label={keysTexts.scopes[scope]}
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
            label={keysTexts.role}
            hint={keysTexts.roleHint}
            options={es.companyRoles}
            empty={keysTexts.noRole}
            {...form.field('role')}
          />
          <DateField label={keysTexts.expires} hint={keysTexts.expiresHint} {...form.field('expiresAt')} />
        </Form>
      ) : (
        <NewSecret title={keysTexts.newTitle} text={keysTexts.newText} secret={text} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Grace = keyof typeof keysTexts.graces;
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
      title={keysTexts.rotateTitle(name)}
      open
      onClose={onClose}
      firm={form.pending || text !== undefined}
    >
      {text === undefined ? (
        <Form form={form} submit={keysTexts.rotate} onCancel={onClose}>
          <p>{keysTexts.rotateText}</p>
          <SelectField label={keysTexts.grace} options={keysTexts.graces} {...form.field('graceHours')} />
        </Form>
      ) : (
        <NewSecret title={keysTexts.newTitle} text={keysTexts.newText} secret={text} onClose={onClose} />
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
  const submit = secret === 'new' ? keysTexts.keepNew : keysTexts.keepOld;
  return (
    <FormDialog title={`${submit}: ${name}`} form={form} submit={submit} onClose={onClose}>
      <p>{secret === 'new' ? keysTexts.keepNewText(rotation?.shown ?? '') : keysTexts.keepOldText}</p>
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
      title={`${keysTexts.revoke}: ${name}`}
      form={form}
      submit={keysTexts.revoke}
      kind="danger"
      onClose={onClose}
    >
      <p>{keysTexts.revokeText}</p>
    </FormDialog>
  );
}
