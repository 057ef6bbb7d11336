/** The filters above the list. They apply when the person sends the form, and the page's address then holds them. */
import { documentStates, waitingReasons, type DocumentState } from '../../../ecf/model/document-states.js';
import { ecfTypeList, ecfTypes, parseEcfType } from '../../../ecf/model/ecf-types.js';
import { es } from '../../es.js';
import { Check, SelectField, TextField } from '../../parts/field.js';
import { DayFilters, EncfFilter, FilterForm, RncFilter, useFilterDraft } from '../../parts/form.js';
import { buyerTroubles, type Filters } from './filters.js';

interface FilterFormProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
}

const states = (Object.keys(documentStates) as DocumentState[]).map(
  (state) => [state, es.states[state]] as const,
);
const reasons = [
  ['any', es.vouchers.anyReason] as const,
  ...(Object.keys(waitingReasons) as (keyof typeof waitingReasons)[]).map(
    (reason) => [reason, es.waiting[reason]] as const,
  ),
];
const types = ecfTypeList.map((type) => [String(type), `${type} · ${ecfTypes[type].nombre}`] as const);
const troubles = buyerTroubles.map((one) => [one, es.vouchers.atBuyerFilter[one]] as const);

export function VoucherFilterForm({ filters, onApply }: FilterFormProps) {
  const { draft, put, form } = useFilterDraft(filters, onApply);
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
      <EncfFilter encf={draft.encf} put={put} />
      <SelectField
        label={es.vouchers.type}
        empty={es.vouchers.all}
        options={types}
        value={draft.tipo === undefined ? '' : String(draft.tipo)}
        onChange={(text) => put({ tipo: parseEcfType(text) })}
      />
      <SelectField
        label={es.vouchers.state}
        empty={es.vouchers.all}
        options={states}
        value={draft.estado ?? ''}
        onChange={(estado) => put({ estado })}
      />
      <SelectField
        label={es.vouchers.waiting}
        empty={es.vouchers.all}
        options={reasons}
        value={draft.espera ?? ''}
        onChange={(espera) => put({ espera })}
      />
      <RncFilter
        label={es.vouchers.buyer}
        rnc={draft.comprador}
        onChange={(comprador) => put({ comprador })}
      />
      <SelectField
        label={es.vouchers.atBuyer}
        empty={es.vouchers.all}
        options={troubles}
        value={draft.entrega ?? ''}
        onChange={(entrega) => put({ entrega })}
      />
      <SelectField
        label={es.vouchers.days}
        empty={es.vouchers.dayOfReception}
        options={[['emision', es.vouchers.dayOfIssue] as const]}
        value={draft.dia ?? ''}
        onChange={(dia) => put({ dia })}
      />
      <DayFilters
        {...(draft.dia === undefined ? {} : { labels: es.vouchers.issueDays })}
        desde={draft.desde}
        hasta={draft.hasta}
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
