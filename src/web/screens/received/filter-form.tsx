/** The filters above the received vouchers. They apply when the form is sent, and then live in the address. */
import { useState } from 'react';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { SelectField, TextField } from '../../parts/field.js';
import { decisions, type ReceivedFilters } from './filters.js';

interface FilterFormProps {
  readonly filters: ReceivedFilters;
  readonly onApply: (filters: ReceivedFilters) => void;
}

const decisionOptions = decisions.map((one) => [one, es.received.decidedFilter[one]] as const);

export function ReceivedFilterForm({ filters, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState(filters);
  const put = (change: Readonly<Record<string, string>>) => setDraft(withoutEmpty({ ...draft, ...change }));
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
        <SelectField
          label={es.received.decision}
          empty={es.vouchers.all}
          options={decisionOptions}
          value={draft.decision ?? ''}
          onChange={(decision) => put({ decision })}
        />
        <TextField
          label={es.received.issuerRnc}
          type="search"
          maxLength={13}
          value={draft.emisor ?? ''}
          onChange={(emisor) => put({ emisor: emisor.replace(/\D/g, '') })}
        />
        <TextField
          label={es.vouchers.encfOrBeginning}
          type="search"
          maxLength={13}
          value={draft.encf ?? ''}
          onChange={(encf) => put({ encf: encf.replace(/[^a-z\d]/gi, '').toUpperCase() })}
        />
        <TextField
          label={es.received.from}
          type="date"
          value={draft.desde ?? ''}
          onChange={(desde) => put({ desde })}
        />
        <TextField
          label={es.received.to}
          type="date"
          value={draft.hasta ?? ''}
          onChange={(hasta) => put({ hasta })}
        />
      </div>
      <div className="actions">
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

function withoutEmpty(values: object): ReceivedFilters {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
