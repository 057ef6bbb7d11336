/** A form: its fields, the error of the last attempt, and its buttons. Also the form with the filters of a list. */
import { useContext, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { ecfTypeList } from '../../../ecf/model/ecf-types.js';
import { es } from '../../es.js';
import { withoutEmpty, type Days, type VoucherDays } from '../../shared/list-filters.js';
import { typedEncf, typedRnc } from '../../shared/typed/typed-text.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { DateField, SelectField, TextField } from './field.js';
import { Problem } from '../notice.js';
import { AbovePage } from '../use-action.js';
import type { FormState } from './use-form.js';

interface FormProps {
  readonly form: FormState;
  readonly submit: string;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly blocked?: boolean;
  /** As of a button: the form may appear where another button was pressed. */
  readonly once?: true;
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
}

export function Form(props: FormProps) {
  const { form, submit, kind = 'primary', blocked = false, once = false, onCancel, children } = props;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked) void form.submit();
      }}
    >
      {children}
      <Problem error={form.problem()} />
      <div className="actions">
        <Button kind={kind} type="submit" pending={form.pending} disabled={blocked} once={once}>
          {submit}
        </Button>
        {onCancel === undefined ? null : (
          // What was sent cannot be called back, and its answer must be seen.
          <Button onPress={onCancel} disabled={form.pending}>
            {es.actions.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FormDialogProps extends Omit<FormProps, 'onCancel'> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A dialog that holds one form. If the page takes it away from the person, the person reads so above the page. */
export function FormDialog({ title, onClose, form, ...rest }: FormDialogProps) {
  const isAnswered = useClosedByPage(title, form);
  const close = () => {
    isAnswered();
    onClose();
  };
  const submit = () => {
    isAnswered();
    return form.submit();
  };
  return (
    <Dialog title={title} open onClose={close} firm={form.pending}>
      <Form {...rest} form={{ ...form, submit }} onCancel={close} />
    </Dialog>
  );
}

/** @returns a function to call when the person closes or sends the dialog: from then on the form says by itself how it ended */
function useClosedByPage(title: string, form: FormState): () => void {
  const { showClosed } = useContext(AbovePage);
  const isAnswered = useRef(false);
  const shownTitle = useRef(title);
  useEffect(() => {
    shownTitle.current = title;
    // Open again, and not because of a refusal: the person did not give the code that the service asked for.
    if (!form.pending && form.problem() === undefined) isAnswered.current = false;
  });
  useEffect(() => {
    const { pathname } = location;
    return () => {
      // On another page the person has left the dialog.
      if (!isAnswered.current && location.pathname === pathname) showClosed(shownTitle.current);
    };
  }, [showClosed]);
  return () => {
    isAnswered.current = true;
  };
}

/** The filters that a person changes. An empty one is removed. */
export type FilterChange<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | '' | undefined };

interface FilterField<Value> {
  readonly value: NonNullable<Value> | '';
  readonly onChange: (value: NonNullable<Value> | '') => void;
}

export function useFilterDraft<Filters extends object>(
  applied: Filters,
  onApply: (filters: Partial<Filters>) => void,
) {
  const key = JSON.stringify(applied);
  const [{ draft, of }, setEntered] = useState<{ readonly draft: Partial<Filters>; readonly of: string }>({
    draft: applied,
    of: key,
  });
  // A link may open this page with other filters. The form shows them and stays, so that the focus stays in it.
  if (of !== key) setEntered({ draft: applied, of: key });
  const put = (change: FilterChange<Filters>) =>
    setEntered({ draft: withoutEmpty<Partial<Filters>>({ ...draft, ...change }), of: key });
  return {
    draft,
    put,
    field: <Name extends keyof Filters>(name: Name): FilterField<Filters[Name]> => ({
      value: draft[name] ?? '',
      onChange: (value) => put({ [name]: value } as FilterChange<Filters>),
    }),
    form: {
      applied,
      onApply: () => onApply(draft),
      onClear: () => {
        setEntered({ draft: {}, of: key });
        onApply({});
      },
    },
  };
}

interface FilterFormProps {
  readonly applied: object;
  readonly onApply: () => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The filters above a list. They apply when the form is sent. In a narrow window a button opens them, so that the list comes first. */
export function FilterForm({ applied, onApply, onClear, children }: FilterFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  const applying = (apply: () => void) => () => {
    setIsOpen(false);
    apply();
  };
  const apply = applying(onApply);
  return (
    <form
      className={isOpen ? 'card filters open' : 'card filters'}
      role="search"
      aria-label={es.vouchers.filters}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Button className="filters-toggle" expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {es.vouchers.filtersSet(Object.keys(applied).length)}
      </Button>
      <div className="form-row">{children}</div>
      <div className="actions">
        <span className="spring" />
        <Button kind="quiet" onPress={applying(onClear)}>
          {es.actions.clear}
        </Button>
        <Button kind="primary" type="submit">
          {es.actions.filter}
        </Button>
      </div>
    </form>
  );
}

/** The form of an e-NCF or its beginning. People leave out the E. */
const encfBeginning = `E?(?:[34]|(?:${ecfTypeList.join('|')})\\d{0,10})`;

/** Removes the characters that an e-NCF cannot have. The filters do not apply while the text is no beginning of an e-NCF. */
export function EncfFilter({ value, onChange }: FilterField<string>) {
  return (
    <CheckedFilter
      label={es.vouchers.encfOrBeginning}
      type="search"
      pattern={encfBeginning}
      wrong={es.vouchers.encfForm}
      value={value}
      onChange={(text) => onChange(typedEncf(text))}
    />
  );
}

interface RncFilterProps extends FilterField<string> {
  readonly label: string;
}

/** Removes hyphens and spaces. The filters do not apply while the text is no RNC or cédula. */
export function RncFilter({ label, value, onChange }: RncFilterProps) {
  return (
    <CheckedFilter
      label={label}
      type="search"
      inputMode="numeric"
      pattern="\d{9}|\d{11}"
      wrong={es.vouchers.rncForm}
      value={value}
      onChange={(text) => onChange(typedRnc(text))}
    />
  );
}

interface DayFiltersProps {
  readonly labels: { readonly from: string; readonly to: string };
  readonly draft: Days;
  readonly put: (change: Days) => void;
}

/** The first and the last day of the list. The filters do not apply while the last day is before the first. */
export function DayFilters({ labels, draft, put }: DayFiltersProps) {
  return (
    <>
      <DateField label={labels.from} value={draft.desde ?? ''} onChange={(desde) => put({ desde })} />
      <DateField
        label={labels.to}
        min={draft.desde}
        early={es.vouchers.daysReversed}
        value={draft.hasta ?? ''}
        onChange={(hasta) => put({ hasta })}
      />
    </>
  );
}

interface VoucherDayFiltersProps {
  readonly draft: VoucherDays;
  readonly put: (change: FilterChange<VoucherDays>) => void;
}

export function VoucherDayFilters({ draft, put }: VoucherDayFiltersProps) {
  return (
    <>
      <SelectField
        label={es.vouchers.days}
        empty={es.vouchers.dayOfReception}
        options={{ emision: es.vouchers.dayOfIssue }}
        value={draft.dia ?? ''}
        onChange={(dia) => put({ dia })}
      />
      <DayFilters
        labels={draft.dia === undefined ? es.vouchers : es.vouchers.issueDays}
        draft={draft}
        put={put}
      />
    </>
  );
}

interface CheckedFilterProps extends Omit<ComponentProps<typeof TextField>, 'error' | 'onInvalid'> {
  readonly wrong: string;
}

/** The field shows an invalid value in its own words, not in the browser's. */
export function CheckedFilter({ wrong, onChange, ...field }: CheckedFilterProps) {
  const [isWrong, setIsWrong] = useState(false);
  return (
    <TextField
      {...field}
      error={isWrong && field.value !== '' ? wrong : undefined}
      onInvalid={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        setIsWrong(true);
      }}
      onChange={(text) => {
        setIsWrong(false);
        onChange(text);
      }}
    />
  );
}
