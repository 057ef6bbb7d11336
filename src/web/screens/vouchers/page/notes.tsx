/** The debit and credit notes that modify the voucher; for a consumption voucher, also the invoices that refer to it. */
import { ecfTypes } from '../../../../ecf/model/ecf-types.js';
import type { Voucher } from '../../../api/answers.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { StateBadge } from '../../../parts/badge.js';
import { Table } from '../../../parts/page.js';
import { VoucherLink } from '../../../parts/voucher/cells.js';
import { amount } from '../../../shared/format.js';

interface NotesProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

const texts = es.voucher;

export function Notes({ place, voucher: { notes, tipoeCF } }: NotesProps) {
  const { items, more } = notes;
  if (items.length === 0) return null;
  const title = tipoeCF === 32 ? texts.notesAndInvoices : texts.notes;
  return (
    <section className="card" aria-labelledby="notes">
      <h2 id="notes">{title}</h2>
      <Table
        label={title}
        rows={items}
        keyOf={({ ecf }) => ecf}
        columns={[
          [es.vouchers.encf, ({ ecf }) => <VoucherLink place={place} encf={ecf} />, 'encf'],
          [es.vouchers.type, (note) => ecfTypes[note.tipoeCF].nombre],
          [es.vouchers.total, ({ montoTotal }) => amount(montoTotal), 'number'],
          [es.vouchers.state, (note) => <StateBadge {...note} />],
        ]}
      />
      {more ? <p className="hint">{texts.moreNotes}</p> : null}
    </section>
  );
}
