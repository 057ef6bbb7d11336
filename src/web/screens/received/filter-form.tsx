/** The filters above the received vouchers. They apply when the person sends the form, and the page's address then holds them. */
import { es } from '../../es.js';
import { SelectField } from '../../parts/field.js';
import { DayFilters, EncfFilter, FilterForm, RncFilter, useFilterDraft } from '../../parts/form.js';
import { decisions, dgiiFilters, type ReceivedFilters } from './filters.js';

interface FilterFormProps {
  readonly filters: ReceivedFilters;
  readonly onApply: (filters: ReceivedFilters) => void;
}

const decisionOptions = decisions.map((one) => [one, es.received.decidedFilter[one]] as const);
const dgiiOptions = dgiiFilters.map((one) => [one, es.received.dgiiStates[one]] as const);

export function ReceivedFilterForm({ filters, onApply }: FilterFormProps) {
  const { draft, put, form } = useFilterDraft(filters, onApply);
  return (
    <FilterForm {...form}>
      <SelectField
        label={es.received.decision}
        empty={es.vouchers.all}
        options={decisionOptions}
        value={draft.decision ?? ''}
        onChange={(decision) => put({ decision })}
      />
      <SelectField
        label={es.received.dgii}
        empty={es.vouchers.all}
        options={dgiiOptions}
        value={draft.dgii ?? ''}
        onChange={(dgii) => put({ dgii })}
      />
      <RncFilter label={es.received.issuerRnc} rnc={draft.emisor} onChange={(emisor) => put({ emisor })} />
      <EncfFilter encf={draft.encf} put={put} />
      <DayFilters desde={draft.desde} hasta={draft.hasta} put={put} />
    </FilterForm>
  );
}
