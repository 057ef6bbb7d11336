/** The request to void numbers at DGII: its ranges, a note, and a confirmation, for which the person types how many numbers there are. */
import { annulmentNumbersMax, checkRanges } from '../../../ecf/annulment/check-ranges.js';
import type { EncfRange } from '../../../ecf/annulment/encf-ranges.js';
import { annulmentsQuery, candidatesQuery, requestAnnulment } from '../../api/numbers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { NoteField, TextField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';
import { count } from '../../shared/format.js';
import { typedEncf } from '../../shared/typed/typed-text.js';
import { annulments as texts } from '../../texts/annulments.js';

interface RequestProps {
  readonly place: Place;
  readonly ranges: readonly EncfRange[];
  readonly onRanges: (ranges: readonly EncfRange[]) => void;
  readonly onDone: () => void;
}

export function RequestForm({ place, ranges, onRanges, onDone }: RequestProps) {
  const checked = checkRanges(ranges);
  const numbers = checked.ok ? checked.count : undefined;
  // The person is still typing an invalid range. Any other fault cannot be sent however the form continues.
  const fault = checked.ok || checked.fault.code === 'ANNULMENT_RANGE_INVALID' ? undefined : checked.fault;
  const form = useForm({
    start: { note: '', count: '' },
    send: ({ note, count: typed }) =>
      requestAnnulment(place, { ranges: [...ranges], note: note.trim(), count: Number(digits(typed)) }),
    refreshes: [annulmentsQuery(place), candidatesQuery(place), { queryKey: ['sequences', place] }],
    done: onDone,
  });
  const typed = digits(form.values.count);
  const matches = numbers !== undefined && typed === String(numbers);
  const { error, ...counted } = form.field('count');
  const wrong = typed.length >= String(numbers).length && !matches ? texts.countWrong : undefined;
  return (
    <section className="card" aria-labelledby="request">
      <h2 id="request">{texts.request}</h2>
      <Form form={form} submit={texts.submit} kind="danger" blocked={!matches}>
        <Ranges ranges={ranges} onRanges={onRanges} />
        <p className="soft">{texts.limit(count(annulmentNumbersMax))}</p>
        {fault === undefined ? null : (
          <Notice tone="bad" urgent>
            {fault.mensaje}
          </Notice>
        )}
        {ranges.length === 0 || fault !== undefined ? null : (
          <>
            {numbers === undefined ? <p className="soft">{texts.incomplete}</p> : null}
            <NoteField label={es.voucher.note} hint={texts.noteHint} {...form.field('note')} />
            <Notice tone="warn">{texts.warning}</Notice>
            <div className="narrow">
              <TextField
                label={texts.count}
                hint={numbers === undefined ? undefined : texts.countHint(count(numbers))}
                inputMode="numeric"
                required
                error={error ?? (numbers === undefined ? undefined : wrong)}
                {...counted}
              />
            </div>
          </>
        )}
      </Form>
    </section>
  );
}

/** People may write a comma after the thousands. */
function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function Ranges({ ranges, onRanges }: Pick<RequestProps, 'ranges' | 'onRanges'>) {
  const change = (index: number, part: Partial<EncfRange>) =>
    onRanges(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)));
  return (
    <>
      {ranges.map((range, index) => (
        <fieldset key={index} className="form-row">
          <legend>{texts.rangeNumber(index + 1)}</legend>
          {(['desde', 'hasta'] as const).map((end) => (
            <TextField
              key={end}
              label={texts[end]}
              required
              value={range[end]}
              onChange={(text) => change(index, { [end]: typedEncf(text) })}
            />
          ))}
          <Button
            small
            kind="quiet"
            label={`${texts.removeRange} ${texts.rangeNumber(index + 1).toLowerCase()}`}
            onPress={() => onRanges(ranges.filter((_, at) => at !== index))}
          >
            {texts.removeRange}
          </Button>
        </fieldset>
      ))}
      <div>
        <Button small onPress={() => onRanges([...ranges, { desde: '', hasta: '' }])}>
          {texts.addRange}
        </Button>
      </div>
    </>
  );
}
