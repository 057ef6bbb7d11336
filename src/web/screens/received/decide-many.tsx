/** One decision about one or many received vouchers. It waits ten seconds, because it reaches others and stays. */
import { useState } from 'react';
import type { Received } from '../../api/answers.js';
import { decideReceived, reasonMax } from '../../api/received.js';
import type { Place } from '../../api/vouchers.js';
import { BatchDialog } from '../../parts/list/batch-dialog.js';
import { Button } from '../../parts/button.js';
import { TextArea } from '../../parts/form/field.js';
import { Notice } from '../../parts/notice.js';
import { Reasons } from '../../parts/form/reasons.js';
import { SelectionBar } from '../../parts/list/selection-bar.js';
import { useBatch } from '../../parts/list/use-batch.js';
import type { Selection } from '../../parts/list/use-selection.js';
import { amount, count, sumOf } from '../../shared/format.js';
import { received as texts } from '../../texts/received.js';

type Estado = NonNullable<Received['decision']>['estado'];

/** The decision that a person is about to send. Its rows stay while the list under the dialog changes. */
export interface DecisionOrder {
  readonly estado: Estado;
  readonly rows: readonly Received[];
}

interface DecideManyProps {
  readonly place: Place;
  readonly selection: Selection<Received>;
  readonly order: DecisionOrder | undefined;
  readonly onOrder: (order: DecisionOrder | undefined) => void;
}

const undoSeconds = 10;

export function DecideMany({ place, selection, order, onOrder }: DecideManyProps) {
  const { rows, remove, clear } = selection;
  return (
    <>
      <SelectionBar
        chosen={rows.length}
        fact={`RD$ ${amount(sumOf(rows.map(({ montoTotal }) => montoTotal)))}`}
        onClear={clear}
      >
        <Button onPress={() => onOrder({ estado: 'rechazado', rows })}>{texts.reject}</Button>
        <Button kind="primary" onPress={() => onOrder({ estado: 'aprobado', rows })}>
          {texts.approve}
        </Button>
      </SelectionBar>
      {order === undefined ? null : (
        <DecideDialog {...order} place={place} onDone={remove} onClose={() => onOrder(undefined)} />
      )}
    </>
  );
}

interface DecideDialogProps extends DecisionOrder {
  readonly place: Place;
  readonly onDone: (rows: readonly Received[]) => void;
  readonly onClose: () => void;
}

function DecideDialog({ place, estado, rows, onDone, onClose }: DecideDialogProps) {
  const rejects = estado === 'rechazado';
  const [motivo, setMotivo] = useState('');
  const batch = useBatch<Received>({
    rows,
    undoSeconds,
    isWaiting: !rejects,
    // The hash names the voucher that the person saw: another one may have taken the number.
    act: ({ rncEmisor, encf, xmlSha256 }) =>
      decideReceived(
        { ...place, rncEmisor, encf },
        { estado, xmlSha256, ...(rejects ? { motivo: motivo.trim() } : {}) },
      ),
    onDone: (done) => {
      onDone(done);
      if (done.length === rows.length) onClose();
    },
    stale: ['received-list', 'received', 'summary'],
  });
  const vouchers = texts.counted(count(rows.length), rows.length === 1);
  return (
    <BatchDialog
      title={rejects ? texts.rejectMany(vouchers) : texts.approveMany(vouchers)}
      submit={rejects ? texts.reject : texts.approve}
      kind={rejects ? 'danger' : 'primary'}
      batch={rejects ? batch : { ...batch, undo: onClose }}
      of={rows.length}
      nameOf={({ encf, razonSocialEmisor }) => `${encf} ${razonSocialEmisor}`}
      submitNow={texts.now[estado]}
      about={<About rows={rows} />}
      onClose={onClose}
    >
      <Notice tone="info">{texts.manyText}</Notice>
      {rejects ? (
        <>
          <Reasons reasons={texts.reasons} onReason={setMotivo} />
          <TextArea
            label={texts.motivo}
            hint={texts.motivoHint}
            maxLength={reasonMax}
            required
            value={motivo}
            onChange={setMotivo}
          />
        </>
      ) : null}
    </BatchDialog>
  );
}

const namedMax = 5;

function About({ rows }: Pick<DecisionOrder, 'rows'>) {
  const others = rows.length - namedMax;
  return (
    <ul className="plain-list rows">
      {rows.slice(0, namedMax).map(({ encf, razonSocialEmisor, montoTotal }) => (
        <li key={`${razonSocialEmisor} ${encf}`}>
          <span>
            {razonSocialEmisor} <span className="faint">{encf}</span>
          </span>
          <span className="number">RD$ {amount(montoTotal)}</span>
        </li>
      ))}
      {others > 0 ? <li className="soft">{texts.andOthers(count(others))}</li> : null}
    </ul>
  );
}
