/** The form of one voucher. The JSON text holds the voucher; the fields and the JSON pane both show and change that text. */
import { useCallback, useDeferredValue, useMemo } from 'react';
import { shapeOf } from '../../../ecf/json/shape.js';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import type { Fault } from '../../../ecf/model/fault.js';
import { es } from '../../es.js';
import type { Draft } from '../../shared/draft.js';
import { isObject, parseJson, textOf, type JsonObject } from '../../shared/exact-json.js';
import { Button } from '../../parts/button.js';
import { Notice } from '../../parts/notice.js';
import { byField, FaultList } from './faults.js';
import { GroupEditor } from './editor/group-editor.js';
import { IssueActions } from './issue-actions.js';
import { JsonPane } from './json-pane.js';
import { emptyVoucher, exampleVoucher } from './start-voucher.js';
import { Toolbar } from './toolbar.js';
import { useIssueForm, type Entry, type IssueFormProps } from './use-issue-form.js';

const idDoc = 'ECF.Encabezado.IdDoc';
/** The toolbar shows these fields, so the form does not. */
const inToolbar = new Set([`${idDoc}.TipoeCF`]);
/** The service fills in these fields when it takes the next number. */
const withoutNumber = new Set([...inToolbar, `${idDoc}.eNCF`, `${idDoc}.FechaVencimientoSecuencia`]);
const noFaults: readonly Fault[] = [];

export function IssueForm(props: IssueFormProps) {
  const { place, issuer, newAttempt } = props;
  const form = useIssueForm(props);
  const { draft, replaced, type, known, checked, failed, send, setText } = form;
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
      {replaced.undo === undefined ? null : (
        <Notice tone="info" urgent>
          <p>{es.certification.replaced}</p>
          <Button small onPress={replaced.undo}>
            {es.certification.undo}
          </Button>
        </Notice>
      )}
      <Toolbar
        type={type}
        onType={(chosen) => replaced.by(emptyVoucher(chosen, issuer))}
        number={number}
        onNumber={(source) => draft.change({ number: source })}
        next={known.next}
        fixed={newAttempt !== undefined}
        onExample={() => replaced.by(exampleVoucher(type, issuer))}
        onEmpty={() => replaced.by(emptyVoucher(type, issuer))}
      />
      <div className="side-by-side">
        <VoucherForm
          text={text}
          type={type}
          faults={faults}
          hidden={number === 'next' ? withoutNumber : inToolbar}
          onText={setText}
        />
        <div className="sticky">
          {failed ? (
            <Notice tone="bad" urgent>
              {es.certification.checkFailed}
            </Notice>
          ) : null}
          <FaultList faults={checked?.faults} busy={!failed && checked?.text !== text} />
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
          <JsonPane text={text} readable={form.isReadable} onText={setText} />
        </div>
      </div>
    </>
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

interface VoucherFormProps {
  readonly text: string;
  readonly type: EcfType;
  readonly faults: readonly Fault[];
  readonly hidden: ReadonlySet<string>;
  readonly onText: (text: string) => void;
}

function VoucherForm({ text, type, faults, hidden, onText }: VoucherFormProps) {
  // A key press shows in the JSON pane at once; the form may follow a moment later.
  const tree = parsedOnce(useDeferredValue(text));
  const grouped = useMemo(() => byField(faults), [faults]);
  const put = useCallback((ECF: JsonObject) => onText(textOf({ ECF })), [onText]);
  const voucher = isObject(tree) ? tree['ECF'] : undefined;
  return (
    <section className="card" aria-label={es.certification.form}>
      {isObject(voucher) ? (
        <GroupEditor
          shape={shapeOf(type)}
          value={voucher}
          path="ECF"
          faults={grouped}
          label={es.certification.form}
          hidden={hidden}
          onChange={put}
        />
      ) : (
        <Notice tone="warn">{es.certification.jsonBroken}</Notice>
      )}
    </section>
  );
}

let parsed: { readonly text: string; readonly tree: ReturnType<typeof parseJson> } | undefined;

/** Remembers the last text that it parsed, so that a large voucher is parsed once for each change. */
function parsedOnce(text: string) {
  if (parsed?.text !== text) parsed = { text, tree: parseJson(text) };
  return parsed.tree;
}
