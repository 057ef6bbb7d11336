/** The filters above the audit log. They apply when the person sends the form, and the page's address then holds them. */
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { SelectField } from '../../parts/field.js';
import { DayFilters, FilterForm, useFilterDraft } from '../../parts/form.js';
import type { AuditFilters } from './filters.js';

interface FilterFormProps {
  readonly companyId: number;
  readonly filters: AuditFilters;
  /** The address of each person in the list. */
  readonly shown: ReadonlyMap<string, string>;
  readonly onApply: (filters: AuditFilters) => void;
}

const actions = Object.fromEntries(
  Object.entries(es.audit.actions).sort(([, a], [, b]) => a.localeCompare(b, 'es')),
) as typeof es.audit.actions;

export function AuditFilterForm({ companyId, filters, shown, onApply }: FilterFormProps) {
  const { draft, put, field, form } = useFilterDraft(filters, onApply);
  return (
    <FilterForm {...form}>
      <SelectField
        label={es.audit.action}
        empty={es.audit.anyAction}
        options={actions}
        {...field('accion')}
      />
      <SelectField
        label={es.people.person}
        empty={es.audit.anyPerson}
        options={usePeople(companyId, shown, draft.persona)}
        {...field('persona')}
      />
      <DayFilters labels={es.audit} draft={draft} put={put} />
    </FilterForm>
  );
}

/** The people of the company, and those whose acts are in the list: people of the platform, and people who left the company. */
function usePeople(companyId: number, shown: ReadonlyMap<string, string>, chosen: string | undefined) {
  const people = useQuery(peopleQuery(companyId));
  const emails = new Map(chosen === undefined ? [] : [[chosen, chosen]]);
  for (const [personId, email] of shown) emails.set(personId, email);
  for (const { personId, email } of people.data?.items ?? []) emails.set(personId, email);
  return Object.fromEntries([...emails].sort(([, a], [, b]) => a.localeCompare(b, 'es')));
}
