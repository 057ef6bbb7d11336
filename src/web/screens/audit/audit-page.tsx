/** The audit log of a company: who did what, when, and with what result. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/answers.js';
import { auditQuery } from '../../api/company.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { whenExactly } from '../../shared/format.js';
import { LoadedPages } from '../../parts/loaded.js';
import type { Tone } from '../../parts/notice.js';
import { Cell, Page, Row, Table } from '../../parts/page.js';
import { emptyText } from '../../shared/list-filters.js';
import { AuditFilterForm } from './filter-form.js';
import { auditQuestionOf, isAction } from './filters.js';

const route = getRouteApi('/frame/empresas/$companyId/auditoria');

const tones: Readonly<Record<AuditEntry['outcome'], Tone>> = {
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  unknown: 'warn',
};

export function AuditPage() {
  const { companyId } = route.useParams();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const audit = useInfiniteQuery(auditQuery(companyId, auditQuestionOf(filters)));
  const loaded = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={es.nav.audit} intro={es.audit.intro}>
      <AuditFilterForm
        // A link may open this page with other filters; the new key makes the form show them.
        key={JSON.stringify(filters)}
        companyId={companyId}
        filters={filters}
        shown={new Map(loaded.map(({ personId, email }) => [personId, email ?? personId]))}
        onApply={(search) => void navigate({ search })}
      />
      <LoadedPages query={audit} empty={emptyText(filters, es.audit)}>
        {(rows) => (
          <Table
            label={es.nav.audit}
            widthRem={66}
            heads={[
              es.audit.at,
              es.people.person,
              es.audit.action,
              es.audit.target,
              es.audit.result,
              es.audit.origin,
            ]}
          >
            {rows.map((row) => (
              <Row key={row.actId}>
                <Cell className="nowrap">{whenExactly(row.at)}</Cell>
                <Cell>
                  <Link
                    to="/empresas/$companyId/auditoria"
                    params={{ companyId }}
                    search={{ ...filters, persona: row.personId }}
                    title={es.audit.onlyThis}
                  >
                    {row.email ?? row.personId}
                  </Link>
                </Cell>
                <Cell className="wrap">
                  {wordsOf(row)}
                  {row.environment === null ? null : (
                    <div className="small soft">{environmentName(row.environment)}</div>
                  )}
                </Cell>
                <Cell className="mono wrap">{row.target ?? es.none}</Cell>
                <Cell>
                  <Badge tone={tones[row.outcome]}>{es.audit.outcomes[row.outcome]}</Badge>
                  <div className="small">{resultOf(row)}</div>
                </Cell>
                <Cell className="small">
                  {row.ip}
                  <div className="soft mono wrap">{row.correlationId}</div>
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </LoadedPages>
    </Page>
  );
}

function resultOf({ outcome, code, reason }: AuditEntry): string | null {
  return outcome === 'unknown' ? es.audit.mayBeDone : (reason ?? code);
}

/** This version may have no words for an action of an earlier version. */
function wordsOf({ action }: AuditEntry): string {
  return isAction(action) ? es.audit.actions[action] : action;
}

/** An entry may be older than this version's environments. */
function environmentName(name: string): string {
  const names: Readonly<Record<string, string>> = es.environments;
  return names[name] ?? name;
}
