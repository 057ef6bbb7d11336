/** The actions below the faults: issue the voucher, confirm conditional faults first, and ask the server for its own check. */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { documentStates, type DocumentState } from '../../../../ecf/model/document-states.js';
import { isRejection, type Fault } from '../../../../ecf/model/fault.js';
import type { Validation } from '../../../api/answers.js';
import { ApiError, isLasting, isRefusal } from '../../../api/api-error.js';
import { validateOnServer, type NumberSource, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';
import { Check, TextArea } from '../../../parts/form/field.js';
import { Notice, Problem } from '../../../parts/notice.js';
import { useAction, type Action } from '../../../parts/use-action.js';
import { isDialogOpen } from '../../../shared/typing.js';
import type { IssueFormState } from './use-issue-form.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

interface ActionsProps {
  readonly place: Place;
  readonly form: IssueFormState;
  /** The person says why a spent number is used again. */
  readonly asksNote?: boolean;
  /** What the button does, for example with the amount. */
  readonly submit?: string;
  /** Another action, before that button. */
  readonly beside?: ReactNode;
}

export function IssueActions(props: ActionsProps) {
  const { place, form, asksNote = false, submit = certificationTexts.issue, beside } = props;
  const { draft, faults, isChecked, send, issueInput } = form;
  const { text, number, note } = draft.values;
  const server = useServerCheck(place, text, number);
  const [sent, setSent] = useState<Sent>();
  const refused = sent?.text === text ? faultsIn(send.error) : [];
  const rejected = faults.some(isRejection);
  // The server's other remarks are about the number, and nobody can confirm those.
  const conditional = keyOf([...faults, ...(server.found?.errores ?? []), ...refused]);
  // A confirmation is about the faults that the person saw. With other faults it has to be given again.
  const [confirmed, setConfirmed] = useState('');
  const isConfirmed = conditional !== '' && confirmed === conditional;
  const noteMissing = asksNote && note.trim() === '';
  const blocked = !isChecked || rejected || (conditional !== '' && !isConfirmed) || noteMissing;
  const press = () => {
    setSent({ text, number });
    void send.run(issueInput(isConfirmed));
  };
  useIssueKey(blocked ? undefined : press);
  return (
    <section className="card" aria-label={certificationTexts.issue}>
      {asksNote ? (
        <TextArea
          label={certificationTexts.attemptNote}
          required
          maxLength={300}
          value={note}
          onChange={(next) => draft.change({ note: next })}
          error={send.errorAt('newAttempt.note')}
        />
      ) : null}
      {/* The short form and the one with all fields share the answer, and each knows what it sent itself. */}
      <Refusal
        place={place}
        sent={sent ?? { text, number }}
        error={send.error}
        faults={refused}
        onAnother={form.another}
      />
      {conditional !== '' && !rejected ? (
        <Check
          label={certificationTexts.confirm}
          checked={isConfirmed}
          onChange={(checked) => setConfirmed(checked ? conditional : '')}
        />
      ) : null}
      <ServerCheck {...server} />
      <div className="actions">
        {beside}
        <Button kind="primary" disabled={blocked} pending={send.pending} onPress={press}>
          {send.pending ? es.actions.sending : submit}
        </Button>
      </div>
    </section>
  );
}

/** Ctrl and Enter issue, from whatever field. A dialog that is open has the keyboard for itself. */
function useIssueKey(press: (() => void) | undefined): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (event.repeat || isDialogOpen()) return;
      event.preventDefault();
      latest.current?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function keyOf(faults: readonly Fault[]): string {
  const keys = faults
    .filter((fault) => !isRejection(fault))
    .map(({ code, campo, mensaje }) => [code, campo, mensaje].join(' '));
  return [...new Set(keys)].sort().join('\n');
}

function faultsIn(error: unknown): readonly Fault[] {
  if (!(error instanceof ApiError)) return [];
  const { errores = [], advertencias = [] } = (error.detalle ?? {}) as {
    readonly errores?: readonly Fault[];
    readonly advertencias?: readonly Fault[];
  };
  return [...errores, ...advertencias];
}

interface Sent {
  readonly text: string;
  readonly number: NumberSource;
}

interface Existing {
  readonly state: DocumentState;
  readonly final: boolean;
  readonly sameContent: boolean;
}

interface RefusalProps {
  readonly place: Place;
  readonly sent: Sent;
  readonly error: unknown;
  readonly faults: readonly Fault[];
  readonly onAnother: () => void;
}

function Refusal({ place, sent, error, faults, onAnother }: RefusalProps) {
  if (error === undefined) return null;
  if (isUnchanged(error))
    return (
      <Notice tone="bad" urgent title={certificationTexts.unchanged}>
        <p>{certificationTexts.unchangedText}</p>
      </Notice>
    );
  const before = numberBefore(error, sent);
  if (before !== undefined) {
    const { encf, isIssued } = before;
    const { issuedBefore, issuedBeforeText, tookBefore, tookBeforeText } = certificationTexts;
    return (
      <Notice tone="bad" urgent title={isIssued ? issuedBefore(encf) : tookBefore(encf)}>
        <p>{isIssued ? issuedBeforeText : tookBeforeText}</p>
        <div className="actions">
          <Link
            className="button"
            to="/empresas/$companyId/$environment/comprobantes/$encf"
            params={{ ...place, encf }}
          >
            {certificationTexts.seeIssued}
          </Link>
          <Button onPress={onAnother}>{certificationTexts.another}</Button>
        </div>
      </Notice>
    );
  }
  return (
    <>
      <Problem error={error}>{isLasting(error) ? null : <p>{certificationTexts.sendAgain}</p>}</Problem>
      {faults.length === 0 ? null : (
        <Notice tone={faults.some(isRejection) ? 'bad' : 'warn'}>
          <FaultTexts faults={faults} />
        </Notice>
      )}
    </>
  );
}

/** The voucher under this number was not accepted, and this is the same one again. */
function isUnchanged(error: unknown): boolean {
  if (!isRefusal(error, 'ENCF_EXISTS')) return false;
  const { state, final, sameContent } = error.detalle as Existing;
  return final && documentStates[state].accepted === 0 && sameContent;
}

/** The number that an earlier press of the button took. Undefined if the refusal is about another thing. */
function numberBefore(error: unknown, sent: Sent) {
  const isIssued = isRefusal(error, 'ENCF_EXISTS');
  if (!isIssued && !isRefusal(error, 'REFERENCE_USED')) return undefined;
  const { encf } = error.detalle as { readonly encf: string };
  // A number that the person typed may have a voucher of another form.
  const isTyped = sent.number === 'given' && sent.text.includes(encf);
  return isIssued && isTyped ? undefined : { encf, isIssued };
}

interface ServerCheckState {
  readonly action: Action<undefined>;
  /** What the server found in the voucher on the screen. Undefined if it was not asked about this text and source of the number. */
  readonly found: Validation | undefined;
}

function useServerCheck(place: Place, text: string, number: NumberSource): ServerCheckState {
  const [checked, setChecked] = useState<Sent & { readonly validation: Validation }>();
  const action = useAction(
    (_: undefined) => validateOnServer(place, { ecf: text, number }),
    (validation) => setChecked({ text, number, validation }),
  );
  const isSame = checked?.text === text && checked.number === number;
  return { action, found: isSame ? checked.validation : undefined };
}

function ServerCheck({ action, found }: ServerCheckState) {
  const faults = [...(found?.errores ?? []), ...(found?.advertencias ?? [])];
  return (
    <>
      <Problem error={action.error} />
      {found === undefined ? null : (
        <Notice tone={faults.some(isRejection) ? 'bad' : faults.length > 0 ? 'warn' : 'good'} urgent>
          {faults.length === 0 ? certificationTexts.serverValid : <FaultTexts faults={faults} />}
        </Notice>
      )}
      <div className="server-check">
        <Button small pending={action.pending} onPress={() => void action.run(undefined)}>
          {certificationTexts.validate}
        </Button>
      </div>
    </>
  );
}

function FaultTexts({ faults }: { readonly faults: readonly Fault[] }) {
  return faults.map((fault, index) => (
    <p key={`${fault.code}${fault.campo}${index}`}>
      {isRejection(fault) ? null : `${es.warning}: `}
      <span className="mono">{fault.code}</span> {fault.mensaje}
    </p>
  ));
}
