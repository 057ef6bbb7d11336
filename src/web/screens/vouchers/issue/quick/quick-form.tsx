/** The form of a usual sale: the customer first, then the lines. All other fields of the format are one press away. */
import { useMemo } from 'react';
import { ecfTypeList, isNote, parseEcfType } from '../../../../../ecf/model/ecf-types.js';
import type { Place } from '../../../../api/vouchers.js';
import { issueTexts } from '../../../../texts/issue.js';
import { Button } from '../../../../parts/button.js';
import { DateField, Field, TextField } from '../../../../parts/form/field.js';
import { Segments } from '../../../../parts/segments.js';
import { typeOptions } from '../../../../parts/voucher/cells.js';
import { numberOrText } from '../../../../shared/exact-json.js';
import { amountText, swapDay } from '../../../../shared/format.js';
import { useChoice } from '../../../../shared/use-choice.js';
import { byField } from '../faults.js';
import { IssueBar } from '../issue-bar.js';
import { textAt, type FieldChange } from '../put-fields.js';
import { ofOtherType, type Issuer } from '../start-voucher.js';
import type { IssueFormState } from '../use-issue-form.js';
import { Customer } from './customer.js';
import { Lines } from './lines.js';
import { FormPaper } from './form-paper.js';
import { cash, credit, hasField } from './quick-start.js';
import { Sums, totalIn } from './sums.js';

interface QuickFormProps {
  readonly place: Place;
  readonly issuer: Issuer;
  readonly form: IssueFormState;
  /** The type cannot change, because the number is given. */
  readonly fixed: boolean;
  readonly onAll: () => void;
}

const texts = issueTexts;
const idDoc = 'ECF.Encabezado.IdDoc';
const emisor = 'ECF.Encabezado.Emisor';

export function QuickForm({ place, issuer, form, fixed, onAll }: QuickFormProps) {
  const { draft, tree, type, changeFields } = form;
  const faults = useMemo(() => byField(form.faults), [form.faults]);
  const total = totalIn(tree);
  return (
    <div className="emit">
      <div className="emit-form">
        <section className="card" aria-label={texts.about}>
          <div className="emit-who">
            {hasField(type, ['Encabezado', 'Comprador']) ? (
              <Customer place={place} issuer={issuer} form={form} fixed={fixed} />
            ) : (
              <p className="hint">{texts.noCustomer}</p>
            )}
            <TypeField
              form={form}
              fixed={fixed}
              onType={(chosen) =>
                draft.change((now) => ({
                  text: ofOtherType(now.text, chosen, issuer),
                }))
              }
            />
          </div>
          <div className="form-row">
            <DateField
              label={texts.date}
              value={swapDay(textAt(tree, `${emisor}.FechaEmision`))}
              onChange={(day) => changeFields([[`${emisor}.FechaEmision`, swapDay(day)]])}
            />
            <Optional
              form={form}
              path={`${emisor}.NumeroFacturaInterna`}
              label={texts.internal}
              maxLength={20}
            />
            <Payment form={form} />
          </div>
          {textAt(tree, `${emisor}.DireccionEmisor`) === '' || faults.has(`${emisor}.DireccionEmisor`) ? (
            <Optional
              form={form}
              path={`${emisor}.DireccionEmisor`}
              label={texts.address}
              hint={texts.addressHint}
              maxLength={100}
            />
          ) : null}
        </section>
        <Lines place={place} form={form} faults={faults} />
        <section className="card emit-end" aria-label={texts.sums.title}>
          <div className="actions">
            <Button kind="quiet" onPress={onAll}>
              {texts.allFields}
            </Button>
          </div>
          <Sums tree={tree} total={texts.sums.total} />
        </section>
        <IssueBar
          place={place}
          form={form}
          submit={total === '' ? texts.submit : texts.submitAmount(amountText(total))}
          onAll={onAll}
        />
      </div>
      <aside className="emit-side" aria-label={texts.paper.side}>
        <p className="hint">{texts.paper.hint}</p>
        <FormPaper companyId={place.companyId} form={form} />
      </aside>
    </div>
  );
}

interface TypeFieldProps {
  readonly form: IssueFormState;
  readonly fixed: boolean;
  readonly onType: (type: (typeof ecfTypeList)[number]) => void;
}

/** A note starts from the voucher that it modifies, so it is not among the types. */
function TypeField({ form: { type }, fixed, onType }: TypeFieldProps) {
  const chosen = useChoice(String(type), (text) => onType(parseEcfType(text) ?? type));
  return (
    <Field label={texts.type}>
      {(control) => (
        <select {...control} {...chosen} disabled={fixed}>
          {ecfTypeList
            .filter((one) => one === type || !isNote(one))
            .map((one) => (
              <option key={one} value={one}>
                {typeOptions[one]}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}

interface OptionalProps {
  readonly form: IssueFormState;
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly maxLength: number;
}

function Optional({ form: { tree, changeFields }, path, label, hint, maxLength }: OptionalProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      maxLength={maxLength}
      value={textAt(tree, path)}
      onChange={(text) => changeFields([[path, text === '' ? undefined : text]])}
    />
  );
}

const usualDays = 30;

function Payment({ form: { tree, type, changeFields } }: { readonly form: IssueFormState }) {
  if (!hasField(type, ['Encabezado', 'IdDoc', 'TipoPago'])) return null;
  const paid = textAt(tree, `${idDoc}.TipoPago`);
  const due = textAt(tree, `${idDoc}.FechaLimitePago`);
  const issued = textAt(tree, `${emisor}.FechaEmision`);
  const choose = (chosen: string) => {
    const dueFields: readonly FieldChange[] = hasField(type, ['Encabezado', 'IdDoc', 'FechaLimitePago'])
      ? [[`${idDoc}.FechaLimitePago`, chosen === credit ? dayAfter(issued, usualDays) : undefined]]
      : [];
    changeFields([[`${idDoc}.TipoPago`, numberOrText(chosen)], ...dueFields]);
  };
  return (
    <>
      <div className="field">
        <span className="picked-label">{texts.payment}</span>
        <Segments
          label={texts.payment}
          value={paid}
          options={[
            [cash, texts.cash],
            [credit, texts.credit],
          ]}
          onChange={choose}
        />
      </div>
      {paid === credit && hasField(type, ['Encabezado', 'IdDoc', 'FechaLimitePago']) ? (
        <DateField
          label={texts.due}
          value={swapDay(due)}
          onChange={(day) =>
            changeFields([[`${idDoc}.FechaLimitePago`, day === '' ? undefined : swapDay(day)]])
          }
        />
      ) : null}
    </>
  );
}

/** @param day DD-MM-YYYY; undefined if it is no day */
function dayAfter(day: string, days: number): string | undefined {
  const at = Date.parse(`${swapDay(day)}T12:00:00Z`);
  if (Number.isNaN(at)) return undefined;
  const later = new Date(at);
  later.setUTCDate(later.getUTCDate() + days);
  return swapDay(later.toISOString().slice(0, 10));
}
