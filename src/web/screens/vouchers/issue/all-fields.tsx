/** Every field of the format and the JSON, side by side. Both show and change the text that holds the voucher. */
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { shapeOf } from '../../../../ecf/json/shape.js';
import { isNote, type EcfType } from '../../../../ecf/model/ecf-types.js';
import { isRejection, type Fault } from '../../../../ecf/model/fault.js';
import type { Place } from '../../../api/vouchers.js';
import { Button } from '../../../parts/button.js';
import { Notice } from '../../../parts/notice.js';
import { byField, FaultList } from './faults.js';
import { GroupEditor } from './editor/group-editor.js';
import { SetAside } from './editor/list-editor.js';
import { IssueActions } from './issue-actions.js';
import { emptyVoucher, exampleVoucher, ofOtherType, type Issuer } from './start-voucher.js';
import { Toolbar } from './toolbar.js';
import {
  voucherIn,
  type ChangeVoucher,
  type ComputeAmounts,
  type Computed,
  type IssueFormState,
} from './use-issue-form.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

/** The last part of the form, so nothing moves when it arrives. */
const JsonPane = lazy(async () => ({ default: (await import('./json-pane.js')).JsonPane }));

interface AllFieldsProps {
  readonly place: Place;
  readonly issuer: Issuer;
  readonly form: IssueFormState;
  /** The type and the number are given, as for a new attempt. */
  readonly fixed: boolean;
  /** The form asks why a spent number is used again. */
  readonly asksNote: boolean;
}

const idDoc = 'ECF.Encabezado.IdDoc';
const inToolbar = new Set([`${idDoc}.TipoeCF`]);
/** The service fills in these fields when it takes the next number. */
const withoutNumber = new Set([...inToolbar, `${idDoc}.eNCF`, `${idDoc}.FechaVencimientoSecuencia`]);

export function AllFields({ place, issuer, form, fixed, asksNote }: AllFieldsProps) {
  const { draft, replaceBy, type, known, checked, faults, failed, setText, changeVoucher } = form;
  const { text, number } = draft.values;
  return (
    <>
      <Toolbar
        type={type}
        onType={(chosen) => replaceBy(ofOtherType(text, chosen, issuer), { keepsContent: true })}
        number={number}
        onNumber={(source) => draft.change({ number: source })}
        next={known.next}
        fixed={fixed}
        inCertification={place.environment === 'certification'}
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
              {certificationTexts.checkFailed}
            </Notice>
          ) : null}
          {failed ? null : (
            <ComputeCard
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
          <IssueActions place={place} form={form} asksNote={asksNote} />
          <Suspense fallback={null}>
            <JsonPane text={text} readable={form.isReadable} onText={setText} onFile={replaceBy} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

interface ComputeProps {
  readonly compute: ComputeAmounts;
  readonly text: string;
  readonly readable: boolean;
  readonly faults: readonly Fault[];
}

function ComputeCard({ compute, text, readable, faults }: ComputeProps) {
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
    <section className="card" aria-label={certificationTexts.compute}>
      <div>
        <Button disabled={!readable} pending={pending} onPress={run}>
          {certificationTexts.compute}
        </Button>
      </div>
      <p role="status" className="soft">
        {done?.text === text ? certificationTexts.computed(done.fields, faults.some(isRejection)) : null}
      </p>
      <p className="hint">{certificationTexts.computeHint}</p>
    </section>
  );
}

interface VoucherFormProps {
  readonly text: string;
  readonly type: EcfType;
  readonly faults: readonly Fault[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (change: ChangeVoucher) => void;
}

function VoucherForm({ text, type, faults, hidden, onChange }: VoucherFormProps) {
  // A key press shows in the JSON pane at once; the form may follow a moment later.
  const voucher = voucherIn(useDeferredValue(text));
  const grouped = useMemo(() => byField(faults), [faults]);
  return (
    <section className="card" aria-label={certificationTexts.form}>
      {voucher === undefined ? (
        <Notice tone="warn">{certificationTexts.jsonBroken}</Notice>
      ) : (
        <GroupEditor
          shape={shapeOf(type)}
          value={voucher}
          path="ECF"
          faults={grouped}
          label={certificationTexts.form}
          hidden={hidden}
          onChange={onChange}
        />
      )}
    </section>
  );
}
