/** The filters of a list: as chips those that people use most, and the others in forms that a chip opens. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { es } from '../../es.js';
import { withoutEmpty } from '../../shared/list-filters.js';
import { Button } from '../button.js';
import { ChipButton } from './chips.js';
import { useFilterDraft, type FilterChange } from '../form/form.js';

type Draft<Filters extends object> = ReturnType<typeof useFilterDraft<Filters>>;

interface FilterPanel<Filters extends object> {
  readonly label: string;
  readonly fields: (draft: Draft<Filters>) => ReactNode;
}

interface FilterChipsProps<Filters extends object> {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
  /** @param put applies a change at once */
  readonly chips: (put: (change: FilterChange<Filters>) => void) => ReactNode;
  readonly panels: readonly FilterPanel<Filters>[];
  /** What stands before the chips: the search, and on a telephone the views. */
  readonly children: ReactNode;
}

export function FilterChips<Filters extends object>(props: FilterChipsProps<Filters>) {
  const { filters, onApply, chips, panels, children } = props;
  const [panel, setPanel] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const apply = (chosen: Filters) => {
    setPanel(undefined);
    setIsOpen(false);
    onApply(chosen);
  };
  // The search has a field of its own.
  const set = Object.keys(filters).filter((name) => name !== 'buscar').length;
  return (
    <>
      <div className="list-tools">
        {children}
        <Button className="in-narrow" expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {es.vouchers.filtersSet(set)}
        </Button>
        <div className={isOpen ? 'chips open' : 'chips'} role="group" aria-label={es.vouchers.filters}>
          {chips((change) => onApply(withoutEmpty<Filters>({ ...filters, ...change })))}
          {panels.map(({ label }) => (
            <ChipButton
              key={label}
              expanded={panel === label}
              onPress={() => setPanel(panel === label ? undefined : label)}
            >
              {label}
            </ChipButton>
          ))}
          {Object.keys(filters).length === 0 ? null : (
            <Button small kind="quiet" onPress={() => apply({} as Filters)}>
              {es.actions.clear}
            </Button>
          )}
        </div>
      </div>
      {panels.map(({ label, fields }) =>
        label === panel ? <Panel key={label} filters={filters} fields={fields} onApply={apply} /> : null,
      )}
    </>
  );
}

interface PanelProps<Filters extends object> extends Pick<FilterPanel<Filters>, 'fields'> {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}

/** It applies when it is sent. The keyboard starts in its first field. */
function Panel<Filters extends object>({ filters, fields, onApply }: PanelProps<Filters>) {
  const draft = useFilterDraft(filters, (chosen) => onApply(chosen as Filters));
  const panel = useRef<HTMLFormElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  return (
    <form
      className="card filters open"
      role="search"
      aria-label={es.vouchers.filters}
      ref={panel}
      onSubmit={(event) => {
        event.preventDefault();
        draft.form.onApply();
      }}
    >
      <div className="form-row">{fields(draft)}</div>
      <div className="actions">
        <span className="spring" />
        <Button kind="primary" type="submit">
          {es.actions.filter}
        </Button>
      </div>
    </form>
  );
}
