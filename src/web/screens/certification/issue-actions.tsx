/** The actions below the faults: issue the voucher, confirm conditional faults first, and ask the server for its own check. */
import { useState } from 'react';
import type { Fault } from '../../../ecf/model/fault.js';
import type { Validation } from '../../api/answers.js';
import { validateOnServer, type IssueInput, type NumberSource } from '../../api/certification.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, TextArea } from '../../parts/field.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction, type Action } from '../../parts/use-action.js';
import { isRejection } from './faults.js';

interface ActionsProps {
  readonly place: Place;
  readonly text: string;
  readonly number: NumberSource;
  readonly faults: readonly Fault[];
  /** True if `faults` belongs to the text on the screen. */
  readonly ready: boolean;
  readonly send: Action<IssueInput>;
  readonly issueInput: (confirmed: boolean) => IssueInput;
  /** The reason for a new attempt; absent for a first attempt. */
  readonly note?: string;
  readonly onNote?: (note: string) => void;
}

export function IssueActions(props: ActionsProps) {
  const { faults, ready, send, issueInput, note, onNote } = props;
  const [confirmed, setConfirmed] = useState(false);
  const rejected = faults.some(isRejection);
  const conditional = faults.some((fault) => !isRejection(fault));
  const noteMissing = note?.trim() === '';
  const blocked = !ready || rejected || (conditional && !confirmed) || noteMissing;
  return (
    <section className="card" aria-label={es.certification.issue}>
      {note === undefined || onNote === undefined ? null : (
        <TextArea
          label={es.certification.attemptNote}
          required
          maxLength={300}
          value={note}
          onChange={onNote}
          error={send.errorAt('newAttempt.note')}
        />
      )}
      {conditional && !rejected ? (
        <Check label={es.certification.confirm} checked={confirmed} onChange={setConfirmed} />
      ) : null}
      {send.error === undefined ? null : <Problem error={send.error} />}
      <ServerCheck {...props} />
      <div className="actions">
        <Button
          kind="primary"
          disabled={blocked}
          pending={send.pending}
          onPress={() => void send.run(issueInput(conditional && confirmed))}
        >
          {send.pending ? es.actions.sending : es.certification.issue}
        </Button>
      </div>
    </section>
  );
}

function ServerCheck({ place, text, number }: ActionsProps) {
  const [checked, setChecked] = useState<{ readonly text: string; readonly validation: Validation }>();
  const check = useAction(
    () => validateOnServer(place, { ecf: text, number }),
    (validation) => setChecked({ text, validation }),
  );
  const current = checked?.text === text ? checked.validation : undefined;
  const found = [...(current?.errores ?? []), ...(current?.advertencias ?? [])];
  return (
    <>
      {check.error === undefined ? null : <Problem error={check.error} />}
      {current === undefined ? null : (
        <Notice tone={found.some(isRejection) ? 'bad' : found.length > 0 ? 'warn' : 'good'} urgent>
          {found.length === 0 ? es.certification.serverValid : null}
          {found.map((fault, index) => (
            <p key={`${fault.code}${fault.campo}${index}`}>
              {isRejection(fault) ? null : `${es.warning}: `}
              <span className="mono">{fault.code}</span> {fault.mensaje}
            </p>
          ))}
        </Notice>
      )}
      <div>
        <Button small pending={check.pending} onPress={() => void check.run(undefined)}>
          {es.certification.validate}
        </Button>
      </div>
    </>
  );
}
