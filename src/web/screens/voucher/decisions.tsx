/** Decisions that only a person may take: with a note, and for the two that cannot be taken back with the e-NCF typed again. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DecisionName, Voucher } from '../../api/answers.js';
import { decide, type DecisionInput, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextArea, TextField } from '../../parts/field.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { useMay } from '../../shell/use-session.js';

interface DecisionsProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

export function Decisions({ place, voucher }: DecisionsProps) {
  const mayDecide = useMay('decisions', place.companyId);
  const mayAnnul = useMay('annul', place.companyId);
  const [chosen, setChosen] = useState<DecisionName>();
  const allowed = voucher.possible.filter((name) => (name === 'annul' ? mayAnnul : mayDecide));
  if (allowed.length === 0) return null;
  return (
    <section className="card" aria-labelledby="decisions">
      <h2 id="decisions">{es.voucher.decide}</h2>
      <div className="actions">
        {allowed.map((name) => (
          <Button key={name} kind={name === 'retry' ? 'plain' : 'danger'} onPress={() => setChosen(name)}>
            {es.voucher.decisionButtons[name]}
          </Button>
        ))}
      </div>
      {chosen === undefined ? null : (
        <DecisionDialog
          key={chosen}
          name={chosen}
          place={place}
          voucher={voucher}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

interface DialogProps extends DecisionsProps {
  readonly name: DecisionName;
  readonly onClose: () => void;
}

type Found = NonNullable<DecisionInput['found']>;
const findings = (['received', 'not-received', 'accepted', 'rejected'] as const).map(
  (found) => [found, es.voucher.found[found]] as const,
);
const fields = ['note', 'encf', 'found', 'trackId'];

function DecisionDialog({ name, place, voucher, onClose }: DialogProps) {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [encf, setEncf] = useState('');
  const [found, setFound] = useState<Found | ''>('');
  const [trackId, setTrackId] = useState('');
  // What sends or ends the voucher for ever.
  const retyped = name === 'force' || name === 'annul';
  const send = useAction(
    () =>
      decide(place, voucher.encf, name, {
        attempt: voucher.attempt,
        ...(name === 'retry' ? {} : { note: note.trim() }),
        ...(retyped ? { encf: encf.trim().toUpperCase() } : {}),
        ...(name === 'confirm' && found !== '' ? { found } : {}),
        ...(found === 'received' ? { trackId: trackId.trim() } : {}),
      }).then(() => true),
    async () => {
      await queries.invalidateQueries({ queryKey: ['voucher', place, voucher.encf] });
      onClose();
    },
  );
  const matches = !retyped || encf.trim().toUpperCase() === voucher.encf;
  return (
    <Dialog title={`${es.voucher.decisionButtons[name]} · ${voucher.encf}`} open onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (matches) void send.run(undefined);
        }}
      >
        <Notice tone={name === 'retry' ? 'info' : 'warn'}>{es.voucher.decisionTexts[name]}</Notice>
        {name === 'confirm' ? (
          <SelectField
            label={es.voucher.foundLabel}
            empty={es.voucher.choose}
            options={findings}
            required
            value={found}
            onChange={setFound}
            error={send.errorAt('found')}
          />
        ) : null}
        {name === 'confirm' && found === 'received' ? (
          <TextField
            label={es.voucher.trackId}
            required
            value={trackId}
            onChange={setTrackId}
            error={send.errorAt('trackId')}
          />
        ) : null}
        {name === 'retry' ? null : (
          <TextArea
            label={es.voucher.note}
            hint={es.voucher.noteHint}
            maxLength={300}
            required
            value={note}
            onChange={setNote}
            error={send.errorAt('note')}
          />
        )}
        {retyped ? (
          <TextField
            label={es.voucher.retype}
            hint={voucher.encf}
            maxLength={13}
            required
            value={encf}
            onChange={setEncf}
            error={
              send.errorAt('encf') ?? (encf.length === 13 && !matches ? es.voucher.retypeWrong : undefined)
            }
          />
        ) : null}
        {send.errorBeside(...fields) === undefined ? null : <Problem error={send.error} />}
        <div className="actions">
          <Button
            kind={name === 'retry' ? 'primary' : 'danger'}
            type="submit"
            pending={send.pending}
            disabled={!matches}
          >
            {es.voucher.decisionButtons[name]}
          </Button>
          <Button onPress={onClose}>{es.actions.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
