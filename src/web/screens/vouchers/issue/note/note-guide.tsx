/**
 * The guide of a note: what the note does, which lines or amounts, and why. It drafts the note anew at each answer, and shows what will be
 * left of the voucher.
 */
import { daysBetween } from '../../../../../ecf/model/dates.js';
import { creditNoteDaysMax } from '../../../../../ecf/model/ecf-types.js';
import { noteCodes, type NoteCode } from '../../../../../ecf/notes/note-codes.js';
import type { Place } from '../../../../api/vouchers.js';
import { issueTexts } from '../../../../texts/issue.js';
import { Button } from '../../../../parts/button.js';
import { TextField } from '../../../../parts/form/field.js';
import { Notice } from '../../../../parts/notice.js';
import { Reasons } from '../../../../parts/form/reasons.js';
import { amountText, slashDay } from '../../../../shared/format.js';
import { IssueBar } from '../issue-bar.js';
import { FormPaper } from '../quick/form-paper.js';
import { Sums, totalIn } from '../quick/sums.js';
import type { Issuer } from '../start-voucher.js';
import type { IssueFormState } from '../use-issue-form.js';
import { Balance } from './balance.js';
import { choiceIn, firstChoice, type NoteChoice } from './choice.js';
import { NoteLines } from './note-lines.js';
import { noteText, type NoteStart } from './note-start.js';

interface NoteGuideProps {
  readonly place: Place;
  readonly issuer: Issuer;
  readonly form: IssueFormState;
  readonly start: NoteStart;
  readonly onAll: () => void;
}

const texts = issueTexts.note;

export function NoteGuide({ place, issuer, form, start, onAll }: NoteGuideProps) {
  const { draft, tree } = form;
  const { type, voucher, basis } = start;
  const choice = choiceIn(draft.values.choice) ?? firstChoice(start);
  const choose = (part: Partial<NoteChoice>) => {
    const next = { ...choice, ...part };
    draft.change({ choice: JSON.stringify(next), text: noteText(start, issuer.today, next) });
  };
  const total = totalIn(tree);
  const isCredit = type === 34;
  return (
    <div className="emit">
      <div className="emit-form">
        {isCredit ? (
          <Ways code={choice.code} left={basis.balance.left} onCode={(code) => choose({ code })} />
        ) : null}
        {choice.code === noteCodes.correctsAmounts ? (
          <NoteLines
            title={isCredit ? texts.credits : texts.debits}
            content={start.content}
            taken={basis.credited.units}
            chosen={choice.lines}
            isCredit={isCredit}
            onLines={(lines) => choose({ lines })}
          />
        ) : null}
        <section className="card emit-end" aria-label={texts.why}>
          <div className="form">
            <TextField
              label={texts.reason}
              hint={texts.reasonHint}
              maxLength={90}
              value={choice.reason}
              onChange={(reason) => choose({ reason })}
            />
            <Reasons reasons={texts.reasons[isCredit ? 34 : 33]} onReason={(reason) => choose({ reason })} />
            <div className="actions">
              <Button kind="quiet" onPress={onAll}>
                {issueTexts.allFields}
              </Button>
            </div>
          </div>
          <Sums tree={tree} total={texts.total} />
        </section>
        {isCredit ? <TaxBack issuedOn={voucher.fechaEmision} today={issuer.today} /> : null}
        {basis.more ? <Notice tone="warn">{texts.more}</Notice> : null}
        <IssueBar
          place={place}
          form={form}
          submit={total === '' ? texts.submit : texts.submitAmount(amountText(total))}
          serverChecksMore
          onAll={onAll}
        />
      </div>
      <aside className="emit-side" aria-label={issueTexts.paper.side}>
        <Balance place={place} voucher={voucher} balance={basis.balance} isCredit={isCredit} now={total} />
        <FormPaper companyId={place.companyId} form={form} />
      </aside>
    </div>
  );
}

interface WaysProps {
  readonly code: NoteCode;
  readonly left: string;
  readonly onCode: (code: NoteCode) => void;
}

function Ways({ code, left, onCode }: WaysProps) {
  const ways = [
    [noteCodes.cancels, texts.cancel, texts.cancelHint(amountText(left))],
    [noteCodes.correctsAmounts, texts.part, texts.partHint],
    [noteCodes.correctsText, texts.text, texts.textHint],
  ] as const;
  return (
    <fieldset className="ways">
      <legend className="visually-hidden">{texts.what}</legend>
      {ways.map(([one, title, hint]) => (
        <label key={one} className={one === code ? 'way chosen' : 'way'}>
          <input type="radio" name="way" checked={one === code} onChange={() => onCode(one)} />
          <span>
            <strong>{title}</strong>
            <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** After thirty days a credit note gives the price back, and not its tax (Decreto 293-11 arts. 8 and 28). */
function TaxBack({ issuedOn, today }: { readonly issuedOn: string; readonly today: string }) {
  const isLate = daysBetween(issuedOn, today) > creditNoteDaysMax;
  const day = slashDay(issuedOn);
  return <Notice tone={isLate ? 'warn' : 'good'}>{isLate ? texts.late(day) : texts.inTime(day)}</Notice>;
}
