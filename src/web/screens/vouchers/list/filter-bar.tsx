/** The filters of the voucher list. */
import type { ReactNode } from 'react';
import { parseEcfType } from '../../../../ecf/model/ecf-types.js';
import { es } from '../../../es.js';
import { ChoiceChip, DaysChip, SetChip } from '../../../parts/list/chips.js';
import { Check, SelectField, TextField } from '../../../parts/form/field.js';
import { FilterChips } from '../../../parts/list/filter-chips.js';
import type { useFilterDraft } from '../../../parts/form/form.js';
import {
  CheckedFilter,
  EncfFilter,
  RncFilter,
  VoucherDayFilters,
  type FilterChange,
} from '../../../parts/form/form.js';
import { typeOptions } from '../../../parts/voucher/cells.js';
import { list as texts } from '../../../texts/list.js';
import { amountPattern, type Filters } from '../filters.js';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
  /** What stands before the chips: the search, and on a telephone the views. */
  readonly children: ReactNode;
}

export function FilterBar({ filters, onApply, children }: FilterBarProps) {
  return (
    <FilterChips
      filters={filters}
      onApply={onApply}
      panels={[
        { label: texts.days, fields: ({ draft, put }) => <VoucherDayFilters draft={draft} put={put} /> },
        { label: es.vouchers.moreFilters, fields: (draft) => <SeldomFilters {...draft} /> },
      ]}
      chips={(put) => (
        <>
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
        </>
      )}
    >
      {children}
    </FilterChips>
  );
}

interface SetChipsProps {
  readonly filters: Filters;
  readonly put: (change: FilterChange<Filters>) => void;
}

const reasons = { any: es.vouchers.anyReason, ...es.waiting };

/** The filters without a chip of their own, as long as they are set. */
function SetChips({ filters, put }: SetChipsProps) {
  const { espera, entrega, pendientes } = filters;
  const chip = (label: string, text: string | undefined, change: FilterChange<Filters>) => (
    <SetChip label={label} text={text} onRemove={() => put(change)} />
  );
  return (
    <>
      <DaysChip days={filters} put={put} />
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
