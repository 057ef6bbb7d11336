/** The filters above the list. They apply when the form is sent, and then live in the address. */
import { useState } from 'react';
import { documentStates, waitingReasons, type DocumentState } from '../../../ecf/model/document-states.js';
import { ecfTypeList, ecfTypes, parseEcfType, type EcfType } from '../../../ecf/model/ecf-types.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, SelectField, TextField } from '../../parts/field.js';
import type { Filters } from './filters.js';

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

export function FilterForm({ filters, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState(filters);
  const put = (change: { readonly [Name in keyof Filters]?: Filters[Name] | undefined | '' }) =>
    setDraft(withoutEmpty({ ...draft, ...change }));
  const type = (text: string): EcfType | undefined => parseEcfType(text);
  return (
    <form
      className="card filters"
      role="search"
      aria-label={es.vouchers.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
      }}
    >
      <div className="form-row">
        <TextField
          label={es.vouchers.encfOrBeginning}
          type="search"
          maxLength={13}
          value={draft.encf ?? ''}
          onChange={(encf) => put({ encf: encf.replace(/[^a-z\d]/gi, '').toUpperCase() })}
        />
        <SelectField
          label={es.vouchers.type}
          empty={es.vouchers.all}
          options={types}
          value={draft.tipo === undefined ? '' : String(draft.tipo)}
          onChange={(text) => put({ tipo: type(text) })}
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
        <TextField
          label={es.vouchers.from}
          type="date"
          value={draft.desde ?? ''}
          onChange={(desde) => put({ desde })}
        />
        <TextField
          label={es.vouchers.to}
          type="date"
          value={draft.hasta ?? ''}
          onChange={(hasta) => put({ hasta })}
        />
        <TextField
          label={es.vouchers.correlation}
          type="search"
          maxLength={128}
          value={draft.correlacion ?? ''}
          onChange={(correlacion) => put({ correlacion: correlacion.trim() })}
        />
      </div>
      <div className="actions">
        <Check
          label={es.vouchers.pendingOnly}
          checked={draft.pendientes === true}
          onChange={(checked) => put({ pendientes: checked ? true : undefined })}
        />
        <span className="spring" />
        <Button
          kind="quiet"
          onPress={() => {
            setDraft({});
            onApply({});
          }}
        >
          {es.actions.clear}
        </Button>
        <Button kind="primary" type="submit">
          {es.actions.filter}
        </Button>
      </div>
    </form>
  );
}

function withoutEmpty(values: object): Filters {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}
