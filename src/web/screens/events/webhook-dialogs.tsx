/** The dialogs about an endpoint. A secret is shown once, so its dialog stays until the person closes it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { eventTypeTexts, eventTypes, type EventType } from '../../../ecf/messages/event-types.js';
import type { Webhook } from '../../api/answers.js';
import {
  addWebhook,
  allDeliveries,
  changeWebhook,
  eventsQuery,
  recoverWebhook,
  removeWebhook,
  rotateWebhookSecret,
  webhookQuery,
  webhooksQuery,
  type WebhookOf,
} from '../../api/events.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Dialog } from '../../parts/dialog.js';
import { Check, DateField, SelectField, TextField } from '../../parts/form/field.js';
import { Form, FormDialog } from '../../parts/form/form.js';
import { NewSecret } from '../../parts/new-secret.js';
import { useForm, type FieldState } from '../../parts/form/use-form.js';
import { events as texts } from '../../texts/events.js';

interface Closing {
  readonly onClose: () => void;
}

interface DialogProps extends Closing {
  readonly path: WebhookOf;
}

interface Target {
  readonly url: string;
  readonly description: string;
  readonly types: readonly EventType[];
}

const emptyTarget: Target = { url: '', description: '', types: [] };
const bodyOf = ({ url, description, types }: Target) => ({
  url: url.trim(),
  description: description.trim(),
  types: [...types],
});

const changed = (path: WebhookOf) => [webhookQuery(path), webhooksQuery(path)];

interface TargetFieldsProps {
  readonly url: FieldState<string>;
  readonly description: FieldState<string>;
  readonly types: FieldState<readonly EventType[]>;
}

function TargetFields({ url, description, types }: TargetFieldsProps) {
  const set = (type: EventType, checked: boolean) =>
    types.onChange(eventTypes.filter((one) => (one === type ? checked : types.value.includes(one))));
  return (
    <>
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        autoComplete="off"
        maxLength={2000}
        required
        {...url}
      />
      <TextField
        label={texts.description}
        hint={texts.descriptionHint}
        autoComplete="off"
        maxLength={200}
        {...description}
      />
      <fieldset className="choices">
        <legend>{texts.wanted}</legend>
        <p className="hint">{texts.typesHint}</p>
        {eventTypes.map((type) => (
          <Check
            key={type}
            label={
              <>
                <span className="mono">{type}</span> <span className="small">{eventTypeTexts[type]}</span>
              </>
            }
            checked={types.value.includes(type)}
            onChange={(checked) => set(type, checked)}
          />
        ))}
        {types.error === undefined ? null : (
          <div className="error" role="alert">
            {types.error}
          </div>
        )}
      </fieldset>
    </>
  );
}

export function AddWebhook({ place, onClose }: Closing & { readonly place: Place }) {
  const [secret, setSecret] = useState<string>();
  const form = useForm({
    start: emptyTarget,
    send: (target) => addWebhook(place, bodyOf(target)),
    refreshes: [webhooksQuery(place)],
    done: (made) => setSecret(made.secret),
  });
  return (
    <Dialog title={texts.add} open onClose={onClose} firm={form.pending || secret !== undefined}>
      {secret === undefined ? (
        <Form form={form} submit={texts.add} onCancel={onClose}>
          <TargetFields
            url={form.field('url')}
            description={form.field('description')}
            types={form.field('types')}
          />
        </Form>
      ) : (
        <NewSecret title={texts.secretTitle} text={texts.secretText} secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ChangeProps extends DialogProps {
  readonly webhook: Webhook;
}

export function ChangeWebhook({ path, webhook: { url, description, types }, onClose }: ChangeProps) {
  const start: Target = { url, description, types };
  const form = useForm({
    start,
    send: (target) => changeWebhook(path, bodyOf(target)),
    refreshes: changed(path),
    done: onClose,
  });
  return (
    <FormDialog title={texts.changeTitle} form={form} submit={es.actions.save} onClose={onClose}>
      <TargetFields
        url={form.field('url')}
        description={form.field('description')}
        types={form.field('types')}
      />
    </FormDialog>
  );
}

export function DisableWebhook({ path, onClose }: DialogProps) {
  const form = useForm({
    start: {},
    send: () => changeWebhook(path, { active: false }),
    refreshes: changed(path),
    done: onClose,
  });
  return (
    <FormDialog title={texts.disable} form={form} submit={texts.disable} kind="danger" onClose={onClose}>
      <p>{texts.disableText}</p>
    </FormDialog>
  );
}

const enableStart: { readonly from: keyof typeof texts.fromChoices } = { from: 'cursor' };

export function EnableWebhook({ path, onClose }: DialogProps) {
  const form = useForm({
    start: enableStart,
    send: ({ from }) => changeWebhook(path, { active: true, from }),
    refreshes: [...changed(path), allDeliveries(path)],
    done: onClose,
  });
  return (
    <FormDialog title={texts.enable} form={form} submit={texts.enable} onClose={onClose}>
      <SelectField label={texts.from} options={texts.fromChoices} {...form.field('from')} />
    </FormDialog>
  );
}

/** @param onRemoved opens another page: this one is about an endpoint that is gone */
export function RemoveWebhook({
  path,
  onClose,
  onRemoved,
}: DialogProps & { readonly onRemoved: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    start: {},
    send: () => removeWebhook(path),
    refreshes: [webhooksQuery(path), eventsQuery(path)],
    done: () => {
      onClose();
      onRemoved();
      queries.removeQueries(webhookQuery(path));
    },
  });
  return (
    <FormDialog title={texts.removeTitle} form={form} submit={texts.remove} kind="danger" onClose={onClose}>
      <p>{texts.removeText}</p>
    </FormDialog>
  );
}

const graceStart: { readonly graceHours: `${keyof typeof texts.graces}` } = { graceHours: '24' };

export function RotateSecret({ path, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string>();
  const form = useForm({
    start: graceStart,
    send: ({ graceHours }) => rotateWebhookSecret(path, { graceHours: Number(graceHours) }),
    refreshes: changed(path),
    done: (made) => setSecret(made.secret),
  });
  return (
    <Dialog title={texts.rotate} open onClose={onClose} firm={form.pending || secret !== undefined}>
      {secret === undefined ? (
        <Form form={form} submit={texts.rotate} onCancel={onClose}>
          <p>{texts.rotateText}</p>
          <SelectField label={texts.grace} options={texts.graces} {...form.field('graceHours')} />
        </Form>
      ) : (
        <NewSecret title={texts.secretTitle} text={texts.secretText} secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface RecoverProps extends DialogProps {
  readonly onDone: (retried: number) => void;
}

const recoverStart = { since: '' };

export function RecoverWebhook({ path, onClose, onDone }: RecoverProps) {
  const form = useForm({
    start: recoverStart,
    // Of the day in Santo Domingo.
    send: ({ since }) => recoverWebhook(path, { since: `${since}T00:00:00-04:00` }),
    refreshes: [...changed(path), allDeliveries(path)],
    done: ({ retried }) => {
      onClose();
      onDone(retried);
    },
  });
  return (
    <FormDialog title={texts.recoverTitle} form={form} submit={texts.recover} onClose={onClose}>
      <p>{texts.recoverText}</p>
      <DateField label={texts.since} hint={texts.sinceHint} required {...form.field('since')} />
    </FormDialog>
  );
}
