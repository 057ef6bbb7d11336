/** The form of one voucher. The JSON text holds the voucher; the fields and the JSON pane both show and change that text. */
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { shapeOf } from '../../../../ecf/json/shape.js';
import { isNote, type EcfType } from '../../../../ecf/model/ecf-types.js';
import { isRejection, type Fault } from '../../../../ecf/model/fault.js';
import { issue, type IssueInput, type NumberSource } from '../../../api/certification.js';
import { sequencesQuery } from '../../../api/numbers.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { useDraft, type Draft } from '../../../shared/draft.js';
import { isObject, parseJson, textOf, type JsonObject } from '../../../shared/exact-json.js';
import { Button } from '../../../parts/button.js';
import { Notice } from '../../../parts/notice.js';
import { useAction } from '../../../parts/use-action.js';
import { useLate } from '../../../shell/late-answers.js';
import { useSession } from '../../../shell/use-session.js';
import { byField, FaultList } from './faults.js';
import { rememberType } from './first-type.js';
import { GroupEditor } from './editor/group-editor.js';
import { SetAside } from './editor/list-editor.js';
import { IssueActions } from './issue-actions.js';
import { knownNumber } from './known-number.js';
import { withAmounts } from './put-amounts.js';
import { emptyVoucher, exampleVoucher, numberIn, ofOtherType, typeIn, type Issuer } from './start-voucher.js';
import { Toolbar } from './toolbar.js';
import { useCheck } from './use-check.js';

/** The last part of the form, so nothing moves when it arrives. */
const JsonPane = lazy(async () => ({ default: (await import('./json-pane.js')).JsonPane }));

interface IssueFormProps {
  readonly place: Place;
  readonly issuer: Issuer;
  readonly start: string;
  /** Under this name the browser keeps what the person typed. */
  readonly draftName: string;
  /** Present if the form makes a new attempt for a number that is spent. */
  readonly newAttempt?: { readonly encf: string; readonly attempt: number };
}

const idDoc = 'ECF.Encabezado.IdDoc';
const inToolbar = new Set([`${idDoc}.TipoeCF`]);
/** The service fills in these fields when it takes the next number. */
const withoutNumber = new Set([...inToolbar, `${idDoc}.eNCF`, `${idDoc}.FechaVencimientoSecuencia`]);
const noFaults: readonly Fault[] = [];
const usualType = 31;

type Entry = Readonly<Record<'text' | 'note', string>> & { readonly number: NumberSource };

export function IssueForm(props: IssueFormProps) {
  const { place, issuer, newAttempt } = props;
  const form = useIssueForm(props);
  const { draft, replaceBy, type, known, checked, failed, send, setText, changeVoucher } = form;
  const { text, number, note } = draft.values;
  const faults = checked?.faults ?? noFaults;
  return (
    <>
      {newAttempt === undefined ? null : (
        <Notice tone="info" title={es.certification.attemptTitle}>
          {es.certification.attemptText(newAttempt.encf, newAttempt.attempt)}
        </Notice>
      )}
      <DraftNotice draft={draft} />
      {draft.exchange === undefined ? null : (
        <Notice tone="info" urgent>
          <p>{es.certification.replaced}</p>
          <Button small onPress={draft.exchange}>
            {es.certification.undo}
          </Button>
        </Notice>
      )}
      <Toolbar
        type={type}
        onType={(chosen) => replaceBy(ofOtherType(text, chosen, issuer), { keepsContent: true })}
        number={number}
        onNumber={(source) => draft.change({ number: source })}
        next={known.next}
        fixed={newAttempt !== undefined}
        onExample={() => replaceBy(exampleVoucher(type, issuer))}
        onEmpty={() => replaceBy(emptyVoucher(type, issuer))}
      />
      <div className="side-by-side">
        <SetAside value={draft.setAside}>
          <VoucherForm
            text={text}
            type={type}
            faults={faults}
            hidden={number === 'next' ? withoutNumber : inToolbar}
            onChange={changeVoucher}
          />
        </SetAside>
        <div className="sticky">
          {failed ? (
            <Notice tone="bad" urgent>
              {es.certification.checkFailed}
            </Notice>
          ) : null}
          {failed ? null : (
            <ComputeAmounts
              compute={form.computeAmounts}
              text={text}
              readable={form.isReadable}
              faults={faults}
            />
          )}
          <FaultList
            faults={checked?.faults}
            busy={!failed && checked?.text !== text}
            serverChecksMore={isNote(type)}
          />
          <IssueActions
            place={place}
            text={text}
            number={number}
            faults={faults}
            ready={checked?.text === text && checked.faults !== undefined}
            send={send}
            onAnother={() => {
              draft.renewReference();
              send.reset();
            }}
            issueInput={form.issueInput}
            {...(newAttempt === undefined
              ? {}
              : { note, onNote: (next: string) => draft.change({ note: next }) })}
          />
          <Suspense fallback={null}>
            <JsonPane text={text} readable={form.isReadable} onText={setText} onFile={replaceBy} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

interface Computed {
  readonly fields: readonly string[];
  readonly text: string;
}

interface ComputeProps {
  readonly compute: (onDone: (done: Computed) => void) => void;
  readonly text: string;
  readonly readable: boolean;
  readonly faults: readonly Fault[];
}

function ComputeAmounts({ compute, text, readable, faults }: ComputeProps) {
  const [done, setDone] = useState<Computed>();
  const [pending, setPending] = useState(false);
  const run = () => {
    setPending(true);
    compute((computed) => {
      setPending(false);
      setDone(computed);
    });
  };
  return (
    <section className="card" aria-label={es.certification.compute}>
      <div>
        <Button disabled={!readable} pending={pending} onPress={run}>
          {es.certification.compute}
        </Button>
      </div>
      <p role="status" className="soft">
        {done?.text === text ? es.certification.computed(done.fields, faults.some(isRejection)) : null}
      </p>
      <p className="hint">{es.certification.computeHint}</p>
    </section>
  );
}

function DraftNotice({ draft: { restored, tooLarge, discard } }: { readonly draft: Draft<Entry> }) {
  return (
    <>
      {restored ? (
        <Notice tone="info" title={es.certification.restored}>
          <p>{es.certification.restoredText}</p>
          <Button small onPress={discard}>
            {es.certification.discard}
          </Button>
        </Notice>
      ) : null}
      {tooLarge ? <Notice tone="warn">{es.certification.notKept}</Notice> : null}
    </>
  );
}

/** What the form keeps and knows: the draft, the voucher's number, its faults, and how to send it. */
function useIssueForm({ place, issuer, start, draftName, newAttempt }: IssueFormProps) {
  const draft = useDraft<Entry>(draftName, {
    text: start,
    note: '',
    number: newAttempt === undefined ? 'next' : 'given',
  });
  const { values, reference, change } = draft;
  const { text, number, note } = values;
  const setText = useCallback((next: string) => change({ text: next }), [change]);
  const changeVoucher = useCallback(
    (changed: ChangeVoucher) => change((now) => ({ text: changedText(now.text, changed) })),
    [change],
  );
  const replaceBy = useReplace(start, draft);
  const tree = useMemo(() => parseJson(text), [text]);
  const type = typeIn(tree) ?? usualType;
  const sequences = useQuery(sequencesQuery(place));
  const known = knownNumber(sequences.data ?? [], type, number === 'next' ? undefined : numberIn(tree));
  const check = useCheck({
    text,
    facts: {
      today: issuer.today,
      company: { rnc: issuer.rnc, inCertification: true },
      ...(known.reservation === undefined ? {} : { reservation: known.reservation }),
    },
    idDoc: number === 'next' ? known.idDoc : {},
  });
  const { personId } = useSession().person;
  const send = useIssue(place, () => {
    draft.forget();
    rememberType(personId, place.companyId, type);
  });
  const computeAmounts: ComputeProps['compute'] = (onDone) =>
    check.compute((before, amounts) => {
      const after = amounts.length === 0 ? before : withAmounts(before, type, amounts);
      onDone({ fields: after === before ? [] : amounts.map(({ campo }) => campo), text: after });
      if (after === before) return;
      // Only one copy is kept. An earlier one may have a whole other voucher, so it stays.
      if (draft.exchange === undefined) draft.setAside();
      // What the person typed meanwhile may decide other amounts, so they ask again.
      change((now) => (now.text === before ? { text: after } : {}));
    });
  const issueInput = (confirmed: boolean): IssueInput => ({
    ecf: text,
    number,
    reference,
    ...(confirmed ? { conditionalConfirmed: true as const } : {}),
    ...(newAttempt === undefined ? {} : { newAttempt: { note: note.trim(), attempt: newAttempt.attempt } }),
  });
  return {
    ...check,
    draft,
    setText,
    changeVoucher,
    replaceBy,
    isReadable: tree !== undefined,
    type,
    known,
    send,
    computeAmounts,
    issueInput,
  };
}

/**
 * Replaces the whole voucher and sets the old one aside, so that nobody loses twenty lines to one wrong key. A voucher that nobody changed
 * is not worth it. With `keepsContent`, the new one has what the person typed into the old one.
 */
function useReplace(start: string, { values, setAside, change }: Draft<Entry>) {
  const [template, setTemplate] = useState(start);
  return (next: string, { keepsContent = false } = {}) => {
    const isTyped = values.text !== template;
    if (isTyped) setAside();
    if (!isTyped || !keepsContent) setTemplate(next);
    change({ text: next });
  };
}

function useIssue(place: Place, onIssued: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const late = useLate(place.companyId);
  return useAction(
    (input: IssueInput) => late.watch(es.certification.lateProblem, issue(place, input)),
    ({ ecf: encf }) => {
      onIssued();
      // The next form must not show the number that this voucher took.
      void queries.invalidateQueries(sequencesQuery(place));
      const voucher = {
        to: '/empresas/$companyId/$environment/comprobantes/$encf',
        params: { ...place, encf },
      } as const;
      return late.open(
        // The back button must not lead to a copy or note that could be issued once more by mistake.
        () => navigate({ ...voucher, replace: true }),
        es.certification.lateIssued(encf),
        <Link {...voucher}>{es.certification.seeIssued}</Link>,
      );
    },
  );
}

interface VoucherFormProps {
  readonly text: string;
  readonly type: EcfType;
  readonly faults: readonly Fault[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (change: ChangeVoucher) => void;
}

type ChangeVoucher = (ECF: JsonObject) => JsonObject;

function VoucherForm({ text, type, faults, hidden, onChange }: VoucherFormProps) {
  // A key press shows in the JSON pane at once; the form may follow a moment later.
  const voucher = voucherIn(useDeferredValue(text));
  const grouped = useMemo(() => byField(faults), [faults]);
  return (
    <section className="card" aria-label={es.certification.form}>
      {voucher === undefined ? (
        <Notice tone="warn">{es.certification.jsonBroken}</Notice>
      ) : (
        <GroupEditor
          shape={shapeOf(type)}
          value={voucher}
          path="ECF"
          faults={grouped}
          label={es.certification.form}
          hidden={hidden}
          onChange={onChange}
        />
      )}
    </section>
  );
}

function changedText(text: string, change: ChangeVoucher): string {
  const voucher = voucherIn(text);
  return voucher === undefined ? text : textOf({ ECF: change(voucher) });
}

/** Undefined if the text has no voucher that the form can show. */
function voucherIn(text: string): JsonObject | undefined {
  const tree = parsedOnce(text);
  const voucher = isObject(tree) ? tree['ECF'] : undefined;
  return isObject(voucher) ? voucher : undefined;
}

let parsed: { readonly text: string; readonly tree: ReturnType<typeof parseJson> } | undefined;

/** Remembers the last text that it parsed, so that a large voucher is parsed once for each change. */
function parsedOnce(text: string) {
  if (parsed?.text !== text) parsed = { text, tree: parseJson(text) };
  return parsed.tree;
}
