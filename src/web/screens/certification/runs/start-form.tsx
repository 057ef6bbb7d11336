/** Starts a run that was uploaded. The person first confirms conditional faults, and says whether spent numbers go out again. */
import { useId } from 'react';
import { isRejection } from '../../../../ecf/model/fault.js';
import type { CertificationRow, CertificationRun } from '../../../api/answers.js';
import { startRun, type RunOf, type RunStart } from '../../../api/certification.js';
import { Check, NoteField } from '../../../parts/form/field.js';
import { Form } from '../../../parts/form/form.js';
import { Notice } from '../../../parts/notice.js';
import { useForm } from '../../../parts/form/use-form.js';
import { queriesOf } from './run-action.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

type Which = NonNullable<RunStart['again']>['which'] | '';
type Use = NonNullable<CertificationRow['use']>;

interface Order {
  readonly confirmed: boolean;
  readonly which: Which;
  /** The service's refusals name it so. */
  readonly 'again.note': string;
}
const start: Order = { confirmed: false, which: '', 'again.note': '' };

interface StartProps {
  readonly path: RunOf;
  readonly run: CertificationRun;
  readonly onDone: () => void;
}

export function StartForm({ path, run, onDone }: StartProps) {
  const form = useForm({
    start,
    send: ({ confirmed, which, 'again.note': note }) =>
      startRun(path, {
        ...(confirmed ? { conditionalConfirmed: true as const } : {}),
        ...(which === '' ? {} : { again: { which, note: note.trim() } }),
      }),
    refreshes: queriesOf(path),
    done: onDone,
  });
  const { confirmed, which, 'again.note': note } = form.values;
  const faults = run.rows.flatMap((row) => row.faults).length;
  const spent = encfsWith(run, 'spent');
  const isUndecided = spent.length > 0 && which === '';
  const noteMissing = which !== '' && note.trim() === '';
  return (
    <div className="narrow">
      <Form
        form={form}
        submit={texts.start}
        once
        blocked={(faults > 0 && !confirmed) || isUndecided || noteMissing}
      >
        <Again
          spent={spent}
          same={encfsWith(run, 'same').length}
          which={which}
          onWhich={form.field('which').onChange}
        />
        {which === '' ? null : (
          <NoteField label={texts.note} hint={texts.noteHint} {...form.field('again.note')} />
        )}
        {faults === 0 ? null : (
          <Check
            label={texts.confirm(faults)}
            checked={confirmed}
            onChange={form.field('confirmed').onChange}
          />
        )}
      </Form>
    </div>
  );
}

export function blockOf({ rows }: CertificationRun): { title?: string; text: string } | undefined {
  const rejected = rows.filter(({ faults }) => faults.some(isRejection)).length;
  if (rejected > 0) return { title: texts.blockedTitle(rejected), text: texts.blocked };
  const annulled = encfsWith({ rows }, 'annulled');
  if (annulled.length > 0) return { text: texts.annulled(annulled.join(', ')) };
  const open = encfsWith({ rows }, 'open');
  return open.length > 0 ? { text: texts.open(open.join(', ')) } : undefined;
}

function encfsWith({ rows }: Pick<CertificationRun, 'rows'>, use: Use): readonly string[] {
  return rows.filter((row) => row.use === use).map(({ encf }) => encf);
}

interface AgainProps {
  readonly spent: readonly string[];
  readonly same: number;
  readonly which: Which;
  readonly onWhich: (which: Which) => void;
}

function Again({ spent, same, which, onWhich }: AgainProps) {
  const name = useId();
  if (spent.length === 0 && same === 0) return null;
  const choices: readonly Which[] = spent.length > 0 ? ['ecf', 'all', 'unaccepted'] : ['', 'ecf', 'all'];
  return (
    <>
      <Notice tone="warn" title={texts.spentTitle}>
        {spent.length === 0 ? null : <p>{texts.spent(spent.join(', '))}</p>}
        {same === 0 ? null : <p>{texts.same(same)}</p>}
      </Notice>
      <fieldset className="choices">
        <legend>{texts.which}</legend>
        {choices.map((one) => (
          <label key={one} className="check">
            <input type="radio" name={name} checked={which === one} onChange={() => onWhich(one)} />
            <span>{texts.whichOptions[one]}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
