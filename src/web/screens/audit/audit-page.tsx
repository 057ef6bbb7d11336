/** The audit log of a company: who did what, when, and with what result. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/answers.js';
import { auditQuery, peopleQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { SelectField } from '../../parts/field.js';
import { DayFilters, FilterForm, useFilterDraft } from '../../parts/form.js';
import { LoadedPages } from '../../parts/loaded.js';
import type { Tone } from '../../parts/notice.js';
import { Page, Table } from '../../parts/page.js';
import { whenExactly } from '../../shared/format.js';
import { emptyText } from '../../shared/list-filters.js';
import { auditQuestionOf, isAction, type AuditFilters } from './filters.js';

const route = getRouteApi('/frame/empresas/$companyId/auditoria');

const tones: Readonly<Record<AuditEntry['outcome'], Tone>> = {
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  unknown: 'warn',
};

export function Screen() {
  const { companyId } = route.useParams();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const audit = useInfiniteQuery(auditQuery(companyId, auditQuestionOf(filters)));
  const loaded = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={es.nav.audit} intro={es.audit.intro}>
      <AuditFilterForm
        companyId={companyId}
        filters={filters}
        shown={
          new Map(
            loaded.flatMap(({ personId, email }) =>
              personId === null ? [] : [[personId, email ?? personId]],
            ),
          )
        }
        onApply={(search) => void navigate({ search })}
      />
      <LoadedPages query={audit} empty={emptyText(filters, es.audit)}>
        {(rows) => (
          <Table
            label={es.nav.audit}
            widthRem={66}
            rows={rows}
            keyOf={({ actId }) => actId}
            nameAt={-1}
            columns={[
              [es.audit.at, ({ at }) => whenExactly(at), 'nowrap'],
              [
                es.people.person,
                ({ personId, email, operator }) =>
                  personId === null ? (
                    es.audit.operator(operator ?? es.none)
                  ) : (
                    <Link
                      to="/empresas/$companyId/auditoria"
                      params={{ companyId }}
                      search={{ ...filters, persona: personId }}
                      title={es.audit.onlyThis}
                    >
                      {email ?? personId}
                    </Link>
                  ),
              ],
              [es.audit.action, (row) => <Action row={row} />],
              [es.audit.target, ({ target }) => target ?? es.none, 'mono wrap'],
              [es.audit.result, (row) => <Result row={row} />],
              [
                es.audit.origin,
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
    </Page>
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
      {isAction(action) ? es.audit.actions[action] : action}
      {environment === null ? null : <div className="small soft">{names[environment] ?? environment}</div>}
    </>
  );
}

function Result({ row: { outcome, code, reason } }: EntryProps) {
  return (
    <>
      <Badge tone={tones[outcome]}>{es.audit.outcomes[outcome]}</Badge>
      <div className="small">{outcome === 'unknown' ? es.audit.mayBeDone : (reason ?? code)}</div>
    </>
  );
}

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

function AuditFilterForm({ companyId, filters, shown, onApply }: FilterFormProps) {
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
