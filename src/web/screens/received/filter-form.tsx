/** The filters above the received vouchers. They apply when the person sends the form, and the page's address then holds them. */
import { es } from '../../es.js';
import { SelectField } from '../../parts/field.js';
import { DayFilters, EncfFilter, FilterForm, RncFilter, useFilterDraft } from '../../parts/form.js';
import type { ReceivedFilters } from './filters.js';

interface FilterFormProps {
  readonly filters: ReceivedFilters;
  readonly onApply: (filters: ReceivedFilters) => void;
}

export function ReceivedFilterForm({ filters, onApply }: FilterFormProps) {
  const { draft, put, field, form } = useFilterDraft(filters, onApply);
  return (
    <FilterForm {...form}>
      <SelectField
        label={es.received.decision}
        empty={es.vouchers.all}
        options={es.received.decidedFilter}
        {...field('decision')}
      />
      <SelectField
        label={es.received.dgii}
        empty={es.vouchers.all}
        options={es.received.dgiiStates}
        {...field('dgii')}
      />
      <RncFilter label={es.received.issuerRnc} {...field('emisor')} />
      <EncfFilter {...field('encf')} />
      <DayFilters draft={draft} put={put} />
    </FilterForm>
  );
}
