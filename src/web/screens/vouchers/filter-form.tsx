/** The filters above the list. They apply when the person sends the form, and the page's address then holds them. */
import { parseEcfType } from '../../../ecf/model/ecf-types.js';
import { es } from '../../es.js';
import { Check, SelectField, TextField } from '../../parts/field.js';
import { DayFilters, EncfFilter, FilterForm, RncFilter, useFilterDraft } from '../../parts/form.js';
import { typeOptions } from '../../parts/voucher-cells.js';
import type { Filters } from './filters.js';

interface FilterFormProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}

const reasons = { any: es.vouchers.anyReason, ...es.waiting };

export function VoucherFilterForm({ filters, onApply }: FilterFormProps) {
  const { draft, put, field, form } = useFilterDraft(filters, onApply);
  return (
    <FilterForm
      {...form}
      more={
        <Check
          label={es.vouchers.pendingOnly}
          checked={draft.pendientes === true}
          onChange={(checked) => put({ pendientes: checked ? true : undefined })}
        />
      }
    >
      <EncfFilter {...field('encf')} />
      <SelectField
        label={es.vouchers.type}
        empty={es.vouchers.all}
        options={typeOptions}
        value={String(draft.tipo ?? '')}
        onChange={(text) => put({ tipo: parseEcfType(text) })}
      />
      <SelectField
        label={es.vouchers.state}
        empty={es.vouchers.all}
        options={es.states}
        {...field('estado')}
      />
      <SelectField
        label={es.vouchers.waiting}
        empty={es.vouchers.all}
        options={reasons}
        {...field('espera')}
      />
      <RncFilter label={es.vouchers.buyer} {...field('comprador')} />
      <SelectField
        label={es.vouchers.atBuyer}
        empty={es.vouchers.all}
        options={es.vouchers.atBuyerFilter}
        {...field('entrega')}
      />
      <SelectField
        label={es.vouchers.days}
        empty={es.vouchers.dayOfReception}
        options={{ emision: es.vouchers.dayOfIssue }}
        {...field('dia')}
      />
      <DayFilters
        {...(draft.dia === undefined ? {} : { labels: es.vouchers.issueDays })}
        draft={draft}
        put={put}
      />
      <TextField
        label={es.vouchers.correlation}
        type="search"
        maxLength={128}
        value={draft.correlacion ?? ''}
        onChange={(correlacion) => put({ correlacion: correlacion.trim() })}
      />
    </FilterForm>
  );
}
