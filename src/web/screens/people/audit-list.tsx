/** The list of an audit log with its filters. The log of a company and the one of the platform show it. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnswerOf, AuditEntry, CompanyPerson } from '../../api/answers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { SelectField } from '../../parts/form/field.js';
import { DayFilters, FilterForm, useFilterDraft } from '../../parts/form/form.js';
import { LoadedPages } from '../../parts/loaded.js';
import type { Tone } from '../../parts/notice.js';
import { Table } from '../../parts/page.js';
import { whenExactly } from '../../shared/format.js';
import { emptyText } from '../../shared/list-filters.js';
import { isAction, type AuditFilters } from './filters.js';
import { audit as auditTexts } from '../../texts/audit.js';

const tones: Readonly<Record<AuditEntry['outcome'], Tone>> = {
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  unknown: 'warn',
};

const companies = [
  auditTexts.companies,
  ({ companyIds = [] }: AuditEntry) => companyIds.join(', ') || es.none,
  'nowrap',
] as const;

function nameOfProgram({ operator, key }: Pick<AuditEntry, 'operator' | 'key'>): string {
  return key === null ? auditTexts.operator(operator ?? es.none) : auditTexts.key(key);
}

interface AuditListProps {
  readonly title: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<AnswerOf<'listAudit'>>>;
  readonly filters: AuditFilters;
  readonly people: readonly Pick<CompanyPerson, 'personId' | 'email'>[];
  readonly onFilter: (filters: AuditFilters) => void;
  readonly linkTo: (personId: string, text: string) => ReactNode;
  readonly ofMany?: boolean;
}

export function AuditList(props: AuditListProps) {
  const { title, query, filters, people, onFilter, linkTo, ofMany = false } = props;
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = new Map(
    loaded.flatMap(({ personId, email }) => (personId === null ? [] : [[personId, email ?? personId]])),
  );
  return (
    <>
      <AuditFilterForm people={people} filters={filters} shown={shown} onApply={onFilter} />
      <LoadedPages query={query} empty={emptyText(filters, auditTexts)}>
        {(rows) => (
          <Table
            label={title}
            widthRem={66}
            rows={rows}
            keyOf={({ actId }) => actId}
            nameAt={-1}
            columns={[
              [auditTexts.at, ({ at }) => whenExactly(at), 'nowrap'],
              [
                es.people.person,
                ({ personId, email, operator, key, support }) => (
                  <>
                    {personId === null
                      ? nameOfProgram({ operator, key })
                      : linkTo(personId, email ?? personId)}
                    {support ? <div className="small soft">{auditTexts.support}</div> : null}
                  </>
                ),
              ],
              [auditTexts.action, (row) => <Action row={row} />],
              ...(ofMany ? [companies] : []),
              [auditTexts.target, ({ target }) => target ?? es.none, 'mono wrap'],
              [auditTexts.result, (row) => <Result row={row} />],
              [
                auditTexts.origin,
                ({ ip, correlationId }) => (
                  <>
                    {ip ?? es.none}
                    <div className="soft mono">{correlationId}</div>
                  </>
                ),
                'small wrap',
              ],
            ]}
          />
        )}
      </LoadedPages>
    </>
  );
}

interface EntryProps {
  readonly row: AuditEntry;
}

/** An entry may be older than this version, which then has no words for its action or its environment. */
function Action({ row: { action, environment } }: EntryProps) {
  const names: Readonly<Record<string, string>> = es.environments;
  return (
    <>
      {isAction(action) ? auditTexts.actions[action] : action}
      {environment === null ? null : <div className="small soft">{names[environment] ?? environment}</div>}
    </>
  );
}

function Result({ row: { outcome, code, reason } }: EntryProps) {
  return (
    <>
      <Badge tone={tones[outcome]}>{auditTexts.outcomes[outcome]}</Badge>
      <div className="small">{outcome === 'unknown' ? auditTexts.mayBeDone : (reason ?? code)}</div>
    </>
  );
}

interface FilterFormProps {
  readonly people: AuditListProps['people'];
  readonly filters: AuditFilters;
  readonly shown: ReadonlyMap<string, string>;
  readonly onApply: (filters: AuditFilters) => void;
}

const actions = Object.fromEntries(
  Object.entries(auditTexts.actions).sort(([, a], [, b]) => a.localeCompare(b, 'es')),
) as typeof auditTexts.actions;

function AuditFilterForm({ people, filters, shown, onApply }: FilterFormProps) {
  const { draft, put, field, form } = useFilterDraft(filters, onApply);
  return (
    <FilterForm {...form}>
      <SelectField
        label={auditTexts.action}
        empty={auditTexts.anyAction}
        options={actions}
        {...field('accion')}
      />
      <SelectField
        label={es.people.person}
        empty={auditTexts.anyPerson}
        options={choices(people, shown, draft.persona)}
        {...field('persona')}
      />
      <DayFilters labels={auditTexts} draft={draft} put={put} />
    </FilterForm>
  );
}

/** The people of the company, and those whose acts are in the list: people of the platform, and people who left the company. */
function choices(
  people: AuditListProps['people'],
  shown: ReadonlyMap<string, string>,
  chosen: string | undefined,
) {
  const emails = new Map(chosen === undefined ? [] : [[chosen, chosen]]);
  for (const [personId, email] of shown) emails.set(personId, email);
  for (const { personId, email } of people) emails.set(personId, email);
  return Object.fromEntries([...emails].sort(([, a], [, b]) => a.localeCompare(b, 'es')));
}
