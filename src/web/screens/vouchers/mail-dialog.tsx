/** Sends vouchers to the company's customers by mail: one, to the addresses that a person chooses, or many, each to its own address. */
import { useState, type ReactNode } from 'react';
import { documentStates } from '../../../ecf/model/document-states.js';
import type { Voucher, VoucherRow } from '../../api/answers.js';
import { mailVoucher, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { BatchDialog } from '../../parts/list/batch-dialog.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { TextArea, TextField } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { useBatch } from '../../parts/list/use-batch.js';
import { useForm } from '../../parts/form/use-form.js';
import { newReference } from '../../shared/draft.js';
import { count } from '../../shared/format.js';
import { useSession } from '../../shell/use-session.js';
import { customerMail as texts } from '../../texts/customer-mail.js';

/** As in openapi-web.yaml. */
const addressesMax = 5;
const messageMax = 500;

interface DialogProps {
  readonly place: Place;
  readonly onClose: () => void;
}

export function MailDialog(props: DialogProps & { readonly voucher: Voucher }) {
  const { service } = useSession();
  const [sentTo, setSentTo] = useState<readonly string[]>();
  const title = texts.title(props.voucher.ecf);
  if (!service.customerMail) return <Off title={title} onClose={props.onClose} />;
  if (sentTo === undefined) return <MailForm title={title} onSent={setSentTo} {...props} />;
  return (
    <Dialog title={title} open onClose={props.onClose}>
      <p role="status">{texts.queued(sentTo.join(', '))}</p>
      <div className="actions">
        <Button kind="primary" onPress={props.onClose}>
          {es.actions.close}
        </Button>
      </div>
    </Dialog>
  );
}

interface MailFormProps extends DialogProps {
  readonly title: string;
  readonly voucher: Voucher;
  readonly onSent: (addresses: readonly string[]) => void;
}

function MailForm({ title, place, voucher, onSent, onClose }: MailFormProps) {
  // A second press, or a repetition after a lost answer, sends nothing twice.
  const [reference] = useState(newReference);
  const form = useForm({
    start: { correos: voucher.correoCliente ?? '', mensaje: '' },
    send: ({ correos, mensaje }) =>
      mailVoucher(
        { ...place, encf: voucher.ecf },
        {
          reference,
          correos: [...addressesIn(correos)],
          ...(mensaje.trim() !== '' && { mensaje: mensaje.trim() }),
        },
      ),
    refreshes: [{ queryKey: ['voucher', place, voucher.ecf] }],
    done: ({ correos }) => onSent(correos.map(({ correo }) => correo)),
  });
  const isTooMany = addressesIn(form.values.correos).length > addressesMax;
  const to = form.field('correos');
  return (
    <FormDialog title={title} submit={texts.send} form={form} blocked={isTooMany} onClose={onClose}>
      <TextField
        label={texts.to}
        hint={texts.toHint}
        required
        autoFocus
        maxLength={1_300}
        {...to}
        error={isTooMany ? texts.tooMany : to.error}
      />
      <TextArea
        label={texts.message}
        hint={texts.messageHint}
        rows={3}
        maxLength={messageMax}
        {...form.field('mensaje')}
      />
      <p className="small soft">{texts.contains}</p>
    </FormDialog>
  );
}

function addressesIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))];
}

function Off({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  return (
    <Dialog title={title} open onClose={onClose}>
      <Notice tone="warn">{texts.off}</Notice>
      <div className="actions">
        <Button onPress={onClose}>{es.actions.close}</Button>
      </div>
    </Dialog>
  );
}

interface MailManyProps extends DialogProps {
  readonly rows: readonly VoucherRow[];
  readonly onDone: (rows: readonly VoucherRow[]) => void;
}

export function MailMany(props: MailManyProps) {
  const { service } = useSession();
  const { rows, onClose } = props;
  const title = texts.manyTitle(es.search.found(count(rows.length), rows.length === 1));
  const accepted = rows.filter(({ state }) => documentStates[state].accepted === 1);
  const sendable = accepted.filter(({ correoComprador }) => correoComprador !== null);
  if (!service.customerMail) return <Off title={title} onClose={onClose} />;
  const leftOut = (
    <>
      <LeftOut text={texts.withoutAddress} rows={accepted.filter((row) => !sendable.includes(row))} />
      <LeftOut text={texts.notAccepted} rows={rows.filter((row) => !accepted.includes(row))} />
    </>
  );
  if (sendable.length > 0) return <MailBatch {...props} rows={sendable} leftOut={leftOut} />;
  return (
    <Dialog title={title} open onClose={onClose}>
      <Notice tone="warn">{texts.noneToSend}</Notice>
      {leftOut}
      <div className="actions">
        <Button onPress={onClose}>{es.actions.close}</Button>
      </div>
    </Dialog>
  );
}

function MailBatch(props: MailManyProps & { readonly leftOut: ReactNode }) {
  const { place, rows, onDone, onClose, leftOut } = props;
  const [references] = useState(() => new Map(rows.map(({ ecf }) => [ecf, newReference()])));
  const batch = useBatch<VoucherRow>({
    rows,
    act: ({ ecf, correoComprador }) =>
      mailVoucher(
        { ...place, encf: ecf },
        { reference: references.get(ecf) ?? newReference(), correos: [correoComprador ?? ''] },
      ),
    onDone,
    stale: ['voucher'],
  });
  return (
    <BatchDialog
      title={texts.manyTitle(es.search.found(count(rows.length), rows.length === 1))}
      submit={texts.send}
      batch={batch}
      of={rows.length}
      nameOf={({ ecf }) => ecf}
      onClose={onClose}
    >
      <Notice tone="info">{texts.manyText}</Notice>
      {leftOut}
    </BatchDialog>
  );
}

function LeftOut({ text, rows }: { readonly text: string; readonly rows: readonly VoucherRow[] }) {
  if (rows.length === 0) return null;
  return (
    <div>
      <p>{text}</p>
      <ul className="plain-list rows batch-results" tabIndex={0} aria-label={text}>
        {rows.map(({ ecf, razonSocialComprador }) => (
          <li key={ecf}>
            <span className="encf">{ecf}</span>
            <span className="soft">{razonSocialComprador}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
