/** The filters of the voucher list: as chips those that people use most, and the others in a form that a chip opens. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { parseEcfType } from '../../../ecf/model/ecf-types.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Chip, ChipButton, ChoiceChip } from '../../parts/chips.js';
import { Check, SelectField, TextField } from '../../parts/field.js';
import {
  CheckedFilter,
  EncfFilter,
  RncFilter,
  useFilterDraft,
  VoucherDayFilters,
  type FilterChange,
} from '../../parts/form.js';
import { typeOptions } from '../../parts/voucher-cells.js';
import { shownDay } from '../../shared/typed-day.js';
import { withoutEmpty } from '../../shared/list-filters.js';
import { list as texts } from '../../texts/list.js';
import { amountPattern, type Filters } from './filters.js';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
  /** What stands before the chips: the search, and on a telephone the views. */
  readonly children: ReactNode;
}

type PanelName = 'days' | 'more';

export function FilterBar({ filters, onApply, children }: FilterBarProps) {
  const [panel, setPanel] = useState<PanelName>();
  const [isOpen, setIsOpen] = useState(false);
  const put = (change: FilterChange<Filters>) => onApply(withoutEmpty<Filters>({ ...filters, ...change }));
  const apply = (chosen: Filters) => {
    setPanel(undefined);
    setIsOpen(false);
    onApply(chosen);
  };
  const toggle = (name: PanelName) => () => setPanel(panel === name ? undefined : name);
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
          <SetChips filters={filters} put={put} />
          <ChoiceChip
            label={es.vouchers.type}
            options={typeOptions}
            value={String(filters.tipo ?? '')}
            onChange={(text) => put({ tipo: parseEcfType(text) })}
          />
          <ChoiceChip
            label={es.vouchers.state}
            options={es.states}
            value={filters.estado ?? ''}
            onChange={(estado) => put({ estado: estado as Filters['estado'] })}
          />
          <ChipButton expanded={panel === 'days'} onPress={toggle('days')}>
            {texts.days}
          </ChipButton>
          <ChipButton expanded={panel === 'more'} onPress={toggle('more')}>
            {es.vouchers.moreFilters}
          </ChipButton>
          {Object.keys(filters).length === 0 ? null : (
            <Button small kind="quiet" onPress={() => apply({})}>
              {es.actions.clear}
            </Button>
          )}
        </div>
      </div>
      {panel === undefined ? null : (
        <FilterPanel key={panel} name={panel} filters={filters} onApply={apply} />
      )}
    </>
  );
}

interface SetChipsProps {
  readonly filters: Filters;
  readonly put: (change: FilterChange<Filters>) => void;
}

const reasons = { any: es.vouchers.anyReason, ...es.waiting };

/** The filters without a chip of their own, as long as they are set. */
function SetChips({ filters, put }: SetChipsProps) {
  const { desde, hasta, dia, espera, entrega, pendientes } = filters;
  const chip = (label: string, text: string | undefined, change: FilterChange<Filters>) =>
    text === undefined ? null : <Chip key={label} label={label} text={text} onRemove={() => put(change)} />;
  return (
    <>
      {chip(dia === undefined ? es.vouchers.received : es.vouchers.issued, daysText(desde, hasta), {
        desde: undefined,
        hasta: undefined,
        dia: undefined,
      })}
      {chip(es.vouchers.encf, filters.encf, { encf: undefined })}
      {chip(es.vouchers.waiting, espera && reasons[espera], { espera: undefined })}
      {chip(es.vouchers.buyer, filters.comprador, { comprador: undefined })}
      {chip(es.search.amountFrom, filters.montoDesde, { montoDesde: undefined })}
      {chip(es.search.amountTo, filters.montoHasta, { montoHasta: undefined })}
      {chip(es.vouchers.atBuyer, entrega && es.vouchers.atBuyerFilter[entrega], { entrega: undefined })}
      {chip(es.vouchers.correlation, filters.correlacion, { correlacion: undefined })}
      {chip(es.vouchers.reference, filters.referencia, { referencia: undefined })}
      {chip(es.vouchers.pendingOnly, pendientes && texts.yes, { pendientes: undefined })}
    </>
  );
}

function daysText(from: string | undefined, to: string | undefined): string | undefined {
  const [first, last] = [from, to].map((day) => (day === undefined ? undefined : shownDay(day)));
  if (first === undefined) return last === undefined ? undefined : texts.daysTo(last);
  return last === undefined ? texts.daysFrom(first) : `${first} – ${last}`;
}

interface FilterPanelProps {
  readonly name: PanelName;
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}

/** It applies when it is sent. The keyboard starts in its first field. */
function FilterPanel({ name, filters, onApply }: FilterPanelProps) {
  const { draft, put, field, form } = useFilterDraft(filters, onApply);
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
        form.onApply();
      }}
    >
      <div className="form-row">
        {name === 'days' ? (
          <VoucherDayFilters draft={draft} put={put} />
        ) : (
          <SeldomFilters draft={draft} put={put} field={field} />
        )}
      </div>
      <div className="actions">
        <span className="spring" />
        <Button kind="primary" type="submit">
          {es.actions.filter}
        </Button>
      </div>
    </form>
  );
}

const amountFilter = {
  type: 'search',
  inputMode: 'decimal',
  pattern: amountPattern,
  wrong: es.search.amountForm,
} as const;

type Draft = Pick<ReturnType<typeof useFilterDraft<Filters>>, 'draft' | 'put' | 'field'>;

function SeldomFilters({ draft, put, field }: Draft) {
  return (
    <>
      <EncfFilter {...field('encf')} />
      <RncFilter label={es.vouchers.buyer} {...field('comprador')} />
      <CheckedFilter {...amountFilter} label={es.search.amountFrom} {...field('montoDesde')} />
      <CheckedFilter {...amountFilter} label={es.search.amountTo} {...field('montoHasta')} />
      <SelectField
        label={es.vouchers.waiting}
        empty={es.vouchers.all}
        options={reasons}
        {...field('espera')}
      />
      <SelectField
        label={es.vouchers.atBuyer}
        empty={es.vouchers.all}
        options={es.vouchers.atBuyerFilter}
        {...field('entrega')}
      />
      <TextField
        label={es.vouchers.correlation}
        type="search"
        maxLength={128}
        value={draft.correlacion ?? ''}
        onChange={(correlacion) => put({ correlacion: correlacion.trim() })}
      />
      <TextField
        label={es.vouchers.reference}
        type="search"
        maxLength={64}
        value={draft.referencia ?? ''}
        onChange={(referencia) => put({ referencia: referencia.trim() })}
      />
      <Check
        label={es.vouchers.pendingOnly}
        checked={draft.pendientes === true}
        onChange={(checked) => put({ pendientes: checked ? true : undefined })}
      />
    </>
  );
}
