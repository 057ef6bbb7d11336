/** What a person saw in DGII's portal about an approval that DGII may have. Then the run goes on. */
import { useId } from 'react';
import type { BodyOf, CertificationRow } from '../../../api/answers.js';
import { confirmApproval, type RunOf } from '../../../api/certification.js';
import { NoteField } from '../../../parts/form/field.js';
import { Form } from '../../../parts/form/form.js';
import { useForm } from '../../../parts/form/use-form.js';
import { queriesOf } from './run-action.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

type Found = BodyOf<'confirmCertificationApproval'>['found'];

interface Seen {
  readonly found: Found | '';
  readonly note: string;
}
const start: Seen = { found: '', note: '' };
const choices = ['accepted', 'not-received'] as const satisfies readonly Found[];

interface ConfirmProps {
  readonly path: RunOf;
  readonly row: CertificationRow;
  readonly onDone: () => void;
}

export function ConfirmForm({ path, row: { encf, tries }, onDone }: ConfirmProps) {
  const name = useId();
  const form = useForm({
    start,
    send: ({ found, note }) => {
      if (found === '') throw new Error('the button is disabled without a choice');
      return confirmApproval(path, { encf, tries, found, note: note.trim() });
    },
    refreshes: queriesOf(path),
    done: onDone,
  });
  const { found, note } = form.values;
  return (
    <div className="narrow">
      <Form form={form} submit={texts.confirmFound} once blocked={found === '' || note.trim() === ''}>
        <fieldset className="choices">
          <legend>{texts.found}</legend>
          {choices.map((one) => (
            <label key={one} className="check">
              <input
                type="radio"
                name={name}
                checked={found === one}
                onChange={() => form.field('found').onChange(one)}
              />
              <span>{texts.foundOptions[one]}</span>
            </label>
          ))}
        </fieldset>
        <NoteField hint={texts.noteHint} {...form.field('note')} />
      </Form>
    </div>
  );
}
