/** What a person can do with several vouchers at once: save their files, send them to the customers, send them again, deliver them to their buyers. */
import { useState } from 'react';
import type { VoucherRow } from '../../../api/answers.js';
import { fileAt } from '../../../api/client.js';
import { deliverVoucher, filesAddress, resendVoucher, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { BatchDialog } from '../../../parts/list/batch-dialog.js';
import { Button } from '../../../parts/button.js';
import { NoteField } from '../../../parts/form/field.js';
import { Icon } from '../../../parts/icon.js';
import { Notice, Problem } from '../../../parts/notice.js';
import { SelectionBar } from '../../../parts/list/selection-bar.js';
import { useAction } from '../../../parts/use-action.js';
import { useBatch } from '../../../parts/list/use-batch.js';
import type { Selection } from '../../../parts/list/use-selection.js';
import { tableCsv } from '../../../shared/spreadsheets/csv.js';
import { count, sumOf } from '../../../shared/format.js';
import { saveFile } from '../../../shared/spreadsheets/save-file.js';
import { saveXlsx } from '../../../shared/spreadsheets/save-xlsx.js';
import { useMay } from '../../../shell/use-session.js';
import { customerMail } from '../../../texts/customer-mail.js';
import { list } from '../../../texts/list.js';
import { voucherTable } from './csv.js';
import { shownAmount, signedTotal } from '../../../parts/voucher/cells.js';
import { MailMany } from '../mail-dialog.js';

const texts = list.vouchers;

interface ChosenProps {
  readonly place: Place;
  readonly selection: Selection<VoucherRow>;
}

type Order = 'resend' | 'deliver' | 'mail';

export function Chosen({ place, selection }: ChosenProps) {
  const mayDecide = useMay('decisions', place.companyId, place.environment);
  const mayMail = useMay('issue', place.companyId, place.environment);
  const [order, setOrder] = useState<Order>();
  // The order is for the rows that were chosen when it was asked for.
  const [ordered, setOrdered] = useState<readonly VoucherRow[]>([]);
  const { rows } = selection;
  const zip = useAction(
    (_: undefined) =>
      fileAt(
        filesAddress(
          place,
          rows.map(({ ecf }) => ecf),
        ),
      ),
    ({ name, bytes }) => saveFile(name ?? 'comprobantes.zip', bytes.type, bytes),
  );
  const xlsx = useAction((_: undefined) =>
    saveXlsx('comprobantes.xlsx', { name: 'Comprobantes', table: voucherTable(rows) }),
  );
  const ask = (wanted: Order) => () => {
    setOrdered(rows);
    setOrder(wanted);
  };
  return (
    <>
      <SelectionBar
        chosen={rows.length}
        fact={`${es.search.pesos} ${shownAmount(sumOf(rows.map(signedTotal)))}`}
        onClear={selection.clear}
      >
        <Button small pending={zip.pending} onPress={() => void zip.run(undefined)}>
          <Icon name="download" />
          {texts.zip}
        </Button>
        <Button small onPress={() => saveFile('comprobantes.csv', 'text/csv', tableCsv(voucherTable(rows)))}>
          {texts.csv}
        </Button>
        <Button small pending={xlsx.pending} onPress={() => void xlsx.run(undefined)}>
          {texts.xlsx}
        </Button>
        {mayMail ? (
          <Button small onPress={ask('mail')}>
            <Icon name="mail" />
            {customerMail.send}
          </Button>
        ) : null}
        {mayDecide ? (
          <>
            <Button small onPress={ask('deliver')}>
              <Icon name="inbox" />
              {texts.deliver}
            </Button>
            <Button small onPress={ask('resend')}>
              <Icon name="send" />
              {texts.resend}
            </Button>
          </>
        ) : null}
        <Problem error={zip.error ?? xlsx.error} />
      </SelectionBar>
      {order === 'mail' ? (
        <MailMany
          place={place}
          rows={ordered}
          onDone={selection.remove}
          onClose={() => setOrder(undefined)}
        />
      ) : null}
      {order === undefined || order === 'mail' ? null : (
        <OrderDialog
          order={order}
          place={place}
          rows={ordered}
          onDone={selection.remove}
          onClose={() => setOrder(undefined)}
        />
      )}
    </>
  );
}

interface OrderDialogProps {
  readonly order: Exclude<Order, 'mail'>;
  readonly place: Place;
  readonly rows: readonly VoucherRow[];
  readonly onDone: (rows: readonly VoucherRow[]) => void;
  readonly onClose: () => void;
}

function OrderDialog({ order, place, rows, onDone, onClose }: OrderDialogProps) {
  const [note, setNote] = useState('');
  const batch = useBatch<VoucherRow>({
    rows,
    act: ({ ecf: encf, attempt }) =>
      order === 'resend'
        ? resendVoucher({ ...place, encf }, { attempt, note: note.trim() })
        : deliverVoucher({ ...place, encf }, { attempt }),
    onDone,
    stale: ['vouchers', 'vouchers-sums', 'voucher'],
  });
  const vouchers = es.search.found(count(rows.length), rows.length === 1);
  const [title, text] =
    order === 'resend'
      ? [texts.resendTitle(vouchers), texts.resendText]
      : [texts.deliverTitle(vouchers), texts.deliverText];
  return (
    <BatchDialog
      title={title}
      submit={texts[order]}
      batch={batch}
      of={rows.length}
      nameOf={({ ecf }) => ecf}
      onClose={onClose}
    >
      <Notice tone="info">{text}</Notice>
      {order === 'resend' ? <NoteField value={note} onChange={setNote} /> : null}
    </BatchDialog>
  );
}
