/** Decisions that only a person may take. All but one need a note. The two that cannot be undone need the e-NCF typed again, too. */
import { useState } from 'react';
import type { BodyOf, DecisionName, Voucher } from '../../../api/answers.js';
import {
  annulVoucher,
  confirmVoucher,
  forceVoucher,
  resendVoucher,
  retryVoucher,
  type Place,
} from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';
import { NoteField, SelectField, TextField } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form.js';
import { Notice } from '../../../parts/notice.js';
import { useForm, type FieldState } from '../../../parts/form/use-form.js';
import { typedEncf } from '../../../shared/typed/typed-text.js';
import { useMay } from '../../../shell/use-session.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

interface DecisionsProps {
  readonly place: Place;
  readonly voucher: Voucher;
}

type Seen = Pick<Voucher, 'attempt' | 'endedDeliveries'>;

/**
 * The voucher may be sent again while the page is open or the person is in the virtual office. The person must then look again before
 * the person says what the office shows, or forces or annuls the voucher. So this part remembers what the page showed first.
 */
export function Decisions({ place, voucher }: DecisionsProps) {
  const [seen, setSeen] = useState<Seen>(voucher);
  const isOutdated = seen.attempt !== voucher.attempt || seen.endedDeliveries !== voucher.endedDeliveries;
  const mayDecide = useMay('decisions', place.companyId, place.environment);
  const mayAnnul = useMay('annul', place.companyId);
  const [chosen, setChosen] = useState<DecisionName>();
  const allowed = voucher.possible.filter((name) => (name === 'annul' ? mayAnnul : mayDecide));
  if (allowed.length === 0) return null;
  return (
    <section className="card" aria-labelledby="decisions">
      <h2 id="decisions">{es.voucher.decide}</h2>
      <div className="actions">
        {allowed.map((name) => (
          <Button key={name} kind={isSafe(name) ? 'plain' : 'danger'} onPress={() => setChosen(name)}>
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
          isOutdated={isOutdated && !isSafe(chosen)}
          onLooked={() => setSeen(voucher)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

/** The service refuses it if the voucher has changed since, so the person need not look first. */
function isSafe(name: DecisionName): boolean {
  return name === 'retry' || name === 'resend';
}

interface DialogProps extends DecisionsProps {
  readonly name: DecisionName;
  readonly isOutdated: boolean;
  readonly onLooked: () => void;
  readonly onClose: () => void;
}

type Found = BodyOf<'confirmVoucher'>['found'];

interface Decision {
  readonly note: string;
  readonly encf: string;
  readonly found: Found | '';
  readonly trackId: string;
}
const start: Decision = { note: '', encf: '', found: '', trackId: '' };

function DecisionDialog({ name, place, voucher, isOutdated, onLooked, onClose }: DialogProps) {
  // `force` sends the voucher, `annul` ends it, and neither can be undone.
  const retyped = name === 'force' || name === 'annul';
  const form = useForm({
    start,
    send: (decision) => decide(name, place, voucher, decision),
    refreshes: [{ queryKey: ['voucher', place, voucher.ecf] }],
    done: onClose,
  });
  const { encf, found } = form.values;
  const matches = !retyped || encf === voucher.ecf;
  return (
    <FormDialog
      title={`${es.voucher.decisionButtons[name]} · ${voucher.ecf}`}
      form={form}
      submit={es.voucher.decisionButtons[name]}
      kind={isSafe(name) ? 'primary' : 'danger'}
      blocked={!matches || isOutdated}
      onClose={onClose}
    >
      <Notice tone={isSafe(name) ? 'info' : 'warn'}>{es.voucher.decisionTexts[name]}</Notice>
      {name === 'confirm' ? (
        <SelectField
          label={es.voucher.foundLabel}
          empty={certificationTexts.choose}
          options={es.voucher.found}
          required
          {...form.field('found')}
        />
      ) : null}
      {name === 'confirm' && found === 'received' ? (
        <TextField label={es.voucher.trackIds} required {...form.field('trackId')} />
      ) : null}
      {name === 'retry' ? null : <NoteField {...form.field('note')} />}
      {retyped ? <Retyped encf={voucher.ecf} matches={matches} {...form.field('encf')} /> : null}
      {isOutdated ? (
        <Notice tone="warn" urgent>
          <p>{es.voucher.sentSince}</p>
          <Button onPress={onLooked}>{es.voucher.looked}</Button>
        </Notice>
      ) : null}
    </FormDialog>
  );
}

function decide(name: DecisionName, place: Place, voucher: Voucher, decision: Decision) {
  const { ecf, attempt, endedDeliveries: deliveries } = voucher;
  const path = { ...place, encf: ecf };
  const note = decision.note.trim();
  const retyped = { attempt, note, encf: decision.encf, deliveries };
  const { found } = decision;
  switch (name) {
    case 'retry':
      return retryVoucher(path, { attempt });
    case 'resend':
      return resendVoucher(path, { attempt, note });
    case 'confirm':
      if (found === '') throw new Error('the browser sends no form without its required choice');
      return confirmVoucher(path, {
        attempt,
        note,
        found,
        deliveries,
        ...(found === 'received' ? { trackId: decision.trackId.trim() } : {}),
      });
    case 'force':
      return forceVoucher(path, retyped);
    case 'annul':
      return annulVoucher(path, retyped);
  }
}

interface RetypedProps extends FieldState<string> {
  readonly encf: string;
  readonly matches: boolean;
}

function Retyped({ encf, matches, error, value, onChange }: RetypedProps) {
  const wrong = value.length === encf.length && !matches ? es.voucher.retypeWrong : undefined;
  return (
    <TextField
      label={es.voucher.retype}
      hint={encf}
      required
      error={error ?? wrong}
      value={value}
      onChange={(text) => onChange(typedEncf(text))}
    />
  );
}
